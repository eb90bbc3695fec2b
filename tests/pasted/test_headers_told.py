"""Headers in PGN: each comes back as it was, or a warning tells of it."""

import warnings
from pathlib import Path

import pytest

from othello import Game, read_games, write_games


@pytest.mark.parametrize("name", ["(;GM[2];B[fe])", "a (; b", 'a "(;"', "(;GM[Othello]B[f5];)"])
@pytest.mark.parametrize("file", ["u.pgn", "u.sgf", "u.ggf"])
def test_a_header_is_no_game_of_another_form(name: str, file: str, tmp_path: Path) -> None:
    game = Game("f5d6c3", headers={"Black": name})
    other = Game("f5d6", headers={"White": "me"})
    assert write_games(tmp_path / file, [game, other], format="pasted") == 2
    assert list(read_games(tmp_path / file)) == [game, other]


def test_headers_beside_games_of_another_form(tmp_path: Path) -> None:
    path = tmp_path / "u.pgn"
    path.write_text('[Black "(;"]\n1. f5 d6\n\n(;GM[2];B[f5])\n')
    first, second = read_games(path)
    assert first == Game("f5d6", headers={"Black": "(;"}) and second == Game("f5")


@pytest.mark.timeout(60)
def test_many_blanks_between_tags_take_no_years(tmp_path: Path) -> None:
    """As each blank could be taken in two ways, and the line ends in no tag."""
    path = tmp_path / "u.pgn"
    tags = (" " * 12).join(['[Black "Ann"]'] * 12)
    path.write_text(f"{tags} x\nf5d6\n\n(;GM[2];B[f5])\n")
    with pytest.warns(UserWarning, match="left out"):
        assert list(read_games(path))[-1] == Game("f5")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("", "foo"),
        ("Black", "a\0b"),
        ("Black", ""),
        ("FEN", "x"),
        ("Clock", "x"),
        ("myheader", "x"),
        ("Black", "a\nb"),
        ("White", "?"),
        ("Result", "*"),
    ],
)
def test_a_header_that_changes_is_told(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "u.pgn"
    told = f"the format cannot hold as they are the headers {name or repr(name)}$"
    with pytest.warns(UserWarning, match=told):
        write_games(path, [Game("f5d6", headers={name: text, "Event": "Open"})], format="pasted")
    (game,) = read_games(path)
    assert game.moves == Game("f5d6").moves and game.headers["Event"] == "Open"


def test_headers_that_stay_are_not_told(tmp_path: Path) -> None:
    path = tmp_path / "u.pgn"
    game = Game("f5", headers={"Black": 'a "b" \\', "Time": "01:00:00", "Own": "x", "Date": "2001"})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        write_games(path, [game], format="pasted")
    assert list(read_games(path)) == [game]
