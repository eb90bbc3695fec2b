"""The operation `search`: the best moves of a position."""

from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, ClassVar

from othello.board import Board
from othello.book import Book
from othello.engine.near import Near
from othello.engine.strength import FULL_STRENGTH, MoveChoice, Strength
from othello.fields import JSON_ONLY, Length, Range
from othello.limits import (
    MAX_SCORE,
    Depth,
    Level,
    Multipv,
    Nodes,
    Seconds,
    Selectivity,
    asked_limits,
)
from othello.operation import SEARCH, Engines, MoveText, PositionText, Progress, operation
from othello.operations import ANALYSE
from othello.result import Result


@dataclass(frozen=True)
class Found:
    """The best lines; its first fields are those of the first one."""

    result: Result
    is_known: bool = False  #: whether the book was asked

    def to_dict(self) -> dict[str, Any]:
        """Return the lines as a JSON object."""
        return self.result.to_dict() | ({"book": True} if self.is_known else {})


@operation(SEARCH, ANALYSE)
class Search:
    """Find the best moves of a position."""

    example: ClassVar[str] = "othello search f5d6c3 --depth 12 --multipv 3"

    position: PositionText
    depth: Depth = None
    level: Level = None
    seconds: Seconds = None
    nodes: Nodes = None
    selectivity: Selectivity = None
    multipv: Multipv = 1
    moves: Annotated[
        tuple[MoveText, ...] | None, JSON_ONLY, Length(1, MAX_SCORE), "search these moves only"
    ] = None
    strength: Annotated[
        int, JSON_ONLY, Range(0, FULL_STRENGTH), "choose a move as a player of this strength"
    ] = FULL_STRENGTH
    near: Annotated[
        tuple[float, float] | None,
        JSON_ONLY,
        "choose a move that keeps the opponent ahead by so many discs: the fewest and the most",
    ] = None
    book: Annotated[
        float | None,
        JSON_ONLY,
        Range(0, MAX_SCORE, "discs"),
        "at full strength take a move of the book if it knows one, and let it give away so many "
        'discs; the result has "book": true then',
    ] = None
    seed: Annotated[int | None, JSON_ONLY, Range(0, 2**31 - 1), "which choices are made"] = None

    def choice(self) -> MoveChoice:
        """Return what chooses the move."""
        strength = Strength(self.strength, self.seed or 0)
        return strength if self.near is None else Near(*self.near, strength)

    async def run(self, engines: Engines, progress: Progress, book: Book | None = None) -> Found:
        """Search until the first of the limits is met, unless the book answers."""
        board, limits, choice = Board.parse(self.position), asked_limits(self), self.choice()
        asks_book = isinstance(choice, Strength) and choice.is_full and self.moves is None
        if book is not None and self.book is not None and asks_book:
            known = await engines.aside(lambda: self._known(board, book))
            if known is not None:
                return Found(known, is_known=True)
        result = await engines.search(board, choice.limits(board, limits), progress)
        return Found(choice.pick(board, result, limits.multipv))

    def _known(self, board: Board, book: Book) -> Result | None:
        """Return a move that the book knows."""
        chance = Random(None if self.seed is None else f"{self.seed} {board.to_obf()}")
        known = book.choose(board, self.book or 0.0, chance)
        return None if known is None else Result((book.line_of(board, known),), 0, 0.0, False)
