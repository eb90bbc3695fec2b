"""Lists of positions as others write them: squares of 0 and 1, tables; and of openings."""

import io

import pytest
from support.rooms import needs

from othello import Board
from othello.convert import FORMATS
from othello.errors import FormatError
from othello.formats.detect import format_of_text
from othello.formats.obf import read_positions

DIGITS = "...........................10......010.......1.................."
F5F6 = Board("f5f6")
FFO = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
"""The first position of the FFO suite, worth 18 discs."""


@pytest.mark.parametrize("side", ["0", "1", "X", "white"])
@pytest.mark.parametrize("name", ["", " my own name", "\tNo. 1"])
def test_squares_of_0_and_1_are_read_and_the_convention_is_told(side: str, name: str) -> None:
    text = f"{DIGITS} {side}{name}"
    turn = "X" if side in "0X" else "O"
    with pytest.warns(UserWarning, match="0 is taken for black, 1 for white"):
        assert Board.parse(text) == Board(F5F6.black, F5F6.white, turn)
    assert format_of_text(f"{text}\n{text}") == "obf"


@pytest.mark.parametrize(
    "heading", ["obf,count,score", "OBF,count,Score", "Board,n,VALUE", "position,x,score"]
)
@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_a_table_of_positions_is_read(heading: str, delimiter: str) -> None:
    text = f"\n{heading}\n{FFO};,12,18\n{FFO},12,-3.0\n{FFO},,\n".replace(",", delimiter)
    found = list(read_positions(io.StringIO(text), "a.csv"))
    assert [(position.board, position.best_score) for position in found] == [
        (Board.parse(FFO), score) for score in (18, -3, None)
    ]
    assert [position.id for position in found] == ["a.csv:3", "a.csv:4", "a.csv:5"]
    assert format_of_text(text) == "obf"


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (f"{FFO},65", "invalid score '65': expected -64 to [+]64"),
        (f"{FFO},1.5", "invalid score '1.5'"),
        (f"{FFO},good", "invalid score 'good'"),
        (f"{FFO}", "1 cell: expected 2, as in the heading"),
        (f"{FFO[:60]} X,3", "60 squares, expected 64"),
    ],
)
def test_a_row_that_is_no_position_costs_no_other(row: str, reason: str) -> None:
    faults: list[FormatError] = []
    text = f"obf,score\n{FFO},18\n{row}\nstartpos,0\n"
    items = FORMATS[format_of_text(text)].read(io.StringIO(text), "a.csv", faults.append)
    assert [item.native.best_score for item in items] == [18, 0]
    assert [fault.line for fault in faults] == [3]
    with pytest.raises(FormatError, match=reason):
        raise faults[0]


@needs("pasted")
def test_a_table_of_games_with_a_board_is_one_of_games() -> None:
    text = f"board,moves\n{FFO},f5d6\n"
    assert format_of_text(text) == "pasted"
    assert format_of_text("board,black,line\n7,Ann,f5d6\n") == "pasted"
