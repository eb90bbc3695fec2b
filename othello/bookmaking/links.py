"""Which positions the moves of positions lead to, for many positions at once."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello import batch
from othello.arrays import Positions

BITS = np.uint64(1) << np.arange(64, dtype=np.uint64)


class Links(NamedTuple):
    """The moves of some positions, an element for each move.

    Of several moves of a position that lead to the same one, only the first is there. A forced pass
    after a move belongs to it.
    """

    rows: npt.NDArray[np.int64]  #: the position that it is a move of
    squares: npt.NDArray[np.uint8]  #: the square
    children: Positions  #: the canonical image of the position after it
    same: npt.NDArray[np.bool_]  #: whether the same side is to move there, as the other has to pass
    over: npt.NDArray[np.bool_]  #: whether the game is over there

    def each(self) -> Iterator[tuple[int, int, bytes | None, bool]]:
        """Yield of each move: row, square, the key of the position after it, `same`.

        There is no key where the game is over.
        """
        for row, square, key, same, over in zip(
            self.rows.tolist(),
            self.squares.tolist(),
            keys_of(self.children),
            self.same.tolist(),
            self.over.tolist(),
            strict=True,
        ):
            yield row, square, None if over else key, same


def links_of(positions: Positions) -> Links:
    """Return the moves of positions, shape (n, 2), and where they lead."""
    masks = batch.legal_moves(positions)
    rows, squares = np.nonzero(masks[:, None] & BITS)
    after = batch.play(positions[rows], squares)
    stuck = batch.legal_moves(after) == 0
    after[stuck] = after[stuck][:, ::-1]
    over = stuck & (batch.legal_moves(after) == 0)
    children = batch.canonical(after)
    # Moves of a row are in the order of their squares, so the first of its kind is kept.
    ends = np.where(over, 1 + squares, 0)
    kinds = np.column_stack([rows.astype(np.uint64), children, ends.astype(np.uint64)])
    _, first = np.unique(kinds, axis=0, return_index=True)
    first.sort()
    return Links(
        rows[first],
        squares[first].astype(np.uint8),
        children[first],
        (stuck & ~over)[first],
        over[first],
    )


def keys_of(positions: Positions) -> list[bytes]:
    """Return the keys of canonical positions."""
    contents = positions.astype(">u8").tobytes()
    return [contents[at : at + 16] for at in range(0, len(contents), 16)]


def positions_of(keys: Iterable[bytes]) -> Positions:
    """Return the positions that keys stand for, shape (n, 2)."""
    found: Positions = np.frombuffer(b"".join(keys), ">u8").astype(np.uint64).reshape(-1, 2)
    return found
