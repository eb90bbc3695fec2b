"""Moves, transcripts, OBF lines and the files they stand in."""

import copy
import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cli_process import POSITIONS
from support.rooms import needs

from othello.board import Board
from othello.errors import FormatError, InvalidMove, quote
from othello.formats.obf import ScoredPosition, format_position, parse_position, read_positions
from othello.game import Game
from othello.notation import (
    MOVES,
    PASS,
    PASS_SPELLINGS,
    Move,
    format_moves,
    parse_fen,
    parse_move,
    parse_obf,
    parse_side,
    split_moves,
)

moves = st.sampled_from(MOVES)
EMPTY = "-" * 64


def test_moves_are_numbers_with_names() -> None:
    assert " ".join(str(Move(number)) for number in (0, 1, 8, 63, 64)) == "a1 b1 a2 h8 pass"
    for move in MOVES:
        assert Move(str(move)) is Move(str(move).upper()) is Move(int(move)) is move
        assert pickle.loads(pickle.dumps(move)) is copy.copy(move) is move
        assert eval(repr(move), {"Move": Move}) is move
    assert f"{Move('d6')} {Move('d6'):>4}" == "d6   d6"


@pytest.mark.parametrize("spelling", [*PASS_SPELLINGS, "PASS", "Pa", "PS"])
def test_passes(spelling: str) -> None:
    assert parse_move(spelling) is PASS
    assert split_moves(f"f5{spelling}d6") == [Move("f5"), PASS, Move("d6")]


@needs("pasted")
@pytest.mark.parametrize("spelling", [*PASS_SPELLINGS, "---", "\u2013", "\u2014"])
def test_passes_among_numbered_moves(spelling: str) -> None:
    assert split_moves(f"1. f5 d6 2. {spelling} c3") == [*map(Move, ("f5", "d6")), PASS, Move("c3")]
    assert split_moves("f5 \u2013 d6\nc3 \u2013 d3") == split_moves("f5d6c3d3")


@given(st.lists(moves), st.sampled_from(["", " ", ", ", "\t"]))
def test_transcripts_come_back(played: list[Move], separator: str) -> None:
    assert split_moves(format_moves(played, separator)) == played
    assert split_moves(format_moves(played, separator).upper()) == played


@given(st.text())
def test_transcripts_survive_any_text(text: str) -> None:
    try:
        split_moves(text)
    except InvalidMove as error:
        assert str(error).isprintable()


@needs("pasted")
def test_numbers_results_and_the_side_to_move_may_stand_in_a_list_of_moves() -> None:
    for text in ("1f5 2d6 3", "f5 1 d6 2", "f5 d6 42 22", "f5 d6 40 - 24", "f5 d6 X", "(f5 d6) 2."):
        assert split_moves(text) == [Move("f5"), Move("d6")], text


def test_long_transcripts_take_linear_time() -> None:
    assert len(split_moves("f5" * 500_000)) == 500_000


def test_sides() -> None:
    assert {parse_side(text) for text in ("X", "x", "*", "b", "BLACK")} == {"X"}
    assert {parse_side(text) for text in ("O", "o", "w", "White")} == {"O"}


def test_spellings_of_a_board() -> None:
    expected = (0b1, 0b10, "O")
    for text in ("XO" + EMPTY[2:] + " O", "*o" + "." * 62 + "\tw", "bW" + EMPTY[2:] + "  O; A3:+4"):
        assert parse_obf(text) == parse_fen(text) == expected
    ranks = " ".join(("*O------", *[EMPTY[:8]] * 7))
    for text in (f"[8 {ranks} O]", f"8 {ranks} O", f"[ 8 {ranks} O ]; A3:+4"):  # as on GGS
        assert parse_obf(text) == parse_fen(text) == expected
        assert Board.parse(text) == Board(*expected)
    for side in ("O to move", "White to play.", "white"):  # as in letters
        assert Board.parse(f"{ranks}\n{side}\n") == Board(*expected)
        assert Board.parse("\n".join(map(" ".join, ranks.split())) + f"\n{side}") == Board(
            *expected
        )
    for text in ("xo6/8/8/8/8/8/8/8 o", "xo68888888 o", "XO-5/------2/8/8/8/8/8/8 O"):
        assert parse_fen(text) == expected


def test_quotes_are_short_printable_lines() -> None:
    assert quote("a\nb\u00e9\u202e") == "'a\\nb\u00e9\\u202e'"
    assert quote(EMPTY + " X") == f"'{EMPTY} X'"
    assert len(quote("x" * 10**6)) < 100
    assert len(quote([0] * 10**6)) < 100
    assert quote(type("Array", (), {"__repr__": lambda _: "[[1],\n  [2]]"})()) == "[[1], [2]]"


def test_suites_are_read_whole() -> None:
    for path in POSITIONS.glob("*.obf"):
        lines = path.read_text().splitlines()
        positions = list(read_positions(lines, path.name))
        assert [format_position(position) for position in positions] == lines
        assert positions[-1].id == f"{path.name}:{len(lines)}"
        for position in positions:
            assert set(position.scores) == set(position.board.legal_moves())
            assert position.best_moves and max(position.scores.values()) == position.best_score


def test_a_position_without_answers() -> None:
    for text in ("startpos", "startpos;", Board().to_obf(), "f5d6 ; ;"):
        position = parse_position(text)
        assert position.scores == {} and position.best_moves == []
        assert position.best_score is None


GOOD = Board().to_obf()


def test_entries_that_only_fill_their_place_are_skipped() -> None:
    text = f"{GOOD}; --:-127; D3:+0; C4:-2; F5:-99; --:+0; :; -: 3; E6:-{'9' * 400};"
    assert parse_position(text).scores == {Move("d3"): 0, Move("c4"): -2}
    assert parse_position(f"{GOOD}; --:-127; D3:-65;").scores == {}
    passing = Board.from_obf("XO" + "-" * 62 + " O")
    assert parse_position(f"{passing.to_obf()}; --:-12;").scores == {Move("pass"): -12}


def test_an_unusable_entry_does_not_discard_the_others() -> None:
    errors: list[FormatError] = []
    lines = [f"{GOOD}; A1:+2; D3:+0; Q3:+2; C4:+65; F5:x; E6:-4;", f"{GOOD}; A1:+2;"]
    (position,) = read_positions(lines, "suite.obf", on_error=errors.append)
    assert position.scores == {Move("d3"): 0, Move("e6"): -4}
    assert [error.line for error in errors] == [1, 1, 1, 1, 2]
    assert str(errors[0]).startswith("suite.obf:1: scored move 'A1:+2' is illegal")
    with pytest.raises(FormatError, match="suite.obf:1: scored move 'A1"):
        list(read_positions(lines, "suite.obf"))


def test_bad_lines_are_named_and_good_ones_kept() -> None:
    lines = [GOOD, "", "nonsense", "# comment", f"{GOOD}; D3:+99;", "f5d6\r\n"]
    errors: list[FormatError] = []
    positions = list(read_positions(lines, "suite.obf", on_error=errors.append))
    assert [position.id for position in positions] == ["suite.obf:1", "suite.obf:6"]
    assert [error.line for error in errors] == [3, 5]
    assert str(errors[0]).startswith("suite.obf:3: invalid position 'nonsense': expected")
    with pytest.raises(FormatError, match="suite.obf:3"):
        list(read_positions(lines, "suite.obf"))


def test_spans_count_from_one_and_read_no_further() -> None:
    def lines() -> list[str]:
        yield from [GOOD] * 4
        raise AssertionError("read past the span")

    ids = [position.id for position in read_positions(lines(), "a", span=(2, 3))]
    assert ids == ["a:2", "a:3"]


def test_positions_rebuild() -> None:
    position = parse_position(f"{GOOD}; D3:+0; C4:-2;", "a:1")
    assert (
        eval(repr(position), {"ScoredPosition": ScoredPosition, "Board": Board, "Move": Move})
        == position
    )


@needs("pasted")
@pytest.mark.parametrize("text", ["10. c4 c5", "10... c4", " 2. c4"])
def test_a_number_before_moves_from_the_start_is_told(text: str) -> None:
    number = re.findall(r"\d+", text)[0]
    told = f"number {number} before the first move: expected 1, as of a whole game"
    with pytest.warns(UserWarning, match=re.escape(told)) as warnings:
        boards = [Game(text).board, Board(text), Game.parse(text).board]
    assert len(set(boards)) == 1 and [each.filename for each in warnings] == [__file__] * 3


@needs("pasted")
def test_the_number_of_a_first_move_may_be_1_or_that_of_a_position_before_it() -> None:
    assert Game("1. c4 c5") == Game("c4c5") and Board("1 c4 c5") == Board("c4c5")
    assert Game("3. c3", start="f5d6").board == Board("f5d6c3")
