"""Every compiled core plays by the rules of tests/support/reference.py."""

from functools import cache
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import reference
from support.kernel_facts import Facts, expect_same_rules, facts_of

SEEDS = range(12)

ALL = 2**64 - 1

sets = st.integers(0, ALL)


@st.composite
def layouts(draw: st.DrawFn) -> tuple[int, int]:
    """A strategy for two disjoint sets of discs, from few to nearly 64; few are reachable."""
    occupied = draw(sets)
    for _ in range(draw(st.integers(0, 3))):
        occupied |= draw(sets)
    player = draw(sets) & occupied
    return player, occupied & ~player


@cache
def random_game(seed: int) -> list[Facts]:
    return [facts_of(grid, mover) for grid, mover in reference.playout(seed)]


@pytest.mark.parametrize("seed", SEEDS)
def test_whole_random_games(core: ModuleType, seed: int) -> None:
    for facts in random_game(seed):
        expect_same_rules(core, facts)


def test_random_games_pass() -> None:
    """The random games contain passes, so that passes are tested."""
    passes = sum(
        not reference.legal_moves(grid, mover) and not reference.game_over(grid)
        for seed in SEEDS
        for grid, mover in reference.playout(seed)
    )
    assert passes > 0


@settings(max_examples=150)
@given(layout=layouts())
def test_any_layout(cores: list[ModuleType], layout: tuple[int, int]) -> None:
    facts = facts_of(reference.from_masks(*layout), "X")
    for core in cores:
        expect_same_rules(core, facts)


@settings(max_examples=150)
@given(discs=sets)
def test_the_last_square(cores: list[ModuleType], discs: int) -> None:
    """What fills the board flips as many discs as any move, for the player or else the opponent."""
    for core in cores:
        for square in range(64):
            player, opponent = discs & ~(1 << square), ~discs & ALL & ~(1 << square)
            expected = core.flip(player, opponent, square).bit_count()
            found, found_for_opponent = core.last_flips(discs, square)
            assert found == expected, (hex(discs), square)
            if found == 0:
                expected = core.flip(opponent, player, square).bit_count()
                assert found_for_opponent == expected, (hex(discs), square)


@pytest.mark.parametrize("depth", range(1, 10))
def test_perft_from_the_start(core: ModuleType, depth: int) -> None:
    player, opponent = reference.masks(reference.start(), "X")
    assert core.perft(player, opponent, depth) == reference.PERFT[depth - 1]


@pytest.mark.parametrize("seed", range(6))
def test_perft_from_late_positions(core: ModuleType, seed: int) -> None:
    """Late positions have passes and early ends, which nine plies from the start hardly have."""
    grid, mover = reference.random_position(seed, n_empties=6)
    for depth in range(1, 8):
        expected = reference.perft(grid, mover, depth)
        counted = core.perft(*reference.masks(grid, mover), depth)
        assert counted == expected, (reference.show(grid, mover), depth)


def test_perft_of_nothing(core: ModuleType) -> None:
    assert core.perft(0, 0, 5) == 1  # over before it began
    assert core.perft(*reference.masks(reference.start(), "X"), 0) == 1


def test_layouts_with_more_moves_than_any_game_has(core: ModuleType) -> None:
    """Layouts with 35 moves, two more than in any game, fit in the lists of moves."""
    player, opponent = 0x0043C220160100C, 0x06A4214C0016C02
    assert core.legal_moves(player, opponent).bit_count() == 35
    assert -64 * core.VALUE_PER_DISC < core.evaluate(player, opponent) < 64 * core.VALUE_PER_DISC
    searcher = core.Searcher(threads=1, hash_mb=1)
    lines, *_ = searcher.search(player, opponent, depth=4, multipv=64)
    assert len({line.pv[0] for line in lines}) == 35
