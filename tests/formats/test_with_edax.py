"""Games and positions that Edax itself reads and writes; see `support.edax`."""

import re
from pathlib import Path

import pytest
from support.cli_process import answer
from support.edax import edax, needs_edax
from support.random_games import random_game
from support.rooms import needs

import othello
from othello import PASS, Game
from othello.formats.obf import ScoredPosition, read_positions

pytestmark = needs_edax

GAMES = [random_game(seed) for seed in range(12)]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book, as Edax makes one if it has none."""
    small, exported = tmp_path / "a.book", tmp_path / "book.dat"
    answer("book", "build", small, "--positions", "1", "--level", "1")
    answer("book", "export", small, exported)
    return exported


FORMATS = [
    "txt",
    pytest.param("ggf", marks=needs("ggf")),
    pytest.param("sgf", marks=needs("sgf")),
    pytest.param("wtb", marks=needs("wthor")),
]


@pytest.mark.parametrize("ending", FORMATS)
def test_edax_reads_what_is_written(tmp_path: Path, book: Path, ending: str) -> None:
    assert sum(PASS in game.moves for game in GAMES) > 3
    path, text = tmp_path / f"games.{ending}", tmp_path / "edax.txt"
    othello.write_games(path, GAMES)
    edax(book, f"base convert {path} {text}")
    assert list(othello.read_games(text)) == [Game(game.moves) for game in GAMES]


@pytest.mark.parametrize("ending", FORMATS)
def test_what_edax_writes_is_read(tmp_path: Path, book: Path, ending: str) -> None:
    path, text = tmp_path / f"edax.{ending}", tmp_path / "games.txt"
    othello.write_games(text, GAMES)
    edax(book, f"base convert {text} {path}")
    assert [game.moves for game in othello.read_games(path)] == [game.moves for game in GAMES]


def test_positions(tmp_path: Path, book: Path) -> None:
    """Edax finds the scores that are written with them, and takes the same ones out of games."""
    games, path, told = (tmp_path / name for name in ("games.txt", "ours.obf", "edax.obf"))
    othello.write_games(games, GAMES)
    answer("convert", games, path, "--positions", "10")
    wrong = path.with_name("wrong.obf")
    wrong.write_text(re.sub(r"[-+]\d+", "+63", path.read_text()))
    edax(book, f"base problem {games} 10 {told}")
    ours, theirs = ([each.board for each in read(file)] for file in (path, told))
    assert len(ours) == len(GAMES) and ours == theirs
    assert "nodes in" in (found := edax(book, "level 60", f"solve {path}"))
    assert "erroneous" not in found and "erroneous" in edax(book, "level 60", f"solve {wrong}")


def read(path: Path) -> list[ScoredPosition]:
    return list(read_positions(path.read_text().splitlines(), path.name))
