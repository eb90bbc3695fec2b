"""Moves that players of a strength like: for `othello.engine.strength`, which asks for them.

A strength stands for a rating: that of the people whose moves lose as much as its own and are best
predicted by it. In a position, a move is the likelier the more these people like it, and the less
it loses in the search of the strength, which looks further than the model: with that, what is drawn
is nearer to people's moves than by either alone.
"""

from math import log

from othello.board import Board
from othello.engine.strength import GROWN_UP, Ability
from othello.notation import Move
from othello.people.scale import LEAST_RATING, MOST_RATING

RATING_GAIN = 20
"""Points of rating by which a strength is more than the one before."""

TEMPERATURE_GAIN, BOUND_FACTOR = 4.0, 2.0
"""Weights of the search beside what people like.

The temperature of strength 0 would be five times that of the rule without people, and that of 100
the same. Fitted to people's moves of 2019 to 2021, so that a strength loses as much as before.
"""

LEAST_PERCENT = 1e-6
"""The share of a move that people never play."""


def rating_of(strength: int) -> int:
    """Return the rating of people who play as a strength does.

    >>> [rating_of(strength) for strength in (0, 15, 40, 60, 99)]
    [700, 1000, 1500, 1900, 2300]
    """
    return min(LEAST_RATING + RATING_GAIN * strength, MOST_RATING)


def with_people(strength: int, own: Ability, board: Board) -> tuple[Ability, dict[Move, float]]:
    """Return the ability of a strength beside what people like, and how much they like each move.

    That is the logarithm of its share. Children play by the rule without people, the more the
    younger.
    """
    weight = min(strength / GROWN_UP, 1)
    if not weight:
        return own, {}
    try:
        from othello.people.asking import people_moves
    except ImportError:  # a page without a server has no numpy
        return own, {}
    missing = 1 - strength / 100
    temperature = own.temperature * (1 + TEMPERATURE_GAIN * weight * missing)
    bound = own.bound * (1 + (BOUND_FACTOR - 1) * weight)
    liking = {
        played.move: weight * log(max(played.percent, LEAST_PERCENT))
        for played in people_moves(board, rating_of(strength))
    }
    return own._replace(temperature=temperature, bound=bound), liking
