"""Files with games in more than one form: each is read, or named with its line."""

import warnings
from pathlib import Path

import pytest
from support.rooms import needs

from othello import Board, Game, read_games
from othello.errors import FormatError

pytestmark = needs("ggf", "pasted", "sgf")

GGF = "(;GM[Othello]PB[Ann]TY[8]B[F5]W[D6];)"
SGF = "(;GM[2]SZ[8];B[f5];W[f4])"
OBF = Board("f5").to_obf()


def games_of(path: Path, text: str) -> tuple[list[Game], list[int | None]]:
    """Return the games of a text in a file, and the lines at fault."""
    path.write_text(text)
    faults: list[FormatError] = []
    return [*read_games(path, on_error=faults.append)], [fault.line for fault in faults]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (f"{GGF}\nf5f6e6\nd3c5\n", ["f5d6", "f5f6e6", "d3c5"]),
        (f"f5f6e6\n{GGF}\n", ["f5f6e6", "f5d6"]),
        (f"1. f5 f6 2. e6\n\n{SGF}\n\n1. d3\n2. c5", ["f5f6e6", "f5f4", "d3c5"]),
        (f"{SGF} f5f6 {GGF} d3 ({SGF})", ["f5f4", "f5f6", "f5d6", "d3", "f5f4"]),
        (
            f"1 {GGF}\n2 {GGF}{SGF} (\n;GM[2];B[d3]) (\n f5f6",
            ["f5d6", "f5d6", "f5f4", "d3", "f5f6"],
        ),
        (f"{GGF}\nBlack,Moves\nAnn,f5f6\nBob,d3c5", ["f5d6", "f5f6", "d3c5"]),
        (f"{OBF}\nf5d6c3\n{OBF}; d6:+2\n1. f5 f6 Ann", ["", "f5d6c3", ""]),
        (f"{OBF}\nTiger\nf5 d6 33-31", ["", "f5d6c3d3c4", "f5d6"]),
        (f"{GGF}\n{OBF}\nf5f6", ["f5d6", "", "f5f6"]),
    ],
)
@pytest.mark.parametrize("name", ["games.txt", "games.ggf", "games.sgf", "games"])
def test_no_game_beside_others_is_lost(
    tmp_path: Path, text: str, moves: list[str], name: str
) -> None:
    games, _ = games_of(tmp_path / name, text)
    assert [game.transcript() for game in games] == moves


def test_what_is_no_game_beside_others_is_named_with_its_line(tmp_path: Path) -> None:
    text = f"My games\n\n{GGF}\nAnn - Bob\nf5d6x9 {SGF}\n\nf5f6\nf5f5"
    with pytest.warns(UserWarning, match="left out") as told:
        games, faults = games_of(tmp_path / "games.txt", text)
    assert [game.transcript() for game in games] == ["f5d6", "f5f4", "f5f6"]
    assert faults == [5, 8]
    (message,) = [str(each.message) for each in told]
    assert "games.txt:1: left out 'My games'" in message and "1 more line" in message


def test_numbers_before_games_in_parentheses_are_no_news(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        games, faults = games_of(tmp_path / "games.ggf", f"1 {GGF}\n2. {GGF}{GGF}\n\n% the end\n")
    assert (len(games), faults) == (3, [])


@pytest.mark.parametrize("text", [f"{SGF}\nf5f6", f"f5f6\n{SGF}", f"f5d6\n\n{GGF}", f"{GGF} {SGF}"])
def test_a_text_of_one_game_has_no_second_one_of_another_form(text: str) -> None:
    for parse in (Game.parse, Game.from_sgf):
        with pytest.raises(FormatError, match="another game"):
            parse(text)


def test_words_around_one_game_are_told() -> None:
    with pytest.warns(UserWarning, match="line 1: left out 'From: Ann'"):
        assert Game.parse(f"From: Ann\n\n{SGF}") == Game("f5f4")
    assert Game.parse(f"\n{SGF}\n") == Game("f5f4")


def test_a_game_that_is_not_reached_among_words_is_a_fault(tmp_path: Path) -> None:
    """It is more than a line of words, of which a warning tells."""
    text = f"{GGF}\n" + "words\n\n" * 100 + f"f5f6\n{SGF}\n"
    with pytest.warns(UserWarning, match="99 more lines left out"):
        games, faults = games_of(tmp_path / "games.txt", text)
    assert [game.transcript() for game in games] == ["f5d6", "f5f4"]
    assert faults == [200]
