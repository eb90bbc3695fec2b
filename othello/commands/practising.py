"""A round of exercises in the terminal: lines of text in, boards and judgements out."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from othello.board import Board
from othello.commands import did_you_mean, screen
from othello.commands.arguments import FILE, FLAG
from othello.commands.input import QUIT, piped_lines, typed_lines
from othello.commands.output import EXIT_UNUSABLE_INPUT, print_fault, print_json
from othello.errors import OthelloError, printable, quote
from othello.files.access import STDIN
from othello.notation import PASS, SIDE_NAMES
from othello.practice.exercises import Exercise, Judgement
from othello.practice.rounds import Queue, Round
from othello.result import rounded, score_text

if TYPE_CHECKING:
    from othello.practice.profile import Profile

PROMPT = "your move (or help): "

GOALS = {
    "": "find the best move",
    "win": "find the only move that wins",
    "draw": "find the only move that does not lose",
    "discs": "find the best move: every other one is four discs worse, or more",
}
"""What a puzzle asks for, by its goal; the page says the same. Other exercises have none."""

Item = TypeVar("Item")

HELP = """\
MOVE      your answer, such as c4; it is judged, and the next exercise comes
hint      what the exercise is about, without the move
show      the best move; the exercise comes again later
skip      leave the exercise out
board     draw the board again
help      this list
quit      leave; the end of the input does the same"""


def add_side(parser: argparse.ArgumentParser, what: str) -> None:
    """Add ``--side``; `what` is of one side then."""
    parser.add_argument(
        "--side", choices=list(SIDE_NAMES.values()), help=f"only this side's {what} (default: both)"
    )


def add_player(parser: argparse.ArgumentParser, what: str) -> None:
    """Add ``--player``; `what` is of one player then."""
    parser.add_argument(
        "--player",
        metavar="NAME",
        help=f"only the {what} of this player: words of NAME begin words of the name",
    )


def add_profile(parser: argparse.ArgumentParser) -> None:
    """Add ``--profile`` and ``--no-profile``; `profile_of` opens it."""
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument(
        "--profile",
        **FILE,
        help="the file that keeps your answers (default: practice.profile in the folder of your "
        "data)",
    )
    kept.add_argument("--no-profile", **FLAG, help="keep no answers")


def profile_of(arguments: argparse.Namespace) -> AbstractContextManager[Profile | None]:
    """Open the profile that `add_profile` has declared for a ``with`` block, None for none."""
    from othello.practice.profile import Profile

    return nullcontext() if arguments.no_profile else Profile(arguments.profile)


def answers_of(arguments: argparse.Namespace, read: Iterable[str]) -> Iterator[str]:
    """Yield the answers, which are typed or come through a pipe; with ``--json`` none are typed.

    There are none on stdin if it is one of the files that were `read`.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        return iter(()) if arguments.json else typed_lines(PROMPT)
    return iter(()) if STDIN in read else piped_lines()


class Questions(Generic[Item]):
    """What a queue has, asked in text.

    `write` is given what to show. A line that cannot be used is answered, and changes nothing.
    """

    HELP: str

    def __init__(
        self, asked: Queue[Any], write: Callable[[str], object], *, in_colour: bool = False
    ) -> None:
        self._queue = asked
        self._write = write
        self._in_colour = in_colour
        self._began = 0.0
        self._number = 0
        self._commands: dict[str, Callable[[], object]] = {
            "show": self._show,
            "skip": self._skip,
            "board": self._draw,
            "help": lambda: write(self.HELP),
        }

    def _told(self, item: Item) -> str:
        """Return what is said before an answer."""
        raise NotImplementedError

    def _judge(self, move: str, seconds: float) -> None:
        """Judge a move that can be played, and say what it is worth."""
        raise NotImplementedError

    def _reveal(self) -> str:
        """Give up; return the answer in words."""
        raise NotImplementedError

    def run(self, lines: Iterable[str]) -> None:
        """Ask until all is answered, the lines end or one of them is ``quit``."""
        self._ask()
        waiting = iter(lines)
        while self._queue.current is not None and (line := next(waiting, None)) is not None:
            if line.strip().lower() in QUIT:
                break
            self.answer(line)

    def answer(self, line: str) -> None:
        """Carry out a line: a command or a move."""
        words = line.split()
        if not words:
            return
        act = self._commands.get(" ".join(words).lower())
        try:
            if act is not None:
                act()
            else:
                self._move("".join(words))
        except OthelloError as error:
            self._write(str(error))

    # ------------------------------------------------------------------ asking

    def _ask(self) -> None:
        """Show what is next, if there is something."""
        item = self._queue.current
        if item is None:
            return
        if self._queue.is_again:
            which = "once more"
        else:
            self._number += 1
            which = str(self._number)
            if self._queue.repeats:
                which += f" of {self._queue.size}"
        self._write(f"\n{which}: {self._told(item)}")
        self._draw()
        self._began = time.monotonic()

    def _draw(self) -> None:
        self._write(screen.draw(self._board, in_colour=self._in_colour))

    @property
    def _board(self) -> Board:
        item = self._queue.current
        assert item is not None, "no line is answered at the end"
        board: Board = item.board
        return board

    # ------------------------------------------------------------------ answers

    def _move(self, text: str) -> None:
        legal = self._board.legal_moves()
        if text.lower() not in map(str, legal):
            expected = f"expected {' '.join(map(str, legal))}, or help"
            meant = did_you_mean(text, [*self._commands, *QUIT])
            raise OthelloError(f"{quote(text)} cannot be played: {expected}{meant}")
        self._judge(text.lower(), round(time.monotonic() - self._began, 3))
        self._ask()

    def _show(self) -> None:
        self._write(self._reveal())
        self._ask()

    def _skip(self) -> None:
        self._queue.skip()
        self._ask()


class Dialogue(Questions[Exercise]):
    """The exercises of a round, asked in text."""

    HELP = HELP

    def __init__(
        self, asked: Round, write: Callable[[str], object], *, in_colour: bool = False
    ) -> None:
        super().__init__(asked, write, in_colour=in_colour)
        self._round = asked
        self._kept_back: dict[str, Judgement] = {}  # of wrong answers, until the solution is known
        self._commands = {"hint": self._hint, **self._commands}
        if not asked.repeats:
            self.HELP = HELP.replace("; the exercise comes again later", "")

    def _told(self, item: Exercise) -> str:
        return told(item)

    def _judge(self, move: str, seconds: float) -> None:
        exercise = self._current
        judgement = self._round.answer(move, seconds)
        if judgement.is_right:
            self._write(f"right: {judgement.text}{self._reasons(exercise)}")
        elif not self._round.repeats:
            self._write(f"wrong: {judgement.explanation.text}")
        else:
            self._kept_back[exercise.key] = judgement
            self._write(f"wrong: {judgement.text}")
            self._refute(judgement)

    def _refute(self, judgement: Judgement) -> None:
        """Show the opponent's reply on the board."""
        after, reply = judgement.explanation.board.after(judgement.move), judgement.reply
        if reply is None:
            return
        side = SIDE_NAMES[after.turn]
        if reply is PASS:
            said, reached = f"{side} must pass", after.after(PASS)
        else:
            said, reached = f"{side} answers {reply}", after.after(reply)
        picture = screen.draw(reached, reply, in_colour=self._in_colour)
        self._write(f"{said}:\n{picture}")

    def _reveal(self) -> str:
        exercise = self._round.give_up()
        line = " ".join(map(str, self._round.best_line(exercise)))
        score = "exactly " * exercise.best.exact + score_text(exercise.best.score)
        return f"{exercise.best.pv[0]} is best, its score {score}: {line}{self._reasons(exercise)}"

    def _reasons(self, exercise: Exercise) -> str:
        """Return why the last answer was wrong, and the move that was played, each on a line."""
        wrong = self._kept_back.pop(exercise.key, None)
        told = [] if wrong is None else [wrong.explanation.text]
        if exercise.why and (wrong is None or wrong.move != exercise.played):
            told.append(f"in the game: {exercise.why}")
        return "".join(f"\n{text}" for text in told)

    def _hint(self) -> None:
        self._write(str(self._round.hint().hint))

    @property
    def _current(self) -> Exercise:
        exercise = self._round.current
        assert exercise is not None, "no line is answered at the end"
        return exercise


def told(exercise: Exercise) -> str:
    """Return what is said of an exercise before it is answered."""
    side = SIDE_NAMES[exercise.board.turn]
    source = printable(exercise.source)
    if exercise.played is None:
        return f"{source}: {side} to move, {GOALS[exercise.goal]}"
    loss = score_text(exercise.loss).lstrip("+")
    return f"{source}: {side} played {exercise.played}, which lost {loss}; find a better move"


def no_games_of(player: str, side: str | None) -> str:
    """Return the message that a player has no game, or none as the side that is asked for."""
    colour = f" as {side}" if side else ""
    return f"no games of {quote(player)}{colour}: expected how a word of a player's name begins"


# ---------------------------------------------------------------------- JSON


def answered_in_json(
    asked: Any,
    lines: Iterable[str],
    record: Callable[..., dict[str, object]],
    question: Callable[[Any], dict[str, object]],
    shown: Callable[[Any], dict[str, object]] | None = None,
) -> int:
    """Ask what a round or a drill has in JSON; return the exit code.

    Before each answer comes an object that `question` makes of the round, with the legal moves
    besides, after it one that `record` makes. A line is a move, or ``skip``, ``show`` or ``quit``.
    Any other is reported on stderr, and it is asked again. At the end come those without an answer.
    `shown` gives the present one up and returns its object; by default that is its record.
    """
    shown = shown or (lambda asked: record(asked.give_up()))
    status = 0
    waiting = iter(lines)
    while asked.current is not None:
        told = question(asked)
        legal = [str(move) for move in Board.from_obf(str(told["position"])).legal_moves()]
        print_json({**told, "legal": legal, "again": asked.is_again})
        line = next((line for line in waiting if line.strip()), None)
        if line is None or line.strip().lower() in QUIT:
            break
        try:
            _answer_in_json(asked, "".join(line.split()).lower(), record, shown)
        except OthelloError as error:
            print_fault(error)
            status = EXIT_UNUSABLE_INPUT
    for exercise in asked.left if asked.repeats else ():
        print_json(record(exercise))
    return status


def _answer_in_json(
    asked: Any,
    text: str,
    record: Callable[..., dict[str, object]],
    shown: Callable[[Any], dict[str, object]],
) -> None:
    """Carry out a line: a move, ``skip`` or ``show``."""
    if text == "skip":
        asked.skip()
    elif text == "show":
        print_json(shown(asked))
    else:
        exercise = asked.current
        print_json(record(exercise, asked.answer(text)))


def exercise_asked(asked: Round) -> dict[str, object]:
    """Return the present exercise of a round as a JSON object, without its solution."""
    exercise = asked.current
    assert exercise is not None, "nothing is asked at the end"
    return exercise.to_dict()


def answer_record(exercise: Exercise, judgement: Judgement | None = None) -> dict[str, object]:
    """Return an exercise, its solution and an answer to it as a JSON object."""
    record = exercise.to_dict(solution=True)
    if judgement is None:
        return {**record, "answer": None, "right": None}
    return {
        **record,
        "answer": str(judgement.move),
        "right": judgement.is_right,
        "cost": rounded(judgement.loss),
        "reply": None if judgement.reply is None else str(judgement.reply),
        "text": judgement.explanation.text,
    }
