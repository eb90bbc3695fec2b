"""``othello serve``: HTTP and WebSocket, in the real process; bad input, and strangers."""

import asyncio
import json
import random
import signal
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from support.asking import ENDLESS
from support.cli_process import othello
from support.patience import SECONDS
from support.server import UPGRADE, Server, connect, last_answer, receive, send, serving
from support.systems import POSIX
from websockets.exceptions import InvalidStatus

from othello.board import Board
from othello.engine import Engine
from othello.server.app import MAX_SESSIONS
from othello.serving.requests import REQUESTS
from othello.serving.session import MAX_UNSENT, SendQueue

# ---------------------------------------------------------------------- requests


def test_a_request_over_http(server: Server) -> None:
    reply = server.post({"do": "search", "position": "f5", "depth": 4})
    with Engine(hash_mb=1) as engine:
        expected = engine.search(Board.from_moves("f5"), depth=4)
    assert reply.status == 200
    assert reply.json["result"]["pv"] == [str(move) for move in expected.pv]
    lines = server.post(
        {"id": 7, "do": "batch", "positions": ["f5"] * 3, "depth": 1}, Accept="application/jsonl"
    )
    answers = [json.loads(line) for line in lines.text.splitlines()]
    assert {answer["id"] for answer in answers} == {7} and "result" in answers[-1]


def test_an_answer_does_not_wait_for_its_reader(server: Server) -> None:
    """A second part of it that waits for the first to be acknowledged takes 40 ms each time."""
    place = urlsplit(server.address)
    connection = HTTPConnection(place.hostname or "", place.port, timeout=SECONDS)
    begun = time.monotonic()
    for _ in range(100):
        connection.request("POST", "/api/v2", b'{"do": "names", "text": "tiger"}')
        connection.getresponse().read()
    connection.close()
    assert time.monotonic() - begun < 3  # 0.3, and 4 if each waits


def test_requests_over_a_websocket(server: Server) -> None:
    with connect(server.socket_address) as client:
        send(client, id=1, **ENDLESS)
        assert "info" in receive(client)
        send(client, id=2, do="names", text="Tiger")
        assert last_answer(client, 2)[1]["result"]["openings"], "beside the endless search"
        send(client, id=4, do="analyse", moves="f5d6c3", level=1)
        assert len(last_answer(client, 4)[1]["result"]["moves"]) == 3, "that, too"
        send(client, id=3, do="cancel", target=1)
        infos, ended = last_answer(client, 1)
        assert ended["error"]["message"] == "cancelled"
        depths = [info["depth"] for info in infos]
        assert depths == sorted(set(depths)), "each deeper than the one before"
        assert all(len(info["lines"]) == 4 for info in infos)


def test_the_document_describes_every_request(server: Server) -> None:
    reply = server.ask("GET", "/api/v2/openapi.json")
    document = reply.json
    assert document["openapi"].startswith("3.1") and "/api/v2" in document["paths"]
    assert set(document["components"]["schemas"]) == {*REQUESTS, "Answer"}
    search = document["components"]["schemas"]["search"]["properties"]
    assert search["depth"]["maximum"] == 60 and "multipv" in search


# ---------------------------------------------------------------------- bad input, strangers


def raw_status(server: Server, path: str, headers: dict[str, str]) -> int:
    """Return the status of the answer to GET with exactly these headers."""
    with server.connect() as raw:
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        raw.sendall(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1"))
        return int(raw.recv(1000).split()[1])


@pytest.mark.parametrize(
    ("method", "path", "body", "headers", "status"),
    [
        ("POST", "/api/v2", b"{", {}, 400),
        ("POST", "/api/v2", b'{"do": "search"}', {}, 400),
        ("POST", "/api/v2", b"x" * 10_000_000, {}, 413),
        ("GET", "/api/v2", None, {}, 405),
        ("PUT", "/look.css", b"", {}, 405),
        ("GET", "/", None, {"Host": "evil.example"}, 421),
        ("GET", "/", None, {"Host": "localhost.evil.example:80"}, 421),
        ("GET", "/", None, {"Host": "[bad"}, 421),
        ("POST", "/api/v2", b"{}", {"Origin": "http://evil.example"}, 403),
        ("POST", "/api/v2", b"{}", {"Origin": "null"}, 403),
        ("POST", "/api/v2", b"{}", {"Origin": "http://["}, 403),
        ("POST", "/api/v2", b"{}", {"Origin": ""}, 403),
        ("POST", "/api/v2", b"{}", {"Origin": "http://\xff"}, 403),
        ("GET", "/", None, {"Host": "evil.example/@localhost"}, 421),
        ("GET", "/", None, {"Host": ""}, 421),
        # Only the page's files are given.
        ("GET", "/../pyproject.toml", None, {}, 404),
        ("GET", "/..%2f..%2f..%2fetc/passwd", None, {}, 404),
        ("GET", "/%2e%2e/%2e%2e/setup.cfg", None, {}, 404),
        ("GET", "//etc/passwd", None, {}, 404),
        ("GET", "/__init__.py", None, {}, 404),
        ("GET", "/nothing", None, {}, 404),
        ("GET", "/api/v2/socket", None, {}, 426),
    ],
)
def test_what_is_refused_says_why(
    server: Server, method: str, path: str, body: bytes | None, headers: dict[str, str], status: int
) -> None:
    reply = server.ask(method, path, body, **headers)
    assert reply.status == status and reply.json["error"]["message"]
    assert status != 426 or "Upgrade" in reply.json["error"]["message"]
    assert status != 404 or "'/" in reply.json["error"]["message"]
    assert status != 405 or set(reply.headers["allow"].split(", ")) in ({"POST"}, {"GET", "HEAD"})
    assert server.post({"do": "names", "text": "Tiger"}).status == 200


def test_a_page_may_load_and_reach_this_server_only(server: Server) -> None:
    for path in ("/", "/serve.js", "/nothing", "/api/v2/openapi.json"):
        headers = server.ask("GET", path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'") and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in server.ask("GET", "/").headers


@pytest.mark.parametrize("seed", range(5))
def test_no_header_is_a_fault_of_the_server(server: Server, seed: int) -> None:
    """Random texts are refused in order; that nothing is on stderr is seen at the end."""
    choices = random.Random(seed)
    netloc = urlsplit(server.address).netloc
    parts = [netloc, "localhost", "http://", "[::1]", "null", *'[]:/@?#%.,;="\\\xff']
    names = ("Host", "Origin", "Cookie", "Authorization", "X-Forwarded-Proto", "X-Forwarded-For")
    for _ in range(100):
        headers = {"Host": netloc}
        for name in choices.sample(names, choices.randint(1, 3)):
            headers[name] = "".join(choices.choices(parts, k=choices.randint(0, 4)))
        if choices.random() < 0.5:
            headers |= {**UPGRADE, "Sec-WebSocket-Version": choices.choice(["13", "x"])}
        status = raw_status(server, choices.choice(["/", "/api/v2/socket"]), headers)
        assert status in (101, 200, 400, 403, 404, 421, 426), headers


def test_many_requests_at_once_are_all_answered(server: Server) -> None:
    """Requests are taken no faster than they are answered."""
    with connect(server.socket_address) as client:
        for number in range(400):
            send(client, id=number, do="names", text="Tiger")
        for number in range(400):
            answer = receive(client)
            assert answer["id"] == number and "result" in answer


def test_who_reads_slowly_is_given_the_newest_infos_and_no_more_answers() -> None:
    async def run() -> list[object]:
        queue = SendQueue()
        for depth in range(1000):
            queue.put_nowait({"id": 1, "info": {"depth": depth}})
        for number in range(1, MAX_UNSENT):
            await queue.put({"id": number, "result": {}})
        waiting = asyncio.ensure_future(queue.put({"id": MAX_UNSENT, "result": {}}))
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.shield(waiting), 0.1)
        newest = [await queue.get(), await queue.get()]
        await waiting
        return newest

    assert asyncio.run(run()) == [{"id": 1, "info": {"depth": 999}}, {"id": 1, "result": {}}]


def test_a_token_is_asked_for() -> None:
    with serving("--token", "open-sesame") as server:
        assert server.address.endswith("/?token=open-sesame")
        request = {"do": "names", "text": "Tiger"}
        assert server.post(request).status == 401
        assert server.post(request, Authorization="Bearer wrong").status == 401
        assert server.post(request, Authorization="Bearer open-sesame").status == 200
        page = server.ask("GET", "/?token=open-sesame")
        assert page.status == 200 and "HttpOnly" in page.headers["set-cookie"]
        cookie = page.headers["set-cookie"].partition(";")[0]
        assert server.ask("GET", "/look.css", Cookie=cookie).status == 200
        name = cookie.partition("=")[0]
        assert server.ask("GET", "/look.css", Cookie=f"{name}=x").status == 401
        with serving("--token", "other") as other:  # on the same host, which has its cookies
            assert name not in other.ask("GET", "/?token=other").headers["set-cookie"]
        with pytest.raises(InvalidStatus), connect(server.socket_address):
            pass
        with connect(f"{server.socket_address}?token=open-sesame") as client:
            send(client, id=1, **request)
            assert "result" in receive(client)


def test_a_further_name_is_the_servers_too() -> None:
    """In `Host` and in `Origin`, with any port, as a proxy has its own."""
    with serving("--host-name", "Othello.example", "hub.example") as server:
        netloc = urlsplit(server.address).netloc
        for host, origin, status in (
            ("othello.example", "https://othello.example", 200),
            ("othello.example", "https://othello.example:8443", 200),
            (netloc, "https://HUB.example", 200),
            ("hub.example:8443", "https://hub.example:8443", 200),
            (netloc, "https://othello.example.evil.example", 403),
            (netloc, "https://evil.example@hub.example", 403),
            ("hub.example", "https://evil.example", 403),
            ("evil.example", "https://hub.example", 421),
        ):
            assert raw_status(server, "/", {"Host": host, "Origin": origin}) == status
            headers = {"Host": host, "Origin": origin, **UPGRADE}
            upgraded = raw_status(server, "/api/v2/socket", headers)
            assert upgraded == (101 if status == 200 else status)


# ---------------------------------------------------------------------- beginning and ending


def test_a_port_in_use_is_named(server: Server) -> None:
    port = urlsplit(server.address).port
    second = othello("serve", "--no-open", "--port", port)
    assert second.returncode == 2 and second.stdout == ""
    assert f"port {port} is in use" in second.stderr and "--port" in second.stderr


def test_a_host_that_others_reach_is_warned_of() -> None:
    server = Server("--host", "0.0.0.0")
    code, errors = server.stop()
    assert code == 130 and "expected --token" in errors and errors.count("\n") == 1


def test_a_wrong_token_or_host_is_refused() -> None:
    for arguments in (
        ("--token", "a b"),
        ("--host", "no.such.host.invalid"),
        ("--host-name", "https://othello.example/"),
    ):
        result = othello("serve", "--no-open", "--port", 0, *arguments)
        assert result.returncode == 2 and result.stderr.count("\n") == 1


def test_a_signal_right_after_the_address_ends_the_server() -> None:
    for _ in range(3):
        assert Server().stop() == (130, "")


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_with_every_search(number: signal.Signals) -> None:
    server = Server()
    with connect(server.socket_address) as client:
        send(client, id=1, **ENDLESS)
        assert "info" in receive(client)
        server.process.send_signal(number)
        _, errors = server.process.communicate(timeout=SECONDS)
    assert (server.process.returncode, errors) == (128 + number, "")


def test_a_session_ends_with_its_websocket(server: Server) -> None:
    """More clients than there may be at a time come and leave in the midst of a search."""
    for _ in range(MAX_SESSIONS + 20):
        with connect(server.socket_address, close_timeout=0) as client:
            send(client, id=1, **ENDLESS)
            client.socket.shutdown(socket.SHUT_RDWR)  # without a goodbye
    assert server.post({"do": "search", "position": "f5", "depth": 3}).status == 200


@pytest.mark.parametrize(("missing", "way"), [("uvicorn", "--no-open"), ("pydantic", "--stdio")])
def test_without_the_extra_the_command_says_what_is_missing(missing: str, way: str) -> None:
    script = (
        f"import sys; sys.modules[{missing!r}] = None; from othello.cli import main;"
        f"sys.exit(main(['serve', {way!r}]))"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=SECONDS
    )
    assert result.returncode == 2 and result.stderr.count("\n") == 1
    assert f"needs {missing}" in result.stderr
    assert "pip install 'othello-engine[web]'" in result.stderr
