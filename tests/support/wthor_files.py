"""Files of games in WTHOR's format, made by our own writer."""

from io import BytesIO

from othello.convert import FORMATS
from othello.formats.wthor import WthorGame
from othello.formats.wthor_names import NameList, WthorNames
from othello.game import Game


def wthor_file(*games: str) -> bytes:
    """Return the bytes of a ``.wtb`` file of these games, given by their moves."""
    known = FORMATS["wthor"]
    file = BytesIO()
    names = WthorNames(NameList(), NameList())
    known.write(file, [WthorGame.of(Game(moves), names) for moves in games])
    return file.getvalue()


def wthor_files(moves: str, *players: tuple[str, str]) -> dict[str, bytes]:
    """Return the three files of WTHOR by the ends of their names: a game for each two players."""
    names = WthorNames(NameList(), NameList())
    headers = [{"Black": black, "White": white, "Event": "Open"} for black, white in players]
    known = FORMATS["wthor"]
    file = BytesIO()
    known.write(file, [WthorGame.of(Game(moves, headers=each), names) for each in headers])
    found = {name[-4:]: content for name, content in names.files_beside("x.wtb").items()}
    return {".wtb": file.getvalue(), **found}
