"""How many positions a line asks to know: counted again, slowly, without the book's links."""

from collections.abc import Iterator
from functools import cache

import pytest

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
