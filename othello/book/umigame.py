"""The umigame value of a position: how many lines of a book each side must know to hold its score.

Othello players named it after its author, Umigame; Egaroucid shows it too. A side that knows the
book needs one best move wherever it is to move, but has to answer every best move of the other. So
its lines are the fewest of those behind its own best moves, and all of those behind the other's.
Best are the moves with the best score in whole discs, as Edax and Egaroucid keep scores: finer
differences are smaller than a score's error. Where no best move leads to a position of the book,
the line ends. A line that comes to a position in two ways counts twice, mirrored moves once.
"""

from typing import NamedTuple

from othello.book.file import BookFile
from othello.book.position import discs


class Umigame(NamedTuple):
    """How many lines each side must know."""

    black: int
    white: int


def lines_to_know(file: BookFile, id_: int, counted: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """Return how many lines the side to move at a position must know, and how many the other.

    `counted` has what is found already, by position.
    """
    if id_ not in counted:
        position = file.position(id_)
        ways = []
        for move in position.moves.values():
            if move.child is not None and discs(move.value) == discs(position.best.value):
                ahead = lines_to_know(file, move.child, counted)
                ways.append(ahead if move.same else ahead[::-1])
        own, other = zip(*ways, strict=True) if ways else ((1,), (1,))
        counted[id_] = min(own), sum(other)
    return counted[id_]
