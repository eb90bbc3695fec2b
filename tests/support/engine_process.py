"""Drive the real engine process line by line, over each protocol."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from othello import Board
from support.patience import ANSWER_SECONDS

if TYPE_CHECKING:
    from typing_extensions import Self

INFO = re.compile(
    r"info depth (?P<depth>\d+) selectivity \d+ multipv (?P<multipv>\d+) "
    r"score cp (?P<score>-?\d+)(?P<exact> exact)?( (lower|upper)bound)? "
    r"nodes \d+ nps \d+ hashfull \d+ time \d+ pv (?P<pv>[a-h1-80 ]+)"
)


class UgiProcess:
    """``othello`` with pipes; at the end of the ``with`` block it leaves, and stderr is empty.

    But for lines that match `TOLD`.
    """

    PROGRAM: Sequence[str] = (sys.executable, "-m", "othello")
    WITHOUT_BOOK: Sequence[str] = ()
    """What keeps the engine from its book, so that it searches."""
    TOLD = r"(?!)"
    """Lines that may be on stderr."""

    def __init__(self, *arguments: str) -> None:
        pipes: Any = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        own = () if "--book" in arguments else self.WITHOUT_BOOK
        self.process: Any = subprocess.Popen([*self.PROGRAM, *own, *arguments], **pipes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, fault: object, *_: object) -> None:
        if fault is not None:
            self.process.kill()
        try:
            self.leave()
        finally:
            self.process.kill()
            lines = self.process.stderr.read().decode().splitlines()
            errors = [line for line in lines if not re.match(self.TOLD, line, re.IGNORECASE)]
            for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
                with contextlib.suppress(OSError):  # it has not read what was sent last
                    pipe.close()
        assert fault or not errors, "\n".join(errors)

    def send(self, *lines: str | bytes) -> None:
        """Write lines, each with a newline behind it."""
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self.process.stdin.flush()

    def read_line(self) -> str:
        """Return the next line."""
        line: bytes = self.process.stdout.readline()
        assert line.endswith(b"\n"), f"the engine has closed its output after {line!r}"
        return line[:-1].decode("ascii")

    def expect(self, start: str) -> list[str]:
        """Return the lines up to the first that begins with `start`, that one included."""
        lines = [self.read_line()]
        while not lines[-1].startswith(start):
            lines.append(self.read_line())
        return lines

    def ask(self, *lines: str | bytes) -> list[str]:
        """Send lines and return all the replies that come before that to ``isready``."""
        self.send(*lines, "isready")
        return self.expect("readyok")[:-1]

    def best_move(self) -> str:
        """Return the move of the next ``bestmove``."""
        return self.expect("bestmove")[-1].split()[1]

    def go(self, *commands: str) -> str:
        """Send `commands`, ``go depth 1`` if there are none, and return the best move."""
        self.send(*(commands or ["go depth 1"]))
        return self.best_move()

    def search(self, command: str) -> tuple[list[re.Match[str]], str]:
        """Send `command` and return the info lines and the best move."""
        self.send(command)
        *lines, last = self.expect("bestmove")
        infos = [INFO.fullmatch(line) for line in lines]
        assert None not in infos, lines
        assert re.fullmatch(r"bestmove ([a-h][1-8]|0000)", last)
        return [info for info in infos if info], last.split()[1]

    def position(self) -> Board:
        """Return the engine's position."""
        (fen,) = [line for line in self.ask("d") if line.startswith("fen ")]
        return Board.from_fen(fen.removeprefix("fen "))

    def refusal(self, line: str) -> str:
        """Send a bad line and return its one error line; the position stays as it was."""
        before = self.ask("d")
        (answer,) = self.ask(line)
        assert answer.startswith("info string error: ")
        assert self.ask("d") == before
        return answer

    def rest(self) -> list[str]:
        """Return the lines up to the end of the output."""
        *lines, half = self.process.stdout.read().decode("ascii").split("\n")
        assert half == ""
        return lines

    def wait(self) -> int:
        """Return the exit code."""
        code: int = self.process.wait(ANSWER_SECONDS)
        return code

    def leave(self) -> int:
        """Send ``quit``, if it can be sent, and return the exit code."""
        with contextlib.suppress(OSError, ValueError):  # it has ended, or its stdin is closed
            self.send("quit")
        return self.wait()


class GtpProcess(UgiProcess):
    """``othello gtp`` with pipes; an answer is what stands before a blank line."""

    PROGRAM = (*UgiProcess.PROGRAM, "gtp")
    WITHOUT_BOOK = ("--no-book",)

    def read_answer(self) -> str:
        """Return the next answer without the blank line that ends it."""
        lines = [self.read_line()]
        while lines[-1]:
            lines.append(self.read_line())
        return "\n".join(lines[:-1]).rstrip()

    def ask(self, *lines: str | bytes) -> list[str]:
        """Send lines, each of which has an answer, and return the answers."""
        self.send(*lines)
        return [self.read_answer() for _ in lines]

    def get(self, line: str) -> str:
        """Send a line and return the text of its success."""
        (answer,) = self.ask(line)
        assert answer == "=" or answer.startswith(("= ", "=\n")), (line, answer)
        return answer[1:].removeprefix(" ")

    def do(self, *lines: str) -> None:
        """Send lines that succeed without a text."""
        for line in lines:
            assert self.get(line) == "", line

    def refusal(self, line: str) -> str:
        """Send a bad line and return the text of its failure; the game stays as it was."""
        before = self.get("showboard")
        (answer,) = self.ask(line)
        assert answer.startswith("? "), (line, answer)
        assert self.get("showboard") == before
        return answer[2:]


class PingProcess(UgiProcess):
    """A protocol in which all commands before a ping are answered before its pong."""

    WITHOUT_BOOK = ("--no-book",)
    pings = 0

    def ask(self, *lines: str | bytes) -> list[str]:
        """Send lines and a ping; return what comes before its pong."""
        self.pings += 1
        self.send(*lines, f"ping {self.pings}")
        return self.expect(f"pong {self.pings}")[:-1]


class NBoardProcess(PingProcess):
    """``othello nboard`` with pipes."""

    PROGRAM = (*UgiProcess.PROGRAM, "nboard")
    TOLD = r"othello: error: .(set\s+game|move)\b"

    def go(self, command: str = "go") -> str:
        """Send `command` and return the move it is answered with."""
        self.send(command)
        return self.expect("===")[-1].removeprefix("=== ").partition("/")[0]


class XBoardProcess(PingProcess):
    """``othello xboard`` with pipes."""

    PROGRAM = (*UgiProcess.PROGRAM, "xboard")


class CassioProcess(UgiProcess):
    """``othello cassio`` with pipes."""

    PROGRAM = (*UgiProcess.PROGRAM, "cassio")

    def command(self, text: str) -> list[str]:
        """Send a command; return what comes before ``ready.``."""
        self.send(f"ENGINE-PROTOCOL {text}")
        return self.expect("ready.")[:-1]

    def ask(self, *lines: str | bytes) -> list[str]:
        """Send lines and return all that comes before the answer to a question behind them."""
        self.send(*lines, "ENGINE-PROTOCOL get-version")
        *replies, _ = self.expect("version: ")
        assert self.read_line() == "ready."
        return replies

    def leave(self) -> int:
        with contextlib.suppress(OSError, ValueError):
            self.send("ENGINE-PROTOCOL quit")
        return self.wait()


@pytest.fixture(params=[(), ("--hash", "1")], ids=["default-hash", "smallest-hash"])
def engine(request: pytest.FixtureRequest) -> Iterator[UgiProcess]:
    """An engine that speaks UGI; modules of other protocols have an `engine` of their own."""
    with UgiProcess(*request.param) as process:
        yield process
