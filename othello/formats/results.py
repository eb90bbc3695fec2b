"""Results as the headers of games state them."""

from __future__ import annotations

import re

__all__ = ["stated_result"]

RESULT = re.compile(r"([BW]\+|)([+-]?\d+(?:\.0*)?)(?::[rst])?", re.I)
"""Black's disc difference, or in SGF the winner and the difference.

In GGF a letter may follow that says how the game ended early: resigned, by agreement ("score"), or
on time.
"""


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
