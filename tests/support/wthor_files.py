"""Files of games in WTHOR's format, made by our own writer."""

from __future__ import annotations

from io import BytesIO

from othello.convert import FORMATS
from othello.formats.wthor_names import NameList, WthorNames
from othello.game import Game


def wthor_file(*games: str) -> bytes:
    """Return the bytes of a ``.wtb`` file of these games, given by their moves."""
    known = FORMATS["wthor"]
    file = BytesIO()
    names = WthorNames(NameList(), NameList())
    known.write(file, [known.of_game(Game(moves), names) for moves in games])
    return file.getvalue()
