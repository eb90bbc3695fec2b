"""The operation `position`: a position in other forms, and how it was reached."""

from dataclasses import dataclass
from typing import ClassVar

from othello.analysis.game_texts import game_at
from othello.analysis.openings import name_of, opening_of
from othello.board import Board
from othello.notation import Move
from othello.operation import ASIDE, PositionText, operation
from othello.operations import ANALYSE


@dataclass(frozen=True)
class Described:
    """A position as OBF and FEN, its legal moves, how it was reached, and its opening."""

    obf: str
    fen: str
    legal: list[Move]
    over: bool
    start: Board
    played: list[Move]
    opening: str | None

    @property
    def text(self) -> str:
        """The board with its legal moves marked, these moves, FEN and OBF, and its own names."""
        board = Board.from_obf(self.obf)
        moves = " ".join(map(str, self.legal)) or "none"
        rows = [str(board), f"moves: {moves}", f"fen: {self.fen}", f"obf: {self.obf}"]
        named = name_of(board)
        return "\n".join(rows if named is None else [*rows, f"opening: {' / '.join(named.names)}"])


@operation(ASIDE, ANALYSE)
class Position:
    """Describe a position: its forms, legal moves and opening."""

    example: ClassVar[str] = '{"do": "position", "position": "tiger"}'

    position: PositionText

    def run(self) -> Described:
        """Return what there is to say of the position."""
        game = game_at(self.position)
        opening = opening_of(game)
        return Described(
            game.board.to_obf(),
            game.board.to_fen(),
            game.board.legal_moves(),
            game.is_over,
            game.start,
            list(game.moves),
            None if opening is None else opening.name,
        )
