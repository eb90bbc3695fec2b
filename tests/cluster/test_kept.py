"""Files of outcomes that were edited or damaged: an error that names the file and the place."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import othello

from othello import Board, Engine, Game, Limits, analyse_game
from othello.analysis.kept import describe_analysis, read_analysis
from othello.cluster.kept import KeptOutcomes
from othello.cluster.suite import describe_result, read_result
from othello.errors import FileError, InvalidOption

BOARD = Board("f5d6")
HUGE = 10**400


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    with Engine(hash_mb=1) as engine:
        return json.loads(json.dumps(describe_result(engine.search(BOARD, depth=3))))


@pytest.fixture(scope="module")
def analysis() -> dict[str, Any]:
    with Engine(hash_mb=1) as engine:
        return json.loads(
            json.dumps(describe_analysis(analyse_game(Game("f5d6"), engine, Limits(depth=1))))
        )


def find(path: Path, outcome: str, read: Callable[[Any], object]) -> object:
    with KeptOutcomes(path, {}) as kept:
        kept.add(6, "item", None)
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("UPDATE outcomes SET outcome = ?", [outcome])
        return kept.find(6, "item", read)


def expect_a_named_error(path: Path, outcome: str, read: Callable[[Any], object]) -> None:
    with pytest.raises(FileError) as caught:
        find(path, outcome, read)
    text = str(caught.value)
    assert text.startswith(f"{path}: item 7 has no outcome that can be read: ")
    assert "\n" not in text and len(text) < 1000


TEXTS = [
    "{}",
    "[]",
    "7",
    "null",
    '"a"',
    "{",
    '{"lines": []}',
    "[" * 100_000,
    '"\\ud800"',
    "9" * 5000,
]


@pytest.mark.parametrize("outcome", TEXTS)
def test_other_json(outcome: str, tmp_path: Path) -> None:
    for read in (partial(read_result, board=BOARD), partial(read_analysis, game=Game("f5d6"))):
        expect_a_named_error(tmp_path / "kept.db", outcome, read)


FIELDS = [
    ("nodes", HUGE), ("nodes", -1), ("nodes", "many"), ("nodes", 1.5), ("seconds", HUGE),
    ("seconds", None), ("seconds", -1), ("stopped", 7), ("lines", []), ("lines", {}), ("more", 1),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value"), FIELDS)
def test_a_field_that_was_edited(
    key: str, value: object, result: dict[str, Any], tmp_path: Path
) -> None:
    read = partial(read_result, board=BOARD)
    assert find(tmp_path / "kept.db", json.dumps(result), read) == read(result)
    expect_a_named_error(tmp_path / "kept.db", json.dumps({**result, key: value}), read)


PARTS = [
    (0, -1), (0, "deep"), (0, HUGE), (1, 200), (1, True), (2, HUGE), (2, "high"), (2, 65),
    (2, None), (3, "sideways"), (3, []), (4, 1), (4, "yes"), (5, "a1"), (5, "f5f5"), (5, 7),
    (5, "\ud800"), (5, None),
]  # fmt: skip


@pytest.mark.parametrize(("place", "value"), PARTS)
def test_a_line_that_was_edited(
    place: int, value: object, result: dict[str, Any], analysis: dict[str, Any], tmp_path: Path
) -> None:
    line = [*result["lines"][0]]
    line[place] = value
    outcome = json.dumps({**result, "lines": [line]})
    expect_a_named_error(tmp_path / "kept.db", outcome, partial(read_result, board=BOARD))
    ply, played, best = analysis["moves"][1]
    played = [*played]
    played[place] = value
    outcome = json.dumps({**analysis, "moves": [[ply, played, best]]})
    expect_a_named_error(tmp_path / "kept.db", outcome, partial(read_analysis, game=Game("f5d6")))


@pytest.mark.parametrize("ply", [0, 3, -1, HUGE, "1", None, True])
def test_a_move_number_that_was_edited(
    ply: object, analysis: dict[str, Any], tmp_path: Path
) -> None:
    _, played, best = analysis["moves"][0]
    outcome = json.dumps({**analysis, "moves": [[ply, played, best]]})
    expect_a_named_error(tmp_path / "kept.db", outcome, partial(read_analysis, game=Game("f5d6")))


@pytest.mark.parametrize("text", ["{", "[1]", "7", b"\xff"])
def test_settings_that_are_no_object(text: object, tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    with KeptOutcomes(path, {"depth": 3}):
        pass
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE settings SET text = ?", [text])
    with pytest.raises(InvalidOption, match="expected 3"), KeptOutcomes(path, {"depth": 3}):
        pass


def test_damaged_bytes_are_named(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    with KeptOutcomes(path, {"depth": 3}):
        pass
    whole = path.read_bytes()
    n_pages, size = len(whole) // 4096, 4096
    for page in range(1, n_pages):
        path.write_bytes(whole[: page * size] + b"\xff" * size + whole[(page + 1) * size :])
        try:
            with KeptOutcomes(path, {"depth": 3}) as kept:
                kept.find(0, "item", lambda found: found)
        except FileError as error:
            assert str(error).startswith(f"{path}: ") and "\n" not in str(error)
    path.write_bytes(whole[:4096])
    with pytest.raises(FileError, match="malformed"), KeptOutcomes(path, {"depth": 3}):
        pass


def test_the_commands_say_it_in_one_line(tmp_path: Path) -> None:
    for name, words in (
        ("a.db", ("solve", "X" * 57 + "OOOOO-- X")),
        ("b.db", ("analyse", "f5d6", "--level", "1")),
    ):
        path = tmp_path / name
        again = (*words, "--cluster", "processes:1", "--keep", path)
        assert othello(*again).returncode == 0
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("UPDATE outcomes SET outcome = '{}'")
        result = othello(*again)
        assert result.returncode == 2 and result.stderr.count("\n") == 1
        assert result.stderr.startswith(f"othello: {path}: item 1 has no outcome")
