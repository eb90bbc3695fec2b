"""The two examples of docs/bot.md for referees of their own."""

import http.client
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from support.known_games import MUST_PASS, OVER
from support.patience import ANSWER_SECONDS
from support.source import text_of

from othello import BLACK, Board


def program(name: str, folder: Path, **changes: object) -> Path:
    """Write an example to a file, with other values for some of its constants."""
    code = text_of(f"docs/examples/{name}")
    for constant, value in changes.items():
        code, n_changed = re.subn(rf"\b{constant}\b", repr(value), code, count=1)
        assert n_changed == 1
    path = folder / name
    path.write_text(code, encoding="utf-8")
    return path


# ---------------------------------------------------------------------- CodinGame


def codingame(folder: Path, board: Board, number: int, seed: int) -> tuple[list[str], Board]:
    """Play a game as CodinGame's referee does, against random moves; return the bot's answers."""
    path, rng, answers = program("codingame.py", folder), random.Random(seed), []
    command = [sys.executable, "-W", "error", str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as bot:
        assert bot.stdin is not None and bot.stdout is not None
        print(number, 8, sep="\n", file=bot.stdin, flush=True)
        while not board.is_over:
            legal = [str(move) for move in board.legal_moves()]
            move = rng.choice(legal)
            if (board.turn == BLACK) == (number == 0) and not board.must_pass:
                squares = board.to_obf()[:64].translate(str.maketrans("XO-", "01."))
                rows = [squares[start : start + 8] for start in range(0, 64, 8)]
                print(*rows, len(legal), *legal, sep="\n", file=bot.stdin, flush=True)
                move = bot.stdout.readline().strip()
                assert move in legal
                answers.append(move)
            board = board.after(move)
        bot.stdin.close()
        assert bot.stdout.read() == "" and bot.wait(ANSWER_SECONDS) == 0
    return answers, board


@pytest.mark.parametrize("number", [0, 1])
def test_codingame_beats_random_moves(tmp_path: Path, number: int) -> None:
    answers, board = codingame(tmp_path, Board(), number, seed=number)
    black, white = board.disc_counts()
    assert len(answers) > 20
    assert (black > white) == (number == 0)


def test_codingame_asks_nobody_who_must_pass(tmp_path: Path) -> None:
    rng, board = random.Random(1), Board()
    while not (board.must_pass and board.turn == BLACK and board.n_empties > 8):
        board = Board() if board.is_over else board.after(rng.choice(board.legal_moves()))
    answers, end = codingame(tmp_path, board, 0, seed=3)
    assert answers and end.is_over


# ---------------------------------------------------------------------- the webhook


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Run the page's server on a free port; give the port."""
    path = program("webhook.py", tmp_path_factory.mktemp("webhook"))
    text = path.read_text(encoding="utf-8")
    line = 'HOST, PORT, SECONDS, MOST_BYTES = "127.0.0.1", 8070, 1.0, 10_000'
    assert text.count(line) == 1
    text = text.replace(line, 'HOST, PORT, SECONDS, MOST_BYTES = "127.0.0.1", 0, 0.05, 10_000')
    path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-W", "error", str(path)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with subprocess.Popen(command, **pipes) as server:  # type: ignore[call-overload]
        try:
            yield int(server.stdout.readline().rpartition(":")[2])
        finally:
            server.terminate()


def post(port: int, body: bytes, headers: Mapping[str, str] = {}) -> tuple[int, dict[str, object]]:
    """Send a body; return the status and the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
    connection.request("POST", "/", body, {"Content-Type": "application/json", **headers})
    response = connection.getresponse()
    assert response.getheader("Content-Type") == "application/json"
    return response.status, json.loads(response.read())


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("startpos", ["d3", "c4", "f5", "e6"]),
        *((text, ["c3", "c4", "c5", "c6", "c7"]) for text in ("f5d6", Board("f5d6").fen())),
        (MUST_PASS, ["pass"]),
        (OVER["p1win"], [None]),
    ],
)
def test_the_webhook_answers_a_position(port: int, text: str, moves: list[str | None]) -> None:
    status, answer = post(port, json.dumps({"position": text}).encode())
    assert status == 200 and set(answer) == {"move", "score"} and answer["move"] in moves


@pytest.mark.parametrize(
    ("body", "headers", "status", "reason"),
    [
        (b"", {}, 400, "Expecting value"),
        (b'"\xc3"', {}, 400, "utf"),
        (b'{"position": 7}', {}, 400, 'expected {"position": TEXT}'),
        (b'{"position": "a1"}', {}, 400, "a1"),
        (b"[" * 9000, {}, 400, "recursion"),
        (b"", {"Content-Type": "text/plain"}, 400, "expected"),
        (b"", {"Content-Length": "-1"}, 400, "expected"),
        (b"", {"Content-Length": "10001"}, 413, "expected"),
        (b"", {"Content-Length": "9" * 5000}, 413, "expected"),
    ],
)
def test_the_webhook_says_what_is_wrong(
    port: int, body: bytes, headers: dict[str, str], status: int, reason: str
) -> None:
    found, answer = post(port, body, headers)
    assert found == status and reason in str(answer["error"])


def test_pages_of_other_sites_are_refused(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
    connection.request("OPTIONS", "/", headers={"Origin": "https://elsewhere.example"})
    response = connection.getresponse()
    assert response.status == 501
    assert response.getheader("Access-Control-Allow-Origin") is None
