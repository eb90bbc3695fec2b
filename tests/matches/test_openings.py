"""Openings as text, and the list that is shipped."""

from __future__ import annotations

import pytest

from othello import Board, Game
from othello.errors import FormatError, IllegalMove, InvalidBoard, InvalidMove, OthelloError
from othello.matches.openings import parse_opening, read_openings, shipped_openings
from othello.notation import PASS

POSITION = Board.from_moves("f5d6c3")


@pytest.mark.parametrize("text", ["f5d6c3", "F5 D6 C3", "f5,d6,c3"])
def test_a_line_of_moves(text: str) -> None:
    opening = parse_opening(text)
    assert str(opening) == "f5d6c3"
    assert opening.game().board == POSITION and opening.start == Board()
    opening.game().play("d3")  # `game` makes a new game each time
    assert opening.game().transcript() == "f5d6c3"


@pytest.mark.parametrize(
    "text", [POSITION.to_obf(), POSITION.to_fen(), POSITION.to_obf() + "; d3:+0;"]
)
def test_a_position(text: str) -> None:
    opening = parse_opening(text)
    assert str(opening) == POSITION.to_obf()
    assert opening.game().board == opening.start == POSITION
    assert opening.game().moves == ()


def test_the_start() -> None:
    assert parse_opening("startpos").game().board == Board()


@pytest.mark.parametrize(
    ("text", "error", "quoted"),
    [
        ("f5f5", IllegalMove, "'f5'"),
        ("f5z9", InvalidMove, "'z9'"),
        ("nonsense", OthelloError, "'nonsense'"),
        ("X" * 64 + " O", InvalidBoard, "not over"),
        ("e6f4e3f6g5d6e7f5c5", InvalidBoard, "not over"),  # the shortest game: no white disc
    ],
)
def test_what_is_no_opening(text: str, error: type[OthelloError], quoted: str) -> None:
    with pytest.raises(error, match=quoted):
        parse_opening(text)


def test_good_lines_are_read_in_spite_of_bad_ones() -> None:
    bad: list[FormatError] = []
    lines = ["# of our own", "f5d6", "f5f5", "", "f5f4"]
    openings = list(read_openings(lines, "mine", bad.append))
    assert [opening.id for opening in openings] == ["mine:2", "mine:5"]
    assert [str(error).partition(": ")[0] for error in bad] == ["mine:3"]


def test_the_shipped_list() -> None:
    openings = shipped_openings()
    assert len(openings) >= 1000
    assert len({opening.game().board.canonical() for opening in openings}) == len(openings)
    for opening in openings:
        assert len(opening.moves) == 8 and PASS not in opening.moves
        assert str(opening) == Game(opening.moves).transcript()
