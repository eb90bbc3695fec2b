"""Games that Edax itself reads and writes; see `support.edax`."""

from pathlib import Path

import pytest
from support.cli_process import answer
from support.edax import edax, needs_edax
from support.random_games import random_game
from support.rooms import needs

import othello
from othello import PASS, Game

pytestmark = needs_edax

GAMES = [random_game(seed) for seed in range(12)]


def converted(folder: Path, source: Path, target: Path) -> None:
    """Let Edax write the games of a file in another format, which the names of files tell."""
    book, exported = folder / "a.book", folder / "book.dat"
    answer("book", "build", book, "--positions", "1", "--level", "1")
    answer("book", "export", book, exported)
    edax(exported, f"base convert {source} {target}")


FORMATS = [
    "txt",
    pytest.param("ggf", marks=needs("ggf")),
    pytest.param("sgf", marks=needs("sgf")),
    pytest.param("wtb", marks=needs("wthor")),
]


@pytest.mark.parametrize("ending", FORMATS)
def test_edax_reads_what_is_written(tmp_path: Path, ending: str) -> None:
    assert sum(PASS in game.moves for game in GAMES) > 3
    path, text = tmp_path / f"games.{ending}", tmp_path / "edax.txt"
    othello.write_games(path, GAMES)
    converted(tmp_path, path, text)
    assert list(othello.read_games(text)) == [Game(game.moves) for game in GAMES]


@pytest.mark.parametrize("ending", FORMATS)
def test_what_edax_writes_is_read(tmp_path: Path, ending: str) -> None:
    path, text = tmp_path / f"edax.{ending}", tmp_path / "games.txt"
    othello.write_games(text, GAMES)
    converted(tmp_path, text, path)
    assert [game.moves for game in othello.read_games(path)] == [game.moves for game in GAMES]
