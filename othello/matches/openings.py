"""Openings for games between engines: from a file, one on each line, or shipped with the package.

A line holds the moves from the start, as in ``f5d6c4d3c2b3b4b5``, the name of an opening such as
``Tiger``, which stands for its moves, or a position in OBF or as a FEN.
The shipped list has the balanced ones, called XOT (`othello.openings.balanced`).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from othello.board import Board
from othello.errors import FormatError, InvalidBoard, InvalidMove, quote
from othello.formats import read_lines
from othello.formats.obf import parse_position
from othello.game import Game
from othello.notation import Move
from othello.openings.balanced import XOT_FILE, balanced_openings


class Opening(NamedTuple):
    """An opening: a start position and the moves played from it, none if it is a position.

    `id` says where it was read, as ``file:line``.
    """

    id: str
    start: Board
    moves: tuple[Move, ...]

    def game(self) -> Game:
        """Return a new game with the opening's moves played."""
        return Game(self.moves, self.start)

    def __str__(self) -> str:
        return "".join(map(str, self.moves)) or self.start.to_obf()


def parse_opening(text: str, id: str = "") -> Opening:
    """Read one opening: moves from the start, an opening's name, or a position in OBF or as a FEN.

    Raises InvalidBoard, InvalidMove or IllegalMove if it cannot be read or played, or the game is
    over after it.

    >>> str(parse_opening("F5d6 c3")), str(parse_opening("Tiger"))
    ('f5d6c3', 'f5d6c3d3c4')
    >>> parse_opening("8/8/8/3ox3/3xxx2/8/8/8 o").game().board == Board.from_moves("f5")
    True
    """
    try:
        opening = Opening(id, Board(), Game(text.strip().removeprefix("startpos moves ")).moves)
    except InvalidMove:
        opening = Opening(id, parse_position(text).board, ())
    if opening.game().is_over:
        raise InvalidBoard(f"{quote(text)} is no opening: expected a game that is not over")
    return opening


def as_opening(opening: Opening | Game | str) -> Opening:
    """Return an opening that is given as such, as a game or as text."""
    if isinstance(opening, str):
        return parse_opening(opening)
    if isinstance(opening, Game):
        return Opening("", opening.start, opening.moves)
    return opening


def read_openings(
    lines: Iterable[str], source: str = "-", on_error: Callable[[FormatError], object] | None = None
) -> Iterator[Opening]:
    """Yield the openings of `lines`; see `othello.formats.read_lines` for the arguments.

    >>> [opening.id for opening in read_openings(["f5d6", "", "f5f4"], "mine")]
    ['mine:1', 'mine:3']
    """
    return read_lines(lines, parse_opening, source, on_error=on_error)


def shipped_openings() -> list[Opening]:
    """Return the openings shipped with the package, in no particular order.

    >>> len(shipped_openings()) >= 3000
    True
    """
    # Not played, which would take half a second at the start of each match. The tests play them.
    start = Board()
    return [
        Opening(
            f"{XOT_FILE}:{number}",
            start,
            tuple(Move(moves[at : at + 2]) for at in range(0, len(moves), 2)),
        )
        for number, (moves, _) in enumerate(balanced_openings(), 1)
    ]
