"""The operation `book.line`: the book's best line from a position on."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple

from othello.analysis.openings import name_text
from othello.board import Board
from othello.book import Book
from othello.book.position import settled
from othello.errors import InvalidOption
from othello.fields import EACH, Range
from othello.notation import SIDE_NAMES, Move
from othello.operation import ASIDE, PositionText, operation
from othello.operations import BOOKS
from othello.result import error_text, score_text


class LineMove(NamedTuple):
    """A move of the line, with what the book knows of it."""

    ply: int  #: counted from the position asked for, from 1
    side: str  #: ``"black"`` or ``"white"``
    move: Move
    score: float  #: discs for the side to move
    error: float | None  #: the score's standard error in discs
    games: int  #: games in the book that went this way
    name: str | None  #: the opening that the move leads to


@dataclass(frozen=True)
class BookSteps:
    """The line, move by move."""

    line: Annotated[tuple[LineMove, ...], EACH]

    @property
    def text(self) -> str:
        """The line as a table, a move on each row; scores are for black."""
        rows = [f"{'ply':>3}  {'move':8}  {'score for black':16}  opening"]
        for step in self.line:
            score = step.score if step.side == "black" else -step.score
            told = score_text(score) + error_text(step.error)
            rows.append(f"{step.ply:3}  {step.side[0]} {step.move:6}  {told:16}  {step.name or ''}")
        return "\n".join(row.rstrip() for row in rows)


@operation(ASIDE, BOOKS)
class BookLine:
    """Show the best line of an opening book from a position on, with its scores."""

    example: ClassVar[str] = "othello book line f5d6c3"

    position: PositionText = "startpos"
    plies: Annotated[int, Range(1, 60), "show that many moves at most"] = 60

    def run(self, book: Book) -> BookSteps:
        """Follow the best moves until the book ends; a forced pass takes no step."""
        board = settled(Board.parse(self.position))
        steps: list[LineMove] = []
        while len(steps) < self.plies and (known := book.moves(board)):
            best, after = known[0], board.after(known[0].move)
            name = name_text(after)
            side = SIDE_NAMES[board.turn]
            steps.append(
                LineMove(len(steps) + 1, side, best.move, best.score, best.error, best.games, name)
            )
            board = settled(after)
        if not steps:
            raise InvalidOption(f"{self.position!r}: the book does not have this position")
        return BookSteps(tuple(steps))
