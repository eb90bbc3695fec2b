"""In verification mode minimax, alpha-beta and principal variation search find equal values.

Textbook minimax is itself compared with the reference.
"""

from types import ModuleType
from typing import Any

import pytest
from support import reference
from support.threads import TWO, needs_openmp

from othello import Board, Move

ALGORITHMS = ("minimax", "alphabeta", "pvs")

#: Positions of random games, by seed and number of empties: opening, middle, end, and so near the
#: end that the searches reach it.
POSITIONS = [
    reference.masks(*reference.random_position(seed, n_empties))
    for seed, n_empties in [(1, 57), (2, 44), (3, 36), (11, 28), (4, 17), (5, 12), (6, 8), (7, 5)]
]

#: Positions whose side to move must pass.
POSITIONS += [
    reference.masks(grid, mover)
    for seed in (2, 4)
    for grid, mover in reference.playout(seed)
    if not reference.legal_moves(grid, mover) and not reference.game_over(grid)
]

DEPTH = 6
"""The greatest depth; minimax takes long at it."""


def value(searcher: Any, board: tuple[int, int], depth: int, **options: Any) -> int:
    searcher.set_options(verify=True, **options)
    lines, _, _, stopped = searcher.search(*board, depth=depth)
    assert not stopped
    (line,) = lines
    n_empties = 64 - (board[0] | board[1]).bit_count()
    assert (line.depth, line.bound) == (min(depth, n_empties), 0) and line.pv
    return int(line.value)


@pytest.mark.parametrize("evaluation", ["pattern", "classic"])
def test_minimax_agrees_with_the_reference(core: ModuleType, evaluation: str) -> None:
    searcher = core.Searcher(hash_mb=1)

    def evaluate(grid: reference.Grid, mover: str) -> int:
        return int(core.evaluate(*reference.masks(grid, mover), evaluation))

    for board in POSITIONS:
        for depth in (1, 2):
            grid = reference.from_masks(*board)
            expected = reference.minimax(grid, "X", depth, evaluate, core.VALUE_PER_DISC)
            found = value(searcher, board, depth, algorithm="minimax", evaluation=evaluation)
            assert found == expected, (board, depth)


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=needs_openmp)])
@pytest.mark.parametrize("evaluation", ["pattern", "classic"])
def test_algorithms_agree(
    core: ModuleType, cores: list[ModuleType], evaluation: str, threads: int
) -> None:
    """All share one table: what a search finds in it must not change its value.

    The slowest core and the best one search to the greatest depth. The others are compared with
    them below.
    """
    searcher = core.Searcher(threads=threads, hash_mb=1)
    options = {"evaluation": evaluation, "min_split_depth": 2}
    deepest = DEPTH if core in (cores[0], cores[-1]) else DEPTH - 1
    for board in POSITIONS:
        for depth in range(1, deepest + 1):
            values = {
                algorithm: value(searcher, board, depth, algorithm=algorithm, **options)
                for algorithm in ALGORITHMS
            }
            assert len(set(values.values())) == 1, (board, depth, values)


def test_every_core_has_the_same_values(cores: list[ModuleType]) -> None:
    searchers = [core.Searcher(hash_mb=1) for core in cores]
    for board in POSITIONS:
        for evaluation in ("pattern", "classic"):
            values = {
                value(searcher, board, depth=DEPTH, evaluation=evaluation) for searcher in searchers
            }
            assert len(values) == 1, (board, evaluation)


@pytest.mark.parametrize("evaluation", ["pattern", "classic"])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_carried_from_move_to_move(core: ModuleType, evaluation: str, seed: int) -> None:
    """Evaluation states updated move by move give the values of those computed from the board."""
    searcher = core.Searcher(hash_mb=1)
    for grid, mover in reference.playout(seed):
        if not reference.game_over(grid):
            board = reference.masks(grid, mover)
            values = {
                value(searcher, board, 3, algorithm=algorithm, evaluation=evaluation)
                for algorithm in ("minimax", "pvs")
            }
            assert len(values) == 1, (seed, reference.show(grid, mover), values)


@needs_openmp
@pytest.mark.parametrize(("algorithm", "depth"), [("minimax", 7), ("alphabeta", 13)])
def test_limits_are_watched_while_other_threads_still_search(
    core: ModuleType, algorithm: str, depth: int
) -> None:
    """The first move ends the game, so that the first worker has nothing to do soon."""
    board = Board.from_obf("--------------------O-----XXO-----XXO-----XXOXX-----X------X---- X")
    moves = 1 << Move("e2") | 1 << Move("f7")

    def search(threads: int, plies: int, nodes: int) -> tuple[int, int]:
        searcher = core.Searcher(threads=threads, hash_mb=1)
        searcher.set_options(algorithm=algorithm)
        lines, visited, _, _ = searcher.search(
            board.player, board.opponent, depth=plies, nodes=nodes, moves=moves
        )
        return lines[0].depth, visited

    # The nodes of all iterations up to `depth`; those of the next one are many times as many. One
    # thread counts them: more than one look at more, and at how many depends on when each runs.
    reached, nodes = search(1, depth, 10**12)
    assert reached == depth
    assert search(TWO, depth + 1, nodes + nodes // 10)[0] <= depth
