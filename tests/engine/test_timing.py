"""The time budget of a move never exceeds the clock."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from othello.timing import (
    SOFT_SHARE,
    Clock,
    budget_for_clock,
    budget_for_forced_move,
    budget_for_move,
)

milliseconds = st.integers(1, 10**9).map(lambda number: number / 1000)
overheads = st.just(0) | st.integers(0, 10**6).map(lambda number: number / 10**6)
clocks = st.builds(
    Clock,
    milliseconds | st.floats(-1e3, 0),
    st.just(0.0) | milliseconds,
    st.none() | st.integers(1, 60),
)
empties = st.integers(0, 60)


@given(clocks, empties, overheads)
def test_a_clock_is_never_overstepped(clock: Clock, n_empties: int, overhead: float) -> None:
    budget = budget_for_clock(clock, n_empties, overhead)
    assert 0 < budget.soft <= budget.hard
    if clock.left > 0:
        assert budget.hard < clock.left
    if clock.left > 2 * overhead:
        assert budget.hard < clock.left - overhead


@given(milliseconds, overheads)
def test_a_fixed_time_is_never_overstepped(time: float, overhead: float) -> None:
    budget = budget_for_move(time, overhead)
    assert 0 < budget.soft <= budget.hard <= time
    assert budget.hard >= max(time - overhead, time / 2) * (1 - 1e-9)


@given(milliseconds)
def test_most_of_a_fixed_time_is_used(time: float) -> None:
    assert 0.9 * time < budget_for_move(time).hard < time


@pytest.mark.parametrize(("overhead", "kept"), [(0.0, 0.0), (0.02, 0.016), (0.1, 0.08), (1.0, 0.1)])
def test_a_greater_overhead_keeps_more_back(overhead: float, kept: float) -> None:
    assert budget_for_move(0.2, overhead).hard == pytest.approx(0.2 - kept)


@given(clocks, empties)
def test_a_forced_move_takes_less(clock: Clock, n_empties: int) -> None:
    budget = budget_for_clock(clock, n_empties)
    forced = budget_for_forced_move(budget)
    assert 0 < forced.soft < budget.soft and 0 < forced.hard < budget.hard


@pytest.mark.parametrize(("left", "increment"), [(1.0, 0.01), (0.1, 0.1), (60.0, 0.0)])
@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game_stays_on_the_clock(left: float, increment: float, seed: int) -> None:
    """Each move takes a random time up to its hard limit, plus up to nearly the overhead."""
    rng = random.Random(seed)
    overhead = 0.02
    for n_empties in range(60, 0, -2):
        budget = budget_for_clock(Clock(left, increment), n_empties, overhead)
        left -= rng.uniform(0, budget.hard) + rng.uniform(0, min(overhead, left / 2) * 0.99)
        assert left > 0, f"seed {seed}: flag fallen at {n_empties} empties"
        left += increment


@pytest.mark.parametrize("seconds", [10.0, 60.0, 300.0])
def test_little_of_a_clock_is_left_when_the_game_is_solved(seconds: float) -> None:
    """Each move takes nearly its share, until an exact solve takes less."""
    left = seconds
    for n_empties in range(52, 0, -2):
        share = budget_for_clock(Clock(left), n_empties).soft / SOFT_SHARE
        left -= min(0.9 * share, 0.05 * 1.84 ** (n_empties - 20))
    assert 0 < left < 0.03 * seconds


def test_the_last_move_of_a_time_control_may_take_nearly_all() -> None:
    budget = budget_for_clock(Clock(10.0, moves_to_go=1), 50)
    assert budget.soft == pytest.approx(5.0, rel=0.05)
    assert 8.5 < budget.hard < 9.5


@pytest.mark.parametrize(
    "clocks",
    [
        [Clock(left) for left in (1, 10, 100)],
        [Clock(60, 0, moves_to_go) for moves_to_go in (24, 5, 1)],
        [Clock(10, increment) for increment in (0, 0.1, 1)],
    ],
)
def test_more_time_or_fewer_moves_give_a_larger_budget(clocks: list[Clock]) -> None:
    budgets = [budget_for_clock(clock, 40).soft for clock in clocks]
    assert budgets == sorted(budgets) and budgets[0] < budgets[-1]
