"""Playing levels 0 to 60: one number for how hard to think.

Level N looks N plies ahead in the middle game, as in other Othello engines. The end is solved
exactly from more empties than that, because the last plies of a solve are far cheaper than
evaluated ones: from twice the level at the weakest levels, six empties more up to level 18, then
fewer and fewer more until, at level 30 and above, both are the same.

The selectivity is 100 (no forward pruning) at every level for as long as the engine has none.
"""

from __future__ import annotations

from typing import NamedTuple

from othello.errors import InvalidOption, quote

__all__ = ["DEFAULT_LEVEL", "MAX_LEVEL", "Level", "level_settings"]

MAX_LEVEL = 60

DEFAULT_LEVEL = 10
"""Answers within a fraction of a second on one thread, the solve from 16 empties included."""


class Level(NamedTuple):
    """What a level stands for.

    Attributes
    ----------
    depth : int
        Plies looked ahead in the middle game.
    selectivity : int
        Confidence of forward pruning in percent, 100 for none.
    endgame_depth : int
        Solve exactly from this many empties on.
    """

    depth: int
    selectivity: int
    endgame_depth: int


def level_settings(level: int) -> Level:
    """Return what `level` (0 to 60) stands for.

    >>> level_settings(10)
    Level(depth=10, selectivity=100, endgame_depth=16)
    """
    if not 0 <= level <= MAX_LEVEL:
        raise InvalidOption(f"invalid level {quote(level)}: expected 0 to {MAX_LEVEL}")
    endgame_depth = max(level, min(2 * level, level + 6, 15 + level // 2))
    return Level(depth=max(level, 1), selectivity=100, endgame_depth=endgame_depth)
