"""The errors of this package, and how input is quoted, and things are counted, in them.

Every error is an `OthelloError` and also a built-in error: `ValueError` for wrong input,
`RuntimeError` for a call at the wrong time, `OSError` for a file. A message quotes the input and
says what was expected.
"""

from __future__ import annotations

import errno
import sys
import warnings
from collections.abc import Iterable, Sequence
from math import inf
from numbers import Number, Real
from typing import Any

__all__ = [
    "EngineError",
    "EvaluationError",
    "FileError",
    "FormatError",
    "IllegalMove",
    "InvalidBoard",
    "InvalidMove",
    "InvalidOption",
    "MissingFile",
    "NoMemory",
    "NotBuilt",
    "OthelloError",
    "OutOfRange",
    "WeightsError",
    "counted",
    "expected_of",
    "printable",
    "quote",
    "warn",
]

# Long enough for a position: 64 squares, a blank and the side to move.
QUOTED_CHARACTERS = 66


class OthelloError(Exception):
    """Base of every error this package raises on purpose."""


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
    reason : str
        The message.
    """

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(option, reason)
        self.option = option
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


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


def no_board(value: object) -> InvalidBoard:
    """Return the error for `value`, given where a position is expected.

    >>> no_board(7)
    InvalidBoard("invalid board 7: expected a Board, a text such as 'f5d6', or rows of B, W, G")
    """
    expected = "expected a Board, a text such as 'f5d6', or rows of B, W, G"
    return InvalidBoard(f"invalid board {quote(value)}: {expected}")


LIKENESS = 0.75
"""Least likeness, from 0 to 1, of a word to a known one that may be meant."""

OTHER_WORDS = {
    "time": "seconds",
    "movetime": "seconds",
    "time_limit": "seconds",
    "selective": "selectivity",
    "searchmoves": "moves",
    "lines": "multipv",
    "side": "colour",
    "year": "date",
    "site": "place",
    "blackelo": "blackrating",
    "whiteelo": "whiterating",
}
"""Words of other programs for what has another name here, all in small letters."""


def same_word(name: str, known: Iterable[str]) -> str | None:
    """Return the `known` word that is `name`, or means the same; None if there is none.

    Neither capitals nor the dashes before options count.

    >>> same_word("DEPTH", ["depth"]), same_word("movetime", ["--seconds"]), same_word("x", ["y"])
    ('depth', '--seconds', None)
    """
    words = {word.lower().strip("-"): word for word in known}
    meant = name.lower().strip("-")
    return words.get(meant) or words.get(OTHER_WORDS.get(meant, ""))


def meant_word(name: str, known: Iterable[str]) -> str | None:
    """Return the `known` word that looks or means the same as `name`; None if there is none.

    >>> meant_word("analyze", ["analyse", "solve"]), meant_word("Movetime", ["--seconds"])
    ('analyse', '--seconds')
    """
    from difflib import get_close_matches  # slow to import: only for a message

    words = {word.lower().strip("-"): word for word in known}
    if (same := same_word(name, words.values())) is not None:
        return same
    meant = name.lower().strip("-")
    longer = [word for word in words if word.startswith(meant)] if len(meant) > 1 else []
    close = [*longer, *get_close_matches(meant, words, 1, LIKENESS)]
    return words[close[0]] if close else None


def expected_of(name: str, known: Sequence[str]) -> str:
    """Return the end of an error about an unknown `name`: what was meant, and what is expected.

    What was meant is the known word that looks or means the same.

    >>> expected_of("levl", ["Hash", "Level"])
    'did you mean Level? Expected Hash, Level'
    """
    word = meant_word(name, known)
    expected = f"xpected {', '.join(known)}" if known else "xpected none"
    return f"did you mean {word}? E{expected}" if word else f"e{expected}"


def is_finite(value: object) -> bool:
    """Return whether `value` is a number, numpy's too, but no truth value, NaN or infinity.

    >>> is_finite(2.5), is_finite(True), is_finite(float("nan")), is_finite("2")
    (True, False, False, False)
    """
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    return is_number and -inf < value < inf  # type: ignore[operator]


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


def is_writable(text: str) -> bool:
    r"""Return whether a file can hold `text`: not half of a surrogate pair.

    Those that stand for the bytes of a file that are no UTF-8 can be written.

    >>> is_writable("虎"), is_writable("\ud800"), is_writable("\udcff")
    (True, False, True)
    """
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


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
