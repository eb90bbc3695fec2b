"""``othello practise endgames``: won endgames, played to the end against the perfect player."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from othello.analysis.games import default_engine
from othello.board import Board
from othello.commands import screen
from othello.commands.arguments import add_machine, number, refuse_options
from othello.commands.game_source import GameSource, heading
from othello.commands.output import EXIT_UNUSABLE_INPUT, print_json, show_text
from othello.commands.practising import (
    Questions,
    add_player,
    add_profile,
    add_side,
    answered_in_json,
    answers_of,
    no_games_of,
    profile_of,
)
from othello.commands.screen import has_colours
from othello.commands.selfplay import span
from othello.engine import Engine
from othello.errors import InvalidOption, counted, printable
from othello.notation import BLACK, PASS, SIDE_NAMES, SIDES, WHITE
from othello.practice.endgames import (
    EMPTIES,
    KIND,
    MOST_EMPTIES,
    WON_BY,
    Endgame,
    EndgameRound,
    Outcome,
    Step,
    endgame_of_game,
    endgames_of_puzzles,
    fewest_first,
    solution,
)
from othello.practice.mistakes import sides_of
from othello.practice.puzzles import shipped_set
from othello.result import score_text

ENDGAMES = 5
"""Endgames of a round, unless another number is asked for."""

HELP = """\
MOVE      your move, such as c4; the perfect reply follows
hint      what to think of, without the move
show      the best line; the endgame comes again later, from its beginning
skip      leave the endgame out
board     draw the board again
help      this list
quit      leave; the end of the input does the same
No move can be taken back."""


class EndgameDialogue(Questions[Endgame]):
    """The endgames of a round, played in text."""

    HELP = HELP

    def __init__(self, asked: EndgameRound, *, in_colour: bool = False) -> None:
        super().__init__(asked, show_text, in_colour=in_colour)
        self._round = asked
        self._commands = {"hint": self._hint, "undo": asked.undo, **self._commands}

    @property
    def _board(self) -> Board:
        return self._round.board

    def _told(self, item: Endgame) -> str:
        side = SIDE_NAMES[item.board.turn]
        source = printable(item.source)
        empties = counted(item.board.n_empties, "empty square")
        return f"{source}: {side} wins by {item.score} with best play, {empties}; play {side}"

    def _ask(self) -> None:
        if self._round.is_running:
            self._draw()
            self._began = time.monotonic()
        else:
            super()._ask()

    def _judge(self, move: str, seconds: float) -> None:
        step, outcome = self._round.answer(move, seconds)
        cost = f"loses {counted(step.loss, 'disc')}" if step.loss else "loses nothing"
        if step.gone:
            cost += f": the {step.gone} is gone"
        self._write("\n".join([f"{step.move} {cost}", *replies_text(step)]))
        if outcome is not None:
            self._write(screen.draw(step.after, in_colour=self._in_colour))
            self._write(outcome_text(outcome))

    def _reveal(self) -> str:
        best = self._round.best()
        self._round.give_up()
        line = " ".join(map(str, best.pv))
        return f"{best.pv[0]} is best, its score {score_text(best.score)}: {line}"

    def _hint(self) -> None:
        idea = self._round.hint()
        self._write("No move loses a disc here." if idea is None else str(idea.hint))


def replies_text(step: Step) -> Iterator[str]:
    """Yield a line for each reply and pass after a move."""
    board = step.explanation.board.after(step.move)
    for reply in step.replies:
        side = SIDE_NAMES[board.turn]
        yield f"{side} must pass" if reply is PASS else f"{side} answers {reply}"
        board = board.after(reply)


def outcome_text(outcome: Outcome) -> str:
    """Return how an endgame went."""
    side = SIDE_NAMES[outcome.endgame.board.turn]
    result, wrong = outcome.result, outcome.first_wrong
    ends = f"{side} {'wins' if result > 0 else 'loses'} by {abs(result)}" if result else "a draw"
    text = f"{ends}, {counted(outcome.lost, 'disc')} lost"
    if wrong is None:
        return f"{text}: perfect play"
    empties = counted(wrong.explanation.board.n_empties, "empty square")
    return f"{text}\nfirst wrong move, with {empties}: {wrong.explanation.text}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games",
        metavar="GAME",
        nargs="*",
        help="play out endgames of these games: files, - for stdin, or moves, but no base "
        "(default: puzzles of the set that comes with othello)",
    )
    add_whose(parser)
    parser.add_argument(
        "--empties",
        type=span(1, MOST_EMPTIES),
        default=EMPTIES,
        metavar="A-B",
        help=f"how many empty squares such an endgame has (default {EMPTIES[0]}-{EMPTIES[1]}; of "
        f"games at most {MOST_EMPTIES}, those of othello's own puzzles have 8 to 17)",
    )
    parser.add_argument(
        "--count",
        **number(1, default=ENDGAMES),
        help="so many endgames at most (default %(default)s)",
    )
    add_profile(parser)
    add_machine(parser)


def add_whose(parser: argparse.ArgumentParser) -> None:
    """Declare which positions of games are played."""
    add_side(parser, "endgames")
    add_player(parser, "endgames")


def run(arguments: argparse.Namespace) -> int:
    """Play endgames; return the exit code."""
    with (
        profile_of(arguments) as profile,
        default_engine(arguments.threads, arguments.hash) as engine,
    ):
        found, status = endgames_of(arguments, engine)
        asked = EndgameRound(fewest_first(found, profile)[: arguments.count], engine, profile)
        lines = answers_of(arguments, arguments.games)
        if arguments.json:
            status |= answered_in_json(asked, lines, record, question, shown)
            print_json({"total": total(asked)})
        elif found:
            EndgameDialogue(asked, in_colour=has_colours(sys.stdout)).run(lines)
            show_text("\n" + summary(asked))
    return status


def endgames_of(arguments: argparse.Namespace, engine: Engine) -> tuple[list[Endgame], int]:
    """Return the endgames that the command line asks for, and the exit code."""
    low, high = empties = arguments.empties
    if not arguments.games:
        refuse_options(arguments, add_whose, ("side", "player"), "without games: expected both")
        return endgames_of_puzzles(shipped_set(), empties), 0
    source, found, n_games = GameSource(arguments.games), [], 0
    for each in source:
        if sides := sides_of(each.game, SIDES.get(arguments.side, BLACK + WHITE), arguments.player):
            n_games += 1
            endgame = endgame_of_game(each.game, engine, heading(each.id), empties, sides)
            found += [] if endgame is None else [endgame]
    if not n_games and not source.faults:  # each game has somebody on both sides
        raise InvalidOption(no_games_of(arguments.player, arguments.side))
    if not found and not source.faults and not arguments.json:
        won = f"is won by {WON_BY[0]} to {WON_BY[1]} discs"
        show_text(f"no position of these games with {low} to {high} empty squares {won}")
    return found, EXIT_UNUSABLE_INPUT if source.faults else 0


def summary(asked: EndgameRound) -> str:
    """Return how a round went."""
    lost = counted(total(asked)["lost"], "disc")
    return (
        f"{asked.n_right} of {counted(asked.n_asked, 'endgame')} won at the first try, {lost} lost"
    )


def total(asked: EndgameRound) -> dict[str, int]:
    """Return the last JSON object."""
    return {
        "endgames": asked.size,
        "answered": asked.n_asked,
        "right": asked.n_right,
        "lost": asked.lost,
    }


def question(asked: EndgameRound) -> dict[str, object]:
    """Return the present position as a JSON object: the endgame's, with its score, at first."""
    endgame = asked.current
    assert endgame is not None, "nothing is asked at the end"
    return endgame._replace(board=asked.board).to_dict(hidden=asked.is_running)


def shown(asked: EndgameRound) -> dict[str, object]:
    """Give the endgame up; return it as a JSON object, with the best line of where it stood."""
    best = asked.best()
    return {**record(asked.give_up()), "solution": solution(best)}


def record(
    endgame: Endgame, played: tuple[Step, Outcome | None] | None = None
) -> dict[str, object]:
    """Return a move of an endgame as a JSON object, or the endgame without one."""
    if played is None:
        return {**endgame.to_dict(), "answer": None, "right": None}
    step, outcome = played
    known = {**step.to_dict(), "kind": KIND, "source": endgame.source, "answer": str(step.move)}
    return {**known, "outcome": None if outcome is None else outcome.to_dict()}
