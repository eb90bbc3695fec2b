"""Messages of the client to its user: words, or events for programs; none has the password."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from othello.ggs.wire import GAME_ID

Event = dict[str, Any]


class Teller:
    """Tells what happens.

    Parameters
    ----------
    secret : str
        The password: ``***`` stands for it in what the server says, see `shown`.
    known : iterable of str
        Names and sentences that are no secret, even if the password is a part of them.
    on_event : callable
        Is given each event: its name (``event``), what it is about, and what happens in words
        (``text``), which those for programs alone do not have.

    Examples
    --------
    >>> teller = Teller("bob", ["zbob"], print)
    >>> said = teller.shown("zbob and bob")
    >>> teller.tell("message", f"alice says: {said}", message=said)
    {'event': 'message', 'message': 'zbob and ***', 'text': 'alice says: zbob and ***'}
    >>> teller.tell("move", number=1)
    {'event': 'move', 'number': 1}
    """

    def __init__(
        self, secret: str, known: Iterable[str], on_event: Callable[[Event], object]
    ) -> None:
        kept = "|".join(re.escape(word) for word in known if secret in word) or "(?!)"
        masked = re.escape(secret) or "(?!)"
        id = GAME_ID.pattern if not GAME_ID.fullmatch(secret) else "(?!)"
        self._pattern = re.compile(rf"((?<!\w)(?:{kept})(?!\w)|(?<!\S)(?:{id})(?!\S))|{masked}")
        self._on_event = on_event
        self._told: set[str] = set()

    def tell(self, event: str, text: str = "", **fields: object) -> None:
        """Tell an event; one without words is for programs alone."""
        self._on_event({"event": event} | fields | ({"text": text} if text else {}))

    def tell_once(self, event: str, text: str, **fields: object) -> None:
        """Tell what may come again and again, once until `forget`."""
        if text not in self._told:
            self._told.add(text)
            self.tell(event, text, **fields)

    def forget(self) -> None:
        """Tell all again that was told once."""
        self._told.clear()

    def shown(self, text: str) -> str:
        """Return words of the server without the password, before they are quoted or put together.

        Our own words, moves and positions are told as they are: with ``***`` in them, who reads
        them would learn the password rather than not.
        """
        return self._pattern.sub(lambda found: found[1] or "***", text)
