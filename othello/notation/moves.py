"""Text for squares and moves; no rules are known here."""

from __future__ import annotations

import operator
from collections.abc import Iterable

from othello.errors import IllegalMove, InvalidMove, quote

PASS_SPELLINGS = ("0000", "pass", "ps", "pa", "--")  # "pass" before "pa": the longest match wins
MOVE_NAMES = (*(file + rank for rank in "12345678" for file in "abcdefgh"), "pass")
MOVE_NUMBERS = {name: number for number, name in enumerate(MOVE_NAMES)}
MOVE_NUMBERS.update((spelling, MOVE_NUMBERS["pass"]) for spelling in PASS_SPELLINGS)


NUMBER_CODES = tuple("bcdeEfFgGnoxX%")
"""Last characters of a number's format, as in ``02d``."""

TRUTH_VALUES = ("bool", "bool_")
"""Names of types of Python and numpy that are no moves; some numpys take theirs for 0 and 1."""


class Move(int):
    """A square, or a pass: the integer 0 to 64 that prints as its name.

    Parameters
    ----------
    value : int or str
        Square number, 64 for a pass, or any spelling `parse_move` reads.

    Raises
    ------
    InvalidMove
        If `value` is out of range or no spelling of a move.

    Examples
    --------
    >>> Move("D6"), int(Move("d6")), str(Move(43))
    (Move('d6'), 43, 'd6')
    >>> f"{Move('a2'):02d} {Move('a2'):>4}"
    '08   a2'
    """

    __slots__ = ()

    def __new__(cls, value: int | str) -> Move:
        """Return the one instance that stands for `value`."""
        if isinstance(value, str):
            return parse_move(value)
        try:
            number = -1 if type(value).__name__ in TRUTH_VALUES else operator.index(value)
        except TypeError:
            reason = "expected a1 ... h8 or pass, or 0 to 64"
            raise InvalidMove(f"invalid move {quote(value)}: {reason}") from None
        if not 0 <= number <= 64:
            raise InvalidMove(f"invalid move {quote(value)}: expected 0-63, or 64 for a pass")
        return MOVES[number]

    @property
    def is_pass(self) -> bool:
        """Whether this is a pass."""
        return self == 64

    def __str__(self) -> str:
        return MOVE_NAMES[self]

    def __repr__(self) -> str:
        return f"Move({MOVE_NAMES[self]!r})"

    def __format__(self, spec: str) -> str:
        number_wanted = spec.endswith(NUMBER_CODES)
        return format(int(self) if number_wanted else MOVE_NAMES[self], spec)


MOVES = tuple(int.__new__(Move, number) for number in range(65))
SQUARES = MOVES[:64]
PASS = MOVES[64]


def parse_move(text: str) -> Move:
    """Return the move that `text` names, in any case; five spellings of a pass are known.

    >>> parse_move(" F5 "), parse_move("0000"), parse_move("PA")
    (Move('f5'), Move('pass'), Move('pass'))

    Raises
    ------
    InvalidMove
        If `text` names no move.
    """
    number = MOVE_NUMBERS.get(text.strip().lower()) if isinstance(text, str) else None
    if number is None:
        raise InvalidMove(f"invalid move {quote(text)}: expected a1 ... h8 or pass")
    return MOVES[number]


def format_moves(moves: list[Move] | tuple[Move, ...], separator: str = "") -> str:
    """Return `moves` as one text.

    >>> format_moves([Move("f5"), Move("d6"), PASS], " ")
    'f5 d6 pass'
    """
    return separator.join(map(str, moves))


def text_of_line(moves: Iterable[Move]) -> str:
    """Return moves as they are written in one word; passes are left out."""
    return "".join(str(move) for move in moves if move is not PASS)


def illegal_move(move: Move, where: str, legal: list[Move]) -> IllegalMove:
    """Return the error for a move that cannot be played.

    Parameters
    ----------
    move : Move
        The move.
    where : str
        ``for`` and the side to move, or the move's number among others.
    legal : list of Move
        The moves that can be played; none if the game is over.

    Examples
    --------
    >>> print(illegal_move(Move("d7"), "(move 2)", [Move("f4"), Move("d6")]))
    illegal move 'd7' (move 2): expected f4 d6
    """
    expected = f"expected {format_moves(legal, ' ')}" if legal else "the game is over"
    return IllegalMove(f"illegal move '{move}' {where}: {expected}")


def squares_of(mask: int) -> list[Move]:
    """Return the squares of a set, from a1 to h8."""
    squares = []
    while mask:
        squares.append(MOVES[(mask & -mask).bit_length() - 1])
        mask &= mask - 1
    return squares
