"""The engine's process: its start, its end, signals, closed pipes and strange input."""

import re
import signal
import subprocess
import sys
import time
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from support.engine_process import GtpProcess, NBoardProcess, UgiProcess
from support.patience import ANSWER_SECONDS, wait_until_used
from support.process_status import process_status
from support.systems import POSIX

SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 143)]


class Search(NamedTuple):
    """A search that would take hours: what to send, the answer, and an engine."""

    command: str
    answer: str
    process: type[UgiProcess] = UgiProcess
    arguments: tuple[str, ...] = ()

    @contextmanager
    def running(self) -> Iterator[UgiProcess]:
        """Yield the engine when it has searched for a while."""
        with self.process(*self.arguments) as engine:
            engine.ask(*["name"] * (self.process is GtpProcess))  # its start takes time too
            engine.send(self.command)
            wait_until_used(engine.process.pid, 0.3)
            yield engine


BEST_MOVE = "bestmove (d3|c4|f5|e6)"
SEARCHES = [
    *(Search(go, BEST_MOVE) for go in ("go infinite", "go depth 60", "go exact")),
    Search("go movetime 1000000", BEST_MOVE),
    Search("genmove b", "= (D3|C4|F5|E6)", GtpProcess, ("--level", "60")),
    Search("set depth 60\ngo", "=== (D3|C4|F5|E6)/.*", NBoardProcess),
]


def run(script: bytes, *arguments: str) -> list[str]:
    """Pipe a whole script in, as a shell would; return the lines that come out."""
    done = subprocess.run(
        [sys.executable, "-m", "othello", *arguments],
        input=script,
        capture_output=True,
        timeout=ANSWER_SECONDS,
        check=True,
    )
    assert done.stderr == b""
    return done.stdout.decode("ascii").splitlines()


def best_moves(lines: list[str]) -> int:
    """Return how many lines tell a best move; each must be one of the first moves of a game."""
    moves = [line for line in lines if line.startswith("bestmove")]
    assert all(re.fullmatch(BEST_MOVE, move) for move in moves), moves
    return len(moves)


@pytest.mark.parametrize(
    ("script", "n_moves", "line"),
    [
        (b"ugi\nisready\ngo depth 10\n", 1, "info depth 10 "),
        (b"go infinite\n", 1, ""),
        # `d` waits for no search to end, the lines before it do.
        (b"go infinite\ngo depth 2\ngo infinite\nd", 3, "moves d3 c4 f5 e6"),
        (b"go infinite\nquit\n", 1, ""),
        (b"go depth 40\nquit\nd\nfoo", 1, ""),
    ],
)
def test_every_search_of_a_script_is_answered(script: bytes, n_moves: int, line: str) -> None:
    lines = run(script)
    assert best_moves(lines) == n_moves
    assert any(each.startswith(line) for each in lines)


def test_quit_answers_what_waits() -> None:
    script = b"go depth 40\ngo infinite\nfoo\ngo exact\nperft 3\nbench\nd\nquit\nd\nbar\n"
    lines = run(script)
    assert best_moves(lines) == 3
    assert sum("unknown command 'foo'" in line for line in lines) == 1
    assert any(line.startswith("perft 3 nodes 56 ") for line in lines)
    assert re.fullmatch(r"\d+ nodes \d+ nps", lines[-1]), "bench came to its end"
    assert sum(line.startswith("fen ") for line in lines) == 1
    assert not any("bar" in line for line in lines)


def test_quit_waits_for_no_search() -> None:
    with UgiProcess() as engine:
        engine.ask()
        engine.send(*["go depth 60", "go infinite", "go movetime 1000000", "go exact"] * 5, "quit")
        assert engine.wait() == 0, "in 0.2 s; the searches would take hours"
        assert best_moves(engine.rest()) == 20


@pytest.mark.parametrize("search", SEARCHES[-2:], ids=lambda search: search.command)
def test_quit_ends_a_search_of_other_protocols(search: Search) -> None:
    with search.running() as engine:
        assert engine.leave() == 0
        assert sum(bool(re.fullmatch(search.answer, line)) for line in engine.rest()) == 1


@POSIX
def test_quit_while_replies_are_not_read() -> None:
    with UgiProcess() as engine:
        engine.send(*["perft 3"] * 5000)  # more than a pipe holds
        assert engine.leave() == 0


@POSIX
@pytest.mark.parametrize(("number", "code"), SIGNALS)
@pytest.mark.parametrize("command", ["", "perft 14", "bench"])
def test_a_signal_while_no_search_runs(number: signal.Signals, code: int, command: str) -> None:
    with UgiProcess() as engine:
        engine.ask(command)
        engine.process.send_signal(number)
        assert engine.wait() == code
        assert command or engine.rest() == []


@POSIX
@pytest.mark.parametrize(("number", "code"), SIGNALS)
@pytest.mark.parametrize("search", SEARCHES, ids=lambda search: search.command)
def test_a_signal_while_searching(search: Search, number: signal.Signals, code: int) -> None:
    with search.running() as engine:
        engine.process.send_signal(number)
        assert engine.wait() == code
        assert len([line for line in engine.rest() if re.fullmatch(search.answer, line)]) == 1


def wait_until_full(pipe: int) -> None:
    """Wait until nothing more comes into a pipe that nobody reads."""
    import fcntl
    import termios

    waiting, before = array("i", [0]), -1
    while waiting[0] == 0 or waiting[0] > before:
        before = waiting[0]
        time.sleep(0.5)
        fcntl.ioctl(pipe, termios.FIONREAD, waiting)


@POSIX
def test_a_signal_while_replies_are_not_read() -> None:
    """A signal ends the engine even while it waits in a write to a full pipe."""
    with UgiProcess() as engine:
        engine.ask()
        engine.send(*["d"] * 2000)
        wait_until_full(engine.process.stdout.fileno())
        engine.process.terminate()
        assert engine.wait() == 143


@pytest.mark.parametrize("command", ["d", "go infinite", "go depth 60"])
def test_the_engine_leaves_when_nobody_reads_its_replies(command: str) -> None:
    with UgiProcess() as engine:
        engine.ask()
        engine.process.stdout.close()
        engine.send(command)
        assert engine.wait() == 0


@POSIX
@pytest.mark.parametrize("search", SEARCHES[-3:], ids=lambda search: search.command)
def test_a_search_ends_when_both_pipes_are_closed(search: Search) -> None:
    with search.running() as engine:
        engine.process.stdout.close()
        engine.process.stdin.close()
        assert engine.wait() == 0


@pytest.mark.parametrize(
    ("process", "ask", "set_up", "reply"),
    [
        (UgiProcess, "ugi", "isready", "readyok"),
        (GtpProcess, "name", "1 clear_board", "=1"),
        (NBoardProcess, "nboard 2", "set game (;GM[Othello];)\nping 1", "pong 1"),
    ],
)
def test_the_table_is_ready_before_the_first_move(
    process: type[UgiProcess], ask: str, set_up: str, reply: str
) -> None:
    """Memory of the table is touched when the game is set up, not in the time of a move."""
    with process("--hash", "128") as engine:
        engine.send(ask)
        engine.read_line()
        before = process_status("VmRSS", engine.process.pid)
        engine.send(set_up)
        engine.expect(reply)
        assert process_status("VmRSS", engine.process.pid) > before + (120 << 10)


@pytest.mark.parametrize(
    "line",
    [
        b"x" * 1_000_000,
        b"position startpos moves " + b"f5 " * 300_000,
        b"position fen " + b"8" * 1_000_000,
        b"go depth " + b"9" * 1_000_000,
        b"go searchmoves " + b"z9 " * 300_000,
        b"setoption name " + b"Hash " * 200_000,
        b"go " * 300_000,
        b"\x00" * 1_000_000,
        b"\xff\xfe\x80" * 300_000,
        b"position startpos moves f5\x00d6",
        "position startpos moves ｆ9".encode(),
        "go depth ５".encode(),
        b"quit\x00",
    ],
    ids=lambda line: repr(line[:20]),
)
def test_rubbish_is_one_short_error_line(line: bytes) -> None:
    replies = run(line + b"\nquery p1turn\n")
    assert replies[1:] == ["response true"]
    assert replies[0].startswith("info string error: ") and len(replies[0]) < 500


def test_a_line_may_arrive_byte_by_byte() -> None:
    with UgiProcess() as engine:
        for byte in b"position startpos moves f5\nquery p1turn\n":
            engine.process.stdin.write(bytes([byte]))
            engine.process.stdin.flush()
        assert engine.read_line() == "response false"


@pytest.mark.parametrize("line", ["foo", "isready", "stop", "query p1turn"])
def test_a_flood_of_lines_during_a_search(line: str) -> None:
    lines = run(b"go infinite\n" + f"{line}\n".encode() * 50_000 + b"go depth 1\n")
    assert best_moves(lines) == 2
    replies = sum(line.startswith(("info string error", "readyok", "response")) for line in lines)
    assert replies == (0 if line == "stop" else 50_000)
