"""Positions of games as rows of arrays, sorted so that those of one position stand together.

A row is a position that a game came to: the hash of the position's canonical image, the game, and
the move that followed, on that image. A *segment* is the rows of some games in the order of their
hashes, cut into *buckets* by the highest bits of the hash, so that an answer reads one bucket of
each segment, however many games there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from othello import batch
from othello.arrays import Hashes, Positions, hashes
from othello.notation import Move
from othello.symmetry import symmetric_moves

END = 64
"""Stands for the move behind the last position of a game."""

WHITE = 0x80
"""The bit of a row's move that tells that White was to move."""

ROWS_IN_BUCKET = 1024
"""Rows in a bucket of a segment on average, where no position has more. Reading so few takes less
time than finding them in the file."""

IMAGES = np.array([list(image) for image in symmetric_moves(map(Move, range(END)))], np.uint8)
"""Images of the squares, by symmetry, then by square."""

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

    def parts(self, bits: int) -> Iterator[Rows]:
        """Cut sorted rows by the first `bits` of their hashes; yield all 2**bits parts."""
        numbers = bucket_of(self.hashes, bits)
        ends = np.searchsorted(numbers, np.arange(2**bits, dtype=np.uint64), side="right")
        for first, end in zip([0, *ends], ends, strict=False):
            yield Rows(self.hashes[first:end], self.games[first:end], self.moves[first:end])


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


def bits_for(n_rows: int) -> int:
    """Return how many bits of a hash number the buckets of a segment with so many rows."""
    return max(n_rows // ROWS_IN_BUCKET, 1).bit_length() - 1


def buckets_of(rows: Rows, bits: int) -> Iterator[Bucket]:
    """Cut sorted rows into buckets, which so many bits number."""
    firsts = starts_of(rows.hashes)  # for each hash its first row
    hashes = rows.hashes[firsts]
    numbers = bucket_of(hashes, bits)
    begins = starts_of(numbers)  # for each bucket its first hash
    ends = np.append(begins, len(hashes))[1:]  # none if there are no rows
    firsts = np.append(firsts, len(rows.hashes))
    for number, begin, end in zip(numbers[begins].tolist(), begins, ends, strict=True):
        first, last = firsts[begin], firsts[end]
        yield Bucket(
            number,
            hashes[begin:end].astype("<u8", copy=False).tobytes(),
            (firsts[begin : end + 1] - first).astype("<u4").tobytes(),
            rows.games[first:last].astype("<u4", copy=False).tobytes(),
            rows.moves[first:last].tobytes(),
        )


def rows_in(buckets: list[Bucket]) -> Rows:
    """Return the rows of buckets."""
    counts = np.diff(_column(buckets, "firsts", "<u4"))
    lengths = [len(bucket.firsts) // 4 for bucket in buckets[:-1]]
    borders = np.cumsum(lengths, dtype=np.int64) - 1
    return Rows(
        np.repeat(_column(buckets, "hashes", "<u8"), np.delete(counts, borders)),
        _column(buckets, "games", "<u4"),
        _column(buckets, "moves", "u1"),
    )


def _column(buckets: list[Bucket], name: str, kind: str) -> npt.NDArray[Any]:
    return np.frombuffer(b"".join(getattr(bucket, name) for bucket in buckets), kind)


def starts_of(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """Return where in sorted numbers each one stands first."""
    is_first = np.append(True, numbers[1:] != numbers[:-1])
    return np.flatnonzero(is_first[: len(numbers)])


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
