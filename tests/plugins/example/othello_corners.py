"""The command `othello corners`, and files with a game such as f5-d6-c3 in each line."""

import re
from typing import ClassVar, NamedTuple

from othello import Board, Game
from othello.formats.reading import read_lines
from othello.formats.registry import Format, plain_game, write_lines
from othello.operation import ASIDE, PositionText, operation
from othello.operations import ANALYSE
from othello.rooms import Room


class Counted(NamedTuple):
    black: int
    white: int
    text = property(lambda self: f"black {self.black}, white {self.white}")


@operation(ASIDE, ANALYSE)
class Corners:
    """Count the corners of each side."""

    example: ClassVar[str] = "othello corners f5d6c3"

    position: PositionText = "startpos"

    def run(self) -> Counted:
        board = Board.parse(self.position)
        discs = [board[corner] for corner in ("a1", "h1", "a8", "h8")]
        return Counted(discs.count("X"), discs.count("O"))


def parse(text, place=""):
    return Game(text.split("-"))


def text_of(game):
    return "-".join(map(str, game.moves))


FORMAT = Format(
    "dashed",
    Game,
    lambda file, source, on_error: read_lines(file, parse, source, on_error=on_error),
    write_lines(text_of),
    plain_game,
    suffixes=(".dashed",),
    recognises=re.compile(r"\s*[a-h][1-8]-[a-h][1-8]-").match,
    to_text=text_of,
    parse=parse,
)
ROOM = Room(operations={"corners": __name__}, formats={"dashed": __name__})
