"""Files, or stdin, that arguments name."""

from __future__ import annotations

import sys
from io import BufferedReader, BytesIO
from typing import IO

from othello.files.unpacking import unpacked
from othello.formats import STDIN

__all__ = ["open_input"]


def open_input(source: str) -> BufferedReader:
    """Open a file, or stdin if `source` is ``-``, to read bytes: those of `unpacked`.

    Closed stdin is empty. To close the file leaves stdin open.

    Raises
    ------
    OSError
        If there is no such file, or it cannot be read.
    """
    file: IO[bytes]
    if source != STDIN:
        file = open(source, "rb")  # noqa: SIM115
    elif sys.stdin is None:
        file = BytesIO()
    else:
        file = open(sys.stdin.fileno(), "rb", closefd=False)  # noqa: SIM115
    return unpacked(file, source)
