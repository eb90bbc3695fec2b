"""Positions of games as rows of arrays, sorted so that those of one position stand together.

A row is a position that a game came to: the hash of the position's canonical image, the game, and
the move that followed, on that image. A *segment* is the rows of some games in the order of their
hashes, cut into *buckets* by the highest bits of the hash, so that an answer reads one bucket of
each segment, however many games there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello import batch
from othello.arrays import Hashes, Positions, hashes
from othello.notation import Move
from othello.symmetry import symmetric_moves

__all__ = ["END", "WHITE", "Bucket", "Rows", "buckets_of", "canonical_rows", "joined", "key_of"]

END = 64
"""Stands for the move behind the last position of a game."""

WHITE = 0x80
"""The bit of a row's move that tells that White was to move."""

ROWS_IN_BUCKET = 1024
"""Of a segment on average, where no position has more. Reading so few takes less time than finding
them in the file."""

IMAGES = np.array([list(image) for image in symmetric_moves(map(Move, range(END)))], np.uint8)
"""By symmetry, then by square: where the square goes."""

NO_POSITION = np.uint64(2**64 - 1)


class Rows(NamedTuple):
    """Rows of positions, an element each; see the module.

    Attributes
    ----------
    hashes : array of uint64, shape (n,)
    games : array of uint32, shape (n,)
    moves : array of uint8, shape (n,)
        A square or `END`, and the bit `WHITE`.
    """

    hashes: npt.NDArray[np.uint64]
    games: npt.NDArray[np.uint32]
    moves: npt.NDArray[np.uint8]

    def sorted(self) -> Rows:
        """Return the rows in the order of their hashes, those of one hash as they were."""
        order = np.argsort(self.hashes, kind="stable")
        return Rows(self.hashes[order], self.games[order], self.moves[order])


class Bucket(NamedTuple):
    """Rows of a segment whose hashes begin alike, as they lie in the file."""

    number: int  #: the first bits of their hashes
    hashes: bytes  #: each hash once
    firsts: bytes  #: for each hash its first row, and at the end the number of rows
    games: bytes
    moves: bytes

    def find(self, key: int) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint8]]:
        """Return the games and the moves of a hash."""
        hashes = np.frombuffer(self.hashes, "<u8")
        at = int(np.searchsorted(hashes, np.uint64(key)))
        if at == len(hashes) or int(hashes[at]) != key:
            return np.empty(0, np.uint32), np.empty(0, np.uint8)
        firsts = np.frombuffer(self.firsts, "<u4", count=2, offset=4 * at)
        some = slice(int(firsts[0]), int(firsts[1]))
        return np.frombuffer(self.games, "<u4")[some], np.frombuffer(self.moves, "u1")[some]

    def rows(self) -> Rows:
        """Return all its rows."""
        counts = np.diff(np.frombuffer(self.firsts, "<u4"))
        hashes = np.repeat(np.frombuffer(self.hashes, "<u8"), counts)
        return Rows(hashes, np.frombuffer(self.games, "<u4"), np.frombuffer(self.moves, "u1"))


def buckets_of(rows: Rows) -> tuple[int, Iterator[Bucket]]:
    """Cut sorted rows into buckets; return how many bits of a hash number them, and the buckets."""
    bits = max(len(rows.hashes) // ROWS_IN_BUCKET, 1).bit_length() - 1
    return bits, _buckets(rows, bits)


def _buckets(rows: Rows, bits: int) -> Iterator[Bucket]:
    numbers = bucket_of(rows.hashes, bits)
    ends = np.searchsorted(numbers, np.arange(2**bits, dtype=np.uint64), side="right").tolist()
    first = 0
    for number, end in enumerate(ends):
        if first == end:
            continue
        hashes, starts = np.unique(rows.hashes[first:end], return_index=True)
        yield Bucket(
            number,
            hashes.astype("<u8").tobytes(),
            np.append(starts, end - first).astype("<u4").tobytes(),
            rows.games[first:end].astype("<u4").tobytes(),
            rows.moves[first:end].tobytes(),
        )
        first = end


def bucket_of(hashes: npt.NDArray[np.uint64], bits: int) -> npt.NDArray[np.uint64]:
    """Return the numbers of the buckets of some hashes."""
    numbers: npt.NDArray[np.uint64] = hashes >> np.uint64(63 - bits) >> np.uint64(1)
    return numbers  # in two steps: a shift by 64 is undefined


def joined(parts: list[Rows]) -> Rows:
    """Return the rows of several segments as one, sorted. Later segments have later games."""
    return Rows(*map(np.concatenate, zip(*parts, strict=True))).sorted()


def canonical_rows(
    positions: Positions, moves: npt.NDArray[np.uint8]
) -> tuple[Hashes, npt.NDArray[np.uint8]]:
    """Return the hashes of positions, shape (n, 2), and what becomes of a move in each.

    A move is a square or `END`.
    """
    images = batch.symmetries(positions)
    least = images[:, :, 0].min(axis=1)
    others = np.where(images[:, :, 0] == least[:, None], images[:, :, 1], NO_POSITION)
    turn = others.argmin(axis=1)
    other = np.take_along_axis(others, turn[:, None], axis=1)[:, 0]
    squares = np.minimum(moves, END - 1)
    turned = np.where(moves < END, IMAGES[turn, squares], END).astype(np.uint8)
    return hashes(np.column_stack((least, other))), turned


def key_of(positions: Positions) -> list[int]:
    """Return the hash of each position, shape (n, 2)."""
    found: list[int] = canonical_rows(positions, np.full(len(positions), END, np.uint8))[0].tolist()
    return found
