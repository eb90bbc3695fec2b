"""Lists of positions as others write them: squares of 0 and 1, tables; and of openings."""

import io
import json
import warnings
from pathlib import Path

import pytest
from support.cli_process import othello, written

from othello import Board, Game
from othello.convert import FORMATS
from othello.errors import FormatError, InvalidBoard
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


@pytest.mark.parametrize("name", ["", " my own name"])
def test_squares_of_0_and_1_without_a_side_say_what_is_missing(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidBoard, match=r"side to move is missing, expected 0 \(black\) or 1"):
        Board.parse(DIGITS + name)
    path = written(tmp_path / "boards.txt", f"{DIGITS}{name}\n{DIGITS} 1{name}\n")
    for words in (("convert", path, "-", "--to", "obf"), ("test", path, "--depth", "1")):
        result = othello(*words)
        assert result.returncode == 2
        assert "boards.txt:1: invalid board" in result.stderr
        assert "expected 0 (black) or 1 (white) behind the squares" in result.stderr
        assert result.stderr.count("0 is taken for black") == 1


@pytest.mark.parametrize(
    "heading", ["obf,count,score", "OBF,count,Score", "Board,n,VALUE", "position,x,score"]
)
@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_a_table_of_positions_is_read(heading: str, delimiter: str, tmp_path: Path) -> None:
    text = f"\n{heading}\n{FFO};,12,18\n{FFO},12,-3.0\n{FFO},,\n".replace(",", delimiter)
    found = list(read_positions(io.StringIO(text), "a.csv"))
    assert [(position.board, position.best_score) for position in found] == [
        (Board.parse(FFO), score) for score in (18, -3, None)
    ]
    assert [position.id for position in found] == ["a.csv:3", "a.csv:4", "a.csv:5"]
    assert format_of_text(text) == "obf"
    path = written(tmp_path / "a.csv", text)
    result = othello("convert", path, "-", "--to", "obf")
    assert result.stdout == f"{FFO}\n" * 3 and result.returncode == 0
    assert "left out the scores of positions" in result.stderr
    result = othello("solve", path, "--json")
    *solved, total = map(json.loads, result.stdout.splitlines())
    assert [record["correct"] for record in solved] == [True, False, None]
    assert [record["expected"] for record in solved] == [18, -3, None]
    assert result.returncode == 1 and total["total"]["correct"] == 1
    result = othello("test", path, "--depth", "14")
    assert result.returncode == 1 and "WRONG, expected -3" in result.stdout
    result = othello("solve", path, "--lines", "4-4")
    assert result.returncode == 1 and "a.csv:4" in result.stdout


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


def test_a_table_of_games_with_a_board_is_one_of_games() -> None:
    text = f"board,moves\n{FFO},f5d6\n"
    assert format_of_text(text) == "pasted"
    assert format_of_text("board,black,line\n7,Ann,f5d6\n") == "pasted"


OPENINGS = "F5D6C3D3C4  Tigre\nf5f6e6f4\tRose v. 2 (c4!)\nf5d6\n\nf5d6c1  bad\nNo moves\n"


def test_a_list_of_openings_is_read_if_its_format_is_named(tmp_path: Path) -> None:
    faults: list[FormatError] = []
    items = FORMATS["openings"].read(io.StringIO(OPENINGS), "-", faults.append)
    assert [item.game for item in items] == [
        Game("f5d6c3d3c4", headers={"Opening": "Tigre"}),
        Game("f5f6e6f4", headers={"Opening": "Rose v. 2 (c4!)"}),
        Game("f5d6"),
    ]
    assert [str(fault)[:26] for fault in faults] == [
        "-:5: illegal move 'c1' (mo",
        "-:6: 'No moves': expected ",
    ]
    path = written(tmp_path / "list.txt", "".join(OPENINGS.splitlines(keepends=True)[:3]))
    once = othello("convert", path, "-", "--from", "openings", "--to", "openings")
    assert once.stdout == "F5D6C3D3C4  Tigre\nF5F6E6F4  Rose v. 2 (c4!)\nF5D6\n"
    assert (once.returncode, once.stderr) == (0, "")
    told = othello("convert", path, "-", "--from", "openings", "--to", "pasted")
    assert '[Opening "Tigre"]\n1. f5 d6' in told.stdout
    unnamed = othello("convert", path, "-", "--to", "pasted")
    assert unnamed.returncode == 2 and "'Tigre' is no move" in unnamed.stderr


def test_what_openings_cannot_hold_is_said(tmp_path: Path) -> None:
    path = written(tmp_path / "a.sgf", "(;GM[2]PB[Ann];B[f5];W[d6])")
    result = othello("convert", path, "-", "--to", "openings")
    assert result.stdout == "F5D6\n" and "left out the headers Black" in result.stderr
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(FORMATS["openings"].read(io.StringIO(result.stdout), "-", None))
