"""Arrays of positions: convert from and to boards, and check arguments for the core.

An array of positions is one of uint64, shape (n, 2): the discs of the side to move and those of
the other. The core does not check its input. Discs of both sides on one square, for example, would
make it read outside the evaluation's tables.
"""

import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello.board import Board, BoardLike, check_board
from othello.errors import (
    IllegalMove,
    InvalidBoard,
    InvalidMove,
    InvalidOption,
    OthelloError,
    quote,
)
from othello.fields import in_range
from othello.notation import BLACK, MOVE_NAMES, Move, parse_side

T = TypeVar("T")

Positions = npt.NDArray[np.uint64]
"""An array of shape (n, 2): the discs of the side to move, the discs of the other."""

Hashes = npt.NDArray[np.uint64]
"""An array of shape (n,)."""

SLICE = 1024
"""Rows that the core gets in one call if a row may take long."""

NO_MOVE = 255
"""Stands for a move where there is none, or none is known."""


def from_boards(boards: Iterable[BoardLike]) -> Positions:
    """Return the positions of `boards`, an array of uint64, shape (n, 2); colours are dropped.

    >>> from_boards([Board()])
    array([[34628173824, 68853694464]], dtype=uint64)
    """
    is_one = isinstance(boards, (str, Board)) or hasattr(boards, "board")
    if is_one or not hasattr(boards, "__iter__"):
        raise InvalidBoard(f"invalid boards {quote(boards)}: expected a list of them")
    rows = [(board.player, board.opponent) for board in _each_row(check_board, boards)]
    return np.array(rows, np.uint64).reshape(-1, 2)


def _each_row(read: Callable[[Any], T], values: Iterable[Any]) -> Iterator[T]:
    """Yield what `read` makes of each value; an error of it begins with the number of the row."""
    for number, value in enumerate(values):
        try:
            yield read(value)
        except (InvalidBoard, InvalidMove, IllegalMove) as error:
            raise type(error)(f"row {number}: {error}") from None


def to_boards(positions: Positions, turn: str | Iterable[str] = BLACK) -> list[Board]:
    """Convert `positions` to boards.

    Who is to move on them, black or white, no array says: `turn` is the side to move on all of
    them, or an iterable with that of each.

    >>> boards = [Board(), Board("f5")]
    >>> to_boards(from_boards(boards), [board.turn for board in boards]) == boards
    True
    """
    player, opponent = columns(positions)
    is_one = isinstance(turn, str) or not hasattr(turn, "__iter__")
    sides = [parse_side(turn)] * len(player) if is_one else [*map(parse_side, turn)]
    if len(sides) != len(player):
        raise InvalidBoard(f"{len(sides)} sides to move: expected {len(player)}, one a position")
    rows = zip(player.tolist(), opponent.tolist(), sides, strict=True)
    return [Board(*((a, b) if side == BLACK else (b, a)), side) for a, b, side in rows]


def columns(positions: Positions) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Return the two columns of positions: discs of the side to move, discs of the other.

    Raises
    ------
    InvalidBoard
        If the array has another type or shape, or both sides have a disc on one square.
    """
    rows = array_of("positions", positions, InvalidBoard)
    if rows.dtype != np.uint64 or rows.ndim != 2 or rows.shape[1] != 2:
        expected = "uint64 of shape (n, 2), as batch.from_boards makes it of boards"
        raise InvalidBoard(f"invalid positions: {describe(rows)}, expected {expected}")
    rows = np.require(rows, requirements="A")
    player, opponent = rows[:, 0], rows[:, 1]
    both = player & opponent
    if both.any():
        row = int(np.flatnonzero(both)[0])
        squares = [MOVE_NAMES[square] for square in range(64) if int(both[row]) >> square & 1]
        raise InvalidBoard(f"invalid position in row {row}: both have discs on {' '.join(squares)}")
    return player, opponent


def filled(
    fill: Callable[..., object],
    positions: Positions,
    dtype: type[np.generic],
    shape: tuple[int, ...] = (),
    *arguments: object,
) -> npt.NDArray[Any]:
    """Return an array with `shape` numbers for each position, as a function of the core fills it.

    The function gets both columns, the array and `arguments`.
    """
    player, opponent = columns(positions)
    array = np.empty((len(player), *shape), dtype)
    fill(player, opponent, array, *arguments)
    return array


def checked_moves(moves: npt.ArrayLike, n: int) -> npt.NDArray[np.uint8]:
    """Return `n` moves as uint8; raise InvalidMove unless they are names, 0 to 64 or `NO_MOVE`."""
    squares = array_of_moves(moves)
    if not (is_integers(squares) or squares.size == 0) or squares.shape != (n,):
        found = f" {quote(moves)}:" if isinstance(moves, str) else f": {describe(squares)},"
        raise InvalidMove(f"invalid moves{found} expected integers of shape ({n},)")
    bad = ((squares < 0) | (squares > 64)) & (squares != NO_MOVE)
    if bad.any():
        row = int(np.flatnonzero(bad)[0])
        expected = f"expected 0-63, or 64 for a pass, or {NO_MOVE} for none"
        raise InvalidMove(f"invalid move {squares[row]} in row {row}: {expected}")
    return squares.astype(np.uint8)


def array_of_moves(moves: npt.ArrayLike) -> npt.NDArray[Any]:
    """Return moves as an array, with the numbers of those that are names, alone or among numbers.

    >>> array_of_moves(["f5", 18]), array_of_moves("d3")
    (array([37, 18]), array(19))
    """
    array = array_of("moves", moves, InvalidMove)
    if array.dtype.kind not in "UO" or array.ndim > 1:
        return array
    # numpy would make texts of the numbers that stand beside names.
    given = np.atleast_1d(np.asarray(moves, object)).tolist()
    numbers = _each_row(lambda move: Move(move) if isinstance(move, str) else move, given)
    return np.array(list(numbers)).reshape(array.shape)


def array_of(
    what: str, values: npt.ArrayLike, error: type[OthelloError] = InvalidOption
) -> npt.NDArray[Any]:
    """Return `values` as an array; raise `error` if they make none, as rows of several lengths."""
    try:
        return np.asarray(values)
    except ValueError:
        raise error(f"invalid {what} {quote(values)}: expected rows of one length") from None


def is_integers(array: npt.NDArray[np.generic]) -> bool:
    """Return whether an array has an integer type."""
    return np.issubdtype(array.dtype, np.integer)


def describe(array: npt.NDArray[np.generic]) -> str:
    """Return an array's type and shape as text for an error message."""
    return f"{array.dtype} of shape {array.shape}"


def checked_threads(threads: int) -> int:
    """Return `threads`; raise InvalidOption unless the core can use so many."""
    return in_range("threads", threads, 1, core.max_threads())


def checked_seed(seed: int) -> int:
    """Return `seed`; raise InvalidOption unless it fits 64 bits without sign."""
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number < 1 << 64:
        raise InvalidOption(f"invalid seed {quote(seed)}: expected 0 to 2**64 - 1")
    return number


def slices(n: int) -> Iterator[slice]:
    """Yield slices that cover `n` rows, for a call of the core each: Ctrl-C works between calls."""
    for first in range(0, n, SLICE):
        yield slice(first, first + SLICE)


def count_empties(
    player: npt.NDArray[np.uint64], opponent: npt.NDArray[np.uint64]
) -> npt.NDArray[np.int64]:
    """Return the number of empties of each position."""
    taken = np.ascontiguousarray(player | opponent).view(np.uint8).reshape(-1, 8)
    return np.asarray(64 - np.unpackbits(taken, axis=1).sum(axis=1, dtype=np.int64))


def hashes(positions: Positions) -> Hashes:
    """Return a number for each position, shape (n, 2); each of its bits depends on each disc.

    Bases of games have these numbers in their files, so they stay as they are.

    >>> hashes(from_boards([Board()]))
    array([9950388653901319030], dtype=uint64)
    """
    player, opponent = positions.T
    mixed: Hashes = player * np.uint64(0x9E3779B97F4A7C15) + opponent * np.uint64(
        0xC2B2AE3D27D4EB4F
    )
    mixed ^= opponent >> np.uint64(32)
    for multiplier in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        mixed = (mixed ^ (mixed >> np.uint64(33))) * np.uint64(multiplier)
    mixed ^= mixed >> np.uint64(33)
    return mixed
