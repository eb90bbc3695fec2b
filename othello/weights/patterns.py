"""Sets of squares for the pattern evaluation: read from a text, checked, and made ready for use.

A pattern is a set of squares, written as ``a1b1c1`` or ``a1 b1 c1``. Its images under the
symmetries of the board come by themselves, and share its weights. `SHIPPED` are the patterns that
the core is compiled for; others serve as well, but more slowly.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from othello import _patterns
from othello._core import core
from othello._patterns import PatternSet
from othello.errors import InvalidMove, WeightsError, quote
from othello.files.access import reading
from othello.files.unpacking import unpacked
from othello.notation import PASS, Move, split_moves
from othello.symmetry import images

#: The patterns of the shipped weights.
SHIPPED: tuple[str, ...] = core.PATTERNS

MOST_PATTERNS = _patterns.PATTERN_SETS
MOST_SQUARES = _patterns.PATTERN_SQUARES  #: in a pattern

#: Rows of the tables of all patterns: three to the power of a pattern's number of squares.
MOST_ROWS = _patterns.PATTERN_TABLE_ROWS

#: Bytes that are read of a file at most.
MOST_BYTES = 1 << 20

EXAMPLE = "expected squares, such as a1b1c1"


def read_patterns(path: str | Path) -> tuple[str, ...]:
    """Return the patterns in a text file: one a line; ``#`` begins a comment.

    Raises WeightsError, which names the line, if one cannot be used, or if there is none.
    """
    with unpacked(reading(path), str(path)) as file:
        contents = file.read(MOST_BYTES + 1)
    if len(contents) > MOST_BYTES:
        raise WeightsError(f"{path} is no list of patterns: expected at most {MOST_BYTES} bytes")
    lines = contents.decode("utf-8-sig", errors="backslashreplace").splitlines()
    texts = {
        f"{path}:{number}": pattern
        for number, line in enumerate(lines, 1)
        if (pattern := line.partition("#")[0].strip())
    }
    return checked_patterns(texts.items(), str(path))


def checked_patterns(texts: Iterable[tuple[str, str]], name: str) -> tuple[str, ...]:
    """Return patterns, each written as its squares without blanks.

    For each of them `texts` has where it stands, for errors, and its text. Raises WeightsError if
    one is no set of squares, or too large; if one is an image of another one; if there is none in
    the file `name`, or too many.

    >>> checked_patterns([("line 1", "A1 b1"), ("line 2", "d3e3")], "file")
    ('a1b1', 'd3e3')
    >>> checked_patterns([("line 1", "a1b1"), ("line 2", "h8h7")], "file")
    Traceback (most recent call last):
        ...
    othello.errors.WeightsError: line 2: 'h8h7' is an image of line 1: expected it once
    """
    seen: dict[int, str] = {}
    patterns = []
    n_rows = 0
    for where, text in texts:
        squares = squares_in(text, where)
        smallest = min(images(sum(1 << square for square in squares)))
        if (first := seen.setdefault(smallest, where)) != where:
            raise WeightsError(f"{where}: {quote(text)} is an image of {first}: expected it once")
        patterns.append("".join(map(str, squares)))
        n_rows += 3 ** len(squares)
        if len(patterns) > MOST_PATTERNS:
            raise WeightsError(f"{where}: {quote(text)}: expected at most {MOST_PATTERNS} patterns")
        if n_rows > MOST_ROWS:
            raise WeightsError(
                f"{where}: {quote(text)}: with it the patterns have {n_rows} rows, 3 to the power "
                f"of each one's squares: expected at most {MOST_ROWS}"
            )
    if not patterns:
        raise WeightsError(f"{name} has no pattern: {EXAMPLE}")
    return tuple(patterns)


def squares_in(text: str, where: str) -> list[Move]:
    """Return the squares of a pattern; raise WeightsError for what is none."""
    try:
        squares = split_moves(text)
    except InvalidMove as error:
        raise WeightsError(f"{where}: {quote(text)}: {error}") from None
    named = "".join(map(str, squares))
    if PASS in squares or not squares or named != re.sub(r"[\s,]", "", text).lower():
        raise WeightsError(f"{where}: {quote(text)}: {EXAMPLE}")
    if len(squares) > MOST_SQUARES:
        raise WeightsError(
            f"{where}: {quote(text)} has {len(squares)} squares: expected at most {MOST_SQUARES}"
        )
    for square in squares:
        if squares.count(square) > 1:
            raise WeightsError(f"{where}: {quote(text)} has {square} twice: expected it once")
    return squares


@lru_cache(maxsize=4)
def pattern_set(patterns: tuple[str, ...]) -> PatternSet:
    """Return the numbering of the rows of patterns, which have been checked.

    >>> pattern_set(SHIPPED).n_rows == core.PATTERN_WEIGHTS
    True
    """
    return PatternSet([[int(square) for square in split_moves(text)] for text in patterns])
