"""`read_games` and `write_games`: any format, told by what a file holds or is called."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cli_process import written
from support.random_games import random_game
from support.rooms import needs

from othello import Board, Game, read_games, write_games
from othello.errors import FormatError

GAMES = [
    Game("f5d6c3d3c4", headers={"Black": "one", "White": "two", "Result": "+2"}),
    Game("f5f6e6f4", headers={"Black": "three", "White": "one", "Result": "-2"}),
]
OVER = "e6f4e3f6g5d6e7f5c5"
PASTED, GGF, SGF = (pytest.param(name, marks=needs(name)) for name in ("pasted", "ggf", "sgf"))
WTB = pytest.param("wtb", marks=needs("wthor"))


@pytest.mark.parametrize("suffix", [GGF, SGF, WTB])
def test_games_and_names_come_back_whatever_the_file_is_called(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{suffix}"
    assert write_games(path, GAMES) == 2
    # WTHOR's names lie beside it, under the name of the file.
    read = list(read_games(path if suffix == "wtb" else path.rename(tmp_path / "games")))
    assert [game.moves for game in read] == [game.moves for game in GAMES]
    assert [game.headers["Black"] for game in read] == ["one", "three"]


def test_a_part_of_a_file(tmp_path: Path) -> None:
    """It is read from the beginning, and not behind what is asked for."""
    games = [Game("f5d6"), Game("f5f6"), Game("f5f4")]
    path = written(tmp_path / "games.txt", "f5d6\nf5f6\nf5f4\nf5f5\n")
    assert (read_games(path)[:2], read_games(path)[1]) == (games[:2], games[1])
    with pytest.raises(FormatError):
        read_games(path)[-1]
    several = read_games(path, on_error=lambda _: None)
    assert next(several) == games[0] == several[0]
    assert (several[-2:], several[::2], list(several)) == (games[-2:], games[::2], games[1:])
    with pytest.raises(IndexError):
        several[3]


games_of_any_length = st.builds(
    random_game, st.integers(0, 300), st.sampled_from([1, 2, 3, 5, 8, 21, 60])
)


@pytest.mark.parametrize("format", ["transcript", PASTED, GGF, SGF])
@given(st.lists(games_of_any_length, min_size=1, max_size=7), st.integers(0, 3))
def test_every_list_of_games_is_read_as_it_was_written(
    format: str, tmp_path_factory: pytest.TempPathFactory, games: list[Game], begin: int
) -> None:
    """None is joined to the one before it, though it could go on with it."""
    if format != "transcript":  # which has no place for another start
        games = [game[begin * (n % 2) :] for n, game in enumerate(games)]
    for name in ("games", "games.txt"):
        path = tmp_path_factory.getbasetemp() / name
        write_games(path, games, format=format)
        read = list(read_games(path))
        assert [(game.start, game.moves) for game in read] == [(g.start, g.moves) for g in games]


@needs("sgf")
def test_what_a_writer_changes_and_leaves_out_is_told(tmp_path: Path) -> None:
    games = [Game("f5"), Game(headers={"Black": "me"}), Game("d3")]
    with pytest.warns(UserWarning, match="games.txt: left out game 2: without moves it would be"):
        assert write_games(tmp_path / "games.txt", games) == 2
    with pytest.warns(UserWarning, match="left out the moves: OBF has positions"):
        write_games(tmp_path / "end.obf", ["f5d6"])
    assert list(read_games(tmp_path / "end.obf")) == [Game(start="f5d6")]
    with pytest.warns(UserWarning, match="stated result 0-1, but the final") as warned:
        write_games(tmp_path / "games.sgf", [Game(OVER, headers={"Result": "0-1"})])
    assert warned[0].filename == __file__


class Annotated(Game):
    """As people subclass it."""


@needs("sgf")
def test_games_are_read_as_the_class_that_reads_them() -> None:
    for game in (Annotated.parse("f5d6"), Annotated.from_sgf("(;GM[2];B[f5];W[d6])")):
        assert type(game) is type(game[:1]) is Annotated


def test_a_game_is_a_sequence_of_moves() -> None:
    game = Game(OVER, headers={"Black": "me"})
    assert len(game) == len(game.moves) == len(list(game)) == 9
    assert [game[number] for number in range(len(game))] == list(game) == list(game.moves)
    assert game[-1] == game.moves[-1]
    for ply in range(len(game) + 1):
        first, rest = game[:ply], game[ply:]
        assert first.board == rest.start == game.positions()[ply]
        assert first.moves + rest.moves == game.moves
        assert first.headers == game.headers and rest.board == game.board
    assert game[:99] == game and game[20:].moves == ()
    assert game[:2].undo() == game[1]
    assert Game() and not len(Game())
    assert game.is_game_over() and game.outcome() == ("X", 64, (13, 0))
    assert not game[:3].is_game_over() and game[:3].outcome() is None


def test_passes_are_moves_of_a_slice() -> None:
    start = Board("X" * 62 + "O- O")
    game = Game("h8", start)
    assert len(game) == 2 and game[:1].board == start.after("pass") and game[1:].moves == (63,)
