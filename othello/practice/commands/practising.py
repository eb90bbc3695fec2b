"""A round of exercises in the terminal: lines in, boards and judgements out, or JSON."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Generic

from othello.board import Board
from othello.commands import did_you_mean
from othello.commands.output import EXIT_UNUSABLE_INPUT, print_fault, print_json, show_text
from othello.commands.values import FILE, FLAG
from othello.errors import OthelloError, printable, quote
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
    "discs": "find the best move: every other one is four discs worse, or more",
}
"""Questions that a puzzle asks, by its goal; the page has the same. Other exercises have no
goal."""

HELP = """\
MOVE      your answer, such as c4; it is judged, and the next exercise comes
hint      what the exercise is about, without the move
show      the best move; the exercise comes again later
skip      leave the exercise out
board     draw the board again
help      this list
quit      leave; the end of the input does the same"""


def add_profile(parser: argparse.ArgumentParser, *, needed: bool = False) -> None:
    """Add ``--profile``, and unless it is `needed` ``--no-profile``; `profile_of` opens it."""
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument(
        "--profile",
        **FILE,
        help="the file that keeps your answers (default: practice.profile in the folder of your "
        "data)",
    )
    if not needed:
        kept.add_argument("--no-profile", **FLAG, help="keep no answers")


def profile_of(arguments: argparse.Namespace) -> AbstractContextManager[Profile | None]:
    """Open the profile that `add_profile` has declared for a ``with`` block, None for none."""
    return nullcontext() if arguments.no_profile else Profile(arguments.profile)


def answers_of(arguments: argparse.Namespace, read: Iterable[str]) -> Iterator[str]:
    """Yield the answers, which are typed or come through a pipe; with ``--json`` none are typed.

    There are none on stdin if it is one of the files that were `read`.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        return iter(()) if arguments.json else typed_lines(PROMPT)
    return iter(()) if STDIN in read else piped_lines()


class Dialogue(Generic[Item, Verdict, Solution]):
    """A round's exercises, asked in text or in JSON.

    A line that cannot be used is answered, and changes nothing.
    """

    HELP = HELP

    def __init__(self, asked: Queue[Item, Verdict, Solution]) -> None:
        self._asked = asked
        self._in_colour = has_colours(sys.stdout)
        self._began = 0.0
        self._number = 0
        self._commands: dict[str, Callable[[], object]] = {
            "hint": self._hint,
            "show": self._show,
            "skip": self._skip,
            "board": self._draw,
            "help": lambda: show_text(self.HELP),
        }

    def _told(self, item: Item) -> str:
        """Return what is said before an answer."""
        raise NotImplementedError

    def _judged(self, item: Item, verdict: Verdict, *, is_again: bool) -> Iterator[str]:
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
        raise NotImplementedError

    def run(self, arguments: argparse.Namespace, lines: Iterable[str]) -> int:
        """Ask until all is answered, the lines end or one is ``quit``; return the exit code."""
        if arguments.json:
            return self._run_in_json(lines)
        self._ask()
        for words in self._until_quit(lines):
            act = self._commands.get(" ".join(words).lower())
            try:
                act() if act is not None else self._move("".join(words))
            except OthelloError as error:
                show_text(str(error))
        show_text(self._summary())
        return 0

    def _until_quit(self, lines: Iterable[str]) -> Iterator[list[str]]:
        """Yield the words of each line for which something is asked."""
        waiting = iter(lines)
        while self._asked.next() is not None and (line := next(waiting, None)) is not None:
            words = line.split()
            if " ".join(words).lower() in QUIT:
                return
            if words:
                yield words

    # ------------------------------------------------------------------ in text

    def _ask(self) -> None:
        """Show what is next, if there is something."""
        item = self._asked.next()
        if item is None:
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
    def _spent(self) -> float:
        """Seconds since the position was shown."""
        return round(time.monotonic() - self._began, 3)

    def _draw(self) -> None:
        self._draw_board(self._asked.board)

    def _draw_board(self, board: Board, move: Move | None = None) -> None:
        show_text(screen.draw(board, move, in_colour=self._in_colour))

    def _move(self, text: str) -> None:
        legal = self._asked.board.legal_moves()
        if text.lower() not in map(str, legal):
            expected = f"expected {' '.join(map(str, legal))}, or help"
            meant = did_you_mean(text, [*self._commands, *QUIT])
            raise OthelloError(f"{quote(text)} cannot be played: {expected}{meant}")
        item, is_again = self._present(), self._asked.is_again
        verdict = self._asked.judge(text.lower(), self._spent)
        for said in self._judged(item, verdict, is_again=is_again):
            show_text(said)
        self._ask()

    def _hint(self) -> None:
        idea = self._asked.hint()
        show_text("No move loses a disc here." if idea is None else str(idea.hint))

    def _show(self) -> None:
        item = self._present()
        show_text(self._solved(item, self._asked.reveal(self._spent)))
        self._ask()

    def _skip(self) -> None:
        self._asked.skip()
        self._ask()

    def _present(self) -> Item:
        item = self._asked.next()
        assert item is not None, "no line is answered at the end"
        return item

    # ------------------------------------------------------------------ in JSON

    def _run_in_json(self, lines: Iterable[str]) -> int:
        """Print an object before each answer, with the legal moves, and one after it.

        A line is a move, or ``skip``, ``show`` or ``quit``. Any other is reported on stderr, and it
        is asked again. At the end come those without an answer, and the total.
        """
        status = 0
        self._ask_in_json()
        for words in self._until_quit(lines):
            try:
                self._answer_in_json("".join(words).lower())
            except OthelloError as error:
                print_fault(error)
                status = EXIT_UNUSABLE_INPUT
            self._ask_in_json()
        for item in self._asked.left if self._asked.repeats else ():
            print_json(self._record(item))
        print_json({"total": self._total()})
        return status

    def _ask_in_json(self) -> None:
        item = self._asked.next()
        if item is not None:
            legal = [str(move) for move in self._asked.board.legal_moves()]
            again = self._asked.is_again
            print_json({**self._question(item), "legal": legal, "again": again})

    def _answer_in_json(self, text: str) -> None:
        item = self._present()
        if text == "skip":
            self._asked.skip()
        elif text == "show":
            print_json(self._solved_record(item, self._asked.reveal()))
        else:
            print_json(self._record(item, self._asked.judge(text)))


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
            self.HELP = HELP.replace("; the exercise comes again later", "")

    def _told(self, item: Exercise) -> str:
        side = SIDE_NAMES[item.board.turn]
        source = printable(item.source)
        if item.played is None:
            return f"{source}: {side} to move, {GOALS[item.goal]}"
        loss = score_text(item.loss).lstrip("+")
        return f"{source}: {side} played {item.played}, which lost {loss}; find a better move"

    def _judged(self, item: Exercise, verdict: Judgement, *, is_again: bool) -> Iterator[str]:
        if verdict.is_right:
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
