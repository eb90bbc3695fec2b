"""Playing levels 0 to 60: one number for how hard to think.

Level N searches N plies in the middle game, as in other Othello engines. Positions with few empties
are solved: first with forward pruning, with still fewer empties exactly. The thresholds keep the
cost of a solve near that of a search in the middle game. The table has the mean nodes of a move in
millions, by selectivity. It was measured by `othello test` on 12 positions with 40 empties
("depth") and 10 with each number of empties to solve ("solve"), from games of depth 5:

=======  =====  =====  =====      =====  =====  =====  =====
depth     73 %   87 %  100 %      solve   73 %   95 %  100 %
=======  =====  =====  =====      =====  =====  =====  =====
8         0.02   0.03   0.12      18      0.13   0.21   0.43
10        0.08   0.12   1.04      20      0.67   1.65   2.62
12        0.25   0.38   8.35      22      1.53   4.49   18.5
14        0.57   1.17   59.8      24      4.23   14.5   65.5
16        1.45   3.07             26      17.1   94.5
18        3.22
20        6.78
=======  =====  =====  =====      =====  =====  =====  =====
"""

from typing import NamedTuple

from othello.fields import in_range

MAX_LEVEL = 60

DEFAULT_LEVEL = 14
"""Takes about 0.1 s for a move on one thread, rarely more than 0.5 s."""

NO_PRUNING = 100
"""Confidence of a search without forward pruning, in percent."""

CONFIDENCES = ((60, NO_PRUNING), (56, 99), (51, 98), (41, 95), (31, 87), (0, 73))
"""The least level, and the confidence in percent of its searches in the middle game."""

SELECTIVE_SOLVES = ((2, 95), (4, 73))
"""Empties more than are solved exactly, and the confidence in percent of a solve up to there."""

FIRST_LEVEL_OF_SELECTIVE_SOLVES = 9
"""Levels below this one solve only from 2N empties on, and never with forward pruning."""


class Level(NamedTuple):
    """The search settings of a level."""

    depth: int  #: depth in plies in the middle game
    selectivity: int  #: confidence of forward pruning there in percent, 100 for none
    endgame_depth: int  #: positions with at most this many empties are solved exactly

    def at(self, n_empties: int) -> tuple[int, int]:
        """Return the depth and the selectivity for a position with `n_empties` empties.

        >>> [level_settings(14).at(n_empties) for n_empties in (40, 24, 22, 20)]
        [(14, 73), (24, 73), (22, 95), (20, 100)]
        """
        if n_empties <= self.endgame_depth:
            return max(n_empties, 1), NO_PRUNING
        if self.depth >= FIRST_LEVEL_OF_SELECTIVE_SOLVES:
            for more, selectivity in SELECTIVE_SOLVES:
                if n_empties <= self.endgame_depth + more:
                    return n_empties, max(selectivity, self.selectivity)
        return self.depth, self.selectivity


def level_settings(level: int) -> Level:
    """Return the search settings of `level`, 0 to 60.

    >>> level_settings(14)
    Level(depth=14, selectivity=73, endgame_depth=20)
    """
    in_range("level", level, 0, MAX_LEVEL)
    selectivity = next(percent for least, percent in CONFIDENCES if level >= least)
    # The last term lets level 60 solve everything, and those below it come near.
    endgame_depth = max(min(2 * level, 13 + level // 2), 2 * level - MAX_LEVEL)
    return Level(max(level, 1), selectivity, endgame_depth)
