"""Games of SGF, which the command ``loadsgf`` of GTP reads."""

from othello.errors import OthelloError, quote
from othello.files.access import reading
from othello.files.bounded import whole_text
from othello.files.unpacking import unpacked
from othello.game import Game
from othello.sgf.charset import decode
from othello.sgf.games import read_sgf


def read_first(name: str) -> Game:
    """Return the first game of a file; raise OthelloError if there is none."""
    try:
        with unpacked(reading(name), name) as file:
            text = decode(whole_text(file, name))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise OthelloError(f"cannot load file {quote(name)}: {reason}") from None
    return read_sgf(text, name)
