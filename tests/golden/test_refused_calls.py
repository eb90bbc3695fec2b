"""Errors of the library for arguments of a wrong type or value: one error that quotes them.

Each line of a folder's ``refused.jsonl`` has a call and its error. To add one, append
``["Engine(level=True)", ""]``, and run ``python tests/golden/test_refused_calls.py``. A call may
use ``written(name, text)``, which writes a file.
"""

import json
import os
import re
import sys
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

import othello
from othello import Board, Game, OthelloError, batch, learning, svg

FILES = sorted(Path(__file__).parents[1].glob("*/refused.jsonl"))


def header(value: object) -> Game:
    """Return a game whose header was set later."""
    game = Game("f5")
    game.headers["Black"] = value  # type: ignore[assignment]
    return game


def written(name: str, text: str) -> str:
    """Write a file in the folder where calls are made, and return its name."""
    Path(name).write_text(text, encoding="utf-8", errors="surrogateescape")
    return name


FOLDER, NUMBERS = TemporaryDirectory(), count()

NAMES = {
    "BOARD": Board(),
    "GAME": Game("f5"),
    "ROWS": batch.from_boards([Board()]),
    "batch": batch,
    "header": header,
    "learning": learning,
    "new_file": lambda: f"{FOLDER.name}/{next(NUMBERS)}",
    "np": np,
    "othello": othello,
    "svg": svg,
    "written": written,
}
"""Names that calls may use besides the public names of the package."""


def rows(file: Path) -> list[list[str]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def error_of(call: str) -> str:
    """Make a call, and return its error. It names modules in full, but for public names."""
    if "othello.env" in call:
        pytest.importorskip("gymnasium", minversion="1.1")
    for name in re.findall(r"\bothello(?:\.\w+)+(?=\()", call):
        import_module(name.rpartition(".")[0])
    public = {name: getattr(othello, name) for name in othello.__all__ if name in call}
    with pytest.raises(OthelloError) as caught:
        eval(call, {**NAMES, **public})
    return f"{caught.type.__name__}: {caught.value}"


@pytest.mark.parametrize(("call", "error"), [row for file in FILES for row in rows(file)])
def test_the_error_is_the_recorded_one(
    call: str, error: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER.name)
    assert error_of(call) == error


def record() -> None:
    """Write the errors of this build over those recorded, and say which have changed."""
    os.chdir(FOLDER.name)
    for file in FILES:
        found = [[call, error_of(call)] for call, _ in rows(file)]
        for (call, now), (_, before) in zip(found, rows(file), strict=True):
            if now != before:
                print(f"{call}\n  {before}\n  {now}", file=sys.stderr)
        lines = [json.dumps(row, ensure_ascii=False) for row in found]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record()
