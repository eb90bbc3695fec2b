"""Lines of input, however the bytes arrive."""

from __future__ import annotations

__all__ = ["MAX_LINE", "LineSplitter"]

MAX_LINE = 1 << 24
"""Bytes in a line; a longer one is refused, so that endless rubbish cannot fill the memory."""


class LineSplitter:
    """Cuts chunks of bytes into lines.

    >>> lines = LineSplitter()
    >>> lines.feed(b"isr"), lines.feed(b"eady\\r\\nqu"), lines.rest()
    ([], [b'isready\\r'], [b'qu'])
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._length = 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """Return the lines that `chunk` completes, without their ``\\n``.

        Of a line that is longer than `MAX_LINE` a little more than that is kept.
        """
        first, *others = chunk.split(b"\n")
        self._keep(first)
        if not others:
            return []
        lines = [b"".join(self._parts), *others[:-1]]
        self._parts, self._length = [], 0
        self._keep(others[-1])
        return lines

    def rest(self) -> list[bytes]:
        """Return the line that the end of input cut short, if there is one."""
        return [b"".join(self._parts)] if self._length else []

    def _keep(self, part: bytes) -> None:
        if self._length <= MAX_LINE:
            self._parts.append(part)
            self._length += len(part)
