"""How many positions a line asks to know: counted again, slowly, without the book's links."""

from collections.abc import Iterator
from functools import cache

import pytest
from support.cli_process import json_lines, othello, refused

from othello.board import Board
from othello.book import Book, shipped_book
from othello.book.file import BookFile
from othello.book.position import StoredPosition
from othello.errors import InvalidOption
from othello.notation import Move
from othello.practice.repertoire import repertoire

LINES = [
    ("startpos", 1.0, 7),
    ("f5", 0.0, 60),
    ("d3", 0.5, 12),
    ("f5d6", 1.0, 8),
    ("f5f6", 1.5, 8),
    ("f5f4", 2.0, 8),
    ("tiger", 1.0, 9),
    ("buffalo", 1.0, 9),
    ("f5d6c3d3c4f4e6", 2.0, 60),
    ("f5f6e6f4g5", 1.0, 0),
]


def least_image(board: Board) -> str:
    """Return the same text for all eight images: the mover's discs as X, the other's as O."""
    rows = [board.to_obf()[start : start + 8] for start in range(0, 64, 8)]
    if board.turn == "O":
        rows = [row.translate(str.maketrans("XO", "OX")) for row in rows]
    found = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
        found += ["".join(rows), "".join(row[::-1] for row in rows)]
    return min(found)


@cache
def shipped() -> dict[str, StoredPosition]:
    path = shipped_book()
    assert path is not None
    with BookFile(path) as book:
        return {least_image(position.board): position for position in book.load()}


def slow_count(text: str, side: str, within: float, plies: int) -> int:
    """Count by walking every line of moves, also those that come to a position again."""
    known = set()

    def walk(board: Board, is_mine: bool, left: int) -> None:
        if board.must_pass:
            board, is_mine = board.after("pass"), not is_mine
        position = shipped().get(least_image(board))
        if position is None:
            return
        if is_mine:
            known.add(least_image(board))
        if left:
            for square in followed(position, is_mine):
                walk(position.board.after(Move(square)), not is_mine, left - 1)

    def followed(position: StoredPosition, is_mine: bool) -> Iterator[int]:
        best = max(move.value for move in position.moves.values())
        lost = {square: best - move.value for square, move in position.moves.items()}
        if is_mine:
            yield min(square for square in lost if lost[square] == 0)
        else:
            yield from (square for square in lost if lost[square] <= within * 128)

    board = Board(text)
    walk(board, board.turn == side, plies)
    return len(known)


@pytest.mark.parametrize(("text", "within", "plies"), LINES)
def test_the_count_is_that_of_a_slow_one(text: str, within: float, plies: int) -> None:
    path = shipped_book()
    assert path is not None
    with Book(path) as book:
        for side in "XO":
            found = repertoire(book, text, side, within=within, plies=plies)
            assert len(found.known) == slow_count(text, side, within, plies)
            assert found.is_whole and found.plies <= plies


def test_what_is_known_can_be_played() -> None:
    path = shipped_book()
    assert path is not None
    with Book(path) as book:
        found = repertoire(book, "f5", "O", within=1.0, plies=9)
        for moves, board, best in found.known:
            reached = Board("f5")
            for number, move in enumerate(moves):
                if reached.turn == "O":
                    assert move == book.moves(reached)[0].move, number
                reached = reached.after(move)
            assert reached == board and best == book.moves(board)[0].move and board.turn == "O"


def test_a_count_that_was_cut_off_says_so() -> None:
    path = shipped_book()
    assert path is not None
    with Book(path) as book:
        whole = repertoire(book, "f5", "O", within=2)
        for bound in ({"most": 40}, {"seconds": 0}):
            found = repertoire(book, "f5", "O", within=2, **bound)  # type: ignore[arg-type]
            assert not found.is_whole and len(found.known) < len(whole.known)
            assert found.known == whole.known[: len(found.known)]
        assert repertoire(book, "f5", "X", plies=0).known == ()
        with pytest.raises(InvalidOption, match="side='black': expected 'X' for black or 'O'"):
            repertoire(book, "f5", "black")


def test_the_command_says_both_sides_counts() -> None:
    words = ("practise", "openings", "--hard", "tiger", "--within", 1, "--plies", 9)
    told, total = json_lines(*words)
    assert total == {"total": {"positions": 1}}
    assert (told["name"], told["within"], told["known"]) == ("Tiger", 1, True)
    for side, name in (("X", "black"), ("O", "white")):
        assert told[name]["positions"] == slow_count("tiger", side, 1, 9)
        assert told[name]["whole"] is True and told[name]["plies"] <= 9
    first, black, white = othello(*words).stdout.splitlines()
    assert first == f"{told['position']}  Tiger"
    assert black.startswith(f"black must know {told['black']['positions']} positions, up to ")
    assert white.startswith("white must know ")
    assert "white" not in json_lines(*words, "--side", "black")[0]
    outside = othello("practise", "openings", "--hard", "f5d6c3d3c4f4f6f3e6e7d7c7")
    assert outside.stdout.splitlines()[1:] == ["not in the book"]
    told, total = json_lines("practise", "openings", "--hard", "f5d6c3d3c4f4f6f3e6e7d7c7")
    assert (told["known"], told["black"]["positions"], told["black"]["whole"]) == (False, 0, True)
    assert total == {"total": {"positions": 0}}


def test_several_lines_are_counted_each() -> None:
    words = ("--within", 1, "--plies", 5)
    tiger, buffalo, total = json_lines("practise", "openings", "--hard", "tiger", "buffalo", *words)
    assert (tiger["name"], buffalo["name"]) == ("Tiger", "Buffalo")
    assert total == {"total": {"positions": 2}}
    assert json_lines("practise", "openings", "--hard", "buffalo", *words)[0] == buffalo
    out = othello("practise", "openings", "--hard", "tiger", "f5d6", *words).stdout
    first, second = out.split("\n\n")
    assert "Tiger\nblack must know " in first and "Perpendicular" in second
    # Words that are one line together need no quotes, as elsewhere.
    (one, _) = json_lines("practise", "openings", "--hard", "f5", "d6", *words)
    assert one["name"] == "Perpendicular Opening"
    assert "'tigr'" in refused("practise", "openings", "--hard", "tiger", "tigr")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["f5", "--hard", "--new", 3], "--new with --hard: expected one of them"),
        (["f5", "--hard", "--level=3"], "unrecognized arguments: --level=3"),
        (["f5", "--hard", "--export-anki", "x"], "--export-anki: not allowed with argument --hard"),
        (["--hard"], "--hard without lines: expected some"),
        (["--within", 3, "--no-profile"], "--within without lines: expected both"),
        (["--hard", "f5z9"], "invalid move 'z9' (move 2): expected a1 ... h8"),
    ],
)
def test_what_does_not_go_together_is_refused(words: list[object], reason: str) -> None:
    assert reason in refused("practise", "openings", *words)
