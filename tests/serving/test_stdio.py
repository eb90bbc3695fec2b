"""``othello serve --stdio``: requests as lines of JSON, in the real process.

``details.jsonl`` has games, texts and what is refused.
"""

import gzip
import json
import signal
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from support.asking import ENDLESS
from support.cli_process import json_lines, othello, start
from support.patience import SECONDS
from support.rooms import needs
from support.systems import POSIX
from support.wthor_files import wthor_file

from othello.analysis.game_texts import NoGame, read_file
from othello.board import Board
from othello.bookmaking import BookBuilder
from othello.engine import Engine
from othello.game import Game
from othello.serving.requests import MAX_MESSAGE_BYTES

GAME = "f5d6c3d3c4f4f6b4e3g7"
ENDGAME = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"

Results = Callable[..., list[Any]]


def talk(*requests: object) -> list[dict[str, Any]]:
    """Return the answers of a new server to requests, each JSON or a text to be sent as it is."""
    lines = [r if isinstance(r, str) else json.dumps(r) for r in requests]
    result = othello("serve", "--stdio", "--hash", 4, stdin="\n".join([*lines, ""]))
    assert (result.returncode, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


class Lines:
    """The server with open pipes."""

    def __init__(self) -> None:
        self.process = start(
            *("serve", "--stdio", "--hash", 4),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def send(self, *requests: object) -> None:
        for request in requests:
            print(json.dumps(request), file=self.process.stdin, flush=True)

    def ask(self, line: str) -> Any:
        """Send a line and return the next answer."""
        print(line, file=self.process.stdin, flush=True)
        return self.read()

    def read(self) -> Any:
        return json.loads(self.process.stdout.readline())


@pytest.fixture(scope="module")
def running() -> Iterator[Lines]:
    """Give a server for requests that are soon answered."""
    lines = Lines()
    yield lines
    _, errors = lines.process.communicate(timeout=SECONDS)
    assert (lines.process.returncode, errors) == (0, "")


@pytest.fixture(scope="module")
def results(running: Lines) -> Results:
    """Give a function that returns the last answers to some requests, which must be results.

    They come as they are ready: a short request may be answered before a long one sent earlier.
    """
    numbers = count(1000)

    def ask(*requests: dict[str, object]) -> list[Any]:
        ids = [next(numbers) for _ in requests]
        running.send(*({**request, "id": id} for id, request in zip(ids, requests, strict=True)))
        last: dict[int, Any] = {}
        while not last.keys() >= {*ids}:
            answer = running.read()
            if "info" not in answer:
                last[answer["id"]] = answer["result"]
        return [last[id] for id in ids]

    return ask


# ---------------------------------------------------------------------- requests


def test_a_search_deepens_and_ends() -> None:
    request = {"id": 1, "do": "search", "position": "f5d6", "depth": 6, "multipv": 2}
    *infos, last = talk(request)
    assert {answer["id"] for answer in (*infos, last)} == {1}
    assert [answer["info"]["depth"] for answer in infos] == [1, 2, 3, 4, 5, 6]
    result = last["result"]
    with Engine(hash_mb=4) as engine:
        expected = engine.search(Board.from_moves("f5d6"), depth=6, multipv=2)
    assert result["nodes"] == expected.nodes
    assert [line["move"] for line in result["lines"]] == [str(line.move) for line in expected.lines]
    assert result["pv"] == [str(move) for move in expected.pv]
    assert result["score"] == round(expected.score, 2) and not result["exact"]
    assert result["error"] == round(expected.error or 0, 2) > 0
    assert (result["move"], result["depth"]) == (str(expected.move), 6)


def test_a_move_that_is_given_twice_is_searched_once() -> None:
    request = {"id": 1, "do": "search", "position": "f5", "depth": 3, "multipv": 2}
    *infos, last = talk({**request, "moves": ["d6", "D6"]})
    assert [answer["info"]["depth"] for answer in infos] == [1, 2, 3]
    assert [line["move"] for line in last["result"]["lines"]] == ["d6"]


def test_a_solve_is_exact(results: Results) -> None:
    solved, wld, every = results(
        {"do": "solve", "position": ENDGAME},
        {"do": "solve", "position": ENDGAME, "wld": True},
        {"do": "solve", "position": ENDGAME, "multipv": "all"},
    )
    assert (solved["move"], solved["score"], solved["exact"]) == ("g8", 18, True)
    assert solved["error"] == 0
    assert wld["score"] == 1
    assert len(every["lines"]) == len(Board.from_obf(ENDGAME).legal_moves())
    assert every["lines"][0]["score"] == 18


def test_a_batch_is_answered_in_order() -> None:
    request = {"id": "b", "do": "batch", "positions": ["f5", "f5d6", "Tiger"], "depth": 2}
    *infos, last = talk(request)
    assert [answer["info"] for answer in infos] == [{"done": n, "of": 3} for n in (1, 2, 3)]
    moves = [result["move"] for result in last["result"]["results"]]
    boards = (Board.parse(text) for text in request["positions"])  # type: ignore[attr-defined]
    with Engine(hash_mb=4) as engine:
        assert moves == [str(engine.search(board, depth=2).move) for board in boards]


def test_a_strength_is_played(results: Results) -> None:
    request = {"do": "search", "position": "f5d6c3", "strength": 10, "multipv": 1}
    moves = [found["move"] for found in results(*({**request, "seed": n} for n in range(12)))]
    assert len(set(moves)) > 2, "weak players differ"
    assert set(moves) <= {str(move) for move in Board.from_moves("f5d6c3").legal_moves()}


@needs("explaining")
def test_a_game_is_analysed_and_a_move_explained(results: Results) -> None:
    analysis, explanation = results(
        {"do": "analyse", "moves": "1. f5 d6 2. c3 d3 c4", "level": 4},
        {"do": "explain", "position": "f5d6c3d3c4f4f6f3", "move": "f2", "level": 6},
    )
    assert [move["move"] for move in analysis["moves"]] == ["f5", "d6", "c3", "d3", "c4"]
    assert analysis["opening"] == "Tiger"
    assert explanation["loss"] > 0 and explanation["refutation"] and explanation["text"]


def test_a_book_is_asked(tmp_path: Path) -> None:
    """It answers what `othello book show` does; without a book there is an error.

    A search takes a move of the book if it is told to, and nothing else holds it back.
    """
    path = tmp_path / "a.book"
    with BookBuilder(path, 1, hash_mb=1) as builder:
        builder.learn([Game("f5d6c3d3c4")])
    positions = ("f5d6", "Tiger", ENDGAME)
    lines = [
        json.dumps({"id": number, "do": "book", "position": position})
        for number, position in enumerate(positions)
    ]
    done = othello("serve", "--stdio", "--hash", 4, "--book", path, stdin="\n".join([*lines, ""]))
    answers = {
        answer["id"]: answer["result"] for answer in map(json.loads, done.stdout.splitlines())
    }
    for number, position in enumerate(positions):
        assert answers[number] == json_lines("book", "show", path, position)[0]
    assert answers[0]["games"] == 1 and answers[1]["name"] == "Tiger" and not answers[2]["moves"]
    known = {each["move"] for each in json_lines("book", "show", path, "f5d6")[0]["moves"]}
    search = {"do": "search", "position": "f5d6", "depth": 2}
    wishes = [
        {"book": 0.5},
        {"book": 64, "seed": 3},
        {},
        {"book": 1, "strength": 50},
        {"book": 1, "moves": ["c5"]},
    ]
    lines = [json.dumps({**search, **wish, "id": n}) for n, wish in enumerate(wishes)]
    done = othello("serve", "--stdio", "--hash", 4, "--book", path, stdin="\n".join([*lines, ""]))
    found = {
        answer["id"]: answer["result"]
        for answer in map(json.loads, done.stdout.splitlines())
        if "result" in answer
    }
    assert [found[n].get("book", False) for n in range(5)] == [True, True, False, False, False]
    assert {found[0]["move"], found[1]["move"]} <= known
    told = othello(
        "serve", "--stdio", "--no-book", stdin='{"id": 1, "do": "book", "position": "f5"}\n'
    )
    expected = "no book is in use: expected othello serve without --no-book"
    assert json.loads(told.stdout)["error"]["message"] == expected


def in_base64(content: bytes) -> str:
    return b64encode(content).decode()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (gzip.compress(b" " * (1 << 24)), "too much when it is unpacked: expected at most 1 MB"),
        (gzip.compress(b"f5d6")[:-4], "damaged gzip file: Compressed file ended"),
        (b"PK\x03\x04", "a zip file: unpack it first"),
    ],
    ids=["large", "cut", "zip"],
)
def test_a_file_that_cannot_be_unpacked_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(NoGame, match=f"no game: a.txt: {reason}"):
        read_file(in_base64(content), "a.txt")
    read = read_file(in_base64(wthor_file("f5d6")), players=in_base64(content))
    assert len(read.games) == 1 and "players" in read.faults[0]


# ---------------------------------------------------------------------- what is known of a move


@pytest.fixture(scope="module")
def judged(results: Results) -> dict[str, Any]:
    """The analysis of the last move of `GAME`, as fields of a request."""
    move = results({"do": "analyse", "moves": GAME, "level": 4})[0]["moves"][-1]
    assert move["move"] == "g7" and move["loss"] > 4
    known = {name: move[name] for name in ("score", "best", "exact")}
    lines = {"line": "".join(move["pv"]), "played": "".join(move["played_pv"])}
    return {"id": 1, "do": "explain", "position": GAME[:-2], "move": "g7", **known, **lines}


@needs("explaining")
def test_an_explanation_starts_from_what_is_known(results: Results, judged: dict[str, Any]) -> None:
    """Even if a search would find otherwise."""
    for by in (0, 3):
        changed = {**judged, "best": judged["best"] + by}
        (found,) = results(changed)
        assert found["loss"] == pytest.approx(changed["best"] - changed["score"], abs=0.01)
        assert found["better"] == judged["line"][:2]
        assert "".join(found["line"]).startswith(judged["line"])
        assert found["exact"] == judged["exact"]


@needs("explaining")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"line": None}, "no line: expected all of score, best, line, played, or none"),
        ({"played": "f5"}, "illegal move 'f5'"),
        ({"played": "{line}"}, "expected a line that begins with g7"),
        ({"line": ""}, "invalid line '': expected some moves"),
        ({"best": 65}, "expected less than or equal to 64"),
        ({"exact": 1}, "expected a valid boolean"),
        ({"exact": True, "score": 1.5}, "invalid score 1.5: expected a whole number, as it is"),
        ({"exact": True, "score": 1.0, "best": 2.7}, "invalid best 2.7: expected a whole number"),
    ],
)
def test_what_is_known_must_fit(
    running: Lines, judged: dict[str, Any], change: dict[str, Any], message: str
) -> None:
    changed = {**judged, **change}
    if changed["played"] == "{line}":
        changed["played"] = judged["line"]
    changed = {name: value for name, value in changed.items() if value is not None}
    assert message in running.ask(json.dumps(changed))["error"]["message"]


# ---------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"id": 1}', "invalid do None: expected a name such as search"),
        ('{"id": 1, "do": "serch"}', "invalid do 'serch': expected search"),
        ("[" * 100_000, "invalid JSON"),
    ],
)
def test_a_bad_request_is_answered_and_the_next_one_too(
    running: Lines, line: str, words: str
) -> None:
    assert words in running.ask(line)["error"]["message"]
    assert running.ask('{"id": 2, "do": "names", "text": "Tiger"}')["id"] == 2


def test_a_long_line_is_refused_and_the_next_one_read() -> None:
    bad, good = talk(
        json.dumps({"id": 1, "do": "games.text", "text": "x" * 10 * MAX_MESSAGE_BYTES}),
        {"id": 2, "do": "names", "text": "Tiger"},
    )
    assert bad["id"] is None and "expected a shorter one" in bad["error"]["message"]
    assert good["id"] == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("gone", ["reader", "room"])
def test_answers_that_cannot_be_written_end_the_server(gone: str) -> None:
    """A search without end is cancelled too; a reader that is gone is no fault."""
    with open("/dev/full", "w") as full:
        server = start(
            *("serve", "--stdio", "--hash", 4),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE if gone == "reader" else full,
            stderr=subprocess.PIPE,
        )
        if server.stdout is not None:
            server.stdout.close()
        server.stdout = None
        request = {"id": 1, "do": "search", "position": "startpos", "depth": 50}
        _, errors = server.communicate(json.dumps(request) + "\n", timeout=SECONDS)
    expected = "" if gone == "reader" else "othello: stdout: No space left on device\n"
    assert (server.returncode, errors) == (0 if gone == "reader" else 2, expected)


# ---------------------------------------------------------------------- stopping


def test_a_running_and_a_waiting_request_are_cancelled() -> None:
    lines = Lines()
    lines.send({"id": 1, **ENDLESS}, {"id": 2, **ENDLESS})
    assert "info" in lines.read()
    lines.send({"id": 1, **ENDLESS})
    lines.send({"id": 3, "do": "cancel", "target": 2}, {"id": 4, "do": "cancel", "target": 1})
    last = []
    while len(last) < 5:
        answer = lines.read()
        if "info" not in answer:
            last.append((answer["id"], answer.get("error", {}).get("message")))
    cancelled = [(1, "cancelled"), (2, "cancelled"), (3, None), (4, None)]
    assert sorted(last, key=str) == sorted(
        [(1, "id 1 is in use: expected another"), *cancelled], key=str
    )
    lines.send({"id": 1, "do": "names", "text": "Tiger"})
    assert lines.process.communicate(timeout=SECONDS)[1] == ""
    assert lines.process.returncode == 0


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_every_search(number: signal.Signals) -> None:
    lines = Lines()
    lines.send({"id": 1, **ENDLESS}, {"id": 2, **ENDLESS})
    assert "info" in lines.read()
    lines.process.send_signal(number)
    _, errors = lines.process.communicate(timeout=SECONDS)
    assert (lines.process.returncode, errors) == (128 + number, "")


def test_a_search_ends_at_the_servers_time() -> None:
    result = othello(
        *("serve", "--stdio", "--hash", 4, "--seconds", 0.1),
        stdin=json.dumps({"id": 1, **ENDLESS, "seconds": 1000}),
    )
    last = json.loads(result.stdout.splitlines()[-1])
    assert last["result"]["stopped"] and last["result"]["depth"] > 0
