"""Sentences that can be translated: an English form with gaps, and what goes into them.

A page in another language finds its own form under the English one, and fills in the same values.
So no form is put together from parts of words, and each number of a noun is a form of its own.
"""

from collections.abc import Iterable
from typing import NamedTuple, Union

from othello.board import Board
from othello.notation import BLACK, SIDE_NAMES, WHITE

Value = Union[str, int, "Phrase"]


class Phrase(NamedTuple):
    """A text with its values."""

    form: str  #: the English text, with each value's name in braces where it stands
    values: dict[str, Value]  #: the values by name: names of squares, numbers, other phrases

    def __str__(self) -> str:
        """Return the phrase in English.

        >>> str(phrase("{side} takes {what}.", side="white", what=corners(["a1"])))
        'white takes the corner a1.'
        """
        return self.form.format_map(self.values)

    def to_dict(self) -> dict[str, object]:
        """Return the phrase as a JSON object."""
        values = {
            name: value.to_dict() if isinstance(value, Phrase) else value
            for name, value in self.values.items()
        }
        return {"form": self.form, "values": values}


def phrase(form: str, **values: Value) -> Phrase:
    """Return a phrase."""
    return Phrase(form, values)


def phrase_on(board: Board, form: str, known: dict[str, Value], values: dict[str, Value]) -> Phrase:
    """Return a phrase with `values`; its form may name what is `known`, and the sides, too."""
    sides = board.turn, WHITE if board.turn == BLACK else BLACK
    own, other = (phrase(SIDE_NAMES[side].capitalize()) for side in sides)
    known = known | {"own": own, "other": other, "Own": own, "Other": other}
    used = {name: value for name, value in known.items() if f"{{{name}}}" in form}
    return Phrase(form, used | values)


def counted(count: int, one: str, many: str) -> Phrase:
    """Return the form for one thing, or that for another number of them.

    >>> str(counted(1, "{count} region", "{count} regions"))
    '1 region'
    """
    return phrase(one if count == 1 else many, count=count)


def corners(squares: Iterable[object]) -> Phrase:
    """Return which corners these are.

    >>> [str(corners(squares)) for squares in (["a1"], ["a1", "h8"])]
    ['the corner a1', 'the corners a1, h8']
    """
    names = [str(square) for square in squares]
    form = "the corner {squares}" if len(names) == 1 else "the corners {squares}"
    return phrase(form, squares=", ".join(names))


def times(count: int) -> Phrase:
    """Return how often something happens.

    >>> [str(times(count)) for count in range(4)]
    ['never', 'once', 'twice', '3 times']
    """
    known = {0: "never", 1: "once", 2: "twice"}
    return phrase(known[count]) if count in known else phrase("{count} times", count=count)


def number(value: float, *, signed: bool = False) -> str:
    """Return a number of discs as text: a proven one is whole, others have one decimal.

    >>> number(4), number(-2.04), number(3, signed=True)
    ('4', '-2.0', '+3')
    """
    sign = "+" if signed else ""
    return format(value, f"{sign}d" if isinstance(value, int) else f"{sign}.1f")
