"""What Python passes to the compiled core and could make it read or write elsewhere is refused."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from othello import Board, _tree
from othello import _patterns as patterns
from othello import _training as training

START = Board()
MOST = 256


def some(dtype: Any, *shape: int) -> Any:
    return np.zeros(shape or 5, dtype)


PLAYER = np.full(5, START.player, np.uint64)
OPPONENT = np.full(5, START.opponent, np.uint64)
#: The last square but one of all positions is of both sides.
SHARED = OPPONENT | PLAYER

ENDED = np.full(5, 2**64 - 1, np.uint64)
NOBODY = some(np.uint64)

#: Functions of the core that take positions and a number of threads.
CALLS: dict[str, Callable[[ModuleType, Any, Any, int], Any]] = {
    "legal_masks": lambda core, own, other, n: core.legal_masks(own, other, some(np.uint64), n),
    "flip_masks": lambda core, own, other, n: core.flip_masks(
        own, other, some(np.uint8), some(np.uint64), n
    ),
    "leaf_counts": lambda core, own, other, n: core.leaf_counts(own, other, some(np.uint64), 2, n),
    "static_values": lambda core, own, other, n: core.static_values(
        own, other, some(np.int16), "pattern", n
    ),
    "symmetric_images": lambda core, own, other, n: core.symmetric_images(
        own, other, some(np.uint64, 5, 8, 2), n
    ),
    "canonical_images": lambda core, own, other, n: core.canonical_images(
        own, other, some(np.uint64, 5, 2), n
    ),
    "replay_games": lambda core, own, other, n: core.replay_games(
        some(np.uint8, 5, 9), some(np.uint64, 5, 61, 2), some(np.uint8, 5, 61), some(np.uint8), n
    ),
    "playout_scores": lambda core, own, other, n: core.playout_scores(
        own, other, some(np.int8), 1, n
    ),
    "best_moves": lambda core, own, other, n: core.best_moves(own, other, some(np.uint8), 2, n),
    "sample_leaves": lambda core, own, other, n: core.sample_leaves(
        own, other, 2, some(np.uint64, 5, 3), some(np.uint64, 5, 3), 1, n
    ),
    "solve_scores": lambda core, own, other, n: core.solve_scores(own, other, some(np.int8), n),
    "pattern_features": lambda core, own, other, n: core.pattern_features(
        own, other, some(np.int32, 5, core.PATTERN_FEATURES), n
    ),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("threads", [-1, 0, MOST + 1, 2**31 - 1])
def test_numbers_of_threads(core: ModuleType, name: str, threads: int) -> None:
    sides = (ENDED, NOBODY) if name == "solve_scores" else (PLAYER, OPPONENT)
    CALLS[name](core, *sides, 1)
    with pytest.raises(ValueError, match=f"expected 1 to {MOST} threads, got {threads}$"):
        CALLS[name](core, *sides, threads)


def test_as_many_threads_as_there_may_be(core: ModuleType) -> None:
    scores = some(np.int8)
    core.solve_scores(ENDED, NOBODY, scores, threads=MOST)
    assert scores.tolist() == [64] * 5


#: Functions that look positions up in tables.
LOOKING_UP = CALLS | {
    "evaluate": lambda core, own, other, _: core.evaluate(int(own[0]), int(other[0])),
    "search": lambda core, own, other, _: core.Searcher(hash_mb=1).search(
        int(own[0]), int(other[0])
    ),
}


@pytest.mark.parametrize(
    "name",
    [
        *("evaluate", "static_values", "best_moves", "sample_leaves"),
        *("solve_scores", "pattern_features", "search"),
    ],
)
def test_squares_with_discs_of_both_sides(core: ModuleType, name: str) -> None:
    with pytest.raises(ValueError, match="share squares$"):
        LOOKING_UP[name](core, PLAYER, SHARED, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"depth": 0}, "expected a depth of at least 1, got 0$"),
        ({"depth": -3}, "expected a depth of at least 1, got -3$"),
        ({"selectivity": 12}, "expected a selectivity of .*, got 12$"),
        ({"window": (1, 2, 3)}, "unpack"),
    ],
)
def test_limits_of_a_search(core: ModuleType, arguments: dict[str, Any], message: str) -> None:
    searcher = core.Searcher(hash_mb=1)
    with pytest.raises(ValueError, match=message):
        searcher.search(START.player, START.opponent, **arguments)
    for option, value in (("algorithm", "maximin"), ("evaluation", "patern")):
        with pytest.raises(ValueError, match=f"'{value}': expected one of p"):
            searcher.set_options(**{option: value})
    assert searcher.search(START.player, START.opponent, depth=2)[1] > 0


def test_a_tree_whose_evaluation_says_nothing() -> None:
    """Whatever values and probabilities are, each visit goes to a child that there is."""
    tree = _tree.SearchTree(START.player, START.opponent, 4, False, 1.0, 1.0)
    rows = some(np.uint64, 4, 2)
    for odd in (np.nan, np.inf, -np.inf, 0.0):
        for _ in range(5):
            n = tree.collect(rows, 4)
            tree.settle(np.full(n, odd), np.full((n, 64), odd, np.float32))
    assert tree.visits > 20 and len(tree.line()) > 1


FEATURES = some(np.int32, 3, 2)


@pytest.mark.parametrize("number", [-1, 4, 2**31 - 1])
@pytest.mark.parametrize(
    "fit",
    [
        lambda features: training.regression_predict(features, some(float, 4), some(float, 3)),
        lambda features: training.regression_gather(features, some(float, 3), some(float, 4)),
        lambda features: training.rows_predict(
            features, some(np.float32, 4, training.PATTERN_ROW), some(float, 3)
        ),
        lambda features: descend(features, some(np.int32, 1, 3)),
    ],
)
def test_features_without_a_row(fit: Callable[[Any], Any], number: int) -> None:
    fit(FEATURES)
    features = FEATURES.copy()
    features[2, 1] = number
    with pytest.raises(ValueError, match=f"expected features of 0 to 3, got {number}$"):
        fit(features)


def descend(features: Any, orders: Any, batch: int = 2) -> None:
    rows = some(np.float32, 4, training.PATTERN_ROW)
    training.rows_descend(features, some(np.float32, 3), orders, rows, batch, 0.1, 0.1, 0.1)


def test_orders_and_batches_of_a_descent() -> None:
    descend(FEATURES, some(np.int32, 1, 3), batch=2**31 - 1)
    with pytest.raises(ValueError, match="expected places in an order of 0 to 2, got 3$"):
        descend(FEATURES, np.array([[0, 1, 3]], np.int32))
    with pytest.raises(ValueError, match="expected at least 1 position in a batch, got 0$"):
        descend(FEATURES, some(np.int32, 1, 3), batch=0)


@pytest.mark.parametrize("pattern", [list(range(11)), [0, 64], [-1, 3], []])
def test_patterns_that_are_none(pattern: list[int]) -> None:
    with pytest.raises(ValueError, match="expected patterns of 1 to 10 squares 0..63, got "):
        patterns.PatternSet([pattern])


def test_own_patterns_of_squares_with_discs_of_both_sides() -> None:
    squares = patterns.PatternSet([[0, 1, 2]])
    phases = 12
    weights = some(np.int16, phases * squares.n_rows)
    own = patterns.OwnPatterns(squares, weights, some(np.int8, 14 * len(weights)))
    for call in (
        lambda: own.value(START.player, START.player),
        lambda: own.values(PLAYER, SHARED, some(np.int16)),
        lambda: squares.features(PLAYER, SHARED, some(np.int32, 5, squares.n_features)),
    ):
        with pytest.raises(ValueError, match="share squares$"):
            call()
    with pytest.raises(TypeError, match="PatternSet"):
        patterns.OwnPatterns(None, weights, some(np.int8, 14 * len(weights)))
