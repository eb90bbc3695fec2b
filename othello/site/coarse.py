"""Weights with coarser factors, which compress better: for a browser, which downloads them.

Until they are there it has empty ones.
"""

import lzma
import zlib
from array import array

from othello._core import core
from othello.weights.file import (
    CHECKSUM,
    Weights,
    read_packed,
    rows_of_phase,
    shipped_contents,
    zero_factors,
)

STEP = 8
"""Factors are rounded to multiples of this."""

LARGEST = 127 // STEP * STEP

#: The rounded factor for each byte: a signed number.
ROUNDED = bytes(
    min(LARGEST, (abs(factor) + STEP // 2) // STEP * STEP) * (1 if factor > 0 else -1) & 0xFF
    for factor in ((byte ^ 0x80) - 0x80 for byte in range(256))
)

#: Settings of the compression: a byte tells nothing of the next, but its place in a row of 8 or 16
#: bytes does.
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 4, "pb": 0}]


def coarse_contents(contents: bytes) -> bytes:
    """Return a weights file with its factors rounded; weights and all else stay.

    >>> from othello.weights.file import shipped_contents
    >>> len(coarse_contents(shipped_contents())) == len(shipped_contents())
    True
    """
    packed = read_packed(contents, "weights")
    rows = bytearray(packed.rows)
    n_rows = rows_of_phase(packed.patterns)
    bits = int.from_bytes(packed.bits, "little")
    begin = 0
    for phase, n_factors in enumerate(packed.counts):
        n_packed = (bits >> phase * n_rows & (1 << n_rows) - 1).bit_count()
        size = 2 + n_factors
        end = begin + n_packed * size
        for column in range(begin + 2, begin + size):
            rows[column:end:size] = rows[column:end:size].translate(ROUNDED)
        begin = end
    start = contents[: len(contents) - CHECKSUM.size - len(rows)] + rows
    return start + CHECKSUM.pack(zlib.crc32(start))


def compressed(contents: bytes) -> bytes:
    """Return a weights file as ``.xz``."""
    return lzma.compress(contents, filters=FILTERS)


def empty_contents() -> bytes:
    """Return a weights file that says nothing of positions, but how searches prune.

    >>> len(empty_contents()) < 10_000
    True
    """
    values = array("h", [0]) * (core.PATTERN_PHASES * core.PATTERN_WEIGHTS)
    probcut = read_packed(shipped_contents(), "weights").probcut
    return Weights(values, zero_factors(), {}, probcut).to_bytes()
