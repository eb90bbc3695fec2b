"""The playing levels: how deep each searches, and from where it solves."""

from itertools import pairwise

from othello import Board, Engine
from othello.levels import DEFAULT_LEVEL, MAX_LEVEL, level_settings
from othello.limits import SELECTIVITIES

LEVELS = [level_settings(level) for level in range(MAX_LEVEL + 1)]


def test_a_higher_level_never_thinks_less() -> None:
    for lower, higher in pairwise(LEVELS):
        assert lower < higher and lower.endgame_depth <= higher.endgame_depth
        for n_empties in range(1, 61):
            before, after = lower.at(n_empties), higher.at(n_empties)
            assert min(before[0], n_empties) <= min(after[0], n_empties), n_empties
            # Near the end a shallow search without pruning may give way to a selective solve.
            assert before[1] <= after[1] or before[0] < after[0], n_empties


def test_confidence_grows_towards_the_end() -> None:
    for level in LEVELS:
        searches = [level.at(n_empties) for n_empties in range(60, 0, -1)]
        confidences = [selectivity for _, selectivity in searches]
        assert confidences == sorted(confidences)
        assert set(confidences) <= set(SELECTIVITIES)
        assert level.at(level.endgame_depth)[1] == 100


def test_the_ends_of_the_range() -> None:
    assert level_settings(0) == (1, 73, 0)
    assert level_settings(60) == (60, 100, 60)
    assert level_settings(60).at(60) == (60, 100)
    assert level_settings(0).at(1) == (1, 73)
    assert all(level.at(0)[0] >= 1 for level in LEVELS)  # without empties
    usual = level_settings(DEFAULT_LEVEL)
    assert usual.depth <= 16 and usual.endgame_depth <= 21  # answers at once


def test_searches_have_the_depth_and_selectivity_of_their_level() -> None:
    obf = "XXX-----XOOO----XOXOOOO-XOXOOO--XOOOXOO-XOXXXX--OOXXXXX---OXXXXX X"
    board = Board.from_obf(obf)
    assert board.n_empties == 18
    with Engine(hash_mb=1) as engine:
        found = {level: engine.search(board, level=level) for level in (3, 9, 10)}
    assert [(found[level].depth, found[level].selectivity) for level in found] == [
        (3, 73),
        (18, 95),
        (18, 100),
    ]
    assert [found[level].exact for level in found] == [False, False, True]
