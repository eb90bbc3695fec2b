"""The umigame value: hand-made books with counted lines, and all ways to know one compared."""

import random
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest
from support.endgames import random_endgame
from support.made_books import made, neighbourhood

from othello import Board
from othello.book import Book
from othello.book.position import key_of, settled

NEVER = -64
"""The score of a move that nobody makes."""


def value(path: Path, moves: str) -> tuple[int, int]:
    """Return the umigame value of a position: Black's lines, then White's."""
    with Book(path) as book:
        found = book.umigame(moves)
    assert found is not None
    return found


DIAGONAL, PARALLEL = {"f5": NEVER, "f5f6": 0, "f5d6": 0}, {"f5f4": 9}
TIGER = {"f5d6": NEVER, "f5d6c3": 0, "f5d6c4": 0}


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        pytest.param({"f5": 0}, (1, 1), id="the book ends at once"),
        pytest.param({**DIAGONAL, **PARALLEL}, (2, 1), id="White may choose, and leaves one out"),
        pytest.param({**DIAGONAL, "f5f4": 0}, (3, 1), id="three are equal"),
        pytest.param({**DIAGONAL, **TIGER}, (2, 1), id="White chooses the shorter"),
        pytest.param({"f5": NEVER, **TIGER}, (1, 2), id="Black may choose"),
        pytest.param({**DIAGONAL, "f5": 0}, (2, 1), id="as good a move out of the book"),
        pytest.param({**DIAGONAL, "f5": 1}, (1, 1), id="a better move out of the book"),
        pytest.param({**DIAGONAL, "f5d6": 0.4, "f5f6": -0.4}, (2, 1), id="within one disc"),
        pytest.param({**DIAGONAL, "f5d6": 0.6, "f5f6": 0.4}, (1, 1), id="in whole discs worse"),
    ],
)
def test_counted_by_hand(
    tmp_path: Path, scores: Mapping[str, float], expected: tuple[int, int]
) -> None:
    boards = {Board(moves): score for moves, score in scores.items()}
    assert value(made(tmp_path / "a.book", boards), "f5") == expected


def test_a_line_that_is_reached_in_two_ways_counts_twice(tmp_path: Path) -> None:
    first, second = ["f5d6", "f5d6c3", "f5d6c3d3"], ["f5d6c4", "f5d6c4d3"]
    boards = {Board(moves): NEVER for moves in first + second} | {Board("f5d6c3d3c4"): 0}
    assert Board("f5d6c3d3c4") == Board("f5d6c4d3c3")
    assert value(made(tmp_path / "a.book", boards), "f5d6") == (1, 2)


def test_mirrored_moves_count_once(tmp_path: Path) -> None:
    path = made(tmp_path / "a.book", {Board(): NEVER, Board("f5"): 0})
    assert value(path, "startpos") == (1, 1)
    with Book(path) as book:
        assert book.umigame("f5d6") is None


def ways_to_know(book: Book, board: Board, side: str) -> set[int]:
    """Return how many lines a side may have to know, one number for each way to choose its moves.

    It plays the game on a board, move by move, and remembers nothing.
    """
    known = book.moves(board)
    best = [each for each in known if round(each.score) == round(known[0].score)]
    after = {
        key_of(each): each for each in (settled(board.after(m.move)) for m in best if m.in_book)
    }
    behind = [ways_to_know(book, each, side) for each in after.values()]
    if not behind:
        return {1}
    if board.turn == side:
        return set().union(*behind)
    return {sum(numbers) for numbers in product(*behind)}


ROOTS = {
    "the start": (Board(), 4),
    **{f"an ending with passes {seed}": (random_endgame(seed, 6), 5) for seed in (2, 3, 5)},
}


@pytest.mark.parametrize("kind", ROOTS)
def test_the_fewest_of_all_ways(tmp_path: Path, kind: str) -> None:
    """Each position of a book with many equal scores, and its images, with either colour."""
    chance = random.Random(63)
    boards = {board: chance.choice((-3, -2, -1)) for board in neighbourhood(*ROOTS[kind])}
    seen = set()
    with Book(made(tmp_path / "a.book", boards)) as book:
        for board in boards:
            found = book.umigame(board)
            assert found == tuple(min(ways_to_know(book, board, side)) for side in "XO")
            seen.add(found)
            for image in board.symmetries():
                assert book.umigame(image) == found
                other = Board(image.white, image.black, "O" if image.turn == "X" else "X")
                assert book.umigame(other) == found[::-1]
    assert len(seen) > 2
