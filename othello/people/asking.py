"""Moves that people play in a position, and the rating of who plays like this."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from othello.arrays import from_boards
from othello.board import Board
from othello.fields import in_range
from othello.notation import PASS, Move
from othello.people.estimate import Estimate, estimate, log_likelihoods
from othello.people.games import FIRST_COUNTED
from othello.people.inputs import engine_scores, inputs_of, places_of
from othello.people.model import Model, shipped_model
from othello.people.scale import LEAST_RATING, MOST_RATING, USUAL_RATING


class PlayedMove(NamedTuple):
    """A move, and how often it is played."""

    move: Move
    percent: float  #: of all moves played in the position, 0 to 100


def people_moves(
    board: Board, rating: int = USUAL_RATING, model: Model | None = None
) -> list[PlayedMove]:
    """Return what players of a rating play in a position, the likeliest move first.

    They add up to 100 %. There are none where no move can be made.

    Parameters
    ----------
    board : Board
        The position.
    rating : int
        Of the player to move, 700 to 2300: 1500 for a middling player of tournaments.
    model : Model, optional
        By default the shipped one.

    Examples
    --------
    >>> str(people_moves(Board("f5d6c3d3c4"), 1800)[0].move)
    'f4'
    """
    in_range("rating", rating, LEAST_RATING, MOST_RATING)
    if board.must_pass or board.is_over:
        return []
    positions = from_boards([board])
    inputs = inputs_of(positions, rating, engine_scores(positions))
    shares = (model or shipped_model()).shares(inputs)
    order = np.argsort(-shares, kind="stable")
    return [PlayedMove(Move(int(inputs.squares[n])), 100 * float(shares[n])) for n in order]


def played_like(moves: Iterable[tuple[Board, Move]], model: Model | None = None) -> Estimate | None:
    """Return the rating of players who make such moves, with its error.

    The first eight moves of a game do not count, as they are known by heart. None if no other is
    there.

    Parameters
    ----------
    moves : iterable of (Board, Move)
        The moves of one player, each with the position before it.
    model : Model, optional
        By default the shipped one.
    """
    counted = [
        (board, move)
        for board, move in moves
        if move != PASS and 61 - board.n_empties >= FIRST_COUNTED
    ]
    if not counted:
        return None
    inputs = inputs_of(from_boards([board for board, _ in counted]), USUAL_RATING)
    played = places_of(np.array([move for _, move in counted]), inputs)
    return estimate(log_likelihoods(model or shipped_model(), inputs, played).sum(axis=0))
