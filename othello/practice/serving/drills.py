"""The request `drill`: the cards of opening lines without their answers, and judged answers.

Lines are named anew with each request, so nothing is kept but what a profile keeps. Their cards are
found once for some lines that were asked for lately.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from othello.analysis.game_texts import read_text
from othello.board import Board
from othello.book import Book
from othello.errors import FormatError, InvalidOption, OthelloError, quote
from othello.game import Game
from othello.notation import BLACK, PASS, SIDE_NAMES, SIDES, WHITE, Move
from othello.operation import Cancelled
from othello.practice.drills import (
    DECK,
    NEW,
    PERCENT,
    DrillCard,
    DrillJudgement,
    DrillLine,
    book_lines,
    cards_of,
    judged,
    keep_drilled,
    lines_of_text,
    name_of_line,
)
from othello.practice.exercises import exercise_key
from othello.practice.hardness import SECONDS, WITHIN
from othello.practice.imports import known_cards
from othello.practice.profile import Profile
from othello.practice.reviews import Reviews, sorted_by_due
from othello.result import rounded
from othello.serving.scheduler import Report, Scheduler

if TYPE_CHECKING:
    from othello.gamebase import GameBase

MOST_LINES = 1000
"""Lines of a text."""

MOST_AFTER = 5000
"""Positions that are looked at after a line, in the book or in a base."""

ANSWERING = ("move", "show", "keep", "seconds", "once")
"""Fields of an answer, which comes with its position."""


CONTINUING = ("plies", "within", "base", "percent")
"""Fields that say how lines go on."""


class Lines(NamedTuple):
    """What a text of lines teaches."""

    cards: dict[str, DrillCard]  #: of the side that is drilled, by their keys
    others: dict[str, DrillCard]  #: of the other side
    doubts: tuple[str, ...]  #: what was left out


async def drill(values: dict[str, Any], scheduler: Scheduler, report: Report) -> dict[str, object]:
    """Return the cards to ask now; with a position what an answer is worth, or the answers."""
    return await scheduler.cancellable(_drilled, values, scheduler)


class _Watch:
    """When to look for no more positions: after some time, or as nobody waits any more."""

    def __init__(self, is_cancelled: Callable[[], bool]) -> None:
        self._is_cancelled = is_cancelled
        self._until = time.monotonic() + SECONDS

    def check(self) -> None:
        """Raise Cancelled if nobody waits."""
        if self._is_cancelled():
            raise Cancelled("cancelled")

    def is_over(self) -> bool:
        """Return whether the time is over; raise Cancelled if nobody waits."""
        self.check()
        return time.monotonic() > self._until


def _drilled(
    values: dict[str, Any], scheduler: Scheduler, is_cancelled: Callable[[], bool]
) -> dict[str, object]:
    lines = _lines_asked(values, scheduler, _Watch(is_cancelled))
    if "position" not in values:
        if given := [name for name in ANSWERING if name in values]:
            raise InvalidOption(f"{given[0]} without position: expected both")
        work = partial(_asked, lines, values.get("new", NEW))
        return scheduler.profiles.read(values.get("profile"), work)
    if "new" in values:
        raise InvalidOption("new with position: expected one of them")
    return _answered(lines, values, scheduler)


def _lines_asked(values: dict[str, Any], scheduler: Scheduler, watch: _Watch) -> Lines:
    """Return what the lines of a request teach, and the book or a base after them."""
    if "lines" not in values:
        return _kept_cards(values, scheduler)
    if "side" not in values:
        raise InvalidOption("lines without side: expected both")
    book, plies = scheduler.book, values.get("plies", 60)
    asked = watch, values["lines"], SIDES[values["side"]]
    if "base" in values or "percent" in values:
        if "within" in values:
            raise InvalidOption("within and base: expected one of them")
        percent = float(values.get("percent", PERCENT))

        def of_base(base: GameBase) -> Lines:
            return _lines(*asked, _AfterInBase(base, len(base), book, percent, plies))

        return scheduler.bases.use(values.get("base"), of_base)
    if "within" not in values and "plies" not in values:
        return _lines(*asked, None)
    if book is None:
        raise InvalidOption("no book is in use: expected othello serve without --no-book")
    return _lines(*asked, _AfterInBook(book, float(values.get("within", WITHIN)), plies))


def _kept_cards(values: dict[str, Any], scheduler: Scheduler) -> Lines:
    """Return all cards of a profile, or those of one side."""
    if "profile" not in values:
        raise InvalidOption("no lines: expected some, or a profile with cards")
    if given := [name for name in CONTINUING if name in values]:
        raise InvalidOption(f"{given[0]} without lines: expected both")

    def cards_of(profile: Profile | None) -> list[DrillCard]:
        return [] if profile is None else known_cards(profile)

    sides = SIDES.get(values.get("side", ""), BLACK + WHITE)
    found = {card.key: card for card in scheduler.profiles.read(values["profile"], cards_of)}
    asked = {key: card for key, card in found.items() if card.board.turn in sides}
    if not asked:
        raise InvalidOption(f"profile {quote(values['profile'])} has no cards: expected lines")
    return Lines(asked, found, ())


class _AfterInBook(NamedTuple):
    """How the book goes on after lines."""

    book: Book
    within: float
    plies: int

    def lines(self, line: DrillLine, **how: Any) -> Iterator[DrillLine]:
        """Yield what follows a line; `how` are keywords of `book_lines`."""
        return book_lines(self.book, line, within=self.within, plies=self.plies, **how)


class _AfterInBase(NamedTuple):
    """How people go on after lines, in a base of so many games."""

    base: GameBase
    games: int
    book: Book | None
    percent: float
    plies: int

    def lines(self, line: DrillLine, **how: Any) -> Iterator[DrillLine]:
        """Yield what follows a line; `how` are keywords of `people_lines`."""
        from othello.practice.people import people_lines

        return people_lines(
            self.base, line, self.book, percent=self.percent, plies=self.plies, **how
        )


def _asked(lines: Lines, new: int, profile: Profile | None) -> dict[str, object]:
    """Return the cards to ask now."""
    found = sorted_by_due(lines.cards, DECK, profile, datetime.now(timezone.utc))
    states = [*((card, "due") for card in found.due), *((card, "new") for card in found.new[:new])]
    asked = []
    for card, state in states:
        asked.append({**card.to_dict(), "state": state})
        del asked[-1]["kind"]
    return {
        "cards": asked,
        "known": len(found.later),
        "next": found.next,
        **({"doubts": [*lines.doubts]} if lines.doubts else {}),
    }


def _answered(lines: Lines, values: dict[str, Any], scheduler: Scheduler) -> dict[str, object]:
    """Judge an answer, or give the answers away, and keep that if a profile is named."""
    board, show = Board.parse(values["position"]), values.get("show", False)
    known = lines.cards.get(exercise_key(board))
    if known is None:
        side = f" with {values['side']} to move" if "side" in values else ""
        expected = f"expected one of {'these lines' if 'lines' in values else 'the profile'}{side}"
        raise InvalidOption(f"no card of position {quote(values['position'])}: {expected}")
    card = _turned(known, board)
    judgement: DrillJudgement | None = None
    if "move" in values:
        judgement = judged(card, values["move"], scheduler.book)
    elif not show:
        raise InvalidOption("position without move or show: expected one of them")
    is_right = judgement is not None and judgement.is_right
    answer: dict[str, object] = {
        "right": is_right,
        "answers": [str(move) for move in card.answers] if show or not is_right else [],
        "cost": None if judgement is None or judgement.loss is None else rounded(judgement.loss),
        "replies": [],
        "next": None,
    }
    best = judgement.move if judgement is not None and is_right else card.answers[0]
    answer["replies"] = [str(move) for move in _replies(lines, board.after(best))]
    if "profile" in values and values.get("keep", True):
        given = (card.shown if judgement is None else judgement.answer)(values.get("seconds"))

        def keep(profile: Profile) -> str | None:
            with profile.changing():
                if profile.is_new(values.get("once")):
                    if "lines" in values:
                        keep_drilled(known, profile)
                    Reviews(DECK, profile).keep(card.key, given)
                kept = profile.card(DECK, card.key)
                return None if kept is None else kept.due

        answer |= {"next": scheduler.profiles.change(values["profile"], keep), "kept": True}
    return answer


def _replies(lines: Lines, board: Board) -> tuple[Move, ...]:
    """Return the moves of the lines for the other side."""
    if board.must_pass:
        return (PASS,)
    card = lines.others.get(exercise_key(board))
    return () if card is None else _turned(card, board).answers


def _turned(card: DrillCard, board: Board) -> DrillCard:
    """Return a card for an image of its position."""
    if board == card.board:
        return card
    keys = [exercise_key(card.board.after(move)) for move in card.answers]
    found = {move: exercise_key(board.after(move)) for move in board.legal_moves()}
    answers = sorted((m for m in found if found[m] in keys), key=lambda m: keys.index(found[m]))
    return card._replace(board=board, answers=tuple(answers), moves=())


_After = _AfterInBook | _AfterInBase | None


@lru_cache(maxsize=32)
def _kept(text: str, side: str, after: _After) -> list[Lines]:
    """Return the place for what a text of lines teaches a side: an empty list, at first."""
    return []


def _lines(watch: _Watch, text: str, side: str, after: _After) -> Lines:
    """Return what a text of lines teaches a side, and what follows them."""
    kept = _kept(text, side, after)
    if not kept:
        kept.append(_found(watch, text, side, after))
    return kept[0]


def _found(watch: _Watch, text: str, side: str, after: _After) -> Lines:
    lines = _lines_of(text)
    doubts: list[str] = []
    if after is not None:
        for number, line in enumerate([*lines], 1):
            if watch.is_over():
                doubts.append(
                    f"from line {number} on the lines end as given: those before took too long"
                )
                break
            how = {"most": MOST_AFTER, "on_cut": doubts.append, "is_over": watch.is_over}
            more = after.lines(line._replace(sides=side), **how)
            lines += [each._replace(sides=BLACK + WHITE) for each in more]
    cards: dict[str, DrillCard] = {}
    others: dict[str, DrillCard] = {}
    for card in cards_of(_watched(lines, watch)):
        (cards if card.board.turn == side else others)[card.key] = card
    if not cards:
        raise InvalidOption(f"no position of these lines with {SIDE_NAMES[side]} to move")
    return Lines(cards, others, tuple(doubts))


def _watched(lines: list[DrillLine], watch: _Watch) -> Iterator[DrillLine]:
    """Yield lines until nobody waits."""
    for line in lines:
        watch.check()
        yield line


def _lines_of(text: str) -> list[DrillLine]:
    """Return the lines of a text: moves or the name of an opening in each, or games."""
    try:
        lines = lines_of_text(text)
    except FormatError as error:
        try:
            read: dict[str, Any] = read_text(text).to_dict()
        except OthelloError:
            raise error from None
        if read["faults"]:
            raise error from None
        games = [Game(each["moves"], Board.parse(each["start"])) for each in read["games"]]
        lines = [
            DrillLine(name_of_line(game, f"game {number}"), game)
            for number, game in enumerate(games, 1)
        ]
    if not lines:
        raise InvalidOption("no lines: expected moves, or the name of an opening, in each line")
    if len(lines) > MOST_LINES:
        raise InvalidOption(f"{len(lines)} lines: expected at most {MOST_LINES}")
    return lines
