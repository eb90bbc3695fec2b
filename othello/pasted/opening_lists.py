"""Lists of openings: moves from the start, blanks and the opening's name on each line.

::

    F5D6C3D3C4  Tiger
    F5F6E6F4    Rose

The name is a game's header ``Opening``. Only whoever names the format gets this reader: elsewhere
words behind moves are an error, so that no move is overlooked.
"""

import re
from collections.abc import Iterable, Iterator

from othello._game import Game
from othello.errors import InvalidMove, quote
from othello.formats.dropped_headers import Places
from othello.formats.reading import OnError, read_lines
from othello.formats.registry import Format, plain_game, write_lines
from othello.notation import split_moves

OPENING = "Opening"
"""The header of a game that has the opening's name."""
LINE = re.compile(r"((?:[a-h][1-8])+)(?:\s+(.*))?", re.I)


def read_natives(
    lines: Iterable[str], source: str = "-", on_error: OnError = None
) -> Iterator[Game]:
    """Yield the openings; see `othello.formats.read_lines` for the arguments.

    >>> list(read_natives(["F5D6C3D3C4  Tiger", "f5f6"]))
    [Game('f5d6c3d3c4', headers={'Opening': 'Tiger'}), Game('f5f6')]
    """

    def parse(text: str, id: str) -> Game:
        found = LINE.fullmatch(text)
        if found is None:
            raise InvalidMove(f"{quote(text)}: expected moves such as F5D6, blanks and a name")
        headers = {OPENING: found[2]} if found[2] else {}
        return Game(split_moves(found[1]), headers=headers)

    return read_lines(lines, parse, source, on_error=on_error)


def format_game(game: Game) -> str:
    """Return an opening as a line without its end; forced passes, which all know, are left out.

    >>> format_game(Game("f5d6", headers={"Opening": "Cow"}))
    'F5D6  Cow'
    """
    moves = "".join(str(move).upper() for move in game.moves if not move.is_pass)
    return f"{moves}  {' '.join(game.headers.get(OPENING, '').split())}".rstrip()


FORMAT = Format(
    "openings",
    Game,
    read_natives,
    write_lines(format_game),
    plain_game,
    places=Places((OPENING,)),
)
