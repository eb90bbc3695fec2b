"""Work on millions of positions at once: numpy arrays in, numpy arrays out.

*Positions* are an array of uint64, shape (n, 2): a row holds the discs of the side to move and
those of the other, bit 0 for a1 to bit 63 for h8. Any strides are accepted. `threads` share the
rows, without the interpreter's lock. Results do not depend on the number of threads or on the
instruction set.

>>> import numpy as np
>>> positions = from_boards([Board(), Board().after("f5")])
>>> [hex(mask) for mask in legal_moves(positions)]
['0x102004080000', '0x280020000000']
>>> evaluate(positions).dtype, solve(positions[:0]).shape
(dtype('float32'), (0,))
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello.arrays import (
    Positions,
    checked_moves,
    checked_seed,
    checked_threads,
    columns,
    count_empties,
    describe,
    from_boards,
    is_integers,
    to_boards,
)
from othello.board import Board
from othello.engine import Engine
from othello.errors import IllegalMove, InvalidMove, InvalidOption, quote
from othello.notation import MOVE_NAMES
from othello.weights import load_default

__all__ = [
    "N_FEATURES",
    "N_PLIES",
    "Positions",
    "Replay",
    "canonical",
    "evaluate",
    "features",
    "final_scores",
    "flips",
    "from_boards",
    "legal_moves",
    "perft",
    "play",
    "play_randomly",
    "playouts",
    "replay",
    "solve",
    "symmetries",
    "to_boards",
]

N_FEATURES = core.PATTERN_FEATURES
"""Number of weights that add up to a position's pattern evaluation."""

N_PLIES = core.N_PLIES
"""Number of positions in a game, 61: before each of 60 moves, and after the last."""

SLICE = 1024
"""Rows that the core gets in one call if a row may take long; Ctrl-C works between calls."""


# ---------------------------------------------------------------------- the rules


def legal_moves(positions: Positions, *, threads: int = 1) -> npt.NDArray[np.uint64]:
    """Return the legal moves of each position as a set of squares, shape (n,).

    It is 0 where the side to move must pass and where the game is over.
    """
    player, opponent = columns(positions)
    masks = np.empty(len(player), np.uint64)
    core.legal_masks(player, opponent, masks, checked_threads(threads))
    return masks


def flips(
    positions: Positions, moves: npt.ArrayLike, *, threads: int = 1
) -> npt.NDArray[np.uint64]:
    """Return the set of discs that each move flips, shape (n,); 0 for an illegal move or a pass.

    Parameters
    ----------
    positions : array of uint64, shape (n, 2)
        The positions.
    moves : array of integers, shape (n,)
        A move for each: a1 = 0 to h8 = 63, 64 for a pass.
    threads : int
        Threads to use.

    Examples
    --------
    >>> flips(from_boards([Board(), Board()]), [37, 0])
    array([68719476736,           0], dtype=uint64)
    """
    player, opponent = columns(positions)
    masks = np.empty(len(player), np.uint64)
    squares = checked_moves(moves, len(player))
    core.flip_masks(player, opponent, squares, masks, checked_threads(threads))
    return masks


def play(positions: Positions, moves: npt.ArrayLike) -> Positions:
    """Play a move in each position, as `Board.after` does; return the positions after them.

    Parameters
    ----------
    positions : array of uint64, shape (n, 2)
        The positions.
    moves : array of integers, shape (n,)
        A move for each: a1 = 0 to h8 = 63, 64 for a pass.

    Raises
    ------
    IllegalMove
        At the first move that breaks the rules.

    Examples
    --------
    >>> to_boards(play(from_boards([Board()]), [37]), "O") == [Board().after("f5")]
    True
    """
    player, opponent = columns(positions)
    squares = checked_moves(moves, len(player))
    own, other = np.empty((2, len(player)), np.uint64)
    bad = core.play_each(player, opponent, squares, own, other)
    if bad >= 0:
        board = Board(int(player[bad]), int(opponent[bad]))
        raise IllegalMove(
            f"illegal move '{MOVE_NAMES[squares[bad]]}' in row {bad}: expected one of "
            f"{' '.join(map(str, board.legal_moves())) or 'none, the game is over'}"
        )
    return np.stack([own, other], axis=1)


def final_scores(positions: Positions) -> npt.NDArray[np.int8]:
    """Return each position's score in discs for the side to move, if the game ended there.

    The result has shape (n,). The score is the disc difference; empties count for the winner.

    >>> final_scores(np.array([[0b111, 0b1000]], np.uint64))
    array([62], dtype=int8)
    """
    player, opponent = columns(positions)
    scores = np.empty(len(player), np.int8)
    core.final_scores(player, opponent, scores)
    return scores


def perft(positions: Positions, depth: int, *, threads: int = 1) -> npt.NDArray[np.uint64]:
    """Return the number of leaves of each position's game tree at `depth` plies, shape (n,).

    A pass is a ply; a game that ends earlier is one leaf.

    >>> perft(from_boards([Board()] * 2), 5)
    array([1396, 1396], dtype=uint64)
    """
    player, opponent = columns(positions)
    if depth < 0:
        raise InvalidOption(f"invalid depth {quote(depth)}: expected 0 or more")
    counts = np.empty(len(player), np.uint64)
    threads = checked_threads(threads)
    for rows in _slices(len(player)):
        core.leaf_counts(player[rows], opponent[rows], counts[rows], depth, threads)
    return counts


# ---------------------------------------------------------------------- evaluations and scores


def evaluate(
    positions: Positions, evaluation: str = "pattern", *, threads: int = 1
) -> npt.NDArray[np.float32]:
    """Return each position's evaluation in discs for the side to move, without search, shape (n,).

    A finished game has its exact score. Values are multiples of 1/128 disc.

    >>> evaluate(from_boards([Board(black=1, white=0)]))
    array([64.], dtype=float32)
    """
    player, opponent = columns(positions)
    if evaluation not in core.EVALUATIONS:
        known = ", ".join(core.EVALUATIONS)
        raise InvalidOption(f"invalid evaluation {quote(evaluation)}: expected {known}")
    load_default(core)
    values = np.empty(len(player), np.int16)
    core.static_values(player, opponent, values, evaluation, checked_threads(threads))
    return values.astype(np.float32) / np.float32(core.VALUE_PER_DISC)


def solve(positions: Positions, *, threads: int = 1, hash_mb: int = 64) -> npt.NDArray[np.int8]:
    """Return the exact score of each position in discs for the side to move, shape (n,).

    Positions of up to 16 empties are divided among the threads. Others are solved one by one, each
    by all threads with a table of `hash_mb` MB. Time grows about threefold with each empty square.

    >>> solve(from_boards([Board.from_obf("X" * 57 + "OOOOO-- X")]))
    array([64], dtype=int8)
    """
    player, opponent = columns(positions)
    threads = checked_threads(threads)
    load_default(core)
    scores = np.empty(len(player), np.int8)
    deep = count_empties(player, opponent) > core.BATCH_SOLVED_EMPTIES
    shallow = np.flatnonzero(~deep)
    for rows in _slices(len(shallow)):
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
    """Return the indices of the weights of each pattern evaluation, shape (n, `N_FEATURES`).

    The first 54 are those of the pattern instances, then come the mobility of the side to move, the
    mobility of the other side, and the number of empties. An index, from 0 on, counts the distinct
    weights of a phase as `othello.weights` and `othello train` do; symmetric patterns share one.

    >>> rows = features(from_boards(Board().after("f5").symmetries()))
    >>> rows.shape, len(np.unique(np.sort(rows[:, :54], axis=1), axis=0))
    ((8, 57), 1)
    """
    player, opponent = columns(positions)
    rows = np.empty((len(player), N_FEATURES), np.int32)
    core.pattern_features(player, opponent, rows, checked_threads(threads))
    return rows


# ---------------------------------------------------------------------- random moves


def playouts(positions: Positions, seed: int, *, threads: int = 1) -> npt.NDArray[np.int8]:
    """Play a random game from each position; return its score for the side to move, shape (n,).

    Scores are in discs. A row's game depends on `seed`, 0 to 2**64 - 1, and on the row's number.

    >>> scores = playouts(from_boards([Board()] * 1000), seed=1)
    >>> int(scores.min()) >= -64, int(scores.max()) <= 64, len(set(scores.tolist())) > 20
    (True, True, True)
    """
    player, opponent = columns(positions)
    scores = np.empty(len(player), np.int8)
    core.playout_scores(player, opponent, scores, checked_seed(seed), checked_threads(threads))
    return scores


def play_randomly(positions: Positions, n_moves: npt.ArrayLike, seed: int) -> Positions:
    """Play random moves in each position; forced passes are played too and do not count.

    Parameters
    ----------
    positions : array of uint64, shape (n, 2)
        The positions.
    n_moves : int or array of integers, shape (n,)
        How many moves to play in each position, 0 to 60.
    seed : int
        0 to 2**64 - 1; a row's moves depend on it and on the row's number.

    Returns
    -------
    array of uint64, shape (n, 2)
        The positions after the moves. The side to move has a move; both are 0 if the game ended.

    Examples
    --------
    >>> openings = play_randomly(from_boards([Board()] * 3), 8, seed=1)
    >>> [board.n_empties for board in to_boards(openings)]
    [52, 52, 52]
    """
    player, opponent = map(np.array, columns(positions))
    counts = np.asarray(n_moves)
    if not is_integers(counts) or counts.shape not in ((), player.shape):
        raise InvalidOption(
            f"invalid n_moves: {describe(counts)}, expected an integer or integers of shape "
            f"({len(player)},)"
        )
    if counts.size and not (counts.min() >= 0 and counts.max() < N_PLIES):
        raise InvalidOption(f"invalid n_moves {counts.min()} to {counts.max()}: expected 0 to 60")
    counts = np.ascontiguousarray(np.broadcast_to(counts, player.shape), np.uint8)
    core.play_randomly(player, opponent, counts, checked_seed(seed))
    return np.stack([player, opponent], axis=1)


# ---------------------------------------------------------------------- symmetry


def symmetries(positions: Positions, *, threads: int = 1) -> npt.NDArray[np.uint64]:
    """Return each position's eight images, shape (n, 8, 2), in the order of `Board.symmetries`.

    >>> symmetries(from_boards([Board()])).shape
    (1, 8, 2)
    """
    player, opponent = columns(positions)
    images = np.empty((len(player), 8, 2), np.uint64)
    core.symmetric_images(player, opponent, images, checked_threads(threads))
    return images


def canonical(positions: Positions, *, threads: int = 1) -> Positions:
    """Return the canonical image of each position, as `Board.canonical` does.

    >>> len(np.unique(canonical(from_boards(Board().after("f5").symmetries())), axis=0))
    1
    """
    player, opponent = columns(positions)
    images = np.empty((len(player), 2), np.uint64)
    core.canonical_images(player, opponent, images, checked_threads(threads))
    return images


# ---------------------------------------------------------------------- games


class Replay(NamedTuple):
    """The positions of replayed games; column k is the position with 60 - k empties.

    Attributes
    ----------
    positions : array of uint64, shape (n, 61, 2)
        The positions; the side to move has a legal move. Both are 0 after the end of the game.
    white : array of bool, shape (n, 61)
        Whether White is to move.
    n_moves : array of uint8, shape (n,)
        Number of moves that were played: fewer than given if a move was illegal.
    """

    positions: npt.NDArray[np.uint64]
    white: npt.NDArray[np.bool_]
    n_moves: npt.NDArray[np.uint8]


def replay(moves: npt.ArrayLike, *, threads: int = 1) -> Replay:
    """Replay games from the start position.

    Parameters
    ----------
    moves : array of uint8, shape (n, at most 60)
        The moves of each game: a1 = 0 to h8 = 63, without passes; 255 after the last move.
    threads : int
        Threads to use.

    Examples
    --------
    >>> games = replay(np.array([[37, 43, 255], [37, 37, 255]], np.uint8))
    >>> games.n_moves.tolist(), games.white[0, :4].tolist()
    ([2, 1], [False, True, False, False])
    """
    squares = np.asarray(moves)
    if squares.dtype != np.uint8 or squares.ndim != 2 or squares.shape[1] >= N_PLIES:
        raise InvalidMove(
            f"invalid games: {describe(squares)}, expected uint8 of shape (n, at most 60)"
        )
    positions = np.empty((len(squares), N_PLIES, 2), np.uint64)
    white = np.empty((len(squares), N_PLIES), np.uint8)
    played = np.empty(len(squares), np.uint8)
    squares = np.ascontiguousarray(squares)
    core.replay_games(squares, positions, white, played, checked_threads(threads))
    return Replay(positions, white.view(np.bool_), played)


def _slices(n: int) -> Iterator[slice]:
    for first in range(0, n, SLICE):
        yield slice(first, first + SLICE)
