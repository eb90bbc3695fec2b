"""The table of playing levels."""

from __future__ import annotations

from itertools import pairwise

import pytest

from othello.errors import InvalidOption
from othello.levels import DEFAULT_LEVEL, MAX_LEVEL, level_settings


def test_a_higher_level_never_thinks_less() -> None:
    levels = [level_settings(level) for level in range(MAX_LEVEL + 1)]
    for lower, higher in pairwise(levels):
        assert lower.depth <= higher.depth and lower.endgame_depth <= higher.endgame_depth


def test_the_ends_of_the_range() -> None:
    assert level_settings(0) == (1, 100, 0)
    assert level_settings(60) == (60, 100, 60)


def test_the_default_answers_at_once() -> None:
    level = level_settings(DEFAULT_LEVEL)
    assert level.depth <= 12 and level.endgame_depth <= 18


@pytest.mark.parametrize("level", [-1, 61])
def test_a_level_out_of_range_is_refused(level: int) -> None:
    with pytest.raises(InvalidOption, match=f"level {level}: expected 0 to 60"):
        level_settings(level)
