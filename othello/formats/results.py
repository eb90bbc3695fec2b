"""Results as the headers of games state them."""

from __future__ import annotations

import re

__all__ = ["decided_result", "in_ggf", "in_sgf", "stated_result"]

RESULT = re.compile(r"([BW]\+|)([+-]?\d+(?:\.0*)?)(?::[rst])?", re.I)
"""Black's disc difference, or in SGF the winner and the difference.

In GGF a letter may follow that says how the game ended early: resigned, by agreement ("score"), or
on time.
"""

EARLY_END = re.compile(r"([BW])\+((?:[RTF][a-z]*)?)", re.I)
"""In SGF, the winner where the other side resigned, lost on time or forfeited, or none says how."""


def stated_result(text: str) -> float | None:
    """Return black's disc difference that a ``Result`` header states; None if it states none.

    >>> [stated_result(text) for text in ("-10", "W+10", "B+2.0", "?", "B+Resign")]
    [-10.0, -10.0, 2.0, None, None]
    >>> stated_result("-64.00:r"), stated_result("Draw")
    (-64.0, 0.0)
    """
    if text.strip().lower() == "draw":
        return 0.0
    stated = RESULT.fullmatch(text.strip())
    if stated is None:
        return None
    number = float(stated[2])
    return -number if stated[1].upper() == "W+" else number


def decided_result(text: str) -> float | None:
    """Return `stated_result`; 64 discs for the winner if only the winner is stated, as for ``B+R``.

    >>> [decided_result(text) for text in ("B+R", "W+Time", "W+F", "B+", "-10", "B+2", "?", "Void")]
    [64.0, -64.0, -64.0, 64.0, -10.0, 2.0, None, None]
    """
    if early := EARLY_END.fullmatch(text.strip()):
        return 64.0 if early[1].upper() == "B" else -64.0
    return stated_result(text)


def in_ggf(text: str) -> str:
    """Return a stated result as GGF writes it; as it is if it states none.

    >>> [in_ggf(text) for text in ("W+10", "Draw", "B+Resign", "W+T", "W+F")]
    ['-10', '+0', '+64:r', '-64:t', '-64:r']
    >>> [in_ggf(text) for text in ("-10.00:r", "18.0", "?")]
    ['-10.00:r', '18.0', '?']
    """
    if early := EARLY_END.fullmatch(text.strip()):
        sign, end = "+" if early[1].upper() == "B" else "-", early[2][:1].lower()
        return f"{sign}64:{'t' if end == 't' else 'r'}"  # GGF gives all discs to the winner
    number = stated_result(text)
    if number is None or text.strip()[0] not in "BbWwDd":
        return text
    return f"{number:+g}"


def in_sgf(text: str) -> str:
    """Return a stated result as SGF writes it; as it is if it states none.

    >>> [in_sgf(text) for text in ("-10", "+0", "+64.00:r", "-64:t", "-8:s", "B+R", "?")]
    ['W+10', '0', 'B+R', 'W+T', 'W+8', 'B+R', '?']
    """
    number = stated_result(text)
    if number is None:
        return text
    if number == 0:
        return "0"
    end = text.strip().upper().partition(":")[2]
    return f"{'B' if number > 0 else 'W'}+{end if end in ('R', 'T') else f'{abs(number):g}'}"
