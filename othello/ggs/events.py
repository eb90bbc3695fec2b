"""What the client tells its user: words, or events for programs; the password is in none of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["Teller"]

Event = dict[str, Any]


class Teller:
    """Tells what happens.

    Parameters
    ----------
    secret : str
        The password: ``***`` stands for it in all that is told.
    say : callable
        Is told in a line what happens, in words.
    on_event : callable, optional
        Is given an event: its name (``event``), what it is about, and the words (``text``).

    Examples
    --------
    >>> teller = Teller("hidden", print, print)
    >>> teller.tell("message", "bob says: hidden", names=["bob", "hidden"])
    bob says: ***
    {'event': 'message', 'names': ['bob', '***'], 'text': 'bob says: ***'}
    >>> teller.tell("move", number=1)
    {'event': 'move', 'number': 1}
    """

    def __init__(
        self,
        secret: str,
        say: Callable[[str], object],
        on_event: Callable[[Event], object] | None = None,
    ) -> None:
        self._secret = secret
        self._say = say
        self._on_event = on_event
        self._told: set[str] = set()

    def tell(self, event: str, text: str = "", **facts: object) -> None:
        """Tell an event; one without words is for programs alone."""
        if text:
            self._say(self.masked(text))
        if self._on_event is not None:
            words = {"text": text} if text else {}
            shown = {key: self._without_secret(value) for key, value in (facts | words).items()}
            self._on_event({"event": event} | shown)

    def tell_once(self, event: str, text: str, **facts: object) -> None:
        """Tell what may come again and again, once until `forget`."""
        if text not in self._told:
            self._told.add(text)
            self.tell(event, text, **facts)

    def forget(self) -> None:
        """Tell all again that was told once."""
        self._told.clear()

    def masked(self, text: str) -> str:
        return text.replace(self._secret, "***") if self._secret else text

    def _without_secret(self, value: object) -> object:
        if isinstance(value, (list, tuple)):
            return [self._without_secret(each) for each in value]
        return self.masked(value) if isinstance(value, str) else value
