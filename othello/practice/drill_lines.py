"""Lines to drill out of a text, and what they teach; those asked for lately are kept.

Drills over the API use it: each request names its lines anew.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from othello.analysis.game_texts import read_text
from othello.board import Board
from othello.book import Book
from othello.errors import FormatError, InvalidOption, OthelloError
from othello.game import Game
from othello.notation import BLACK, PASS, WHITE, Move
from othello.operation import Progress
from othello.practice.drills import (
    DrillCard,
    DrillLine,
    book_lines,
    cards_of,
    human_lines,
    lines_of_text,
    name_of_line,
)
from othello.practice.exercises import exercise_key
from othello.practice.repertoire import SECONDS
from othello.symmetry import symmetric_moves

if TYPE_CHECKING:
    from othello.gamebase import GameBase

MOST_LINES = 1000
"""Lines of a text, at most."""

MOST_AFTER = 5000
"""Positions that are looked at after a line, in the book or in a base, at most."""

PAUSE = 0.1
"""Time between two looks at whether anybody waits, in seconds."""


class Taught(NamedTuple):
    """The cards of both sides by their keys, and what was left out of the lines."""

    cards: dict[str, DrillCard]
    doubts: tuple[str, ...] = ()

    def at(self, board: Board) -> DrillCard | None:
        """Return the card of a position, turned as that is; None if there is none."""
        card = self.cards.get(exercise_key(board))
        return None if card is None else turned(card, board)

    def replies(self, board: Board) -> tuple[Move, ...]:
        """Return the moves of the lines in a position; the pass if it is forced."""
        if board.must_pass:
            return (PASS,)
        card = self.at(board)
        return () if card is None else card.answers


def turned(card: DrillCard, board: Board) -> DrillCard:
    """Return a card for an image of its position."""
    turn = card.board.symmetries().index(board)
    moves, answers = (
        tuple(map(Move, symmetric_moves(each)[turn])) for each in (card.moves, card.answers)
    )
    return card._replace(board=board, moves=moves, answers=answers)


class AfterLines(NamedTuple):
    """How lines go on: by the book, or as people play in a base of so many games."""

    plies: int
    book: Book | None
    within: float
    base: GameBase | None = None
    percent: float = 0
    games: int = 0

    def lines(self, line: DrillLine, **how: Any) -> Iterator[DrillLine]:
        """Yield what follows a line; `how` are keywords of `lines_after`."""
        if self.base is not None:
            return human_lines(
                self.base, line, self.book, percent=self.percent, plies=self.plies, **how
            )
        if self.book is None:
            raise InvalidOption("no book is in use: expected othello serve without --no-book")
        return book_lines(self.book, line, within=self.within, plies=self.plies, **how)


def taught(text: str, sides: str, after: AfterLines | None, progress: Progress) -> Taught:
    """Return what a text of lines teaches some sides, and what follows them.

    `progress` is told how many positions after them were looked at.
    """
    kept = _kept(text, sides, after)
    if not kept:
        kept.append(_found(text, sides, after, _Watch(progress)))
    return kept[0]


@lru_cache(maxsize=32)
def _kept(text: str, sides: str, after: AfterLines | None) -> list[Taught]:
    """Return the place for what a text of lines teaches: an empty list, at first."""
    return []


class _Watch:
    """When to look for no more positions: after some time, or as nobody waits any more."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        begin = time.monotonic()
        self._next, self._until = begin + PAUSE, begin + SECONDS
        self._n_positions = 0

    def is_over(self) -> bool:
        """Count a position; return whether the time is over. Raises Cancelled if nobody waits."""
        self._n_positions += 1
        now = time.monotonic()
        if now >= self._next:
            self._next = now + PAUSE
            self._progress({"positions": self._n_positions})
        return now > self._until


def _found(text: str, sides: str, after: AfterLines | None, watch: _Watch) -> Taught:
    lines = _lines_of(text)
    doubts: list[str] = []
    if after is not None:
        for number, line in enumerate([*lines], 1):
            if watch.is_over():
                told = "on the lines end as given: those before took too long"
                doubts.append(f"from line {number} {told}")
                break
            how = {"most": MOST_AFTER, "on_cut": doubts.append, "is_over": watch.is_over}
            more = after.lines(line._replace(sides=sides), **how)
            lines += [each._replace(sides=BLACK + WHITE) for each in more]
    cards = cards_of(_watched(lines, watch))
    return Taught({card.key: card for card in cards}, tuple(doubts))


def _watched(lines: list[DrillLine], watch: _Watch) -> Iterator[DrillLine]:
    """Yield lines until nobody waits."""
    for line in lines:
        watch.is_over()
        yield line


def _lines_of(text: str) -> list[DrillLine]:
    """Return the lines of a text: moves or the name of an opening in each, or games."""
    try:
        lines = lines_of_text(text)
    except FormatError as error:
        try:
            read: Any = read_text(text)
        except OthelloError:
            raise error from None
        if read.faults:
            raise error from None
        games = [Game(each["moves"], Board.parse(each["start"])) for each in read.games]
        lines = [
            DrillLine(name_of_line(game, f"game {number}"), game)
            for number, game in enumerate(games, 1)
        ]
    if not lines:
        raise InvalidOption("no lines: expected moves, or the name of an opening, in each line")
    if len(lines) > MOST_LINES:
        raise InvalidOption(f"{len(lines)} lines: expected at most {MOST_LINES}")
    return lines
