"""The operation `drill.answer`: a move in a position of opening lines, judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from othello.board import Board
from othello.book import Book
from othello.errors import InvalidOption, quote
from othello.gamebase.serving.bases import Bases
from othello.notation import Move
from othello.operation import READ, MoveText, PositionText, Progress, operation
from othello.operations import PLAY
from othello.practice.drill_lines import Taught
from othello.practice.drills import CardRound
from othello.practice.operations.drill_next import DrillLines
from othello.practice.profiles import Profiles
from othello.practice.request_fields import Kept


@dataclass(frozen=True, kw_only=True)
class DrillAsked(Kept, DrillLines):
    """A position of the lines."""

    position: PositionText
    keep: Annotated[bool, "false: the answer is not kept, as where it is a second one"] = True

    def round(self, known: Taught, book: Book | None, profiles: Profiles) -> CardRound:
        """Return a round of the card of the position."""
        board = Board.parse(self.position)
        card = known.at(board)
        if card is None or board.turn not in self.sides:
            side = "" if self.side is None else f" with {self.side} to move"
            where = "the profile" if self.lines is None else "these lines"
            expected = f"expected one of {where}{side}"
            raise InvalidOption(f"no card of position {quote(self.position)}: {expected}")
        keeper = profiles.keeper(self.profile) if self.keep else None
        return CardRound([card], keeper, book=book, keeps=self.lines is not None)


@dataclass(frozen=True)
class JudgedCard:
    """Whether a move is of the lines, and how they go on; the answers, if it is none of them."""

    right: bool
    answers: tuple[Move, ...]
    cost: float | None  #: discs that it gives away by the book, if that knows it
    replies: tuple[Move, ...]
    next: str | None  #: when the card comes again, if a profile keeps the answer
    kept: bool


@operation(READ, PLAY)
class DrillAnswer(DrillAsked):
    """Judge a move in a position of opening lines, and keep the answer."""

    example: ClassVar[str] = (
        '{"do": "drill.answer", "lines": "tiger", "side": "black", "position": "f5d6", '
        '"move": "c3"}'
    )

    move: Annotated[MoveText, "a legal move of the position"]

    def run(
        self,
        bases: Bases,
        profiles: Profiles,
        progress: Progress,
        book: Book | None = None,
    ) -> JudgedCard:
        """Judge it in a round of this card."""
        known = self.taught(book, bases, profiles, progress)
        asked = self.round(known, book, profiles)
        judgement = asked.judge(self.move, self.seconds, self.once)
        card, is_right = judgement.card, judgement.is_right
        return JudgedCard(
            is_right,
            () if is_right else card.answers,
            judgement.loss,
            known.replies(card.board.after(judgement.move if is_right else card.answers[0])),
            asked.due,
            asked.is_kept,
        )
