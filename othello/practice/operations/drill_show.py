"""The operation `drill.show`: the moves of opening lines in a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from othello.book import Book
from othello.gamebase.serving.bases import Bases
from othello.notation import Move
from othello.operation import READ, Progress, operation
from othello.operations import PLAY
from othello.practice.operations.drill_answer import DrillAsked
from othello.practice.profiles import Profiles


@dataclass(frozen=True)
class SolvedCard:
    """The moves of the lines, and how they go on."""

    answers: tuple[Move, ...]
    replies: tuple[Move, ...]
    next: str | None  #: when the card comes again, if a profile keeps it
    kept: bool


@operation(READ, PLAY)
class DrillShow(DrillAsked):
    """Show the moves of opening lines in a position, which is kept as a wrong answer."""

    example: ClassVar[str] = '{"do": "drill.show", "lines": "tiger", "position": "f5d6"}'

    def run(
        self,
        bases: Bases,
        profiles: Profiles,
        progress: Progress,
        book: Book | None = None,
    ) -> SolvedCard:
        """Reveal them in a round of this card."""
        known = self.taught(book, bases, profiles, progress)
        asked = self.round(known, book, profiles)
        board = asked.board
        answers = asked.reveal(self.seconds, self.once)
        replies = known.replies(board.after(answers[0]))
        return SolvedCard(answers, replies, asked.due, asked.is_kept)
