"""The rules, row by row: moves, discs turned, positions after them, leaves counted, symmetries."""

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello.arrays import (
    NO_MOVE,
    Positions,
    checked_moves,
    checked_threads,
    columns,
    filled,
    slices,
)
from othello.board import Board
from othello.errors import IllegalMove, quote
from othello.fields import NO_MAXIMUM, in_range
from othello.notation import MOVE_NAMES, PASS, format_moves


def legal_moves(positions: Positions, *, threads: int = 1) -> npt.NDArray[np.uint64]:
    """Return the legal moves of each position as a set of squares, shape (n,).

    It is 0 where the side to move must pass and where the game is over.
    """
    return filled(core.legal_masks, positions, np.uint64, (), checked_threads(threads))


def flips(
    positions: Positions, moves: npt.ArrayLike, *, threads: int = 1
) -> npt.NDArray[np.uint64]:
    """Return the set of discs that each move flips, shape (n,); 0 where a move flips none.

    None are flipped by an illegal move, a pass, and where there is no move.

    Parameters
    ----------
    positions : array of uint64, shape (n, 2)
        The positions.
    moves : array of integers or names, shape (n,)
        A move for each: ``"f5"``, or a1 = 0 to h8 = 63, 64 for a pass, 255 for none.
    threads : int
        Threads to use.

    Examples
    --------
    >>> from othello.batch import from_boards
    >>> flips(from_boards([Board(), Board()]), [37, 0])
    array([68719476736,           0], dtype=uint64)
    """
    player, opponent = columns(positions)
    masks = np.empty(len(player), np.uint64)
    squares = checked_moves(moves, len(player))
    squares[squares == NO_MOVE] = PASS
    core.flip_masks(player, opponent, squares, masks, checked_threads(threads))
    return masks


def play(positions: Positions, moves: npt.ArrayLike) -> Positions:
    """Play a move in each position, as `Board.after` does; return the positions after them.

    Parameters
    ----------
    positions : array of uint64, shape (n, 2)
        The positions.
    moves : array of integers or names, shape (n,)
        A move for each: ``"f5"``, or a1 = 0 to h8 = 63, 64 for a pass. Where the game is over, 255,
        as `search` has it there, leaves the position as it is.

    Raises
    ------
    IllegalMove
        At the first move that breaks the rules.

    Examples
    --------
    >>> from othello.batch import from_boards, to_boards
    >>> to_boards(play(from_boards([Board()]), [37]), "O") == [Board().after("f5")]
    True
    """
    player, opponent = columns(positions)
    squares = checked_moves(moves, len(player))
    is_none = squares == NO_MOVE
    rows = np.flatnonzero(~is_none) if is_none.any() else slice(None)
    after = np.stack([player, opponent], axis=1)
    moved = np.empty((2, len(squares[rows])), np.uint64)
    bad = core.play_each(player[rows], opponent[rows], squares[rows], *moved)
    if bad >= 0:
        raise _illegal_in_row(int(np.arange(len(squares))[rows][bad]), after, squares)
    after[rows] = moved.T
    left = after[is_none]
    goes_on = (legal_moves(left) | legal_moves(left[:, ::-1])) != 0
    if goes_on.any():
        raise _illegal_in_row(int(np.flatnonzero(is_none)[goes_on][0]), after, squares)
    return after


def _illegal_in_row(row: int, positions: Positions, squares: npt.NDArray[np.uint8]) -> IllegalMove:
    """Return the error for the move of a row."""
    legal = Board(int(positions[row, 0]), int(positions[row, 1])).legal_moves()
    move = NO_MOVE if squares[row] == NO_MOVE else quote(MOVE_NAMES[squares[row]])
    expected = f"one of {format_moves(legal, ' ')}" if legal else "255, as the game is over"
    return IllegalMove(f"illegal move {move} in row {row}: expected {expected}")


def final_scores(positions: Positions) -> npt.NDArray[np.int8]:
    """Return each position's score in discs for the side to move, if the game ended there.

    The result has shape (n,). The score is the disc difference; empties count for the winner.

    >>> final_scores(np.array([[0b111, 0b1000]], np.uint64))
    array([62], dtype=int8)
    """
    return filled(core.final_scores, positions, np.int8)


LONGEST_GAME = 128
"""Plies; no game has more, with its passes."""


def perft(positions: Positions, depth: int, *, threads: int = 1) -> npt.NDArray[np.uint64]:
    """Return the number of leaves of each position's game tree at `depth` plies, shape (n,).

    A pass is a ply; a game that ends earlier is one leaf.

    >>> from othello.batch import from_boards
    >>> perft(from_boards([Board()] * 2), 5)
    array([1396, 1396], dtype=uint64)
    """
    player, opponent = columns(positions)
    depth = min(in_range("depth", depth, 0, NO_MAXIMUM), LONGEST_GAME)
    counts = np.empty(len(player), np.uint64)
    threads = checked_threads(threads)
    for rows in slices(len(player)):
        core.leaf_counts(player[rows], opponent[rows], counts[rows], depth, threads)
    return counts


def symmetries(positions: Positions, *, threads: int = 1) -> npt.NDArray[np.uint64]:
    """Return each position's eight images, shape (n, 8, 2), in the order of `Board.symmetries`.

    >>> from othello import Board
    >>> from othello.batch import from_boards
    >>> symmetries(from_boards([Board()])).shape
    (1, 8, 2)
    """
    return filled(core.symmetric_images, positions, np.uint64, (8, 2), checked_threads(threads))


def canonical(positions: Positions, *, threads: int = 1) -> Positions:
    """Return the canonical image of each position, as `Board.canonical` does.

    >>> from othello import Board
    >>> from othello.batch import from_boards
    >>> len(np.unique(canonical(from_boards(Board().after("f5").symmetries())), axis=0))
    1
    """
    return filled(core.canonical_images, positions, np.uint64, (2,), checked_threads(threads))
