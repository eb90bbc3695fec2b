"""The positions of the benchmark: an OBF file whose comments name each position.

Above a position stand its name and, if it is from a game, the moves to it, which engines need
whose protocol cannot set up a position::

    % e20-1 f5d6c3d3c4f4
    --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+18;

A position's line has all best moves, and no others. ``ffo-1`` to ``ffo-59`` are the FFO suite.
"""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import cache
from hashlib import sha256
from pkgutil import get_data
from typing import NamedTuple

from othello.errors import InvalidOption, quote
from othello.formats.obf import ScoredPosition, parse_position
from othello.game import Game

FILE = "data/benchmark.obf"
NAME_PARTS = 3
"""Words of a comment above a position, with its sign, at most; other comments have more."""


class Challenge(NamedTuple):
    """A position to be solved."""

    name: str
    proven: ScoredPosition  #: with the score of each best move
    game: Game  #: that has come to it; without moves where only the position is known

    @property
    def n_empties(self) -> int:
        """Number of empty squares."""
        return self.proven.board.n_empties


@cache
def text() -> str:
    """Return the archive, with line ends of one character."""
    contents = get_data("othello.benchmark", FILE)
    assert contents is not None  # it is None only for loaders that read no data
    return contents.decode().replace("\r\n", "\n")


def checksum() -> str:
    """Return the SHA-256 of the archive, in hexadecimal digits.

    >>> len(checksum())
    64
    """
    return sha256(text().encode()).hexdigest()


@cache
def challenges() -> tuple[Challenge, ...]:
    """Return all positions, in the archive's order.

    >>> challenges()[0].name, challenges()[0].n_empties
    ('ffo-1', 14)
    """
    found = []
    words: list[str] = []
    for line in text().splitlines():
        if line.startswith("%"):
            words = line.split()
        else:
            assert 1 < len(words) <= NAME_PARTS, f"no name above {line}"
            proven = parse_position(line, words[1])
            game = Game(words[2]) if len(words) == NAME_PARTS else proven.game()
            found.append(Challenge(words[1], proven, game))
    return tuple(found)


def chosen(names: Iterable[str] = (), most_empties: int = 64) -> list[Challenge]:
    """Return the positions whose names match one of `names`, or all, up to so many empties.

    >>> [each.name for each in chosen(["ffo-5?"], 26)]
    ['ffo-50']

    Raises InvalidOption if there are none.
    """
    names = list(names)
    for name in names:
        if not any(fnmatchcase(each.name, name) for each in challenges()):
            expected = "expected a name such as ffo-40, or a pattern such as 'ffo-4?'"
            raise InvalidOption(f"no position {quote(name)}: {expected}; benchmark list has all")
    found = [
        each
        for each in challenges()
        if each.n_empties <= most_empties
        and (not names or any(fnmatchcase(each.name, name) for name in names))
    ]
    if not found:
        fewest = min(each.n_empties for each in challenges())
        raise InvalidOption(f"no position has {most_empties} empties or fewer: expected {fewest}")
    return found
