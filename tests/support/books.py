"""What a book holds, read by other means than the book's own: SQL, `Board` and a recursion."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from othello import Board
from othello.book.file import BookFile
from othello.bookmaking.check import problems_of


def contents(path: Path) -> list[tuple[object, ...]]:
    """Return the positions, moves and values of a book, in an order of their own."""
    query = (
        "SELECT hex(p.key), p.games, square, hex(c.key), value, depth, selectivity, name, same "
        "FROM position p JOIN move ON position = p.id JOIN source s ON source = s.id "
        "LEFT JOIN position c ON c.id = child ORDER BY 1, 3"
    )
    with closing(sqlite3.connect(path)) as database:
        return list(database.execute(query))


def boards_of(path: Path) -> Iterator[tuple[Board, dict[int, int]]]:
    """Yield each position with black to move, and the values of its moves by square."""
    found: dict[bytes, dict[int, int]] = {}
    with closing(sqlite3.connect(path)) as database:
        query = "SELECT key, square, value FROM position p JOIN move ON position = p.id"
        for key, square, value in database.execute(query):
            found.setdefault(key, {})[square] = value
    for key, values in found.items():
        black, white = int.from_bytes(key[:8], "big"), int.from_bytes(key[8:], "big")
        yield Board(black, white, "X"), values


def one_of_eight(board: Board) -> tuple[int, int]:
    """Return the same for all images of a position, whoever is to move."""
    return min((image.player, image.opponent) for image in board.symmetries())


def expect_values(path: Path) -> int:
    """Check each value of a book by what the moves after it are worth; return how many links."""
    known = {one_of_eight(board): (board, values) for board, values in boards_of(path)}
    links = 0
    for board, values in known.values():
        outside = set()
        for move in board.legal_moves():
            after = board.after(move)
            same = after.must_pass
            there = known.get(one_of_eight(after.after("pass") if same else after))
            if there is None:
                outside.add(int(move))
            elif int(move) in values:
                best = max(there[1].values())
                assert values[int(move)] == (best if same else -best), (board, move)
                links += 1
        assert not outside or outside & values.keys(), board
        assert values.keys() <= set(map(int, board.legal_moves())), board
    return links


def problems(path: Path) -> list[str]:
    """Return what the book's own check finds."""
    with BookFile(path) as book:
        return list(problems_of(book))


def expect_sound(path: Path) -> None:
    """Check a book by other means and by its own check."""
    expect_values(path)
    assert problems(path) == []
