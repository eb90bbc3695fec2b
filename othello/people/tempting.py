"""Moves that lead people into errors: of those about as good, that after which they lose most."""

from collections.abc import Sequence

import numpy as np

from othello.arrays import from_boards
from othello.board import Board
from othello.engine.near import Near
from othello.engine.strength import MoveChoice
from othello.fields import in_range
from othello.limits import Limits
from othello.people.inputs import engine_scores, inputs_of
from othello.people.model import shipped_model
from othello.people.scale import LEAST_RATING, MOST_RATING, USUAL_RATING
from othello.protocol.play_options import CANDIDATES
from othello.result import Line, Result, near_best

EQUAL = 1.0
"""Discs by which a move may be better or worse than the one after which people lose most.

In 300 games at level 4 a player of 1300, drawn from the model, lost 2.22 discs a move so, and 2.09
otherwise (± 0.04).
"""


class Tempting(MoveChoice):
    """Chooses, of moves about as good as another choice's, one that leads people into errors.

    It is the move after which players of a rating lose most by their reply, on average.

    Parameters
    ----------
    choice : MoveChoice
        What chooses otherwise, such as `Strength` or `Near`.
    rating : int
        Of the opponent, 700 to 2300: 1500 for a middling player of tournaments.

    Examples
    --------
    >>> from othello.engine import Engine
    >>> from othello.engine.strength import Strength
    >>> board = Board("f5d6c3d3")
    >>> with Engine(hash_mb=1) as engine:
    ...     result = Tempting(Strength(), 1300).search(engine, board, depth=6)
    >>> result.move in board.legal_moves()
    True

    Raises
    ------
    InvalidOption
        If the rating is out of range.
    """

    def __init__(self, choice: MoveChoice, rating: int = USUAL_RATING) -> None:
        self.choice = choice
        self.rating = in_range("rating", rating, LEAST_RATING, MOST_RATING)

    def limits(self, board: Board, limits: Limits) -> Limits:
        """Return the limits of the search from whose result `pick` chooses."""
        limits = limits._replace(multipv=max(limits.multipv, CANDIDATES))
        return self.choice.limits(board, limits)

    def _chosen(self, board: Board, result: Result) -> Line:
        candidates = self._as_good(self.choice.pick(board, result, len(result.lines)))
        lost = expected_losses([board.after(line.pv[0]) for line in candidates], self.rating)
        return candidates[int(np.argmax(lost))]

    def _as_good(self, chosen: Result) -> list[Line]:
        """Return the first line, and those that are about as good for what has chosen it."""
        first, near = chosen.lines[0], self.choice
        if isinstance(near, Near) and near.strength.is_full:
            away = near.distance(-first.score, first.error or 0)
            known = [line for line in chosen.lines if line.bound is None]
            return [first, *(x for x in known if near.distance(-x.score, x.error or 0) <= away)]
        return [line for line in near_best(chosen, EQUAL) if line.score <= first.score + EQUAL]


def expected_losses(boards: Sequence[Board], rating: int) -> list[float]:
    """Return the discs that players of a rating lose on average by their move in each position."""
    moving = [n for n, board in enumerate(boards) if not (board.must_pass or board.is_over)]
    losses = np.zeros(len(boards))
    if moving:
        positions = from_boards([boards[n] for n in moving])
        scores = engine_scores(positions)
        inputs = inputs_of(positions, rating, scores)
        of_moves = scores[:, :64][~np.isnan(scores[:, :64])]
        means = np.add.reduceat(shipped_model().shares(inputs) * of_moves, inputs.first[:-1])
        losses[moving] = np.nanmax(scores[:, :64], axis=1) - means
    found: list[float] = losses.tolist()
    return found
