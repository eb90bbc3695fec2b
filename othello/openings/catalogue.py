"""The catalogue of named openings: lines of moves and what players call them.

The list is ``data/names.txt``, which says where the names come from. What a position is called is
found by `othello.analysis.openings`.
"""

from functools import cache
from typing import NamedTuple

from othello.errors import quote
from othello.files.shipped import shipped

NAMES_FILE = "names.txt"
"""The list, in the package's folder `data`."""

JOSEKI = "定石"
"""A standard line; Japanese players say it after the name."""

HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
"""The other Japanese letters for those of a name, by their codes."""

PART_OF_NAME = 4
"""Letters of a part of a name that tell which name is meant."""


class NamedLine(NamedTuple):
    """An opening of the catalogue."""

    name: str  #: the usual name
    moves: str  #: the moves from the start, such as ``"f5d6c3"``
    others: tuple[str, ...] = ()  #: other names of the same line

    @property
    def names(self) -> tuple[str, ...]:
        """All names, the usual one first."""
        return (self.name, *self.others)


@cache
def catalogue() -> tuple[NamedLine, ...]:
    """Return every named opening; each is another position, however the board is turned.

    >>> len(catalogue()) > 100
    True
    """
    lines = []
    for line in shipped(NAMES_FILE).decode().splitlines():
        if line and not line.startswith("#"):
            moves, _, names = line.partition(" ")
            name, *others = names.split(" / ")
            lines.append(NamedLine(name, moves, tuple(others)))
    return tuple(lines)


def find_line(name: str) -> NamedLine | None:
    """Return the opening with that name; None if there is none.

    Letters and digits count, in either case, katakana as hiragana; blanks, punctuation and the
    Japanese word for a standard line (定石) do not.

    >>> find_line("leaders tiger").moves, find_line("COMP'OTH").moves
    ('f5d6c3d3c4f4e6', 'f5d6c3d3c4f4f6f3')
    >>> find_line("虎定石").name, find_line("トラ").name, find_line("Tig") is None
    ('Tiger', 'Tiger', True)
    """
    return _lines_by_key().get(_key(name))


def search_lines(text: str) -> list[NamedLine]:
    """Return the openings whose name has `text` in it, or whose moves begin with it.

    All of them have a blank text; none has one of punctuation alone.

    >>> [line.name for line in search_lines("buff")]
    ['Buffalo', 'Hokuriku Buffalo', 'Tanida Buffalo', 'Maruoka Buffalo', 'E7 Buffalo']
    >>> [line.name for line in search_lines("f5f4")]
    ['Parallel Opening', 'Mouse', 'Cart']
    """
    key = _key(text)
    if text.strip() and not key:
        return []
    return [
        line
        for line in catalogue()
        if line.moves.startswith(key) or any(key in _key(name) for name in line.names)
    ]


def name_like(text: str) -> str:
    """Return the end of an error message: the name that `text` looks like, or an example of one.

    >>> name_like("Stevenson"), name_like("xyzzy")
    ("the opening 'Stephenson'", "an opening's name such as Tiger")
    """
    name = meant_name(text)
    return f"the opening {quote(name)}" if name else "an opening's name such as Tiger"


def meant_name(text: str) -> str:
    """Return the opening's name that `text` looks like; nothing if it looks like none.

    >>> meant_name("parallel"), meant_name("xyzzy")
    ('Parallel Opening', '')
    """
    from difflib import get_close_matches

    key = _key(text)
    keys = _lines_by_key()
    close = [known for known in keys if len(key) >= PART_OF_NAME and key in known]
    for known in close or get_close_matches(key, keys, 1, 0.75):
        return next(name for name in keys[known].names if _key(name) == known)
    return ""


@cache
def _lines_by_key() -> dict[str, NamedLine]:
    return {_key(name): line for line in catalogue() for name in line.names}


def _key(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold())).replace(JOSEKI, "").translate(HIRAGANA)
