"""The pattern evaluation: symmetric, the same on every instruction set."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from support.random_games import random_game

from othello import Board, batch
from othello.weights import load_shipped

SEEDS = range(6)
PASS = 64
INSTANCES = (4, 4, 4, 4, 8, 4, 4, 4, 2, 4, 4, 4, 4)
"""Images of each pattern, in the order of `core.PATTERNS`."""


def random_weights(core: ModuleType) -> array[int]:
    rng = random.Random(1)
    few = array("h", [rng.randrange(-300, 300) for _ in range(9973)])  # a prime: no repetition
    return repeated(few, core.PATTERN_PHASES * core.PATTERN_WEIGHTS)


def random_factors(core: ModuleType, limit: int = 30) -> array[int]:
    rng = random.Random(2)
    few = array("b", [rng.randrange(-limit, limit) for _ in range(9973)])
    return repeated(few, core.PATTERN_PHASES * core.PATTERN_WEIGHTS * core.PATTERN_FACTORS)


def repeated(few: array[int], size: int) -> array[int]:
    return (few * (size // len(few) + 1))[:size]


@pytest.fixture
def weighted(core: ModuleType) -> Iterator[ModuleType]:
    """A core while random weights are in use."""
    core.load_weights(random_weights(core), random_factors(core))
    yield core
    load_shipped()


def playout(seed: int) -> Iterator[tuple[int, Board]]:
    """Yield each move of a random game, and the board after it."""
    game = random_game(seed)
    yield from zip(map(int, game.moves), game.positions()[1:], strict=True)


def features_of(core: ModuleType, player: Any, opponent: Any) -> Any:
    """Return the numbers of the weights of each position, a row for each."""
    features = np.empty((len(player), core.PATTERN_FEATURES), np.int32)
    core.pattern_features(*map(np.ascontiguousarray, (player, opponent)), features)
    return features


def test_some_playout_passes() -> None:
    assert any(move == PASS for seed in SEEDS for move, _ in playout(seed))


def test_patterns_are_read_as_ternary_numbers(core: ModuleType) -> None:
    """Digits are 0 empty, 1 the side to move, 2 the opponent; at most two numbers share a row."""
    boards = [board for seed in SEEDS for _, board in playout(seed)]
    features = features_of(core, *batch.from_boards(boards).T)
    rows: dict[tuple[str, int], int] = {}
    instance = 0
    for squares, images in zip(core.PATTERNS, INSTANCES, strict=True):
        for board, row in zip(boards, features[:, instance].tolist(), strict=True):
            number = 0
            for k in range(len(squares) // 2):
                square = ord(squares[2 * k]) - ord("a") + 8 * (int(squares[2 * k + 1]) - 1)
                digit = (board.player >> square & 1) + 2 * (board.opponent >> square & 1)
                number += 3**k * digit
            # The first image of a pattern is the pattern as written.
            assert rows.setdefault((squares, number), row) == row, (squares, board)
        instance += images
    shared = Counter(rows.values())
    assert max(shared.values()) <= 2 and len(shared) > len(rows) // 2


@pytest.mark.parametrize("seed", SEEDS)
def test_symmetric_positions_are_worth_the_same(weighted: ModuleType, seed: int) -> None:
    for _, board in playout(seed):
        values = {weighted.evaluate(image.player, image.opponent) for image in board.symmetries()}
        assert len(values) == 1, (seed, board)


def test_values_differ_between_positions(weighted: ModuleType) -> None:
    values = {weighted.evaluate(board.player, board.opponent) for _, board in playout(1)}
    assert len(values) > 40


@pytest.mark.parametrize("seed", SEEDS)
def test_every_instruction_set_agrees(cores: list[ModuleType], seed: int) -> None:
    load_shipped()
    for _, board in playout(seed):
        values = {core.evaluate(board.player, board.opponent) for core in cores}
        assert len(values) == 1, (seed, board)


def test_every_instruction_set_agrees_on_random_rows(cores: list[ModuleType]) -> None:
    """Factors have their full range, so that sums of bytes and squares are as large as can be."""
    try:
        cores[0].load_weights(random_weights(cores[0]), random_factors(cores[0], 128))
        for _, board in playout(1):
            values = {core.evaluate(board.player, board.opponent) for core in cores}
            assert len(values) == 1, board
    finally:
        load_shipped()


def test_features_are_the_weights_that_add_up(weighted: ModuleType) -> None:
    boards = [
        board
        for seed in SEEDS
        for _, board in playout(seed)
        # A position whose side must pass is evaluated after the pass.
        if not board.is_over and not board.must_pass
    ]
    features = features_of(weighted, *batch.from_boards(boards).T)
    phases = weighted.PATTERN_PHASES
    weights = np.array(random_weights(weighted)).reshape(phases, -1)
    factors = np.array(random_factors(weighted)).reshape(phases, -1, weighted.PATTERN_FACTORS)
    # Even factors are added, odd ones taken away.
    signs = np.array([1, -1] * (weighted.PATTERN_FACTORS // 2))
    for board, row in zip(boards, features, strict=True):
        phase = min(board.n_empties // weighted.PATTERN_PHASE_EMPTIES, phases - 1)
        limit = 63 * weighted.VALUE_PER_DISC
        squares = int((signs * factors[phase][row].sum(axis=0) ** 2).sum())
        value = int(weights[phase][row].sum()) + squares // weighted.VALUE_PER_DISC
        expected = max(-limit, min(limit, value))
        assert weighted.evaluate(board.player, board.opponent) == expected, board


def test_feature_numbers_stay_inside_the_weights(core: ModuleType) -> None:
    """The features of 2000 random layouts are valid numbers of weights."""
    rng = np.random.default_rng(1)
    player = rng.integers(2**64, size=2000, dtype=np.uint64)
    opponent = rng.integers(2**64, size=2000, dtype=np.uint64) & ~player
    features = features_of(core, player, opponent)
    assert features.min() >= 0
    assert features.max() < core.PATTERN_WEIGHTS


@pytest.mark.parametrize("count", [0, 1, 12 * 173541 - 1])
def test_wrong_number_of_weights(core: ModuleType, count: int) -> None:
    with pytest.raises(ValueError, match=f"weights, got {count}"):
        core.load_weights(array("h", bytes(2 * count)), random_factors(core))
    with pytest.raises(ValueError, match=f"factors, got {count}"):
        core.load_weights(random_weights(core), array("b", bytes(count)))


def test_a_layout_with_fewer_discs_than_the_start_is_evaluated(weighted: ModuleType) -> None:
    value = weighted.evaluate(1 << 27, 1 << 28)
    assert abs(value) <= 63 * weighted.VALUE_PER_DISC
