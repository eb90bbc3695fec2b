"""The errors of this package, and how input is quoted, and things are counted, in them.

Every error is an `OthelloError` and also a built-in error: `ValueError` for wrong input,
`RuntimeError` for a call at the wrong time, `OSError` for a file. A message quotes the input and
says what was expected.
"""

from __future__ import annotations

import errno
import sys
import warnings
from numbers import Number
from typing import Any, NamedTuple

QUOTED_CHARACTERS = 66  # a position: 64 squares, a blank and the side to move


class BadMove(NamedTuple):
    """The text that stands in the place of a game's next move, and the moves that could."""

    text: str  #: as it stands there
    move: str  #: the move that it is, which the rules forbid; empty if it is none
    number: int  #: of the move in the game, from 1; passes count
    side: str  #: whose move it is, ``"black"`` or ``"white"``
    start: str  #: the position from which the game begins, as OBF
    moves: str  #: the moves before it
    legal: tuple[str, ...]  #: what could stand there; nothing if the game is over
    line: int = 1  #: its place in the text
    column: int = 1


class OthelloError(Exception):
    """Base of every error this package raises on purpose.

    Attributes
    ----------
    bad_move : BadMove or None
        The move at fault, of an error in the text of a game.
    meant : str or None
        The opening's name that may be meant by a text of words alone; empty if they are like none.
    sentence : dict or None
        What is wrong in words for translation, an English ``form`` and the ``values`` in it.
    """

    bad_move: BadMove | None = None
    meant: str | None = None
    sentence: dict[str, object] | None = None

    def details(self) -> dict[str, object]:
        """Return what is known of the fault beside the message, as a JSON object."""
        bad_move = self.bad_move and self.bad_move._asdict()
        told = {"bad_move": bad_move, "meant": self.meant, "sentence": self.sentence}
        return {name: value for name, value in told.items() if value is not None}


class InvalidMove(OthelloError, ValueError):
    """A text or number that names no square and no pass."""


class InvalidBoard(OthelloError, ValueError):
    """A text, array or pair of disc sets that describes no board."""


class IllegalMove(OthelloError, ValueError):
    """A move that the rules forbid in the position."""


class OutOfRange(OthelloError, IndexError):
    """A move asked for before the first or after the last one."""


class InvalidOption(OthelloError, ValueError):
    """An option or limit with an unknown name or a value out of range."""


class NoMemory(InvalidOption):
    """A value of an option that needs more memory than the system has.

    Attributes
    ----------
    option : str
        The engine's option: ``"hash_mb"`` or ``"threads"``.
    """

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(option, reason)
        self.option = option

    def __str__(self) -> str:
        return str(self.args[1])


class NotBuilt(OthelloError, ImportError):
    """A compiled module that is missing: the package's folder was not built."""


class EngineError(OthelloError, RuntimeError):
    """A call that the engine cannot carry out, as it is closed or busy with another search."""


class EvaluationError(OthelloError, ValueError):
    """A value that an evaluation of the user's own returned, and that cannot be used."""


class FormatError(OthelloError, ValueError):
    """A part of a file that cannot be read.

    Attributes
    ----------
    source : str
        Name of the file; empty for a text that is in none.
    line : int or None
        Number of the line, from 1; None in a file without lines.
    reason : str
        The rest of the message.
    offset : int or None
        Number of the byte, from 0, in a file without lines; None if it is the file as a whole.
    is_item : bool
        Whether it is a whole game or position of the file: it counts where these are counted.
    """

    def __init__(
        self,
        source: str,
        line: int | None,
        reason: str,
        offset: int | None = None,
        *,
        is_item: bool = False,
    ) -> None:
        super().__init__(source, line, reason, offset)
        self.source = source
        self.line = line
        self.reason = reason
        self.offset = offset
        self.is_item = is_item

    def __str__(self) -> str:
        if self.line is None:
            byte = "" if self.offset is None else f"byte {self.offset}: "
            return f"{self.source}: {byte}{self.reason}"
        place = f"{self.source}:{self.line}" if self.source else f"line {self.line}"
        return f"{place}: {self.reason}"


class FileError(OthelloError, OSError):
    """A file that cannot be opened, written or locked.

    Its arguments are those of `OSError`: an error number as in `errno` (or None), the reason and
    the file's path. They are its attributes `errno`, `strerror` and `filename`. With the number of
    a missing file or folder it is a `MissingFile`.

    >>> import errno
    >>> print(FileError(errno.ENOSPC, "No space left on device", "game.html"))
    game.html: No space left on device
    >>> FileError(errno.ENOENT, "No such file or directory", "x")
    MissingFile(2, 'No such file or directory', 'x')
    >>> issubclass(MissingFile, FileNotFoundError)
    True
    """

    def __new__(cls, *arguments: Any) -> FileError:
        """Choose the kind, as `OSError` does."""
        is_missing = cls is FileError and arguments[:1] == (errno.ENOENT,)
        return super().__new__(MissingFile if is_missing else cls, *arguments)

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}{(self.errno, self.strerror, self.filename)}"


class MissingFile(FileError, FileNotFoundError):
    """A file that does not exist, or is to be written into a folder that does not."""


class WeightsError(OthelloError, ValueError):
    """A file of evaluation weights, or of training positions, that cannot be used."""


def warn(reason: str, category: type[Warning] = UserWarning) -> None:
    """Warn of something at the line outside this package that called it."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("othello."):
        frame, level = frame.f_back, level + 1
    warnings.warn(reason, category, stacklevel=level)


def quote(value: object, most: int = QUOTED_CHARACTERS) -> str:
    """Return `value` quoted for an error message: printable, on one line, shortened if it is long.

    `most` is the number of characters that are shown.

    >>> quote("z9"), quote("虎\\n")
    ("'z9'", "'虎\\\\n'")
    >>> quote("f5d6" * 1000)
    "'f5d6f5d6f5d6f5d6f5d6f5d6f5d6f5d6f5d6f5d6f5d6f5d6f5d6f5d6f5d6f5d6f5'... (4000 characters)"
    """
    if isinstance(value, str):
        start = repr(value[:most])
        return start if len(value) <= most else f"{start}... ({len(value)} characters)"
    is_of_numpy = type(value).__module__ == "numpy" and isinstance(value, Number)
    shown = str(value) if is_of_numpy else repr(value)
    if "\n" in shown:  # as of an array
        shown = " ".join(shown.split())
    return shown if len(shown) <= most else shown[:most] + "..."


def printable(text: str) -> str:
    r"""Return `text` with control characters as escapes, except newlines and tabs.

    Text from a file or an engine must pass through this before it is printed on a terminal: it may
    hold sequences that move the cursor, or marks that change the direction of writing.

    >>> printable("Ta\x1b[31mro")
    'Ta\\x1b[31mro'
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter in "\n\t" else ascii(letter)[1:-1]
        for letter in text
    )


def counted(count: int, one: str, many: str = "") -> str:
    """Return how many things there are, in words; `many` is the plural if it is not `one` and s.

    >>> counted(1, "game"), counted(2, "game"), counted(0, "leaf", "leaves")
    ('1 game', '2 games', '0 leaves')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"
