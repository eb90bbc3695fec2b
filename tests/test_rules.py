"""Every compiled core plays by the rules of tests/reference.py."""

from __future__ import annotations

from types import ModuleType

import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

SEEDS = range(12)

sets = st.integers(0, 2**64 - 1)


@st.composite
def layouts(draw: st.DrawFn) -> tuple[int, int]:
    """Draw any two disjoint sets of discs, most of them unreachable, sparse or nearly full."""
    occupied = draw(sets)
    for _ in range(draw(st.integers(0, 3))):
        occupied |= draw(sets)
    player = draw(sets) & occupied
    return player, occupied & ~player


def expect_same_rules(core: ModuleType, grid: reference.Grid, mover: str) -> None:
    """Compare everything the core says about one position with the reference."""
    player, opponent = reference.masks(grid, mover)
    where = reference.show(grid, mover)
    legal = reference.legal_moves(grid, mover)
    assert core.legal_moves(player, opponent) == reference.mask(legal), where
    for square in reference.SQUARES:
        number = 8 * square[0] + square[1]
        flipped = core.flip(player, opponent, number)
        assert flipped == reference.mask(reference.flips(grid, mover, square)), (where, number)
    assert core.final_score(player, opponent) == reference.final_score(grid, mover), where
    stable = reference.mask(reference.stable_discs(grid))
    assert core.stable_discs(player, opponent) == stable, where


@pytest.mark.parametrize("seed", SEEDS)
def test_whole_random_games(core: ModuleType, seed: int) -> None:
    for grid, mover in reference.playout(seed):
        expect_same_rules(core, grid, mover)


@pytest.mark.parametrize("step", [1, 2, 5])
@pytest.mark.parametrize("seed", SEEDS)
def test_stable_discs_grow_along_a_game(core: ModuleType, seed: int, step: int) -> None:
    """Started from an earlier position's set, the stable discs are those of the definition."""
    game = list(reference.playout(seed))[::step]
    grown = core.stable_discs_along([reference.masks(grid, mover) for grid, mover in game])
    for (grid, mover), stable in zip(game, grown, strict=True):
        expected = reference.mask(reference.stable_discs(grid))
        assert stable == expected, (seed, reference.show(grid, mover))


def test_random_games_pass() -> None:
    """The seeded games above do contain passes, or they would not test them."""
    passes = sum(
        not reference.legal_moves(grid, mover) and not reference.game_over(grid)
        for seed in SEEDS
        for grid, mover in reference.playout(seed)
    )
    assert passes > 0


@settings(max_examples=150)
@given(layout=layouts())
def test_any_layout(cores: list[ModuleType], layout: tuple[int, int]) -> None:
    grid = reference.from_masks(*layout)
    for core in cores:
        expect_same_rules(core, grid, "X")


@pytest.mark.parametrize("depth", range(1, 10))
def test_perft_from_the_start(core: ModuleType, depth: int) -> None:
    player, opponent = reference.masks(reference.start(), "X")
    assert core.perft(player, opponent, depth) == reference.PERFT[depth - 1]


@pytest.mark.parametrize("seed", range(6))
def test_perft_from_late_positions(core: ModuleType, seed: int) -> None:
    """Passes and early ends, which the first nine plies from the start hardly have."""
    grid, mover = reference.random_position(seed, n_empties=6)
    for depth in range(1, 8):
        expected = reference.perft(grid, mover, depth)
        counted = core.perft(*reference.masks(grid, mover), depth)
        assert counted == expected, (reference.show(grid, mover), depth)


def test_perft_of_nothing(core: ModuleType) -> None:
    assert core.perft(0, 0, 5) == 1  # over before it began
    assert core.perft(*reference.masks(reference.start(), "X"), 0) == 1
