"""A round of exercises in the terminal: lines in, boards and judgements out, or JSON."""

import argparse
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Generic

from othello.analysis.games import default_engine
from othello.board import Board
from othello.commands import did_you_mean
from othello.commands.arguments import MACHINE, add_fields, add_shared
from othello.commands.output import EXIT_UNUSABLE_INPUT, print_fault, print_json, show, show_text
from othello.commands.values import file_name
from othello.engine import Engine
from othello.errors import OthelloError, printable, quote
from othello.fields import Word
from othello.files.access import STDIN
from othello.notation import PASS, SIDE_NAMES, Move
from othello.practice.commands import screen
from othello.practice.commands.screen import QUIT, has_colours, piped_lines, typed_lines
from othello.practice.exercises import Exercise, Judgement
from othello.practice.profile import Profile
from othello.practice.rounds import ExerciseRound, Item, Queue, Solution, Verdict
from othello.result import Line, rounded, score_text

PROMPT = "your move (or help): "

GOALS = {
    "": "find the best move",
    "win": "find the only move that wins",
    "draw": "find the only move that does not lose",
    "discs": "find the best move: it is four discs better than any other",
}
"""Questions that a puzzle asks, by its goal; the page has the same. Other exercises have no
goal."""

HELP = {
    "MOVE": "your answer, such as c4; it is judged, and the next exercise comes",
    "hint": "what the exercise is about, without the move",
    "show": "the best move; the exercise comes again later",
    "skip": "leave the exercise out",
    "board": "draw the board again",
    "help": "this list",
    "quit": "leave; the end of the input does the same",
}
"""Words that can be typed, and what they do; exercises of a kind may say it otherwise."""


class Keeping:
    """Where answers are kept."""

    profile: Annotated[
        Path | None,
        Word("FILE", file_name),
        "the file that keeps your answers (default: practice.profile in the folder of your data)",
    ] = None
    no_profile: Annotated[bool, "keep no answers"] = False


def add_profile(parser: argparse.ArgumentParser) -> None:
    """Declare what `profile_of` opens."""
    add_fields(parser.add_mutually_exclusive_group(), Keeping)


def profile_of(arguments: argparse.Namespace) -> AbstractContextManager[Profile | None]:
    """Open the profile that `add_profile` has declared for a ``with`` block, None for none."""
    return nullcontext() if arguments.no_profile else Profile(arguments.profile)


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Declare what `with_engine` opens: a profile and an engine."""
    add_profile(parser)
    add_shared(parser, *MACHINE)


def with_engine(
    ask: Callable[[argparse.Namespace, Engine, Profile | None], int],
) -> Callable[[argparse.Namespace], int]:
    """Make a command's `run` of a function that asks exercises with an engine and a profile."""

    def run(arguments: argparse.Namespace) -> int:
        with (
            profile_of(arguments) as profile,
            default_engine(arguments.threads, arguments.hash) as engine,
        ):
            return ask(arguments, engine, profile)

    return run


class Dialogue(Generic[Item, Verdict, Solution]):
    """A round's exercises, asked in text or in JSON.

    A line is a move or a command: in JSON ``skip``, ``show`` or ``quit``, in text one of `HELP`. A
    line that cannot be used is answered, and changes nothing.
    """

    HELP = HELP
    #: Keys of the last JSON object, each with the attribute of the round that has its value.
    TOTAL: tuple[tuple[str, str], ...]

    def __init__(self, asked: Queue[Item, Verdict, Solution]) -> None:
        self._asked = asked
        self._in_json = False
        self._began: float | None = None  # when a position was shown to a person
        self._number = 0
        self._was_again = False  # whether what was answered last had been asked before
        self._commands: dict[str, Callable[[], object]] = {
            "hint": self._hint,
            "show": self._show,
            "skip": self._skip,
            "board": self._draw,
            "help": lambda: show_text("\n".join(f"{k:10}{v}" for k, v in self.HELP.items() if v)),
        }

    def _told(self, item: Item) -> str:
        """Return what is said before an answer."""
        raise NotImplementedError

    def _judged(self, item: Item, verdict: Verdict) -> Iterator[str]:
        """Yield what is said of an answer."""
        raise NotImplementedError

    def _solved(self, item: Item, solution: Solution) -> str:
        """Return what is said of an item that was given up."""
        raise NotImplementedError

    def _summary(self) -> str:
        """Return how the round went."""
        raise NotImplementedError

    def _question(self, item: Item) -> dict[str, object]:
        """Return what is asked as a JSON object."""
        return item.to_dict()

    def _record(self, item: Item, verdict: Verdict | None = None) -> dict[str, object]:
        """Return what was asked, its solution and an answer to it as a JSON object."""
        raise NotImplementedError

    def _solved_record(self, item: Item, solution: Solution) -> dict[str, object]:
        """Return an item that was given up as a JSON object."""
        return self._record(item)

    def _total(self) -> dict[str, object]:
        """Return the last JSON object."""
        return {key: getattr(self._asked, name) for key, name in self.TOTAL}

    def run(self, arguments: argparse.Namespace, names: Collection[str]) -> int:
        """Ask until all is answered, the answers end or one is ``quit``; return the exit code.

        Answers are typed or come through a pipe; with ``--json`` none are typed. There are none on
        stdin if it is one of the files that were read, `names`.
        """
        if sys.stdin is not None and sys.stdin.isatty():
            lines = iter(()) if arguments.json else typed_lines(PROMPT)
        else:
            lines = iter(()) if STDIN in names else piped_lines()
        self._in_json, status = arguments.json, 0
        acts = self._commands if not self._in_json else {"show": self._show, "skip": self._skip}
        self._ask()
        for words in self._until_quit(lines):
            act = acts.get(" ".join(words).lower())
            try:
                act() if act is not None else self._answer("".join(words))
            except OthelloError as error:
                status |= self._refuse(error)
        self._end()
        return status

    def _until_quit(self, lines: Iterable[str]) -> Iterator[list[str]]:
        """Yield the words of each line for which something is asked."""
        waiting = iter(lines)
        while self._asked.next() is not None and (line := next(waiting, None)) is not None:
            words = line.split()
            if " ".join(words).lower() in QUIT:
                return
            if words:
                yield words

    def _ask(self) -> None:
        """Show what is next, if there is something; in JSON with the legal moves."""
        item = self._asked.next()
        if item is None:
            return
        if self._in_json:
            legal, again = [*map(str, self._asked.board.legal_moves())], self._asked.is_again
            print_json({**self._question(self._asked.step()), "legal": legal, "again": again})
            return
        if not self._asked.is_running:
            show_text(f"\n{self._which()}: {self._told(item)}")
        self._draw()
        self._began = time.monotonic()

    def _which(self) -> str:
        if self._asked.is_again:
            return "once more"
        self._number += 1
        return f"{self._number} of {self._asked.size}" if self._asked.repeats else f"{self._number}"

    @property
    def _spent(self) -> float | None:
        """Seconds since the position was shown to a person."""
        return None if self._began is None else round(time.monotonic() - self._began, 3)

    def _draw(self) -> None:
        self._draw_board(self._asked.board)

    def _draw_board(self, board: Board, move: Move | None = None) -> None:
        show_text(screen.draw(board, move, in_colour=has_colours(sys.stdout)))

    def _answer(self, text: str) -> None:
        legal = [*map(str, self._asked.board.legal_moves())]
        if not self._in_json and text.lower() not in legal:
            expected = f"expected {' '.join(legal)}, or help"
            meant = did_you_mean(text, [*self._commands, *QUIT])
            raise OthelloError(f"{quote(text)} cannot be played: {expected}{meant}")
        item, self._was_again = self._asked.step(), self._asked.is_again
        verdict = self._asked.judge(text.lower(), self._spent)
        if self._in_json:
            print_json(self._record(item, verdict))
        else:
            for said in self._judged(item, verdict):
                show_text(said)
        self._ask()

    def _refuse(self, error: OthelloError) -> int:
        """Say why a line cannot be used, and in JSON ask again; return the exit code."""
        if not self._in_json:
            show_text(str(error))
            return 0
        print_fault(error)
        self._ask()
        return EXIT_UNUSABLE_INPUT

    def _hint(self) -> None:
        idea = self._asked.hint()
        show_text("No move loses a disc here." if idea is None else str(idea.hint))

    def _show(self) -> None:
        item, solution = self._asked.step(), self._asked.reveal(self._spent)
        show(self._in_json, self._solved_record(item, solution), self._solved(item, solution))
        self._ask()

    def _skip(self) -> None:
        self._asked.skip()
        self._ask()

    def _end(self) -> None:
        """Say how the round went; in JSON first what was not asked."""
        if not self._in_json:
            show_text(self._summary())
            return
        for item in self._asked.left if self._asked.repeats else ():
            print_json(self._record(item))
        print_json({"total": self._total()})


def line_text(best: Line) -> str:
    """Return the best move of a line, its score, and the moves.

    >>> line_text(Line(2, 100, 4, None, True, (Move("c4"), Move("c3")), 2))
    'c4 is best, its score exactly +4: c4 c3'
    """
    score = "exactly " * best.exact + score_text(best.score)
    return f"{best.pv[0]} is best, its score {score}: {' '.join(map(str, best.pv))}"


class ExerciseDialogue(Dialogue[Exercise, Judgement, Line]):
    """The exercises of a round."""

    def __init__(self, asked: ExerciseRound) -> None:
        super().__init__(asked)
        self._kept_back: dict[str, Judgement] = {}  # of wrong answers, until the solution is known
        if not asked.repeats:
            self.HELP = HELP | {"show": "the best move"}

    def _told(self, item: Exercise) -> str:
        side = SIDE_NAMES[item.board.turn]
        source = printable(item.source)
        if item.played is None:
            return f"{source}: {side} to move, {GOALS[item.goal]}"
        loss = score_text(item.loss).lstrip("+")
        return f"{source}: {side} played {item.played}, which lost {loss}; find a better move"

    def _judged(self, item: Exercise, verdict: Judgement) -> Iterator[str]:
        if verdict.then is not None:
            yield f"right: {verdict.move}"
            yield f"{reply_text(item.board.after(verdict.move), verdict.then)}; go on:"
        elif verdict.is_right:
            yield f"right: {verdict.text}{self._reasons(item)}"
        elif not self._asked.repeats:
            yield f"wrong: {verdict.explanation.text}"
        else:
            self._kept_back[item.key] = verdict
            yield f"wrong: {verdict.text}"
            if verdict.reply is not None:
                after = item.board.after(verdict.move)
                yield f"{reply_text(after, verdict.reply)}:"
                self._draw_board(after.after(verdict.reply), verdict.reply)

    def _solved(self, item: Exercise, solution: Line) -> str:
        return f"{line_text(solution)}{self._reasons(item)}"

    def _reasons(self, exercise: Exercise) -> str:
        """Return why the last answer was wrong, and the move that was played, each on a line."""
        wrong = self._kept_back.pop(exercise.key, None)
        told = [] if wrong is None else [wrong.explanation.text]
        if exercise.why and (wrong is None or wrong.move != exercise.played):
            told.append(f"in the game: {exercise.why}")
        return "".join(f"\n{text}" for text in told)

    def _question(self, item: Exercise) -> dict[str, object]:
        idea = self._asked.hint()
        return {**item.to_dict(), "hint": None if idea is None else idea.hint.to_dict()}

    def _record(self, item: Exercise, verdict: Judgement | None = None) -> dict[str, object]:
        record = item.to_dict(solution=True)
        if verdict is None:
            return {**record, "answer": None, "right": None}
        return {
            **record,
            "answer": str(verdict.move),
            "right": verdict.is_right,
            "cost": rounded(verdict.loss),
            "reply": None if verdict.reply is None else str(verdict.reply),
            "text": verdict.explanation.text,
        }


def reply_text(board: Board, reply: Move) -> str:
    """Return a reply, or that a side must pass, in words."""
    side = SIDE_NAMES[board.turn]
    return f"{side} must pass" if reply is PASS else f"{side} answers {reply}"


def no_games_of(player: str, side: str | None) -> str:
    """Return the message that a player has no game, or none as the side that is asked for."""
    colour = f" as {side}" if side else ""
    return f"no games of {quote(player)}{colour}: expected how a word of a player's name begins"
