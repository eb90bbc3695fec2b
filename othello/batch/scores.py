"""Scores of positions: evaluations, exact scores, the weights behind them."""

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello.arrays import Positions, checked_threads, columns, count_empties, filled, slices
from othello.board import Board
from othello.engine import Engine
from othello.fields import one_of
from othello.weights import load_default, own_patterns

N_FEATURES = core.PATTERN_FEATURES
"""Number of weights that add up to a position's pattern evaluation."""


def evaluate(
    positions: Positions, evaluation: str = "pattern", *, threads: int = 1
) -> npt.NDArray[np.float32]:
    """Return each position's evaluation in discs for the side to move, without search, shape (n,).

    A finished game has its exact score. Values are multiples of 1/128 disc.

    >>> from othello.batch import from_boards
    >>> evaluate(from_boards([Board(black=1, white=0)]))
    array([64.], dtype=float32)
    """
    player, opponent = columns(positions)
    one_of("evaluation", evaluation, core.EVALUATIONS)
    values = np.empty(len(player), np.int16)
    threads = checked_threads(threads)
    if evaluation == "pattern" and (own := own_patterns()) is not None:
        own.values(player, opponent, values, threads)
    else:
        load_default()
        core.static_values(player, opponent, values, evaluation, threads)
    return values.astype(np.float32) / np.float32(core.VALUE_PER_DISC)


def solve(positions: Positions, *, threads: int = 1, hash_mb: int = 64) -> npt.NDArray[np.int8]:
    """Return the exact score of each position in discs for the side to move, shape (n,).

    Positions of up to 16 empties are divided among the threads. Others are solved one by one, each
    by all threads with a table of `hash_mb` MB. Time grows about threefold with each empty square.

    >>> from othello.batch import from_boards
    >>> solve(from_boards([Board.from_obf("X" * 57 + "OOOOO-- X")]))
    array([64], dtype=int8)
    """
    player, opponent = columns(positions)
    threads = checked_threads(threads)
    load_default()
    scores = np.empty(len(player), np.int8)
    deep = count_empties(player, opponent) > core.BATCH_SOLVED_EMPTIES
    shallow = np.flatnonzero(~deep)
    for rows in slices(len(shallow)):
        some = np.empty(len(shallow[rows]), np.int8)
        core.solve_scores(player[shallow[rows]], opponent[shallow[rows]], some, threads)
        scores[shallow[rows]] = some
    if deep.any():
        with Engine(threads=threads, hash_mb=hash_mb) as engine:
            for row in np.flatnonzero(deep):
                result = engine.solve(Board(int(player[row]), int(opponent[row])))
                scores[row] = result.score
    return scores


def features(positions: Positions, *, threads: int = 1) -> npt.NDArray[np.int32]:
    """Return the indices of the shipped patterns' weights, shape (n, `N_FEATURES`).

    The first 54 are those of the pattern instances, then come the mobility of the side to move, the
    mobility of the other side, and the number of empties. An index, from 0 on, counts the distinct
    weights of a phase as `othello.weights` and `othello train` do; symmetric patterns share one.

    >>> from othello.batch import from_boards
    >>> rows = features(from_boards(Board().after("f5").symmetries()))
    >>> rows.shape, len(np.unique(np.sort(rows[:, :54], axis=1), axis=0))
    ((8, 57), 1)
    """
    shape = (N_FEATURES,)
    return filled(core.pattern_features, positions, np.int32, shape, checked_threads(threads))
