"""Sentences on the move of most players, for explanations of moves."""

from typing import Any, NamedTuple

from othello.board import Board
from othello.notation import Move
from othello.people.asking import people_moves

MOST, FEW = 50, 10
"""Percent from which on it is what most play, and below which few find a move."""


class Habit(NamedTuple):
    """A sentence that can be translated."""

    form: str  #: the English text, with a gap for each value
    values: dict[str, Any]


def habits(board: Board, move: Move, best: Move) -> list[Habit]:
    """Return what is to be said of a move where another one, or the same, is best.

    That is the move that most players of the usual rating would play, if it is another one than
    `move`; and that few would find the best one.

    >>> [habit.values for habit in habits(Board("f5d6c4d3c3f4c5b3c2e3d2"), Move("e6"), Move("c6"))]
    [{'better': 'c6'}]
    """
    if len(board.legal_moves()) == 1:
        return []
    shares = {str(each.move): each.percent for each in people_moves(board)}
    most = max(shares, key=shares.__getitem__)
    found = []
    if shares[most] >= MOST and most != str(move):
        found.append(Habit(form="Most players would play {better} here.", values={"better": most}))
    if shares[str(best)] < FEW:
        found.append(Habit(form="Few players find {better}.", values={"better": str(best)}))
    return found
