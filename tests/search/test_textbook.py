"""In verification mode minimax, alpha-beta and principal variation search agree to the value.

And textbook minimax agrees with the reference, on which everything rests.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from support import reference

ALGORITHMS = ("minimax", "alphabeta", "pvs")

#: Seeds of random games and the empties at which they are looked at: opening, middle, end, and
#: ends of games within the depths searched.
POSITIONS = [
    reference.masks(*reference.random_position(seed, n_empties))
    for seed, n_empties in [(1, 57), (2, 44), (3, 36), (11, 28), (4, 17), (5, 12), (6, 8), (7, 5)]
]

#: And positions that must pass.
POSITIONS += [
    reference.masks(grid, mover)
    for seed in (2, 4)
    for grid, mover in reference.playout(seed)
    if not reference.legal_moves(grid, mover) and not reference.game_over(grid)
]
DEPTHS = range(1, 7)


def value(searcher: Any, board: tuple[int, int], depth: int, **options: Any) -> int:
    searcher.set_options(verify=True, **options)
    lines, _, _, stopped = searcher.search(*board, depth=depth)
    assert not stopped
    (line,) = lines
    reached, _, found, bound, _, pv = line
    assert (reached, bound) == (min(depth, empties(board)), 0) and pv
    return int(found)


def empties(board: tuple[int, int]) -> int:
    return 64 - (board[0] | board[1]).bit_count()


@pytest.mark.parametrize("evaluation", ["pattern", "classic"])
def test_minimax_is_the_references(core: ModuleType, evaluation: str) -> None:
    searcher = core.Searcher(hash_mb=1)

    def evaluate(grid: reference.Grid, mover: str) -> int:
        return int(core.evaluate(*reference.masks(grid, mover), evaluation))

    for board in POSITIONS:
        for depth in (1, 2):
            assert value(
                searcher, board, depth=depth, algorithm="minimax", evaluation=evaluation
            ) == reference.minimax(
                reference.from_masks(*board), "X", depth, evaluate, core.VALUE_PER_DISC
            ), (board, depth)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("evaluation", ["pattern", "classic"])
def test_algorithms_agree(core: ModuleType, evaluation: str, threads: int) -> None:
    """One table for all: what a search finds in it may not change its value."""
    if threads > core.max_threads():
        pytest.skip("built without OpenMP")
    searcher = core.Searcher(threads=threads, hash_mb=1)
    for board in POSITIONS:
        for depth in DEPTHS:
            values = {
                algorithm: value(
                    searcher,
                    board,
                    depth=depth,
                    algorithm=algorithm,
                    evaluation=evaluation,
                    granularity=2,
                )
                for algorithm in ALGORITHMS
            }
            assert len(set(values.values())) == 1, (board, depth, values)


def test_every_core_has_the_same_values(cores: list[ModuleType]) -> None:
    searchers = [core.Searcher(hash_mb=1) for core in cores]
    for board in POSITIONS:
        for evaluation in ("pattern", "classic"):
            values = {
                value(searcher, board, depth=6, evaluation=evaluation) for searcher in searchers
            }
            assert len(values) == 1, (board, evaluation)


@pytest.mark.parametrize("evaluation", ["pattern", "classic"])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_carried_from_move_to_move(core: ModuleType, evaluation: str, seed: int) -> None:
    """Numbers of patterns and stable discs, in every position of a game, against the bare board."""
    searcher = core.Searcher(hash_mb=1)
    for grid, mover in reference.playout(seed):
        if not reference.game_over(grid):
            board = reference.masks(grid, mover)
            values = {
                value(searcher, board, 3, algorithm=algorithm, evaluation=evaluation)
                for algorithm in ("minimax", "pvs")
            }
            assert len(values) == 1, (seed, reference.show(grid, mover), values)
