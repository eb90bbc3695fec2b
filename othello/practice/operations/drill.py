"""The operations ``drill.…``: opening lines, and the cards of a profile."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Annotated, Any, ClassVar, NamedTuple

from othello.analysis.game_texts import read_text
from othello.board import Board
from othello.book import Book
from othello.errors import FormatError, InvalidOption, OthelloError, quote
from othello.fields import JSON_ONLY, Length, Range
from othello.game import Game
from othello.gamebase.serving.bases import Bases
from othello.limits import MAX_SCORE
from othello.notation import BLACK, PASS, SIDES, WHITE, Move
from othello.operation import READ, MoveText, PositionText, Progress, operation
from othello.operations import PLAY
from othello.practice import drills
from othello.practice.card_files import known_cards
from othello.practice.exercises import exercise_key
from othello.practice.profiles import Kept, Profiles, ProfileText, SideText
from othello.practice.repertoire import PERCENT, SECONDS, WITHIN
from othello.practice.reviews import Sorted, present, sorted_by_due
from othello.symmetry import symmetric_moves

MOST_LINES = 1000
"""Lines of a text, at most."""

MOST_AFTER = 5000
"""Positions that are looked at after a line, in the book or in a base, at most."""

PAUSE = 0.1
"""Time between two looks at whether anybody waits, in seconds."""


class Taught(NamedTuple):
    """The cards of both sides by their keys, and what was left out of the lines."""

    cards: dict[str, drills.DrillCard]
    doubts: tuple[str, ...] = ()

    def at(self, board: Board) -> drills.DrillCard | None:
        """Return the card of a position, turned as that is; None if there is none."""
        card = self.cards.get(exercise_key(board))
        return None if card is None else turned(card, board)

    def replies(self, board: Board) -> tuple[Move, ...]:
        """Return the moves of the lines in a position; the pass if it is forced."""
        if board.must_pass:
            return (PASS,)
        card = self.at(board)
        return () if card is None else card.answers


def turned(card: drills.DrillCard, board: Board) -> drills.DrillCard:
    """Return a card for an image of its position."""
    turn = card.board.symmetries().index(board)
    moves, answers = (
        tuple(map(Move, symmetric_moves(each)[turn])) for each in (card.moves, card.answers)
    )
    return card._replace(board=board, moves=moves, answers=answers)


def taught(text: str, sides: str, after: drills.AfterLines | None, progress: Progress) -> Taught:
    """Return what a text of lines teaches some sides, and what follows them.

    `progress` is told how many positions after them were looked at.
    """
    kept = _kept(text, sides, after)
    if not kept:
        kept.append(_found(text, sides, after, _Watch(progress)))
    return kept[0]


@lru_cache(maxsize=32)
def _kept(text: str, sides: str, after: drills.AfterLines | None) -> list[Taught]:
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


def _found(text: str, sides: str, after: drills.AfterLines | None, watch: _Watch) -> Taught:
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
    cards = drills.cards_of(_watched(lines, watch))
    return Taught({card.key: card for card in cards}, tuple(doubts))


def _watched(lines: list[drills.DrillLine], watch: _Watch) -> Iterator[drills.DrillLine]:
    """Yield lines until nobody waits."""
    for line in lines:
        watch.is_over()
        yield line


def _lines_of(text: str) -> list[drills.DrillLine]:
    """Return the lines of a text: moves or the name of an opening in each, or games."""
    try:
        lines = drills.lines_of_text(text)
    except FormatError as error:
        try:
            read: Any = read_text(text)
        except OthelloError:
            raise error from None
        if read.faults:
            raise error from None
        games = [Game(each["moves"], Board.parse(each["start"])) for each in read.games]
        lines = [
            drills.DrillLine(drills.name_of_line(game, f"game {number}"), game)
            for number, game in enumerate(games, 1)
        ]
    if not lines:
        raise InvalidOption("no lines: expected moves, or the name of an opening, in each line")
    if len(lines) > MOST_LINES:
        raise InvalidOption(f"{len(lines)} lines: expected at most {MOST_LINES}")
    return lines


# ---------------------------------------------------------------------- what is asked


@dataclass(frozen=True, kw_only=True)
class DrillLines:
    """Which lines are drilled."""

    lines: Annotated[
        str | None,
        JSON_ONLY,
        Length(0, 1 << 20),
        "a name of an opening, or moves, in each line; or games; by default all cards of the "
        "profile",
    ] = None
    side: Annotated[SideText, "only this side's moves (default: both)"] = None
    plies: Annotated[
        int | None,
        Range(0, 60),
        "moves that the book goes on with after a line (default: all)",
    ] = None
    within: Annotated[
        float | None,
        Range(0, MAX_SCORE, "discs"),
        "lines are continued by the book: the other side plays what gives away so many discs at "
        f"most (where only the plies are given, {WITHIN:g})",
    ] = None
    base: Annotated[
        str | None,
        JSON_ONLY,
        Length(1, 300),
        "lines are continued as people play in this base of games, not by the book",
    ] = None
    percent: Annotated[
        float | None,
        Range(0, 100, is_open=True),
        "with a base, the other side plays what was played in so many of a hundred games "
        f"(default {PERCENT})",
    ] = None
    profile: Annotated[ProfileText, "whose cards they are"] = None

    @property
    def sides(self) -> str:
        """The sides that are drilled."""
        return SIDES.get(self.side or "", BLACK + WHITE)

    def taught(
        self, book: Book | None, bases: Bases, profiles: Profiles, progress: Progress
    ) -> Taught:
        """Return what the lines teach, and the book or a base after them."""
        if self.lines is None:
            return self._kept(profiles)
        find = partial(taught, self.lines, self.sides, progress=progress)
        if self.base is not None or self.percent is not None:
            _, base = bases.named(self.base)
            return find(
                after=drills.AfterLines(self.plies, book, None, base, self.percent, len(base))
            )
        if self.within is None and self.plies is None:
            return find(after=None)
        return find(after=drills.AfterLines(self.plies, book, self.within))

    def _kept(self, profiles: Profiles) -> Taught:
        """Return all cards of the profile."""
        if self.profile is None:
            raise InvalidOption("no lines: expected some, or a profile with cards")
        found = {card.key: card for card in profiles.read(self.profile, known_cards)}
        if not found:
            raise InvalidOption(f"profile {quote(self.profile)} has no cards: expected lines")
        return Taught(found)


@dataclass(frozen=True)
class Cards:
    """The cards to ask, those that are due first; how many others there are, and when."""

    found: Sorted[drills.DrillCard]
    new: int
    doubts: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """Return them as a JSON object."""
        due, new = self.found.due, self.found.new[: self.new]
        asked = [*((card, "due") for card in due), *((card, "new") for card in new)]
        return {
            "cards": [{**card.to_dict(), "state": state} for card, state in asked],
            "known": len(self.found.later),
            "next": self.found.next,
            "doubts": [*self.doubts],
        }


@operation(READ, PLAY)
class DrillNext(DrillLines):
    """Choose the cards of opening lines to ask now, without their answers."""

    example: ClassVar[str] = '{"do": "drill.next", "lines": "tiger", "side": "black"}'

    new: Annotated[int, Range(0, 1000), "so many new positions at most"] = drills.NEW

    def run(
        self, bases: Bases, profiles: Profiles, progress: Progress, book: Book | None = None
    ) -> Cards:
        """Sort the cards by when they are due."""
        known = self.taught(book, bases, profiles, progress)
        cards = {key: card for key, card in known.cards.items() if card.board.turn in self.sides}
        if not cards:
            raise InvalidOption(f"no position of these lines with {self.side} to move")
        found = profiles.read(
            self.profile, lambda profile: sorted_by_due(cards, drills.DECK, profile, present())
        )
        return Cards(found, self.new, known.doubts)


@dataclass(frozen=True, kw_only=True)
class DrillAsked(Kept, DrillLines):
    """A position of the lines."""

    position: PositionText
    keep: Annotated[bool, "false: the answer is not kept, as where it is a second one"] = True

    def round(self, known: Taught, book: Book | None, profiles: Profiles) -> drills.CardRound:
        """Return a round of the card of the position."""
        board = Board.parse(self.position)
        card = known.at(board)
        if card is None or board.turn not in self.sides:
            side = "" if self.side is None else f" with {self.side} to move"
            where = "the profile" if self.lines is None else "these lines"
            expected = f"expected one of {where}{side}"
            raise InvalidOption(f"no card of position {quote(self.position)}: {expected}")
        keeper = profiles.keeper(self.profile) if self.keep else None
        return drills.CardRound([card], keeper, book=book, keeps=self.lines is not None)


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
        self, bases: Bases, profiles: Profiles, progress: Progress, book: Book | None = None
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
        self, bases: Bases, profiles: Profiles, progress: Progress, book: Book | None = None
    ) -> SolvedCard:
        """Reveal them in a round of this card."""
        known = self.taught(book, bases, profiles, progress)
        asked = self.round(known, book, profiles)
        board = asked.board
        answers = asked.reveal(self.seconds, self.once)
        replies = known.replies(board.after(answers[0]))
        return SolvedCard(answers, replies, asked.due, asked.is_kept)
