"""Headers that a format has no place for, in the same words for every writer."""

import re
from collections.abc import Callable, Collection
from typing import NamedTuple

from othello._game import Game
from othello.errors import quote
from othello.formats.results import is_result_of, read_result, stated_result

UNKNOWN = ("", "*", "-", "unknown", "void")
"""Texts that state no result, apart from question marks."""
UNNAMED_COLUMNS = "columns without names"
"""Name of what is left out of the games of a table without a heading."""
SECOND_COLUMN = "the second column for a header,"
"""Beginning of what is told of a table with two columns of one header."""


class Places(NamedTuple):
    """The headers of a `Game` for which a format has a place."""

    headers: Collection[str] | None = None  #: their names; None if it can hold any
    #: What is written for a stated result, and black's disc difference if the game is over.
    result: Callable[[str, float | None], str] | None = None
    #: Whether the place of a header, by name, can hold a text; None if every one can.
    fits: Callable[[str, str], bool] | None = None
    #: Whether a header, by name and text, is read again as it was; None if every one is.
    keeps: Callable[[str, str], bool] | None = None

    def lost(self, game: Game) -> list[str]:
        """Return the names of a game's headers that the format has no place for."""
        if self.headers is None:
            return []
        fits = self.fits or (lambda name, text: True)
        kept = {name for name in self.headers if fits(name, game.headers.get(name, ""))}
        if game.is_over:
            if not contradiction(game):
                kept.add("Result")  # the last position shows it
        elif read_result(text := game.headers.get("Result", "")) is None and text.strip(" ?"):
            kept.discard("Result")
        return [name for name in game.headers if name not in kept]

    def changed(self, game: Game) -> list[str]:
        """Return the names of a game's headers that are written in another form, or not at all."""
        keeps = self.keeps or (lambda name, text: True)
        return [name for name, text in game.headers.items() if not keeps(name, text)]

    def replaced_result(self, game: Game) -> str | None:
        """Return why another result than the stated one is written; None if it is not.

        WTHOR always has that of the last position, GGF and SGF where no other score is stated. Both
        WTHOR and GGF have discs where only the winner of a game that is not over is stated.
        """
        text, played = game.headers.get("Result", "").strip(), game.result()
        if not text.strip("?") or "Result" not in (self.headers or ()):
            return None
        if played is None:
            stated = read_result(text)
            is_scored = self.result is None or stated_result(self.result(text, None)) is not None
            if stated is None or not stated.is_winner_only or not is_scored:
                return None
            return f"stated result {text} is without discs: 64 for the winner is written"
        if self.result is not None and self.result(text, played) == self.result(text, None):
            return None
        if is_result_of(text, game.board.disc_counts()[0], played):
            return None
        return f"{_another_result(text, played)}, which is written"

    def dropped(self, game: Game) -> list[str]:
        """Return what is to be said of one game: a replaced result, and headers that are lost."""
        reason = self.replaced_result(game)
        return [*([] if reason is None else [reason]), *without_headers(self.lost(game))]


def contradiction(game: Game) -> str | None:
    """Return that the final position of a game contradicts its stated result; None if not.

    A text that is no possible result, such as ``40-30``, is contradicted too. All that tell of
    stated results ask this function.

    >>> contradiction(Game("e6f4e3f6g5d6e7f5c5", headers={"Result": "+12"}))
    'stated result +12, but the final position says +64'
    """
    text, played = game.headers.get("Result", "").strip(), game.result()
    if played is None or text.strip("? ").lower() in UNKNOWN:
        return None
    if is_result_of(text, game.board.disc_counts()[0], played):
        return None
    return _another_result(text, played)


def _another_result(text: str, played: int) -> str:
    """Say that the final position has another result, in discs or as a difference as the text."""
    discs = f"{(64 + played) // 2}-{(64 - played) // 2}"
    told = discs if re.search(r"\d\d[^\d.]+\d|\d[^\d.]+\d\d", text) else f"{played:+d}"
    return f"stated result {text}, but the final position says {told}"


def without_headers(
    names: Collection[str], extras: Collection[str] = (), changed: Collection[str] = ()
) -> list[str]:
    """Return what to say of headers and extras that a file has no place for, and of changed ones.

    >>> without_headers({"White", "Black"}), without_headers(())
    (['left out the headers Black, White, for which the format has no place'], [])
    >>> without_headers(["Round"], ["comments", "KM"])
    ['left out the headers Round and KM, comments, for which the format has no place']
    >>> without_headers((), changed=["name"])
    ['the format cannot hold as they are the headers name']
    """
    headers = "the headers " + ", ".join(sorted(names)) if names else ""
    listed = " and ".join(filter(None, [headers, ", ".join(sorted(extras))]))
    lines = [f"left out {listed}, for which the format has no place"] * bool(listed)
    names = ", ".join(name or quote(name) for name in sorted(changed))
    return lines + [f"the format cannot hold as they are the headers {names}"] * bool(names)
