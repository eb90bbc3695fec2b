"""A session with the engine that is tested: its process, and what was said, as it was said.

There is a subclass for each protocol, with what the protocols have in common under one name:
greeting, a position, a search. So one step can test engines of all of them.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar, NamedTuple

from othello.client.process import ClientError, EngineProcess
from othello.engine import Info
from othello.errors import counted
from othello.game import Game
from othello.notation import PASS, Move, parse_move

QUIET = 0.2
"""Seconds without a line after which an engine is taken to say nothing."""

SHOWN = 400
"""Characters of a line that reports show."""

LONG = 4096
"""Characters of a line that an engine need not take at once: a pipe may not hold more."""

SENT, CAME = ">", "<"
"""Kinds of lines in a transcript."""

NOTHING, ANYTHING = r"(?!)", r".*"
"""Patterns that fit no line, and every line."""


class Failed(Exception):
    """An answer that is not the expected one."""

    def __init__(self, expected: str, came: str) -> None:
        super().__init__(expected, came)
        self.expected, self.came = expected, shown(came)

    def __str__(self) -> str:
        return f"expected {self.expected}, came {self.came}"


class Silent(Failed):
    """Nothing came in time."""


class LeftOut(Exception):
    """The engine does not say what is tested, and need not."""


class Reply(NamedTuple):
    """An engine's move, and the line that says it; the seconds it took; reports before it."""

    line: str
    move: Move
    seconds: float
    infos: Sequence[Info] = ()

    @property
    def best(self) -> Info | None:
        """The last report on the best line, None without any."""
        best = [info for info in self.infos if info.rank == 1 and info.bound is None]
        return best[-1] if best else None


class Session:
    """An engine in a new process; it is killed at the end of the ``with`` block.

    `patience` is the time in seconds for any answer that needs no long search.
    """

    NAME: ClassVar[str]
    """The protocol's name, as `othello` calls it."""

    REMARKS: ClassVar[str] = NOTHING
    """Lines that may come at any time, and mean nothing."""

    ANSWER: ClassVar[str]
    """The line that says the move; its first group is the move."""

    REPORTS: ClassVar[str]
    """The lines that may come before it."""

    ANSWER_SHOWN: ClassVar[str]
    """Both, in words."""

    LEAST_CLOCK: ClassVar[float] = 3.0
    """Seconds for a whole game on a short clock: the protocol may know whole seconds only."""

    PASS: ClassVar[str] = "PA"
    """How the protocol writes a pass."""

    def __init__(self, command: Sequence[str], patience: float) -> None:
        self.patience = patience
        self.said: list[tuple[str, str]] = []
        self.awaited = ""  # what was expected last
        self.arrived = 0.0  # when the line came that was expected last
        self.passed_by: list[str] = []  # lines before it
        self.game = Game()
        self.position = ""  # after that game, once it was set
        self.line_end = ""  # what stands before the line feed
        self.blank = " "  # what stands between words
        self._process = EngineProcess(command, "the engine")

    def __enter__(self) -> Session:
        self._process.start()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ClientError):
            self._process.end_unclosed()
            self._process.close()

    # ------------------------------------------------------------------ lines

    def send(self, *lines: str) -> float:
        """Send lines, and return when the last one was sent."""
        sent = 0.0
        for line in lines:
            line = line.replace(" ", self.blank) + self.line_end
            self.said.append((SENT, line))
            if len(line) < LONG:
                sent = self._process.send(line)
                continue
            stuck = threading.Timer(self.patience, self._process.kill)
            stuck.start()
            try:
                sent = self._process.send(line)
            except ClientError:
                reading = f"the line is read in {self.patience:g} s"
                raise Silent(self.expected(reading), "the engine did not read on") from None
            finally:
                stuck.cancel()
        return sent

    def next_line(self, seconds: float) -> tuple[float, str] | None:
        """Return the next line and when it came, None if none came in `seconds`."""
        received = self._process.receive(time.perf_counter() + seconds)
        if received is not None:
            self.said.append((CAME, received[1]))
        return received

    def expect(
        self, pattern: str, seconds: float | None = None, *, among: str = NOTHING, what: str = ""
    ) -> re.Match[str]:
        """Return the match of the next line that a pattern fits as a whole.

        Lines before it must be remarks or fit `among`. `what` describes the line in the report.
        """
        seconds = self.patience if seconds is None else seconds
        expected = self.expected(f"{what or pattern} in {seconds:g} s")
        deadline = time.perf_counter() + seconds
        self.passed_by = []
        while (received := self.next_line(max(deadline - time.perf_counter(), 0))) is not None:
            self.arrived, line = received
            if match := re.fullmatch(pattern, line.rstrip()):
                return match
            if not re.fullmatch(f"{among}|{self.REMARKS}", line.rstrip()):
                raise Failed(expected, line)
            self.passed_by.append(line)
        raise Silent(expected, "nothing" if self.said[-1][0] != CAME else "nothing more")

    def silence(self, seconds: float = QUIET, among: str = NOTHING) -> None:
        """Check that no line comes, but remarks and those that fit `among`."""
        with suppress(Silent):
            self.expect(NOTHING, seconds, among=among, what="nothing")

    def check(self, holds: object, expected: str, came: str) -> None:
        """Check something else, and say what was expected and what came if it does not hold."""
        self.expected(expected)
        if not holds:
            raise Failed(expected, came)

    def ends(self, seconds: float) -> int:
        """Return the exit code of the process, which must end by itself."""
        expected = self.expected(f"the process ends in {seconds:g} s")
        if (code := self._process.wait(seconds)) is None:
            raise Failed(expected, "it goes on")
        return code

    def lines(self, start: str = "", kind: str = CAME) -> list[str]:
        """Return the engine's lines so far, those that begin in some way."""
        return [line for each, line in self.said if each == kind and line.startswith(start)]

    def end_input(self) -> None:
        """Close the engine's input."""
        self.said.append((SENT, "(the end of the input)"))
        self._process.end_input()

    def expected(self, what: str) -> str:
        """Note what is expected now, and return it."""
        self.awaited = what
        return what

    def place_by(self, game: Game, *lines: str) -> float:
        """Send lines that set the position after a game's moves; return when the last was sent."""
        self.game, self.position = game.copy(), game.board.to_obf()
        return self.send(*lines)

    # ------------------------------------------------------------------ what protocols share

    def greet(self) -> None:
        """Begin the session; the engine is ready then."""
        raise NotImplementedError

    def ready(self) -> None:
        """Wait until the engine has acted on all that was sent, which has no answer."""
        raise NotImplementedError

    def new_game(self) -> None:
        """Say that a new game begins."""

    def place(self, game: Game, passes: bool | None = None) -> None:
        """Set the position after a game's moves.

        The passes among them are told if `passes` is true, not told if it is false; None is what
        the protocol's programs do.
        """
        raise NotImplementedError

    def go(self, depth: int = 1) -> Reply:
        """Ask for a move, by a search to a depth if the protocol has a word for that."""
        raise NotImplementedError

    def go_by_clock(self, game: Game, black: float, white: float) -> Reply:
        """Set the position, then ask for a move while clocks show these seconds."""
        raise NotImplementedError

    def think(self) -> None:
        """Let the engine think for long, about the position that was set."""
        raise NotImplementedError

    def quit(self) -> None:
        """Say that the session is over."""
        self.send("quit")

    def score_text(self, discs: float) -> str:
        """Return a score as a report shows it."""
        return f"{discs:+g} discs"

    def answer(self, sent: float, seconds: float | None = None) -> Reply:
        """Return the move that answers what was `sent` at that time."""
        match = self.expect(self.ANSWER, seconds, among=self.REPORTS, what=self.ANSWER_SHOWN)
        infos = [info for line in self.passed_by if (info := self.read_info(line))]
        return Reply(match[0], self.read_move(match[1], match[0]), self.arrived - sent, infos)

    def read_info(self, line: str) -> Info | None:
        """Read a report of the thinking; None if the line is none."""
        raise NotImplementedError

    def read_move(self, word: str, line: str) -> Move:
        """Read a move as the protocol writes it, in a line that reports show."""
        if word.upper() == self.PASS:
            return PASS
        expected = self.expected(f"a square, or {self.PASS} for a pass")
        if re.fullmatch(r"[A-Ha-h][1-8]", word) is None:
            raise Failed(expected, line)
        return parse_move(word)

    def legal(self, reply: Reply) -> Move:
        """Check that a move is legal in the position, or a pass where there is no other."""
        legal = self.game.board.legal_moves()
        only = f"{legal[0]}, the only move" if len(legal) == 1 else ""
        self.check(reply.move in legal, only or f"one of {' '.join(map(str, legal))}", reply.line)
        return reply.move


def shown(line: str) -> str:
    """Return a line for reports: printable, and a long one cut in the middle, but no position.

    >>> shown("go\\r"), shown("x" * 1000)[190:239]
    ('go\\\\r', 'xxxxxxxxxx … (1000 characters) … xxxxxxxxxxxxxxxx')
    """
    if len(line) > SHOWN and not line.startswith("position"):
        middle = f" … ({counted(len(line), 'character')}) … "
        line = f"{line[: SHOWN // 2]}{middle}{line[-SHOWN // 2 :]}"
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
