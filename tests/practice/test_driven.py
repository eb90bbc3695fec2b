"""``othello practise --json``, driven by a program: an exercise, an answer, a judgement."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import command
from support.patience import SECONDS

from othello.board import Board

DOCS = Path(__file__).parents[2] / "docs"
SHORT = "f5f6e6f4g5h6e3c5g4f3g3h3"
MISTAKES = ("mistakes", SHORT, "--level", 6, "--count", 2)
PUZZLES = ("puzzles", "--count", 2)
ENDGAMES = ("endgames", "--count", 1)
DRILL = ("openings", "tiger", "--side", "black")


class Driven:
    """A running ``othello practise --json``, whose answers are sent one by one."""

    def __init__(self, *words: object) -> None:
        self._process = subprocess.Popen(
            command("practise", *words, "--no-profile", "--json"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def told(self) -> dict[str, Any]:
        """Return the next object, which comes without an answer."""
        assert self._process.stdout is not None
        record: dict[str, Any] = json.loads(self._process.stdout.readline())
        return record

    def answer(self, text: str) -> dict[str, Any]:
        """Send a line; return the object that follows it."""
        assert self._process.stdin is not None
        print(text, file=self._process.stdin, flush=True)
        return self.told()

    def end(self) -> tuple[int, list[dict[str, Any]], str]:
        """End the input; return the exit code, the objects that follow, and stderr."""
        with self._process as process:
            assert process.stdin is not None and process.stdout is not None and process.stderr
            process.stdin.close()
            records, err = [json.loads(line) for line in process.stdout], process.stderr.read()
        return process.returncode, records, err


@pytest.mark.parametrize(
    ("words", "kind"),
    [(MISTAKES, "mistake"), (PUZZLES, "puzzle"), (ENDGAMES, "endgame"), (DRILL, "drill")],
)
def test_an_exercise_comes_before_its_answer_and_without_it(
    words: tuple[object, ...], kind: str
) -> None:
    if kind == "drill":
        pytest.importorskip("fsrs", reason="the extra practice")
    driven = Driven(*words)
    asked = driven.told()
    board = Board.from_obf(asked["position"])
    assert asked["legal"] == [str(move) for move in board.legal_moves()]
    assert (asked["side"], asked["kind"], asked["again"]) == (
        "black" if board.turn == "X" else "white",
        kind,
        False,
    )
    assert asked["source"]
    assert not asked.keys() & {"best", "line", "scores", "answer", "right"}
    judged = driven.answer(asked["legal"][0])
    assert judged["answer"] == asked["legal"][0] and judged["position"] == asked["position"]
    following = driven.told()
    assert following["legal"] and following["position"] != asked["position"]
    code, rest, err = driven.end()
    assert (code, err) == (0, "") and list(rest[-1]) == ["total"]
    assert not any("legal" in each for each in rest)


def test_the_program_of_the_page_runs(tmp_path: Path) -> None:
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    programs = re.findall(r"^```python\n(.*?)^```$", page, re.S | re.M)
    (program,) = (each for each in programs if "practise" in each)
    script = tmp_path / "othello"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m othello "$@"\n')
    script.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        env=os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    ended = [line for line in done.stdout.splitlines() if "'goes_on': False" in line]
    assert sum("'right': True" in line for line in ended) == 3 and "{'total': {" in done.stdout
