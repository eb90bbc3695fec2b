"""Answers of the reference about positions, for compiled cores to be compared with.

No pytest is needed here: `check` runs on emulated machines, where little is installed and all is
slow. The facts are computed on this one.
"""

import json
import sys
from types import ModuleType
from typing import NamedTuple

from support import reference


class Facts(NamedTuple):
    """Answers of the reference about a position; computed once for all cores, as it is slow."""

    name: str
    player: int
    opponent: int
    moves: int
    flips: list[int]
    score: int
    stable: int


def facts_of(grid: reference.Grid, mover: str) -> Facts:
    return Facts(
        reference.show(grid, mover),
        *reference.masks(grid, mover),
        reference.mask(reference.legal_moves(grid, mover)),
        [reference.mask(reference.flips(grid, mover, square)) for square in reference.SQUARES],
        reference.final_score(grid, mover),
        reference.mask(reference.stable_discs(grid)),
    )


def expect_same_rules(core: ModuleType, facts: Facts) -> None:
    """Compare everything the core says about one position with the reference."""
    name, player, opponent, moves, flips, score, stable = facts
    assert core.legal_moves(player, opponent) == moves, name
    for square, flipped in enumerate(flips):
        assert core.flip(player, opponent, square) == flipped, (name, square)
    assert core.final_score(player, opponent) == score, name
    assert core.stable_discs(player, opponent) == stable, name


def check() -> None:
    """Compare the cores that the arguments name with facts on stdin; print nodes of benchmarks."""
    from othello._core import compiled
    from othello.measuring.bench import Bench, BenchTotals
    from othello.weights import load_default

    load_default()
    positions = [Facts(*each) for each in json.load(sys.stdin)]
    player, opponent = reference.masks(reference.start(), "X")
    for isa in sys.argv[1:]:
        core = compiled(f"_core_{isa}")
        assert core is not None, isa
        for facts in positions:
            expect_same_rules(core, facts)
        assert core.perft(player, opponent, 8) == reference.PERFT[7]
        print(isa, BenchTotals.of(Bench(core=core, depth=7).run()).nodes)
