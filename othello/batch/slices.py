"""Rows in slices: between two of them Python's signals are looked at."""

from __future__ import annotations

from collections.abc import Iterator

SLICE = 1024
"""Rows that the core gets in one call if a row may take long; Ctrl-C works between calls."""


def slices(n: int) -> Iterator[slice]:
    """Yield slices that cover `n` rows."""
    for first in range(0, n, SLICE):
        yield slice(first, first + SLICE)
