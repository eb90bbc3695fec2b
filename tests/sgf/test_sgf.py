"""SGF: trees of moves; comments and variations are kept. What is refused is recorded."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.random_games import random_game

from othello import Board, Game, write_games
from othello import read_games as read_any
from othello.errors import FormatError, OthelloError
from othello.formats import split_records
from othello.sgf.games import SgfGame, format_game, parse_game, read_games, read_sgf
from othello.sgf.tree import SgfNode

TREE = (
    "(;GM[2]FF[4]SZ[8]PB[a\\]b]PW[c:d]EV[Open]C[first\nof all]XX[1][2]"
    ";B[f5]C[a \\] in it](;W[d6];B[c3](;W[d3])(;W[c4]C[illegal]))(;W[f6]N[x](;B[e6])(;B[f7])))"
)


def test_a_tree_comes_back_as_it_was() -> None:
    assert format_game(parse_game(TREE)) == TREE
    spaced = TREE.replace("(;W", "\n (\n ;W").replace("XX[1][2]", "XX [1]\n[2]")
    assert format_game(parse_game(spaced)) == TREE


def test_headers_and_comments() -> None:
    record = parse_game(TREE)
    game = record.game()
    assert game.transcript() == "f5d6c3d3"
    assert game.headers == {"Black": "a]b", "White": "c:d", "Event": "Open"}
    assert record.comments() == ["first\nof all", "a ] in it", "", "", ""]
    assert SgfNode().text("C") is None
    assert SgfNode({"C": ["one \\\nline\\\n\\] on"]}).text("C") == "one line] on"


@pytest.mark.parametrize("text", ["GM[Othello] night", "was (;GM[Othello]B[F5];)", "BO[8 x"])
def test_a_game_that_quotes_ggf_is_none(tmp_path: Path, text: str) -> None:
    game = Game("f5d6", headers={"Event": text})
    write_games(tmp_path / "a.sgf", [game])
    assert [*read_any(tmp_path / "a.sgf")] == [Game.parse(game.to_sgf())] == [game]


def test_passes_after_the_end_are_left_out() -> None:
    moves = ";B[e6];W[f4];B[e3];W[f6];B[g5];W[d6];B[e7];W[f5];B[c5]"
    record = parse_game(f"(;GM[2]{moves}C[gone];W[]C[I pass];B[pass])")
    assert record.game().is_over and len(record.game().moves) == 9
    assert record.comments() == [""] * 9 + ["gone I pass"]


def test_comments_stay_with_their_moves_where_a_pass_is_left_out() -> None:
    moves = ";B[d3];W[c3];B[e6];W[d2];B[d1];W[e1];B[b2];W[c1]C[white]"
    record = parse_game(f"(;GM[2]{moves};W[a3]C[white again];B[a1]C[black])")
    assert record.game().transcript() == "d3c3e6d2d1e1b2c1passa3a1"
    assert record.comments() == [""] * 8 + ["white", "", "white again", "black"]
    stated = parse_game(f"(;GM[2]{moves};B[]C[pass];W[a3]C[white again])")
    assert stated.comments() == [""] * 8 + ["white", "pass", "white again"]


def test_lines_of_play_come_in_the_order_of_the_file() -> None:
    legal = parse_game(TREE.replace("(;W[c4]C[illegal])", "(;W[f4])"))
    lines = [game.transcript() for game in legal.lines()]
    assert lines == ["f5d6c3d3", "f5d6c3f4", "f5f6e6", "f5f6f7"]
    lines_of_tree = parse_game(TREE).lines()
    assert next(lines_of_tree).transcript() == "f5d6c3d3"
    with pytest.raises(OthelloError, match="illegal move 'c4'"):
        next(lines_of_tree)


def test_ranks_from_the_bottom_hold_for_variations_too() -> None:
    record = parse_game("(;GM[1]SZ[8];B[fd](;W[dc])(;W[fc]))")
    assert [game.transcript() for game in record.lines()] == ["f5d6", "f5f6"]


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


def test_games_of_a_file() -> None:
    text = (
        "junk (;GM[2];B[f5]) more (junk)\n\n  (;FF[4]GM[2]\n;B[a1])(;GM[2]C[:-)\\]( ];B[d3])\n"
        "(;FF[4]GM[2];B[f5]C[never closed\n(;GM[2];B[e6];W[f6])"
    )
    errors: list[FormatError] = []
    games = [record.game().transcript() for record in read_games(text, "x.sgf", errors.append)]
    assert games == ["f5", "d3", "e6f6"]
    assert [error.line for error in errors] == [4, 5]
    assert str(errors[0]).startswith("x.sgf:4: column 1: illegal move 'a1'")
    assert str(errors[1]).startswith(
        "x.sgf:5: column 19: expected an SGF game (;...), got 'C[never"
    )
    with pytest.raises(FormatError, match="x.sgf:4"):
        list(read_games(text, "x.sgf"))


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
    for record in split_records(text):
        assert record.text.startswith("(")
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


def test_small_letters_of_names_are_ignored() -> None:
    text = "(;GaMe[2]SiZe[8]PlayerBlack[one]PW[two];Black[f5];White[d6];b[c3])"
    game = read_sgf(text)
    assert game.transcript() == "f5d6c3"
    assert game.headers == {"Black": "one", "White": "two"}


@pytest.mark.parametrize(
    "stones",
    [
        "AB[c3:e3]AW[c4:e5]",
        "AB[cc:ec]AW[ee:cd]",
        "AW[a1:h8]AE[a1:h2][a6:h8][f3:h5][a3:b5]AB[e3:c3]",
    ],
)
def test_rectangles_of_stones(stones: str) -> None:
    game = read_sgf(f"(;GM[2]{stones}PL[B];B[c6])")
    rows = ["--------"] * 2 + ["--XXX---"] + ["--OOO---"] * 2 + ["--------"] * 3
    assert game.start == Board.from_obf("".join(rows) + " X")


def test_stones_set_up_after_a_move() -> None:
    """Only such as the board has already: another game would be read."""
    assert read_sgf("(;GM[2];B[f5];W[d6]AB[f5]AW[d6][d4]AE[a1];B[c3])").transcript() == "f5d6c3"


def test_a_game_that_lacks_its_end_ends_where_another_begins() -> None:
    text = "(;GM[2]C[oh (;GM[2];B[f5] (;FF[3]GM[2];B[d3]) (\n;GM[2];B[e6]C[(;GM[2\\]])"
    errors: list[FormatError] = []
    games = [record.game().transcript() for record in read_games(text, "x", errors.append)]
    assert games == ["d3", "e6"]
    assert [str(error)[:15] for error in errors] == ["x:1: column 8: ", "x:1: column 26:"]
    game = Game("f5", headers={"Black": "(;GM[2"})
    assert Game.from_sgf(game.to_sgf()).headers["Black"] == "(;GM[2"


@pytest.mark.parametrize(
    ("date", "written"),
    [
        ("2005-03-01", "2005-03-01"),
        ("1.3.2005", "2005-03-01"),
        ("31.12.23", "2023-12-31"),
        ("12/31/99", "1999-12-31"),
        ("3/4/2005", "3/4/2005"),  # nobody knows which is the month
        ("2005", "2005"),
        ("2005.03.01_12:30:00.UTC", "2005.03.01_12:30:00.UTC"),
    ],
)
def test_a_day_is_written_as_sgf_writes_one(date: str, written: str) -> None:
    assert f"DT[{written}]" in Game("f5", headers={"Date": date}).to_sgf()


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("(;GM[2])", ""),
        ("(;FF[4]GM[2]SZ[8]PB[a\\]b]\n;B[f5];W[D6];B[C3])", "f5d6c3"),
        ("(;GM[2];B[f5](;W[d6];B[c3](;W[d3])(;W[c4]))(;W[f6]))", "f5d6c3d3"),
        ("(;GM[2];B[fe];W[df])", "f5d6"),  # ranks of letters from the top
        ("(;GM[1]SZ[8];B[fd];W[dc])", "f5d6"),  # and from the bottom
        ("(;GM[2]AB[e4][d5]AW[d4][e5]PL[W];W[f4])", None),
    ],
)
def test_sgf(text: str, moves: str | None) -> None:
    game = read_sgf(text)
    if moves is None:
        assert game.start.turn == "O" and str(game.moves[0]) == "f4"
    else:
        assert game.transcript() == moves
