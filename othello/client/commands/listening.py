"""``othello ugi --listen``: an engine for matches of another machine.

Each connection gets a process of its own, so that games do not disturb each other.
`othello.client.relay` is the other side, and says how a token is proven.
"""

import argparse
import errno
import hmac
import ipaddress
import os
import secrets
import signal
import socket
import sys
import time
from contextlib import suppress

from othello.client.relay import (
    GREETING,
    OPEN,
    SECONDS,
    TOKEN,
    WELCOME,
    address_of,
    proof,
    read_line,
)
from othello.errors import InvalidOption, OthelloError

HERE = "127.0.0.1"

# Windows has neither, and nothing is served there.
CHILD_ENDED, NO_WAIT = getattr(signal, "SIGCHLD", 0), getattr(os, "WNOHANG", 0)

MOST_CLIENTS = 256

PAUSE = 0.5
"""Seconds before the next try, after a connection could not be accepted."""


def add_listen(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--listen",
        metavar="[HOST:]PORT",
        help="serve connections to this port instead of stdin and stdout; on another host than "
        f"{HERE}, the default, a token is wanted, which is in {TOKEN} on both sides",
    )


def wait_for_client(text: str) -> bool:
    """Serve connections to an address until Ctrl-C.

    Returns in a new process for each of them, with the connection as stdin and stdout; True if the
    client has proven that it has the token.
    """
    if not hasattr(os, "fork"):
        raise OthelloError(
            "--listen: Windows has no fork, by which each connection gets its process: expected "
            "Linux, macOS or WSL; tcp:HOST:PORT, the other side, runs on Windows too"
        )
    host, port = address_of(text, HERE)
    token = os.environ.get(TOKEN, "")
    if not token and not _is_here(host):
        raise InvalidOption(
            f"--listen on {host} without a token: expected it in the environment variable {TOKEN}"
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        server = socket.create_server((host, port), family=family)
    except OSError as error:
        raise OthelloError(f"cannot listen on {text}: {error.strerror}") from None
    print(f"listening on {host}:{server.getsockname()[1]}", flush=True)
    connection = _accept(server)
    server.close()
    return _take(connection, token)


def _accept(server: socket.socket) -> socket.socket:
    """Return each connection, in a new process; refuse one for which there is no room."""
    assert hasattr(os, "fork")
    n_begun = n_ended = 0

    def note_ended(*_: object) -> None:
        nonlocal n_ended
        with suppress(ChildProcessError):  # there is none left
            while os.waitpid(-1, NO_WAIT)[0]:
                n_ended += 1

    signal.signal(CHILD_ENDED, note_ended)
    while True:
        try:
            connection, _ = server.accept()
        except OSError as error:
            reason = f"a connection could not be accepted: {error.strerror}"
            print(f"othello: warning: {reason}", file=sys.stderr, flush=True)
            time.sleep(PAUSE)
            continue
        try:
            if n_begun - n_ended >= MOST_CLIENTS:
                raise OSError(errno.EAGAIN, f"{MOST_CLIENTS} clients are here")
            if os.fork() == 0:
                signal.signal(CHILD_ENDED, signal.SIG_DFL)
                return connection
            n_begun += 1
        except OSError as error:
            with suppress(OSError):  # the client may have gone
                connection.sendall(f"refused: {error.strerror}\n".encode())
        connection.close()


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _take(connection: socket.socket, token: str) -> bool:
    """Make the connection stdin and stdout, if the client has the token."""
    word = secrets.token_hex() if token else OPEN
    expected = proof(token, word) if token else OPEN
    with connection, suppress(OSError):
        connection.settimeout(SECONDS)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        connection.sendall(f"{GREETING} {word}\n".encode())
        is_right = hmac.compare_digest(read_line(connection).encode(), expected.encode())
        connection.sendall(f"{WELCOME if is_right else 'refused'}\n".encode())
        connection.settimeout(None)
        os.dup2(connection.fileno(), 0)
        os.dup2(connection.fileno(), 1)
        return is_right
    return False
