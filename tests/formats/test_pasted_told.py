"""What is told of pasted moves and tables: late numbers, dots, rows and columns; comments."""

import io
import re
from pathlib import Path

import pytest

import othello
from othello import Board, Game
from othello.convert import FORMATS
from othello.errors import FormatError, InvalidMove
from othello.formats.detect import format_of_text
from othello.formats.move_text import read_games, read_natives


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1. f5 d6 2. c3 d3 3. c4 f4\n3. d3 c3", [0, 3]),
        ("10. c4 c5", [10]),
        ("10. c4 c5 {20. f5}\n\n12) f5 d6\nhello\n\n1. d3", [10, 12, 0]),
        ("1. f5d6\n2. f5f6\n3. f5f4", [0, 0, 0]),
        ("7. f5d6\n8. f5x6\nhello\n9. f5f4\n\n10. d3", [0, 0, 0]),
        ("1. f5 d6 2. c3\n3. d3 4. c4", [0]),
        ("#2 f5d6\n\nGame 3: f5f6\n\n2005-03-01\nd3", [0, 0, 0]),
        ('[FEN "8/8/8/3ox3/3xxx2/5o2/8/8 x"]\n20. f7 d6 21. c3', [0]),
    ],
)
def test_a_game_that_begins_with_a_late_number_is_told(text: str, numbers: list[int]) -> None:
    """But not the number of a game in a list."""
    natives = list(read_natives(text.splitlines(), "-", lambda error: None))
    told = [f"number {number} before the first move: expected 1" for number in numbers if number]
    doubts = [doubt for native in natives for doubt in native.warnings()]
    assert len(natives) == len(numbers)
    assert [doubt.partition(",")[0] for doubt in doubts] == told
    if len(numbers) == len(told) == 1:
        with pytest.warns(UserWarning, match=told[0]):
            Game.parse(text)


@pytest.mark.parametrize("dots", ["...", " …", ". ..", "!? 3. ..."])
def test_a_position_or_game_of_moves_that_go_on_is_refused(dots: str) -> None:
    """A file's reader, which can warn, reads it."""
    for read in (Board, Game, Board.parse):
        with pytest.raises(InvalidMove, match="behind the moves: expected no move left out"):
            read(f"f5 d6 c3 d3{dots}")
    assert Game("f5 d6.") == Game("f5d6"), "the end of a sentence"


@pytest.mark.parametrize(
    ("text", "moves", "faults"),
    [
        ("move1,move2,move3\nf5,d6,c3\nf5,f6,", ["f5d6c3", "f5f6"], []),
        ("Black\tPly 1\tPly 2\nAnn\tf5\td6\nBob\tf5\tx6", ["f5d6"], [(3, "column 8: 'x6'")]),
        ("1;2;3;Result\n" + "f5;d6;c3;40-24\n" * 9, ["f5d6c3"] * 9, []),
        ("1,2,Black\nf5,d6\n,,Ann", [], [(2, "2 cells: expected 3"), (3, "no moves")]),
        ("Black,White,Moves\nAnn,Bob,\nCid,Dan,none\n", [], [(2, "no moves in"), (3, "'none'")]),
        ("Moves,Black\n?,Ann\n", [], [(2, "no move in '[?]'")]),
    ],
)
def test_tables_with_a_move_a_cell_or_without_moves(
    text: str, moves: list[str], faults: list[tuple[int, str]]
) -> None:
    """What cannot be used is a row, not the heading."""
    errors: list[FormatError] = []
    name = format_of_text(text)
    items = FORMATS[name].read(io.StringIO(text), "-", errors.append)
    assert [item.game.transcript() for item in items] == moves
    assert [error.line for error in errors] == [line for line, _ in faults]
    assert all(re.search(reason, str(e)) for e, (_, reason) in zip(errors, faults, strict=True))


@pytest.mark.parametrize("second", ["black", "BLACK", "Schwarz", "Black"])
def test_the_second_column_for_a_header_is_named(second: str, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text(f"Moves,Black,{second}\nf5f6,Ann,Ann\nf5d6,Ann,Bob\nf5f4,Ann,Cid\n")
    with pytest.warns(UserWarning, match="left out") as told:
        assert [game.headers for game in othello.read_games(path)] == [{"Black": "Ann"}] * 3
    named = f"{path}: left out the second column for a header, '{second}'"
    assert [str(each.message) for each in told] == [named]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("# my games from May\nf5d6c3d3\n\n# others\n1. f5 f6", ["f5d6c3d3", "f5f6"]),
        ("1. f5 d6\n# better was d3 here\n2. c3 d3", ["f5d6c3d3"]),
        ("f5 d6\n  ## 2 moves so far\nc3 d3\n% {\n% the end, Ann - Bob\n", ["f5d6c3d3"]),
        ("f5 d6\n# the second\nd3 c3", ["f5d6", "d3c3"]),
        ("#2 f5d6.\n\n#3 f5f6", ["f5d6", "f5f6"]),
        ("# f5 d6.", ["f5d6"]),  # as some number their games
        ("{so far\n# and}\nf5 d6", ["f5d6"]),
        ("#,Black,Moves\n#1,Ann,f5d6", ["f5d6"]),
    ],
)
def test_lines_of_words_behind_a_sharp_are_comments(text: str, moves: list[str]) -> None:
    games = list(read_games(text.split("\n"), "-"))
    assert [game.transcript() for game in games] == moves
    if len(games) == 1 and "Moves" not in text:
        assert Game.parse(text).moves == games[0].moves
