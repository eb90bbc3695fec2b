"""The operation `names`: the openings that have names."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple

from othello.analysis.openings import find_openings
from othello.errors import OthelloError, quote
from othello.fields import EACH, WORDS, Length
from othello.game import Game
from othello.notation.transcripts import has_moves
from othello.openings.catalogue import name_like
from othello.operation import ASIDE, operation
from othello.operations import BOOKS


class NamedOpening(NamedTuple):
    """An opening: its usual name, its moves from the start, and its other names."""

    name: str
    moves: str
    others: tuple[str, ...]

    @property
    def text(self) -> str:
        """The opening as a line of text."""
        return f"{self.moves:44}{' / '.join((self.name, *self.others))}"


@dataclass(frozen=True)
class Openings:
    """The openings that were found, sorted by moves if something was asked for."""

    openings: Annotated[tuple[NamedOpening, ...], EACH]

    @property
    def text(self) -> str:
        """The openings, one a line."""
        return "\n".join(each.text for each in self.openings)


@operation(ASIDE, BOOKS)
class Names:
    """List the openings that have names, or search them."""

    example: ClassVar[str] = "othello names tiger"

    text: Annotated[
        str,
        WORDS,
        Length(0, 100),
        "only openings with this in their name, or that begin with these moves, however the board "
        "is turned",
    ] = ""

    def run(self) -> Openings:
        """Return each opening with its moves from the start."""
        lines = find_openings(self.text)
        if (
            self.text
        ):  # what begins alike stands together, whichever part of the catalogue it is from
            lines.sort(key=lambda line: line.moves)
        return Openings(tuple(NamedOpening(*line) for line in lines))

    def fault(self, answer: Openings) -> str | None:
        """Return why nothing was found; None if something was."""
        if answer.openings:
            return None
        return f"{quote(self.text)}: {reason_for_none(self.text)}; othello names lists all"


def reason_for_none(text: str) -> str:
    """Return why no opening is found.

    >>> reason_for_none("f5z9"), reason_for_none("Stevenson")
    ("invalid move 'z9' (move 2): expected a1 ... h8 or pass", \
"no opening has this name, expected the opening 'Stephenson'")
    """
    if not has_moves(text):
        return f"no opening has this name, expected {name_like(text)}"
    try:
        Game(text)
    except OthelloError as error:
        return str(error)
    return "no opening begins with these moves"
