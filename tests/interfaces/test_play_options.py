"""Options of play: random moves near the best, and strength, over every protocol and in matches."""

from collections import Counter
from itertools import pairwise
from math import exp
from typing import Any

import pytest
from support.endgames import ENDGAME

from othello import Board, Engine, Limits, Result
from othello.engine.strength import FULL_STRENGTH, Strength, ability
from othello.notation import MOVES, Move
from othello.protocol.play_options import CANDIDATES, Randomness
from othello.result import Line

BOARD = Board.from_moves("f5d6c3d3c4f4f6f3")
MUST_PASS = Board.from_obf("XXXXXXX-XXXOOOOXX-OXXOOXXOOXXXOXXXOOXXOXOOOOOOOXOOOOOO-X-OOOOOO- O")


def result(*scores: float, exact: bool = False) -> Result:
    lines = tuple(
        Line(6, 100, score, None, exact, (Move(number),)) for number, score in enumerate(scores)
    )
    return Result(lines, 100, 0.1, False)


def with_lines(*changes: dict[str, Any]) -> Result:
    found = result(*(0.0 for _ in changes))
    lines = (line._replace(**each) for line, each in zip(found.lines, changes, strict=True))
    return found._replace(lines=tuple(lines))


@pytest.mark.parametrize(
    ("margin", "found", "expected"),
    [
        (1.0, result(3.5, 3.25, 2.5, 2.0), {3.5, 3.25, 2.5}),
        (0.0, result(3.5, 3.5), {3.5}),
        # What is proven is not gambled away.
        (64.0, result(4, 4, 2, exact=True), {4}),
        # As after a solve that was cut off: an estimate beside a proven score is no score.
        (1.0, with_lines({"score": 2, "exact": True}, {"score": 2.5}), {2}),
        (1.0, with_lines({"score": 3.0}, {"score": 2.9, "bound": "upper"}), {3.0}),
    ],
)
def test_moves_within_the_margin(margin: float, found: Result, expected: set[float]) -> None:
    randomness = Randomness(margin)
    assert {randomness.pick(found).score for _ in range(100)} == expected
    assert {Strength(0, seed).pick(BOARD, found).score for seed in range(50)} <= {
        line.score for line in found.lines if line.bound is None
    }


def test_after_a_forced_pass_there_is_nothing_to_choose() -> None:
    with Engine(hash_mb=1) as engine:
        found = engine.solve(MUST_PASS, multipv=4)
    assert found.score == -50 and found.lines[-1].score > -50
    assert {Randomness(64.0).pick(found).score for _ in range(100)} == {-50}


def test_the_lines_that_were_asked_for() -> None:
    randomness = Randomness(1.0, seed=1)
    found = result(1.0, 0.9, 0.8, 0.7)
    for multipv in (1, 3):
        assert randomness.widened(multipv) == CANDIDATES
        chosen = randomness.pick(found, multipv)
        assert len(chosen.lines) == multipv and set(chosen.lines) <= set(found.lines)
    assert randomness.widened(7) == 7 and Randomness().widened(1) == 1


def test_the_same_seed_the_same_moves() -> None:
    found = result(1.0, 0.9, 0.8, 0.7)
    randomness = Randomness(1.0, 1)
    rows = []
    for seed in (1, 1, 2):
        randomness.seed = seed
        rows.append([randomness.pick(found).score for _ in range(20)])
    assert rows[0] == rows[1] != rows[2]
    again = Randomness(1.0, 1)
    assert [again.pick(found).score for _ in range(20)] == rows[0]


def test_a_greater_strength_sees_more_and_errs_less() -> None:
    abilities = [ability(strength) for strength in range(FULL_STRENGTH)]
    for weaker, stronger in pairwise(abilities):
        assert weaker.depth <= stronger.depth
        assert weaker.temperature > stronger.temperature > 0
        assert weaker.bound > stronger.bound > 0


def test_after_a_forced_pass_the_score_is_that_of_the_best_reply() -> None:
    with Engine(hash_mb=1) as engine:
        for strength in (30, 60, 99):
            limits = Strength(strength).limits(MUST_PASS, Limits())
            found = engine.search(MUST_PASS, limits)
            assert Strength(strength).pick(MUST_PASS, found).lines[0] == found.lines[0]


def test_a_window_is_not_asked_of_a_weak_player() -> None:
    with Engine(hash_mb=1) as engine:
        found = Strength(50).search(engine, BOARD, Limits(depth=3, window=(0, 2)))
        assert found.bound is None


def test_moves_are_as_likely_as_said() -> None:
    """A move that seems so many discs worse as the temperature is e times less likely."""
    temperature = ability(40).temperature
    found = result(0.0, -temperature, -2 * temperature)
    drawn = Counter(int(Strength(40, seed).draw(BOARD, found).pv[0]) for seed in range(4000))
    whole = 1 + exp(-1) + exp(-2)
    for number in range(3):
        assert drawn[number] / 4000 == pytest.approx(exp(-number) / whole, abs=0.03)


def test_nothing_absurd_is_played() -> None:
    for strength in (0, 50, 99):
        bound = ability(strength).bound
        found = result(0.0, -bound + 0.01, -bound - 0.01, -60.0)
        drawn = {Strength(strength, seed).draw(BOARD, found).score for seed in range(500)}
        assert min(drawn) >= -bound


def test_full_strength_changes_nothing() -> None:
    full = Strength()
    limits = Limits(exact=True, multipv=3)
    assert full.is_full and full.limits(BOARD, limits) is limits
    assert full.pick(BOARD, result(3.0, 2.0)).lines == result(3.0).lines


def test_limits_are_kept_within_the_ability() -> None:
    weak = Strength(20)
    depth = ability(20).depth
    for limits in (Limits(), Limits(level=60), Limits(depth=30), Limits(exact=True)):
        held = weak.limits(BOARD, limits)
        assert held.depth == depth and not held.exact and held.level is None
    held = weak.limits(BOARD, Limits(depth=2, nodes=1000, seconds=1.0))
    assert (held.depth, held.nodes, held.seconds) == (2, 1000, 1.0)


def test_the_end_is_not_solved_from_afar() -> None:
    assert ENDGAME.n_empties > ability(50).depth
    with Engine(hash_mb=1) as engine:
        assert not Strength(50).search(engine, ENDGAME).exact
        assert len(Strength(50).search(engine, ENDGAME).lines) == 1


def test_the_same_seed_the_same_move_whatever_came_before() -> None:
    with Engine(hash_mb=1) as engine:
        boards = [Board(), BOARD, BOARD.after(BOARD.legal_moves()[0])]
        first = [Strength(10, 3).search(engine, board).move for board in boards]
        engine.clear()
        again = [Strength(10, 3).search(engine, board).move for board in reversed(boards)]
        assert first[0] == again[-1], "the table was empty both times"
        others = {Strength(10, seed).search(engine, BOARD).move for seed in range(20)}
        assert len(others) > 3 and others <= set(MOVES)
