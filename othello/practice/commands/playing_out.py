"""``othello practise endgames``: won endgames, played to the end against the perfect player."""

import argparse
from collections.abc import Iterator

from othello.commands.arguments import add_described, add_fields, refuse_options
from othello.commands.game_source import GameSource, heading
from othello.commands.output import EXIT_UNUSABLE_INPUT, show_text
from othello.engine import Engine
from othello.errors import InvalidOption, counted, printable
from othello.notation import BLACK, SIDE_NAMES, SIDES, WHITE
from othello.practice.commands import practising
from othello.practice.endgames import (
    KIND,
    WON_BY,
    Endgame,
    EndgameOutcome,
    EndgameRound,
    Step,
    endgame_of_game,
    endgames_of_puzzles,
    fewest_first,
    solution_of,
)
from othello.practice.mistakes import sides_of
from othello.practice.profile import Profile
from othello.practice.puzzles import shipped_set
from othello.result import Line

ENDGAMES = 5
"""Endgames of a round, unless another number is asked for."""


class EndgameDialogue(practising.Dialogue[Endgame, tuple[Step, EndgameOutcome | None], Line]):
    """The endgames of a round."""

    HELP = practising.HELP | {
        "MOVE": "your move, such as c4; the perfect reply follows",
        "hint": "what to think of, without the move",
        "show": "the best line; the endgame comes again later, from its beginning",
        "skip": "leave the endgame out",
        "quit": f"{practising.HELP['quit']}\nNo move can be taken back.",
    }
    TOTAL = (("endgames", "size"), ("answered", "n_asked"), ("right", "n_right"), ("lost", "lost"))
    _asked: EndgameRound

    def __init__(self, asked: EndgameRound) -> None:
        super().__init__(asked)
        self._commands["undo"] = asked.undo

    def _told(self, item: Endgame) -> str:
        side = SIDE_NAMES[item.board.turn]
        source = printable(item.source)
        empties = counted(item.board.n_empties, "empty square")
        return f"{source}: {side} wins by {item.score} with best play, {empties}; play {side}"

    def _judged(self, item: Endgame, verdict: tuple[Step, EndgameOutcome | None]) -> Iterator[str]:
        step, outcome = verdict
        cost = f"loses {counted(step.loss, 'disc')}" if step.loss else "loses nothing"
        yield f"{step.move} {cost}" + (f": the {step.gone} is gone" if step.gone else "")
        board = step.explanation.board.after(step.move)
        for reply in step.replies:
            yield practising.reply_text(board, reply)
            board = board.after(reply)
        if outcome is not None:
            self._draw_board(step.after)
            yield outcome_text(outcome)

    def _solved(self, item: Endgame, solution: Line) -> str:
        return practising.line_text(solution)

    def _summary(self) -> str:
        asked, lost = self._asked, counted(self._asked.lost, "disc")
        endgames = counted(asked.n_asked, "endgame")
        return f"\n{asked.n_right} of {endgames} won at the first try, {lost} lost"

    def _record(
        self, item: Endgame, verdict: tuple[Step, EndgameOutcome | None] | None = None
    ) -> dict[str, object]:
        if verdict is None:
            return {**item.to_dict(), "answer": None, "right": None}
        step, outcome = verdict
        known = {**step.to_dict(), "kind": KIND, "source": item.source, "answer": str(step.move)}
        return {**known, "outcome": None if outcome is None else outcome.to_dict()}

    def _solved_record(self, item: Endgame, solution: Line) -> dict[str, object]:
        return {**self._record(item), "solution": solution_of(solution)}


def outcome_text(outcome: EndgameOutcome) -> str:
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
    add_fields(parser, "endgame.next", "empties")
    add_described(parser, "count", "so many endgames at most", ENDGAMES)
    practising.add_engine(parser)


def add_whose(parser: argparse.ArgumentParser) -> None:
    """Declare which positions of games are played."""
    told = "only this side's endgames (default: both)"
    parser.add_argument("--side", choices=list(SIDE_NAMES.values()), help=told)
    told = "only endgames of this player: words of NAME begin words of the name"
    parser.add_argument("--player", metavar="NAME", help=told)


@practising.with_engine
def run(arguments: argparse.Namespace, engine: Engine, profile: Profile | None) -> int:
    """Play endgames; return the exit code."""
    found, status = endgames_of(arguments, engine)
    asked = EndgameRound(fewest_first(found, profile)[: arguments.count], engine, profile)
    if arguments.json or found:
        status |= EndgameDialogue(asked).run(arguments, arguments.games)
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
        raise InvalidOption(practising.no_games_of(arguments.player, arguments.side))
    if not found and not source.faults and not arguments.json:
        won = f"is won by {WON_BY[0]} to {WON_BY[1]} discs"
        show_text(f"no position of these games with {low} to {high} empty squares {won}")
    return found, EXIT_UNUSABLE_INPUT if source.faults else 0
