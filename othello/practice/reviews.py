"""Dates at which cards come again: FSRS, of the library fsrs, sets them, and a profile keeps them.

A right answer is rated "good", a wrong one "again". The fuzz of FSRS is off: the same answers at
the same times give the same schedule.
"""

from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any, Generic, NamedTuple, TypeVar

from othello.errors import OthelloError, quote
from othello.practice.profile import Card, Profile, RecordedAnswer, time_text

Clock = Callable[[], datetime]
"""Tells the present time, with its time zone."""

Item = TypeVar("Item")


def present() -> datetime:
    """Return the present time."""
    return datetime.now(timezone.utc)


class Sorted(NamedTuple, Generic[Item]):
    """Cards by when they are to be asked: those that are due, the earliest first, and so on."""

    due: list[Item]
    new: list[Item]  #: items without an answer yet
    later: list[Item]  #: the earliest first
    next: str | None  #: when the first of these is due, in UTC; None without one


def sorted_by_due(
    by_key: dict[str, Item], deck: str, profile: Profile | None, time: datetime
) -> Sorted[Item]:
    """Return the cards, which are given by their keys, as a deck of a profile knows them."""
    known = [] if profile is None else [c for c in profile.cards(deck) if c.key in by_key]
    text = time_text(time)
    due, later = (
        [card for card in known if (card.due <= text) is is_due] for is_due in (True, False)
    )
    keys = {card.key for card in known}
    return Sorted(
        [by_key[card.key] for card in due],
        [card for key, card in by_key.items() if key not in keys],
        [by_key[card.key] for card in later],
        later[0].due if later else None,
    )


class Reviews:
    """The answers to the cards of a deck, which say when each comes again.

    Raises OthelloError if the library fsrs is not installed.
    """

    def __init__(self, deck: str, clock: Clock = present) -> None:
        self._deck, self._clock = deck, clock
        try:
            import fsrs
        except ImportError:
            raise OthelloError("drills need fsrs: pip install 'othello-engine[practice]'") from None
        self._fsrs = fsrs
        self._scheduler = fsrs.Scheduler(enable_fuzzing=False)

    def keep(self, profile: Profile, answer: RecordedAnswer, once: str | None = None) -> None:
        """Keep an answer to a card, and the card's new state, as one change."""
        time = self._clock()
        with profile.changing():
            if profile.add_answer(answer._replace(time=time_text(time)), once):
                before = profile.card(self._deck, answer.key)
                state, due = self._reviewed(before, answer.is_right, time)
                profile.keep_card(Card(self._deck, answer.key, state, time_text(due)))

    def _reviewed(
        self, before: Card | None, is_right: bool, time: datetime
    ) -> tuple[dict[str, Any], datetime]:
        """Return the state of a card after an answer, and when it is due."""
        try:
            card = self._fsrs.Card() if before is None else self._fsrs.Card.from_dict(before.state)
        except (KeyError, TypeError, ValueError):
            raise OthelloError(
                f"card {quote(before.key if before else '')}: its state cannot be read: "
                "expected what the library fsrs writes"
            ) from None
        rating = self._fsrs.Rating.Good if is_right else self._fsrs.Rating.Again
        card, _ = self._scheduler.review_card(card, rating, time.astimezone(timezone.utc))
        return dict(card.to_dict()), card.due
