"""``othello serve --stdio``: requests as lines of JSON, in the real process.

``details.jsonl`` has games, texts and what is refused.
"""

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.asking import ENDLESS
from support.cli_process import json_lines, othello, start
from support.patience import SECONDS
from support.systems import POSIX

from othello.bookmaking import BookBuilder
from othello.game import Game
from othello.serving.requests import MAX_MESSAGE_BYTES

ENDGAME = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"


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

    def read(self) -> Any:
        return json.loads(self.process.stdout.readline())


# ---------------------------------------------------------------------- requests


def test_a_book_is_asked(tmp_path: Path) -> None:
    """It answers what `othello book show` does; without a book there is an error."""
    path = tmp_path / "a.book"
    with BookBuilder(path, 1, hash_mb=1) as builder:
        builder.learn([Game("f5d6c3d3c4")])
    for position in ("f5d6", "Tiger", ENDGAME):
        asked = json.dumps({"id": 1, "do": "book", "position": position})
        done = othello("serve", "--stdio", "--hash", 4, "--book", path, stdin=f"{asked}\n")
        answer = json.loads(done.stdout)["result"]
        assert answer == json_lines("book", "show", path, position)[0]
        assert bool(answer["moves"]) == (position != ENDGAME)
    done = othello("serve", "--stdio", "--no-book", stdin=f"{asked}\n")
    expected = "no book is in use: expected othello serve without --no-book"
    assert json.loads(done.stdout)["error"]["message"] == expected


# ---------------------------------------------------------------------- bad input


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
