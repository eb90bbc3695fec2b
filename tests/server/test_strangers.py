"""Clients that want too much: a thousand sockets, silence, answers not read, bodies without end."""

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from support.asking import ENDLESS
from support.patience import SECONDS
from support.process_status import process_status
from support.server import UPGRADE, Server, connect, last_answer, receive, send, serving
from support.watched import unwatched
from websockets.exceptions import ConnectionClosed

from othello.server.app import MAX_SESSIONS
from othello.serving.requests import MAX_MESSAGE_BYTES
from othello.serving.session import MAX_UNSENT, MAX_WAITING

resource = pytest.importorskip("resource", reason="sockets are not counted here")

LOAD = Path(__file__).parents[2] / "tools" / "load_server.py"


def handshake(server: Server) -> bytes:
    """Return a request for a WebSocket."""
    return server.head("GET /api/v2/socket", *(f"{name}: {UPGRADE[name]}" for name in UPGRADE))


def memory_mb(server: Server) -> float:
    """Return the server's resident memory."""
    return process_status("VmRSS", server.process.pid) / 1024


@pytest.fixture
def many_files() -> Iterator[None]:
    """Let this process, and no server before it, open as many sockets as the test needs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 4096:
        pytest.skip("this system allows few open files")
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def allow(files: int) -> None:
    """Set how many files this process, and those it starts from now on, may have open."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))


async def statuses(server: Server, number: int, places: int) -> Counter[str]:
    """Open so many WebSockets at once, and more until all `places` are taken, and one beyond.

    Return how often each status was the answer. On a busy machine the server hangs up on some of
    the many before it has read what they want, so that places stay free.
    """
    place = urlsplit(server.address)
    writers = []

    async def status() -> str:
        while True:  # on a busy machine the server may hang up before it gets the handshake
            reader, writer = await asyncio.open_connection(place.hostname, place.port)
            writers.append(writer)
            writer.write(handshake(server))
            with suppress(ConnectionResetError):
                if line := await reader.readline():
                    return line.split()[1].decode()

    try:
        answers = asyncio.gather(*(status() for _ in range(number)))
        found = Counter(await asyncio.wait_for(answers, SECONDS))
        while found["101"] < places:
            found[await asyncio.wait_for(status(), SECONDS)] += 1
        found[await asyncio.wait_for(status(), SECONDS)] += 1
        return found
    finally:
        for writer in writers:
            writer.close()


@pytest.mark.usefixtures("many_files")
def test_a_thousand_sockets_at_once() -> None:
    """Those over the limit are told so; who was there before is served on, and newcomers later."""
    allow(1024)  # as on most systems: fewer than the sockets that come
    with serving() as server:
        allow(4096)
        with connect(server.socket_address) as early:
            send(early, id=1, **ENDLESS)
            assert "info" in receive(early)
            before = memory_mb(server)
            found = asyncio.run(statuses(server, 1200, MAX_SESSIONS - 1))
            assert found.pop("101") == MAX_SESSIONS - 1
            assert set(found) == {"503"} and found["503"] > 1200 - MAX_SESSIONS
            send(early, id=2, do="names", text="Tiger")
            assert "result" in last_answer(early, 2)[1]
        assert memory_mb(server) - before < 100
        while (status := server.post({"do": "names", "text": "Tiger"}).status) == 503:
            pass  # some of them are still leaving
        assert status == 200


@pytest.mark.slow
@pytest.mark.skipif(not LOAD.exists(), reason="the tests are not in their source tree")
def test_a_hundred_clients() -> None:
    """They explore at once on two engines: each has scores within two seconds."""
    command = [sys.executable, LOAD, "--clients", "100", "--seconds", "20"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=4 * SECONDS)
    assert result.returncode == 0, result.stdout + result.stderr


def read_to_the_end(raw: socket.socket) -> bytes:
    """Return all that comes until the server closes the connection."""
    received = b""
    with suppress(ConnectionResetError):
        while part := raw.recv(1 << 16):
            received += part
    return received


@pytest.mark.usefixtures("many_files")
@pytest.mark.parametrize("start", ["", "refused", "part of a head"])
def test_strangers_never_keep_the_owner_out(start: str) -> None:
    """More connections than there may be wait for ever, and are closed after a while."""
    allow(1024)
    with serving("--token", "open-sesame") as server, ExitStack() as stack:
        allow(4096)
        strangers = []
        for _ in range(1100):
            strangers.append(stack.enter_context(server.connect()))
            if start == "refused":
                strangers[-1].sendall(server.head("GET /"))
        for stranger in strangers:
            if start == "refused":
                assert stranger.recv(12).endswith((b"401", b"503"))
            with suppress(ConnectionError):  # some had to make room
                stranger.sendall(b"GET / HTTP/1.1\r\n" if start == "part of a head" else b"G")
        page = server.ask("GET", "/?token=open-sesame")
        assert page.status == 200
        with connect(f"{server.socket_address}?token=open-sesame") as client:
            send(client, id=1, do="search", position="f5", depth=3)
            assert "result" in last_answer(client, 1)[1]
            for stranger in strangers:
                read_to_the_end(stranger)  # the server closes it
            send(client, id=2, do="names", text="Tiger")
            assert "result" in receive(client), "while a client that was let in stays"


def test_a_served_connection_waits_for_no_second_request_for_ever(server: Server) -> None:
    with server.connect() as raw:
        raw.sendall(server.head("GET /icon.svg"))
        assert raw.recv(12).endswith(b"200")
        raw.sendall(b"G")
        assert read_to_the_end(raw).endswith(b"</svg>\n")


def test_requests_sent_one_behind_the_other_have_their_time(server: Server) -> None:
    """The second takes longer than a connection may wait for a request."""
    bodies = [json.dumps({**ENDLESS, "seconds": seconds}) for seconds in (0.1, 8)]
    requests = (
        server.head("POST /api/v2", f"Content-Length: {len(body)}", *accepted) + body.encode()
        for body, accepted in zip(bodies, (["Accept: application/jsonl"], []), strict=True)
    )
    with server.connect() as raw:
        raw.sendall(b"".join(requests))
        assert read_to_the_end(raw).count(b'"result"') == 2


def test_a_body_that_never_comes_is_not_waited_for(server: Server) -> None:
    with server.connect() as raw:
        raw.sendall(server.head("POST /api/v2", "Content-Length: 10") + b"ab")
        assert raw.recv(12).endswith(b"408")
        raw.sendall(b"c")
        read_to_the_end(raw)


def test_a_body_that_never_comes_does_not_delay_the_end() -> None:
    """`serving` sees that the server says nothing about it."""
    with serving() as server, server.connect() as raw:
        raw.sendall(server.head("POST /api/v2", "Content-Length: 10", "Expect: 100-continue"))
        assert raw.recv(12).endswith(b"100"), "it waits for the body"
        assert server.stop() == (130, "")


# ---------------------------------------------------------------------- slow readers


def slow_client(server: Server, requests: list[bytes]) -> socket.socket:
    """Open a WebSocket with a small buffer, send requests as fast as they go, and read nothing."""
    place = urlsplit(server.address)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.settimeout(SECONDS)
    raw.connect((place.hostname, place.port))
    raw.sendall(handshake(server))
    while raw.recv(1) != b"\r" or raw.recv(3) != b"\n\r\n":
        pass
    for request in requests:
        length = len(request)
        head = bytes([0x81, 0x80 | min(length, 126)])
        head += length.to_bytes(2, "big") if length > 125 else b""
        raw.sendall(head + bytes(4) + request)  # masked by nothing but zeros
    return raw


def test_a_slow_reader_keeps_nobody_waiting(server: Server) -> None:
    """Infos that it does not read are replaced by newer ones; others get theirs."""
    endless = json.dumps({"id": 1, **ENDLESS}).encode()
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(slow_client(server, [endless]))
        before = memory_mb(server)
        with connect(server.socket_address) as client:
            for number in range(5):
                send(client, id=number, do="search", position="f5", depth=8, multipv="all")
                infos, last = last_answer(client, number)
                assert infos and "result" in last
        assert memory_mb(server) - before < 50


def wait_until_closed(raw: socket.socket) -> None:
    """Wait until the server has closed a connection, without reading from it."""
    deadline = time.monotonic() + SECONDS
    with suppress(ConnectionError):
        while True:
            raw.sendall(b"\0")
            time.sleep(0.1)
            assert time.monotonic() < deadline, "it is still open"


@unwatched
def test_who_never_reads_is_cut_off(server: Server) -> None:
    """Its requests are not read on, its answers not kept, its search and connection ended."""
    before = memory_mb(server)
    requests = [{"id": "e", **ENDLESS}, *({"id": n, "do": "names"} for n in range(50 * MAX_UNSENT))]
    try:
        raw = slow_client(server, [json.dumps(each).encode() for each in requests])
    except ConnectionError:
        pass  # cut off while it was still asking
    else:
        with raw:
            wait_until_closed(raw)
    assert memory_mb(server) - before < 50
    assert server.post({"do": "search", "position": "f5", "depth": 3}).status == 200


# ---------------------------------------------------------------------- what is sent


def test_a_body_without_an_end_is_refused(server: Server) -> None:
    """Ten megabytes in chunks, whose length nobody knows before."""
    with server.connect() as raw:
        raw.sendall(server.head("POST /api/v2", "Transfer-Encoding: chunked"))
        try:
            for _ in range(10 * MAX_MESSAGE_BYTES // 65536):
                raw.sendall(b"10000\r\n" + b"x" * 65536 + b"\r\n")
        except ConnectionError:
            pass  # refused, and closed, before all was sent
        else:
            assert raw.recv(1000).split()[1] == b"413"
    assert server.post({"do": "names", "text": "Tiger"}).status == 200


@pytest.mark.parametrize(
    "text",
    [b"\x16\x03\x01\x02\x00\x01", b"GET\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
)
def test_what_is_no_http_is_refused(server: Server, text: bytes) -> None:
    with server.connect() as raw:
        raw.sendall(text)
        assert raw.recv(1000).split()[1] in (b"400", b"421")


def test_nonsense_is_not_worth_a_line() -> None:
    """Nor who leaves within a body. `serving` sees that the server says nothing about it."""
    with serving() as server:
        with server.connect() as raw:
            raw.sendall(server.head("POST /api/v2", "Content-Length: 10") + b"ab")
        with server.connect() as raw:
            raw.sendall(server.head("GET /", "Transfer-Encoding: chunked") + b"no length\r\n\r\n")
            assert read_to_the_end(raw).split()[1] == b"400"
        with slow_client(server, [b"\xff"]) as raw:
            assert raw.recv(4) == b"\x88\x02\x03\xef"  # closed with the code for it, 1007


def test_a_message_has_no_endless_parts(server: Server) -> None:
    """Empty ones make it no longer, and would be kept for ever."""
    with slow_client(server, []) as raw:
        raw.sendall(b"\x01\x81\0\0\0\0{" + b"\0\x80\0\0\0\0" * 10_001)
        assert raw.recv(4)[2:] == b"\x03\xf1"  # closed with the code for too much, 1009


def test_unknown_ids_and_bad_messages_are_answered(server: Server) -> None:
    """Each with what is wrong in words and as a code; the socket stays open."""
    with connect(server.socket_address) as client:
        for message, id, code in (
            ("{", None, "invalid_request"),
            (b"\xff\xfe", None, "invalid_request"),
            ("[]", None, "invalid_request"),
            ('{"id": 1, "do": "fly"}', 1, "invalid_request"),
            ("[" * 100_000, None, "invalid_request"),
            ('{"id": 7, "do": "search", "position": "f5", "depth": NaN}', 7, "invalid_request"),
            ('{"id": 8, "do": "names", "text": "\\ud83d"}', 8, "invalid_request"),
            ('{"id": 1, "do": "cancel", "target": "nobody"}', 1, "invalid_request"),
            ('{"id": 2, "do": "position", "position": "nonsense"}', 2, "invalid_position"),
            ('{"id": 3, "do": "position", "position": "f5f5"}', 3, "illegal_move"),
            ('{"id": 4, "do": "position", "position": "f5z9"}', 4, "invalid_move"),
            ('{"id": 5, "do": "games.text", "text": "hello"}', 5, "no_game"),
        ):
            client.send(message)
            answer = receive(client)
            assert answer["id"] == id
            assert answer["error"]["message"] and answer["error"]["code"] == code
        for number in range(MAX_WAITING + 2):
            send(client, id=number, **ENDLESS)
        refused = last_answer(client, MAX_WAITING + 1)[1]
        assert "too many requests" in refused["error"]["message"]
        client.send("x" * (10 * MAX_MESSAGE_BYTES))
        with pytest.raises(ConnectionClosed):
            last_answer(client, "none")
