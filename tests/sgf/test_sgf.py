"""SGF: trees of moves; comments and variations are kept. What is refused is recorded."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.random_games import random_game
from support.recorded_texts import answer, cases, record

from othello import Board, Game
from othello.errors import FormatError, OthelloError
from othello.formats import split_records
from othello.sgf.games import SgfGame, format_game, parse_game, read_games, read_sgf

TEXTS = Path(__file__).with_name("texts.jsonl")

TREE = (
    "(;GM[2]FF[4]SZ[8]PB[a\\]b]PW[c:d]EV[Open]C[first\nof all]XX[1][2]"
    ";B[f5]C[a \\] in it](;W[d6];B[c3](;W[d3])(;W[c4]C[illegal]))(;W[f6]N[x](;B[e6])(;B[f7])))"
)


def test_lines_of_play_come_in_the_order_of_the_file() -> None:
    legal = parse_game(TREE.replace("(;W[c4]C[illegal])", "(;W[f4])"))
    lines = [game.transcript() for game in legal.lines()]
    assert lines == ["f5d6c3d3", "f5d6c3f4", "f5f6e6", "f5f6f7"]
    lines_of_tree = parse_game(TREE).lines()
    assert next(lines_of_tree).transcript() == "f5d6c3d3"
    with pytest.raises(OthelloError, match="illegal move 'c4'"):
        next(lines_of_tree)


def part_of_a_game(seed: int) -> Game:
    """Return a random game that begins after some moves."""
    game = random_game(seed, seed // 9 % 60)
    return Game(game.moves[seed % 9 :], start=game.positions()[min(seed % 9, len(game.moves))])


@given(st.integers(0, 10**6), st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_games_come_back(seed: int, name: str) -> None:
    game = part_of_a_game(seed)
    game.headers = {"Black": name, "Result": "B+2"}
    again = parse_game(format_game(SgfGame.of(game))).game()
    assert again.positions() == game.positions() and again.headers == game.headers


def test_files_are_read_as_far_as_asked() -> None:
    def lines() -> object:
        yield "(;GM[2];B[f5])\n"
        raise AssertionError("read too far")

    assert next(read_games(lines())).game().transcript() == "f5"  # type: ignore[arg-type]


def test_games_nested_deeper_than_python_calls() -> None:
    text = "(;GM[2];B[f5]" + "(;C[x]" * 20_000 + ";W[d6]" + ")" * 20_000 + ")"
    record = parse_game(text)
    assert record.game().transcript() == "f5d6"
    assert len(list(record.lines())) == 1
    assert parse_game(format_game(record)).game().transcript() == "f5d6"


@given(st.text("(;)[]\\BWCGM2f5d6 \n", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    list(read_games(text, on_error=lambda error: None))
    for part in split_records(text):
        assert part.text.startswith("(")
    try:
        read_sgf(text)
    except FormatError as error:
        assert "\n" not in str(error)


def test_a_start_of_its_own() -> None:
    start = Board.from_obf("XO" + "-" * 62 + " X")
    game = Game("c1", start=start)
    text = format_game(SgfGame.of(game))
    assert text == "(;GM[2]FF[4]CA[UTF-8]SZ[8]AB[a1]AW[b1]PL[B];B[c1])"
    assert parse_game(text).game().positions() == game.positions()


@pytest.mark.parametrize("turn", "XO")
def test_an_empty_board_is_a_start_too(turn: str) -> None:
    game = Game(start=Board(0, 0, turn))
    assert parse_game(format_game(SgfGame.of(game))).game() == game
    assert parse_game("(;GM[2]AE[a1:b8]PL[W])").game().start == Board(turn="O")


@pytest.mark.filterwarnings("ignore:.*left out .*, which is no game")
@pytest.mark.parametrize("case", cases(TEXTS), ids=lambda case: case["shows"])
def test_a_text_is_read_as_recorded(case: dict[str, Any]) -> None:
    assert answer("sgf", case) == case


if __name__ == "__main__":
    record("sgf", TEXTS)


@pytest.mark.parametrize(("value", "move"), [("a1", "a1"), ("hh", "h8"), ("i9", "")])
def test_an_error_knows_the_bad_move(value: str, move: str) -> None:
    with pytest.raises(FormatError) as caught:
        Game.from_sgf(f"(;GM[2];B[f5]\n;W[{value}];B[c3])")
    legal = ("f4", "d6", "f6")
    start = Board().to_obf()
    assert caught.value.bad_move == (value, move, 2, "white", start, "f5", legal, 2, 1)


def test_the_move_of_the_other_side_is_no_bad_move() -> None:
    with pytest.raises(FormatError) as caught:
        Game.from_sgf("(;GM[2];B[f5];B[d6])")
    assert caught.value.bad_move is None
