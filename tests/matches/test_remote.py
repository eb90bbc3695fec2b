"""Engines on another machine: here, behind a port of this one."""

import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue

import pytest
from support.cli_process import json_lines
from support.patience import SECONDS

from othello import Board
from othello.client import ClientError, EngineDied, relay
from othello.client.relay import GREETING, OPEN, WELCOME
from othello.matches.games import Match
from othello.matches.openings import parse_opening
from othello.matches.players import Effort, parse_player

NEEDS_FORK = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
DEPTH_2 = Effort(depth=2)
DELAY = 0.05


@contextmanager
def listener(
    *arguments: str, token: str = "", before: str = "", stderr: int | None = None
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run ``othello ugi --listen``, after a script `before`; yield the process and its port."""
    program = f"import sys\n{before}\nfrom othello.__main__ import main\nsys.exit(main())"
    command = [sys.executable, "-c", program, "ugi", "--hash", "1", "--listen", *arguments]
    environment = os.environ | {"OTHELLO_TOKEN": token}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=stderr, env=environment
    ) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline().decode()
            found = re.fullmatch(r"listening on \S+:(\d+)\n", line)
            assert found, line
            yield server, int(found[1])
        finally:
            server.kill()


@contextmanager
def delayed(port: int) -> Iterator[int]:
    """Yield a port whose connections reach `port` with `DELAY` seconds more in one direction."""

    def read(source: socket.socket, chunks: SimpleQueue[tuple[float, bytes]]) -> None:
        chunk = b"more"
        while chunk:
            try:
                chunk = source.recv(1 << 16)
            except OSError:
                chunk = b""
            chunks.put((time.monotonic(), chunk))

    def write(chunks: SimpleQueue[tuple[float, bytes]], target: socket.socket, late: float) -> None:
        with target, suppress(OSError):
            target.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while True:
                arrived, chunk = chunks.get()
                time.sleep(max(arrived + late - time.monotonic(), 0))
                if not chunk:
                    break
                target.sendall(chunk)

    def pump(source: socket.socket, target: socket.socket, late: float) -> None:
        chunks: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
        threading.Thread(target=read, args=(source, chunks), daemon=True).start()
        threading.Thread(target=write, args=(chunks, target, late), daemon=True).start()

    def serve(server: socket.socket) -> None:
        while True:
            try:
                near, _ = server.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", port))
            pump(near, far, DELAY)
            pump(far, near, 0.0)

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, args=[server], daemon=True).start()
        yield server.getsockname()[1]


@NEEDS_FORK
def test_a_match_with_the_lag_subtracted() -> None:
    with listener("0") as (_, port), delayed(port) as far:
        remote = parse_player(f"tcp:127.0.0.1:{far}", DEPTH_2)
        assert remote.is_remote
        own = parse_player("othello", DEPTH_2)
        began = time.monotonic()
        records = list(Match([remote, own], [parse_opening("f5d6c4")], 2).run())
        elapsed = time.monotonic() - began
    for record in records:
        assert record.fault is None, record.reason
        thinking, ours = record.thinking
        assert thinking.lag >= DELAY * thinking.moves
        assert ours.lag == 0
    # Were the lag not subtracted, it would be counted twice here.
    assert sum(each.thinking[0].seconds + each.thinking[0].lag for each in records) < elapsed


@NEEDS_FORK
def test_two_connections_at_once_and_the_command_line() -> None:
    with listener("127.0.0.1:0") as (_, port):
        where = f"tcp:127.0.0.1:{port}"
        words = ("match", where, "depth=1", "--games", 4, "--concurrency", 2, "--depth", 1)
        *games, _ = json_lines(*words)
    assert len(games) == 4
    assert all(game["fault"] is None and game["lag"]["a"] > 0 for game in games)


@NEEDS_FORK
def test_a_token_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with listener("0", token="a secret") as (_, port):
        player = parse_player(f"tcp:127.0.0.1:{port}", DEPTH_2)
        with pytest.raises(EngineDied, match="the server wants a token: expected it in OTHELLO_T"):
            player.start()
        monkeypatch.setenv("OTHELLO_TOKEN", "another")
        with pytest.raises(EngineDied, match="the server refuses the token") as refused:
            player.start()
        assert "another" not in str(refused.value)
        monkeypatch.setenv("OTHELLO_TOKEN", "a secret")
        with player.start() as client:
            assert client.go(Board(), depth=1).move in Board().legal_moves()


@NEEDS_FORK
def test_a_line_before_ugi_that_comes_in_drops_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(relay, "SECONDS", 0.2)
    here, there = socket.socketpair()
    ended = threading.Event()

    def drip() -> None:
        while not ended.wait(0.05):
            there.sendall(b"x")

    with here, there:
        thread = threading.Thread(target=drip)
        thread.start()
        with pytest.raises(TimeoutError):
            relay.read_line(here)
        ended.set()
        thread.join()


def test_the_engine_ends_with_the_connection() -> None:
    """The server goes on after a client that was killed in the middle of a search."""
    with listener("0") as (_, port):
        player = parse_player(f"tcp:127.0.0.1:{port}", DEPTH_2)
        client = player.start()
        with pytest.raises(ClientError):
            client.go(Board(), depth=60, timeout=0.1)
        client.kill()
        with player.start() as again:
            assert again.go(Board(), depth=1).move in Board().legal_moves()


def test_a_server_that_is_not_there_or_another() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        player = parse_player(f"tcp:127.0.0.1:{port}", DEPTH_2)

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n")
                with suppress(ConnectionResetError):
                    connection.recv(1)

        threading.Thread(target=serve, daemon=True).start()
        with pytest.raises(EngineDied, match="expected the greeting of othello ugi --listen, got "):
            player.start()
    with pytest.raises(EngineDied, match=rf"^tcp:.*:{port}: no connection .*: Connection refused$"):
        player.start()


@NEEDS_FORK
def test_a_lost_connection_is_no_crash_of_the_engine() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        player = parse_player(f"tcp:127.0.0.1:{server.getsockname()[1]}", DEPTH_2)

        def serve() -> None:
            connection, _ = server.accept()
            with connection, connection.makefile("rw", encoding="ascii", newline="\n") as lines:
                print(f"{GREETING} {OPEN}", file=lines, flush=True)
                for line in lines:
                    answer = {OPEN: WELCOME, "ugi": "ugiok", "isready": "readyok"}.get(line.strip())
                    if line.startswith("go"):
                        return
                    if answer:
                        print(answer, file=lines, flush=True)

        threading.Thread(target=serve, daemon=True).start()
        client = player.start()
        expected = "no connection while an answer was expected: the other side has ended$"
        with pytest.raises(EngineDied, match=expected):
            client.go(Board(), depth=1)
        client.kill()


@NEEDS_FORK
def test_a_connection_that_is_ended_by_quit_has_no_last_words() -> None:
    with listener("0") as (_, port):
        client = parse_player(f"tcp:127.0.0.1:{port}", DEPTH_2).start()
        client.close()
        assert client.stderr() == ""


@NEEDS_FORK
def test_clients_for_whom_there_is_no_room_are_refused() -> None:
    before = "from othello.client.commands import listening; listening.MOST_CLIENTS = 1"
    with listener("0", before=before) as (_, port):
        player = parse_player(f"tcp:127.0.0.1:{port}", DEPTH_2)
        first = player.start()
        with pytest.raises(EngineDied, match="got 'refused: 1 clients are here'$"):
            player.start()
        first.close()
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:  # until the first one's process has ended
            with suppress(EngineDied):
                player.start().close()
                return
    raise AssertionError("refused for ever")


@NEEDS_FORK
@pytest.mark.skipif(sys.platform != "linux", reason="no list of a process's children")
def test_a_process_that_has_ended_does_not_wait_for_the_next_connection() -> None:
    with listener("0") as (server, port):
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
        connections = [socket.create_connection(("127.0.0.1", port)) for _ in range(5)]
        for connection in connections:
            assert connection.recv(100)
        assert len(children.read_text().split()) == 5
        for connection in connections:
            connection.close()
        deadline = time.monotonic() + SECONDS
        while children.read_text():
            assert time.monotonic() < deadline
            time.sleep(0.02)


NO_PROCESS_AT_FIRST = """
import errno, os
fork, errors = os.fork, [OSError(errno.EAGAIN, "no more processes")]
def failing_at_first():
    if errors:
        raise errors.pop()
    return fork()
os.fork = failing_at_first
"""


@NEEDS_FORK
def test_a_client_without_a_process_is_refused_and_the_next_one_served() -> None:
    with listener("0", before=NO_PROCESS_AT_FIRST) as (_, port):
        player = parse_player(f"tcp:127.0.0.1:{port}", DEPTH_2)
        with pytest.raises(EngineDied, match="got 'refused: no more processes'$"):
            player.start()
        player.start().close()


@NEEDS_FORK
def test_a_connection_that_cannot_be_accepted_ends_nothing() -> None:
    resource = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("no limits of other processes")
    with listener("0", stderr=subprocess.PIPE) as (server, port):
        usual = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (1, usual[1]))
        # The system may have chosen this connection's number before the limit.
        socket.create_connection(("127.0.0.1", port)).close()
        assert server.stderr is not None
        told = server.stderr.readline().decode()
        assert told == (
            "othello: warning: a connection could not be accepted: Too many open files\n"
        )
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, usual)
        parse_player(f"tcp:127.0.0.1:{port}", DEPTH_2).start().close()
