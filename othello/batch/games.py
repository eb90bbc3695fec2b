"""Games by the array: played at random, and played again."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello.arrays import (
    Positions,
    array_of,
    checked_seed,
    checked_threads,
    columns,
    describe,
    filled,
    is_integers,
)
from othello.errors import InvalidMove, InvalidOption

N_PLIES = core.N_PLIES
"""Number of positions in a game, 61: before each of 60 moves, and after the last."""


def playouts(positions: Positions, seed: int, *, threads: int = 1) -> npt.NDArray[np.int8]:
    """Play a random game from each position; return its score for the side to move, shape (n,).

    Scores are in discs. A row's game depends on `seed`, 0 to 2**64 - 1, and on the row's number.

    >>> from othello import Board
    >>> from othello.batch import from_boards
    >>> scores = playouts(from_boards([Board()] * 1000), seed=1)
    >>> int(scores.min()) >= -64, int(scores.max()) <= 64, len(set(scores.tolist())) > 20
    (True, True, True)
    """
    arguments = (checked_seed(seed), checked_threads(threads))
    return filled(core.playout_scores, positions, np.int8, (), *arguments)


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
    >>> from othello import Board
    >>> from othello.batch import from_boards, to_boards
    >>> openings = play_randomly(from_boards([Board()] * 3), 8, seed=1)
    >>> [board.n_empties for board in to_boards(openings)]
    [52, 52, 52]
    """
    player, opponent = map(np.array, columns(positions))
    counts = array_of("n_moves", n_moves)
    counts = counts if counts.size else counts.astype(np.uint8)  # an empty list has no type
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
    squares = array_of("moves", moves, InvalidMove)
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
