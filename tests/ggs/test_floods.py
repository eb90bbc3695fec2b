"""One who sends the dearest lines by the thousand, and how long another waits for an answer.

The referee is a process of its own. It answers within 0.3 s (docs/history/protocols.md); here the
machine may be busy with other tests.
"""

import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from support.cli_process import start
from support.patience import SECONDS

MOST_DELAY = 1.5
"""Seconds; before lines took turns it was up to 76."""

LINES = 1000
N_MEASURED = 100

OTHELLO_MOVES = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5 b6 d8 c6 c7 d2 b5 a5 a6 a7 g5 e3 b4 c8 g6"
LONG = "a" * 60_000


@contextmanager
def referee(folder: Path) -> Iterator[int]:
    """Run ``othello referee``; give its port."""
    process = start(
        *("referee", "--port", 0, "--folder", folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        yield int(process.stdout.readline().rpartition(":")[2])
        assert process.poll() is None
    finally:
        process.kill()
        _, errors = process.communicate(timeout=SECONDS)
    assert errors == ""


class Player:
    """A connection that has logged in, or that of a stranger if it has no name."""

    def __init__(self, port: int, name: str = "") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), SECONDS)
        self._file = self.socket.makefile("r", newline="\n")
        if name:
            self.send(name, f"secret-of-{name}", "tell /os open 5")
            self.wait_for(": + /os")

    def send(self, *lines: str) -> None:
        self.socket.sendall("".join(f"{line}\n" for line in lines).encode())

    def wait_for(self, beginning: str) -> str:
        """Return the next line that begins with some text."""
        for line in self._file:
            if line.startswith(beginning):
                return line
        raise AssertionError(f"no {beginning!r} came")

    def delay(self) -> float:
        """Return how long an answer takes."""
        begun = time.monotonic()
        self.send("tell /os who")
        self.wait_for("/os: who")
        return time.monotonic() - begun

    def longest_delay(self) -> float:
        return max(self.delay() for _ in range(N_MEASURED))

    def flood(self, *lines: str) -> None:
        """Begin to send lines, and to read what comes."""

        def send() -> None:
            with suppress(OSError):  # the referee may end the connection
                self.send(*lines)

        def read() -> None:
            with suppress(OSError):
                while self.socket.recv(1 << 16):
                    pass

        for work in (send, read):
            threading.Thread(target=work, daemon=True).start()

    def close(self) -> None:
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self._file.close()
        self.socket.close()


def begin_match(one: Player, other: Player, name: str) -> str:
    """Begin a match and play some moves; return its id."""
    one.send(f"tell /os ask s8b 15:00 {name}")
    while " s8b " not in (request := other.wait_for("/os: + ")):
        pass  # one of the flood before
    other.send(f"tell /os accept {request.split()[2]}")
    id = other.wait_for("/os: began").split()[2]
    for number, move in enumerate(OTHELLO_MOVES.split()):
        (one, other)[number % 2].send(f"tell /os play {id}.0 {move}")
        one.wait_for(f"/os: update {id}.0")
        other.wait_for(f"/os: update {id}.0")
    return id


FLOODS = {
    "passw a b": ["passw a b"] * LINES,
    "passw, long": [f"passw {LONG} b"] * 200,
    "ask, other clocks": [f"tell /os ask 8 {n % 50 + 1}:{n % 60:02} bob" for n in range(LINES)],
    "play": [f"tell /os play .1.0 {LONG}"] * 100,
    "undo": ["tell /os undo .1.0"] * LINES,
    "accept": ["tell /os accept .1"] * LINES,
    "decline": ["tell /os decline .99999999"] * LINES,
    "abort": ["tell /os abort .1"] * LINES,
    "resign": ["tell /os resign .1.0", "tell /os resign .1.1"] * (LINES // 2),
    "open and rated": ["tell /os open 999", "tell /os rated -"] * (LINES // 2),
    "watch": ["tell /os watch + .1"] * LINES,
    "continue": ["tell /os continue"] * LINES,
    "stored": ["tell /os stored"] * LINES,
    "who": ["tell /os who"] * LINES,
    "help": ["tell /os help"] * LINES,
    "match": ["tell /os match"] * LINES,
    "chat": [f"tell bob {'x' * 500}"] * LINES,
    "chat, long": [f"tell bob {LONG}"] * 200,
    "of the match": [f"tell .1 {'x' * 500}"] * LINES,
    "blanks": [f"tell /os {' ' * 60_000} x"] * 200,
    "words": [f"tell /os {'a ' * 30_000}"] * 200,
    "unknown": [LONG] * 200,
    "slashes": [f"tell /os play .1.0 f5{'/1' * 30_000}"] * 200,
    "binary": ["\x00\ufffd\x7f" * 20_000] * 100,
    "nothing": [""] * 20 * LINES,
}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with referee(tmp_path_factory.mktemp("referee")) as found:
        yield found


@pytest.fixture(scope="module")
def bob(port: int) -> Iterator[Player]:
    player = Player(port, "bob")
    yield player
    player.close()


@pytest.mark.parametrize("what", FLOODS)
def test_a_player_who_sends_thousands_of_lines_waits_alone(
    port: int, bob: Player, what: str
) -> None:
    alice = Player(port, "alice")
    id = begin_match(alice, bob, "bob")
    alice.flood(*(line.replace(".1", id) for line in FLOODS[what]))
    delay = bob.longest_delay()
    alice.close()
    print(f"\n{what}: {delay:.3f}")
    assert delay < MOST_DELAY


def test_wrong_log_ins_of_many_connections_delay_nobody(port: int, bob: Player) -> None:
    strangers = [Player(port) for _ in range(90)]
    for stranger in strangers:
        stranger.flood(*["bob", "wrong"] * 5)
    delay = bob.longest_delay()
    for stranger in strangers:
        stranger.close()
    print(f"\nwrong log-ins: {delay:.3f}")
    assert delay < MOST_DELAY
