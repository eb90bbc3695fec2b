"""The command `othello corners`, and files with a game such as f5-d6-c3 in each line."""

import re
from dataclasses import dataclass
from typing import ClassVar

from othello import Board, Game
from othello.formats.reading import read_lines
from othello.formats.registry import Format, plain_game, write_lines
from othello.operation import ASIDE, PositionText, operation
from othello.operations import ANALYSE
from othello.rooms import Room


@dataclass(frozen=True)
class Counted:
    black: int
    white: int

    @property
    def text(self) -> str:
        return f"black {self.black}, white {self.white}"


@operation(ASIDE, ANALYSE)
class Corners:
    """Count the corners of each side."""

    example: ClassVar[str] = "othello corners f5d6c3"

    position: PositionText = "startpos"

    def run(self) -> Counted:
        board = Board.parse(self.position)
        discs = [board[corner] for corner in ("a1", "h1", "a8", "h8")]
        return Counted(discs.count("X"), discs.count("O"))


def parse(text: str, place: str = "") -> Game:
    return Game(text.split("-"))


def text_of(game: Game) -> str:
    return "-".join(map(str, game.moves))


FORMAT = Format(
    "dashed",
    Game,
    read_natives=lambda file, source, on_error=None: read_lines(
        file, parse, source, on_error=on_error
    ),
    write=write_lines(text_of),
    of_game=plain_game,
    suffixes=(".dashed",),
    recognises=re.compile(r"\s*[a-h][1-8]-[a-h][1-8]-").match,
    parse=parse,
    to_text=text_of,
)

ROOM = Room(operations={"corners": __name__}, formats={"dashed": __name__})
