"""The operation `drill.next`: the cards of opening lines to ask now."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar

from othello.book import Book
from othello.errors import InvalidOption, quote
from othello.fields import JSON_ONLY, Length, Range
from othello.gamebase.serving.bases import Bases
from othello.limits import MAX_SCORE
from othello.notation import BLACK, SIDES, WHITE
from othello.operation import READ, Progress, operation
from othello.operations import PLAY
from othello.practice.card_files import known_cards
from othello.practice.drill_lines import AfterLines, Taught, taught
from othello.practice.drills import DECK, NEW, PERCENT, DrillCard
from othello.practice.profile import Profile
from othello.practice.profiles import Profiles
from othello.practice.repertoire import WITHIN
from othello.practice.request_fields import ProfileText, SideText
from othello.practice.reviews import Sorted, present, sorted_by_due


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
        plies, within = _or(self.plies, 60), _or(self.within, WITHIN)
        if self.base is not None or self.percent is not None:
            percent = _or(self.percent, PERCENT)
            _, base = bases.named(self.base)
            return find(after=AfterLines(plies, book, 0, base, percent, len(base)))
        if self.within is None and self.plies is None:
            return find(after=None)
        return find(after=AfterLines(plies, book, within))

    def _kept(self, profiles: Profiles) -> Taught:
        """Return all cards of the profile."""
        if self.profile is None:
            raise InvalidOption("no lines: expected some, or a profile with cards")

        def cards_of(profile: Profile | None) -> list[DrillCard]:
            return [] if profile is None else known_cards(profile)

        found = {card.key: card for card in profiles.read(self.profile, cards_of)}
        if not found:
            raise InvalidOption(f"profile {quote(self.profile)} has no cards: expected lines")
        return Taught(found)


@dataclass(frozen=True)
class Cards:
    """The cards to ask, those that are due first; how many others there are, and when."""

    found: Sorted[DrillCard]
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

    new: Annotated[int, Range(0, 1000), "so many new positions at most"] = NEW

    def run(
        self,
        bases: Bases,
        profiles: Profiles,
        progress: Progress,
        book: Book | None = None,
    ) -> Cards:
        """Sort the cards by when they are due."""
        known = self.taught(book, bases, profiles, progress)
        cards = {key: card for key, card in known.cards.items() if card.board.turn in self.sides}
        if not cards:
            raise InvalidOption(f"no position of these lines with {self.side} to move")
        found = profiles.read(
            self.profile, lambda profile: sorted_by_due(cards, DECK, profile, present())
        )
        return Cards(found, self.new, known.doubts)


def _or(value: float | None, otherwise: float) -> Any:
    """Return a number, or another one if it is not given."""
    return otherwise if value is None else value
