"""Inputs of the model for a move: the position after it, what it does, what the engine says.

The numbers are whole multiples of 1 / `UNIT`, got by additions, products and quotients alone, so
that they are the same on every machine.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from othello import batch
from othello.arrays import Positions, count_empties
from othello.people.scale import LEAST_RATING, MOST_RATING
from othello.symmetry import images

Scores = npt.NDArray[np.float32]
"""Shape (positions, 65): the engine's score of each move, NaN where there is none."""

UNIT = 256

SEARCHED_PLIES = 4
"""Plies that the engine looks ahead for the score of each move."""

SOLVED_EMPTIES = 8
"""Empties from which on it looks to the end instead."""

MIDDLE, SPREAD = 1500, 300
"""The rating that is 0 as an input, and by how many points another is 1 more."""

_LEAST = [min(images(1 << square)) for square in range(64)]
KIND = np.array([sorted(set(_LEAST)).index(least) for least in _LEAST])
"""The kind of each square: symmetries of the board map those of one kind to each other."""

SCALARS = (
    # The engine's scores of the moves, one ply ahead and some: what this one loses against the
    # best one, how good the position is before and after it, how many moves are better.
    *("near loss", "near loss's nearness", "loss", "loss's nearness", "loss's closeness"),
    *("score", "score after", "is best", "is second", "better moves", "is bad"),
    *("loss by rating", "is best by rating"),
    # Discs turned, those at the border among them, empties beside them; discs at the border of both
    # sides, moves of both, moves that there are.
    *("turned", "turned at border", "openness", "own border", "other border"),
    *("replies", "own moves after", "moves", "empties beside", "other's discs beside"),
    *("rating", "ply", "ply squared", "rating by ply"),
)
"""The inputs of a move beside the rows of its patterns and the kind of its square."""

RATED = {name: SCALARS.index(name) for name in SCALARS if "rating" in name}

N_INPUTS = len(SCALARS) + int(KIND.max()) + 1


class Inputs(NamedTuple):
    """The moves of some positions, one below the other: those of the first position come first."""

    #: Shape (moves, `N_INPUTS`), int16, in `UNIT`: `SCALARS`, then a one for the kind of square.
    numbers: npt.NDArray[np.int16]
    rows: npt.NDArray[np.int32]  #: the rows of `othello.batch.features` after the move
    squares: npt.NDArray[np.uint8]  #: where each move is
    first: npt.NDArray[np.int32]  #: where the moves of each position begin; at last, where all end


HASH_MB = 1
"""Size of the table of these searches: with a larger one the scores are the same, but one position
takes three times as long."""


def engine_scores(positions: Positions, threads: int = 1) -> Scores:
    """Return the engine's score of each move of each position, by a short search."""
    scores = np.full((len(positions), 65), np.nan, np.float32)
    empties = count_empties(positions[:, 0], positions[:, 1])
    depths = np.where(empties > SOLVED_EMPTIES, SEARCHED_PLIES, empties)
    for depth in sorted({*depths.tolist()} - {0}):
        rows = depths == depth
        found = batch.analyse(positions[rows], depth=depth, threads=threads, hash_mb=HASH_MB)
        scores[rows] = found.scores
    return scores


def inputs_of(positions: Positions, ratings: npt.ArrayLike, scores: Scores | None = None) -> Inputs:
    """Return the inputs of all moves of some positions, which all have a move.

    Parameters
    ----------
    positions : array of uint64, shape (n, 2)
        The positions.
    ratings : float or array of float, shape (n,)
        Who moves there.
    scores : array of float32, shape (n, 65), optional
        What `engine_scores` says of them.
    """
    scores = engine_scores(positions) if scores is None else scores
    of, squares = np.nonzero(~np.isnan(scores[:, :64]))  # the position of each move, and its square
    n_moves = np.bincount(of, minlength=len(positions))
    first = np.concatenate([[0], np.cumsum(n_moves)]).astype(np.int32)
    numbers = np.zeros((len(of), N_INPUTS))
    before = positions[of]
    after = batch.play(before, squares.astype(np.uint8))
    score = scores[of, squares].astype(float)
    near = -batch.evaluate(after).astype(float)
    loss, near_loss = _lost(score, first, of), _lost(near, first, of)
    better = _better(score, first, of)
    column = dict(zip(SCALARS, numbers.T, strict=False))
    column["near loss"][:] = np.minimum(near_loss / 8, 3)
    column["near loss's nearness"][:] = 2 / (2 + near_loss)
    column["loss"][:] = np.minimum(loss / 8, 3)
    column["loss's nearness"][:] = 2 / (2 + loss)
    column["loss's closeness"][:] = 1 / (1 + 2 * loss)
    column["score"][:] = _bounded(score + loss)
    column["score after"][:] = _bounded(score)
    column["is best"][:] = better == 0
    column["is second"][:] = better == 1
    column["better moves"][:] = better / 8
    column["is bad"][:] = loss > 6
    _on_board(column, before, after, squares)
    column["moves"][:] = n_moves[of] / 8
    ply = (30 - count_empties(before[:, 0], before[:, 1]).astype(float)) / 30
    column["ply"][:], column["ply squared"][:] = ply, ply * ply
    numbers[np.arange(len(of)), len(SCALARS) + KIND[squares]] = 1
    whole = np.rint(numbers * UNIT).astype(np.int16)
    found = Inputs(whole, batch.features(after), squares.astype(np.uint8), first)
    return with_ratings(found, ratings)


def places_of(squares: npt.NDArray[Any], inputs: Inputs) -> npt.NDArray[np.int32]:
    """Return which move of its position each of these is, one in each: 0 for the first one."""
    is_it = inputs.squares == np.repeat(squares, np.diff(inputs.first))
    return (np.flatnonzero(is_it) - inputs.first[:-1]).astype(np.int32)


def with_ratings(inputs: Inputs, ratings: npt.ArrayLike) -> Inputs:
    """Return the inputs of the same moves by players of other ratings."""
    clipped = np.clip(np.asarray(ratings, float), LEAST_RATING, MOST_RATING)
    each = np.broadcast_to((clipped - MIDDLE) / SPREAD, len(inputs.first) - 1)
    rating = np.repeat(each, np.diff(inputs.first))
    numbers = inputs.numbers.copy()

    def units(name: str) -> npt.NDArray[np.float64]:
        return numbers[:, SCALARS.index(name)].astype(float)

    for name, factor in (
        ("rating", UNIT),
        ("loss by rating", units("loss")),
        ("is best by rating", units("is best")),
        ("rating by ply", units("ply")),
    ):
        numbers[:, RATED[name]] = np.rint(rating * factor)
    return inputs._replace(numbers=numbers)


def _on_board(
    column: dict[str, npt.NDArray[np.float64]],
    before: Positions,
    after: Positions,
    squares: npt.NDArray[np.intp],
) -> None:
    """Fill the columns that are counted on the board."""
    own, other = after[:, 1], after[:, 0]
    turned = own & before[:, 1]
    empty = ~(own | other)
    beside_empty, move = _with_neighbours(empty), np.uint64(1) << squares.astype(np.uint64)
    for name, counted, at_once in (
        ("turned", turned, 8),
        ("turned at border", turned & beside_empty, 8),
        ("openness", _with_neighbours(turned) & empty, 8),
        ("own border", own & beside_empty, 16),
        ("other border", other & beside_empty, 16),
        ("replies", batch.legal_moves(after), 8),
        ("own moves after", batch.legal_moves(after[:, ::-1]), 8),
        ("empties beside", _with_neighbours(move) & empty, 8),
        ("other's discs beside", _with_neighbours(move) & other, 8),
    ):
        column[name][:] = (64.0 - count_empties(counted, counted)) / at_once


def _with_neighbours(squares: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return sets of squares with all squares beside them."""
    not_a, not_h = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
    wide = squares | (squares << np.uint64(1)) & not_a | (squares >> np.uint64(1)) & not_h
    return np.asarray(wide | wide << np.uint64(8) | wide >> np.uint64(8))


def _lost(
    score: npt.NDArray[np.float64], first: npt.NDArray[np.int32], of: npt.NDArray[np.intp]
) -> npt.NDArray[np.float64]:
    """Return by how much each move's score is below the best one's of its position."""
    return np.maximum.reduceat(score, first[:-1])[of] - score if len(of) else score


def _better(
    score: npt.NDArray[np.float64], first: npt.NDArray[np.int32], of: npt.NDArray[np.intp]
) -> npt.NDArray[np.intp]:
    """Return how many moves of its position have a better score than each."""
    order = np.lexsort((-score, of))
    place = np.empty(len(of), np.intp)
    place[order] = np.arange(len(of))
    is_same = np.zeros(len(of), bool)
    is_same[1:] = (score[order][1:] == score[order][:-1]) & (of[order][1:] == of[order][:-1])
    leader = np.maximum.accumulate(np.where(is_same, 0, np.arange(len(of))))
    return np.asarray(leader[place] - first[of])


def _bounded(score: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return scores squeezed between -1 and 1; 16 discs are a half."""
    return np.asarray(score / (16 + np.abs(score)))
