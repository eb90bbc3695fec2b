"""An engine on another machine: what a client runs here, in place of the engine.

It connects to ``othello ugi --listen`` and passes lines on, in both directions. A token, if the
server wants one, is in the environment variable `TOKEN` on both sides. It is never sent: the server
sends a random word, which is answered by a hash of both.
"""

import hmac
import os
import socket
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

from othello.client.own_python import python_command
from othello.errors import InvalidOption, OthelloError, printable, quote

GREETING = "othello-ugi 1"
"""First words of the server, before a random word, or `OPEN` if it wants no token."""

OPEN = "-"

WELCOME = "welcome"
"""The server's reply to the right answer. From then on both sides speak UGI."""

TOKEN = "OTHELLO_TOKEN"

SECONDS = 10.0
"""Seconds to wait for the connection, and for each line before UGI."""

MAX_LINE = 200
"""Bytes of a line before UGI."""

CHUNK = 1 << 16


def address_of(text: str, host: str = "") -> tuple[str, int]:
    """Read ``HOST:PORT``; with a default `host`, ``PORT`` too.

    >>> address_of("[::1]:9000"), address_of("9000", "127.0.0.1")
    (('::1', 9000), ('127.0.0.1', 9000))
    """
    name, colon, port = text.rpartition(":")
    name = name.removeprefix("[").removesuffix("]") if colon else host
    if not name or not (
        port.isascii() and port.isdigit() and len(port) <= 5 and int(port) < 1 << 16
    ):
        expected = (
            "PORT or HOST:PORT, such as 9000" if host else "HOST:PORT, such as localhost:9000"
        )
        raise InvalidOption(f"invalid address {quote(text)}: expected {expected}")
    return name, int(port)


def proof(token: str, word: str) -> str:
    """Return what proves that one has the token, for the server's random word."""
    return hmac.new(token.encode(), word.encode(), "sha256").hexdigest()


def read_line(connection: socket.socket) -> str:
    """Read a line before UGI, byte by byte, as what follows is not to be read yet.

    Raises TimeoutError unless all of it comes within `SECONDS`.
    """
    line, until = b"", time.monotonic() + SECONDS
    while not line.endswith(b"\n") and len(line) < MAX_LINE:
        connection.settimeout(max(until - time.monotonic(), 0.001))
        byte = connection.recv(1)
        if not byte:
            break
        line += byte
    connection.settimeout(SECONDS)
    return line.decode("utf-8", "backslashreplace").strip()


def main(host: str, port: int) -> int:
    """Connect, and pass on lines until one side has ended; return the exit code."""
    where = f"tcp:{host}:{port}"
    ended = threading.Event()
    try:
        with socket.create_connection((host, port), SECONDS) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            _introduce(connection)
            connection.settimeout(None)
            sending = threading.Thread(target=_send_all, args=[connection, ended], daemon=True)
            sending.start()
            while chunk := connection.recv(CHUNK):
                _write(chunk)
        if not ended.is_set():
            raise OthelloError("the other side has ended")
    except (OSError, OthelloError, UnicodeError) as error:  # a host's name may be none in IDNA
        reason = printable(getattr(error, "strerror", None) or str(error))
        print(f"{where}: {reason}", file=sys.stderr, flush=True)
        return 1
    return 0


def _introduce(connection: socket.socket) -> None:
    """Answer the server's greeting; raise OthelloError if it is none, or the token is wrong."""
    greeting = read_line(connection)
    head, _, word = greeting.rpartition(" ")
    if head != GREETING:
        raise OthelloError(f"expected the greeting of othello ugi --listen, got {quote(greeting)}")
    token = os.environ.get(TOKEN, "")
    if word != OPEN and not token:
        raise OthelloError(f"the server wants a token: expected it in {TOKEN}")
    connection.sendall(f"{OPEN if word == OPEN else proof(token, word)}\n".encode())
    if read_line(connection) != WELCOME:
        raise OthelloError(f"the server refuses the token in {TOKEN}: expected its own")


def _send_all(connection: socket.socket, ended: threading.Event) -> None:
    """Pass stdin on, up to its end; from ``quit`` on, or that end, the connection may end too."""
    with suppress(OSError):  # the main thread sees it too
        while chunk := os.read(0, CHUNK):
            if chunk.split()[-1:] == [b"quit"]:
                ended.set()
            connection.sendall(chunk)
        ended.set()
        connection.shutdown(socket.SHUT_WR)


def _write(chunk: bytes) -> None:
    rest = memoryview(chunk)
    while rest:
        rest = rest[os.write(1, rest) :]


def command(host: str, port: int) -> tuple[str, ...]:
    """Return the words of the command that runs `main`."""
    return *_program(), host, str(port)


def is_command(words: Sequence[str]) -> bool:
    """Return whether `command` has made these words.

    >>> is_command(command("localhost", 9000)), is_command(["othello", "ugi"])
    (True, False)
    """
    return tuple(words[:-2]) == _program()


def _program() -> tuple[str, ...]:
    return python_command(
        "from othello.client.relay import main\nsys.exit(main(sys.argv[1], int(sys.argv[2])))"
    )
