"""Split bytes of input, which arrive in chunks of any size, into lines."""

from __future__ import annotations

from codecs import BOM_UTF8

__all__ = ["MAX_LINE", "LineSplitter"]

MAX_LINE = 1 << 24
"""Bytes in a line at most; longer lines are refused, so that no input can fill the memory."""


class LineSplitter:
    """Splits chunks of bytes into lines.

    >>> lines = LineSplitter()
    >>> lines.feed(b"isr"), lines.feed(b"eady\\r\\nqu"), lines.rest()
    ([], [b'isready\\r'], [b'qu'])
    """

    def __init__(self) -> None:
        self._is_first = True
        self._parts: list[bytes] = []
        self._length = 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """Return the lines that `chunk` completes, without their ``\\n``.

        A line much longer than `MAX_LINE` is cut, but stays longer than `MAX_LINE`.
        """
        first, *others = chunk.split(b"\n")
        self._keep(first)
        if not others:
            return []
        lines = [self._joined(), *others[:-1]]
        self._parts, self._length = [], 0
        self._keep(others[-1])
        return lines

    def rest(self) -> list[bytes]:
        """Return the bytes after the last newline as a list of one line; empty without any."""
        return [self._joined()] if self._length else []

    def _joined(self) -> bytes:
        """Return the line whose parts have come, without a byte-order mark from Windows."""
        line = b"".join(self._parts)
        if self._is_first:
            line = line.removeprefix(BOM_UTF8)
            self._is_first = False
        return line

    def _keep(self, part: bytes) -> None:
        if self._length <= MAX_LINE:
            self._parts.append(part)
            self._length += len(part)
