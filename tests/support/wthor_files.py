"""Files of games in WTHOR's format, made by our own writer."""

from othello.game import Game
from othello.wthor.games import WthorGame, write_wthor
from othello.wthor.names import NameList, WthorNames


def wthor_file(*games: str) -> bytes:
    """Return the bytes of a ``.wtb`` file of these games, given by their moves."""
    names = WthorNames(NameList(), NameList())
    return write_wthor([WthorGame.of(Game(moves), names) for moves in games])


def wthor_files(moves: str, *players: tuple[str, str]) -> dict[str, bytes]:
    """Return the three files of WTHOR by the ends of their names: a game for each two players."""
    names = WthorNames(NameList(), NameList())
    headers = [{"Black": black, "White": white, "Event": "Open"} for black, white in players]
    games = [WthorGame.of(Game(moves, headers=each), names) for each in headers]
    named = {name[-4:]: content for name, content in names.files_beside("x.wtb").items()}
    return {".wtb": write_wthor(games), **named}
