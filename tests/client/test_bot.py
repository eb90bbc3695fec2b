"""`othello.serve_bot`: a Python function behind UGI, as a match starts it."""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.cli_process import json_lines, written
from support.engine_process import UgiProcess
from support.patience import ANSWER_SECONDS

from othello import Board, Game
from othello.client import EngineDied, GoRequest, UgiClient

PAGE = Path(__file__).parents[2] / "docs" / "bot.md"

FIRST = "return board.legal_moves()[0]"


class Bot(UgiProcess):
    PROGRAM = ()


def bot(folder: Path, *body: str, parameters: str = "board") -> list[str]:
    """Write a bot's program, with the lines of its function; return the command that starts it."""
    lines = [
        "import os, sys, othello",
        f"def choose({parameters}):",
        *(f"    {each}" for each in body),
    ]
    program = "\n".join([*lines, "othello.serve_bot(choose, 'my  bot')"])
    return [sys.executable, str(written(folder / "mybot.py", program))]


def answers(command: Sequence[str], *lines: str, code: int = 0) -> tuple[str, str]:
    """Send all lines at once; return what the bot writes to stdout and to stderr."""
    done = subprocess.run(
        command,
        input="\n".join([*lines, ""]),
        capture_output=True,
        text=True,
        timeout=ANSWER_SECONDS,
    )
    assert done.returncode == code, done.stderr
    return done.stdout, done.stderr


def test_a_session(tmp_path: Path) -> None:
    command = bot(tmp_path, FIRST)
    lines = ["ugi", "nonsense", "", "isready", "position startpos moves f5", "go", "query p1turn"]
    out, err = answers(command, *lines, "position startpos moves a1", "go depth 3", "quit")
    assert err == ""
    first, *_ = Board("f5").legal_moves()
    assert out.splitlines()[:3] == ["id name my bot", "id author unknown", "ugiok"]
    assert out.count("readyok\n") == 1
    assert out.count("info string error: ") == 2 and "illegal move 'a1'" in out
    assert out.count(f"bestmove {first}\n") == 2
    assert "response false\n" in out


def test_passes_and_ends_are_not_asked(tmp_path: Path) -> None:
    command = bot(tmp_path, "raise AssertionError(board)")
    must_pass, over = Board(black=0b10, white=0b1), Board(black=1, white=0)
    assert must_pass.must_pass and over.is_over
    lines = [line for board in (must_pass, over) for line in (f"position fen {board.fen()}", "go")]
    assert answers(command, *lines) == ("bestmove 0000\n" * 2, "")


def test_prints_and_reads_leave_the_protocol_alone(tmp_path: Path) -> None:
    body = ["print('bestmove a1')", "os.system('echo bestmove a2')", "assert not sys.stdin.read()"]
    command = bot(tmp_path, *body, "return str(board.legal_moves()[-1]).upper()")
    out, err = answers(command, "go", "isready")
    assert sorted(out.split()) == sorted(["bestmove", str(Board().legal_moves()[-1]), "readyok"])
    assert err.split() == ["bestmove", "a1", "bestmove", "a2"]


def test_it_answers_while_the_function_thinks(tmp_path: Path) -> None:
    """`go infinite` is answered after `stop` only; `isready` and `position` meanwhile."""
    with Bot(*bot(tmp_path, FIRST)) as engine:
        engine.send("go infinite", "position startpos moves f5", "isready")
        assert engine.read_line() == "readyok"
        engine.send("stop", "go infinite")
        engine.process.stdin.close()  # the end of the input ends a search that nobody can stop
        moves = [f"bestmove {board.legal_moves()[0]}" for board in (Board(), Board("f5"))]
        assert engine.rest() == moves


def test_the_time_for_a_move(tmp_path: Path) -> None:
    command = bot(tmp_path, "print(seconds)", FIRST, parameters="board, seconds=9")
    go = ["go movetime 1000", "go p1time 60000 p2time 1", "go depth 3"]
    _, err = answers(command, *go)
    move, share, none = err.split()
    assert 0.9 < float(move) < 1 and 1 < float(share) < 10 and none == "None"


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("return {}['key']", "KeyError: 'key'"),
        ("pass", "invalid move None"),
        ("raise SystemExit('enough')", "SystemExit: enough"),
    ],
)
def test_an_exception_ends_the_process(tmp_path: Path, code: str, error: str) -> None:
    command = bot(tmp_path, code)
    out, err = answers(command, "go", code=1)
    assert out == "" and err.startswith("Traceback") and error in err.splitlines()[-1]
    with pytest.raises(EngineDied, match="exit code 1"), UgiClient(command) as client:
        client.go(Game(), GoRequest(depth=1))


@pytest.mark.skipif(not PAGE.exists(), reason="the tests are not in their source tree")
def test_the_bot_of_the_page_plays_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PAGE.read_text(encoding="utf-8")
    code = PAGE.with_name("examples").joinpath("mybot.py").read_text(encoding="utf-8")
    (line,) = re.findall(r"^\$ othello (match .*)$", text, re.M)
    tmp_path.joinpath("mybot.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    player = f"ugi:'{sys.executable}' mybot.py"
    words = line.replace('"ugi:python mybot.py"', "PLAYER").split()
    *games, last = json_lines(*(player if word == "PLAYER" else word for word in words))
    assert len(games) == 2 and all(game["fault"] is None for game in games)
    assert last["total"]["games"] == 2  # type: ignore[index]
