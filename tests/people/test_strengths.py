"""Strengths play as people of their rating: what they draw, with the model and without it."""

import subprocess
import sys
from collections import Counter
from itertools import pairwise
from math import exp

import pytest

from othello import Board, Engine, Limits
from othello.engine.near import Near
from othello.engine.strength import GROWN_UP, Strength, ability
from othello.people.asking import people_moves
from othello.people.strengths import rating_of, with_people
from othello.result import near_best

BOARD = Board("f5d6c4d3c3f4c5b3c2e3d2")


def test_moves_are_drawn_by_people_and_by_the_search() -> None:
    """As often as the shares of people times the exponential of the score say."""
    strength = 40
    with Engine(hash_mb=1) as engine:
        found = engine.search(BOARD, Strength(strength).limits(BOARD, Limits()))
    own, _ = with_people(strength, ability(strength), BOARD)
    shares = {each.move: each.percent for each in people_moves(BOARD, rating_of(strength))}
    weights = {
        line.move: shares[line.move] * exp((line.score - found.score) / own.temperature)
        for line in near_best(found, own.bound)
        if line.move is not None
    }
    draws = 400
    drawn = Counter(Strength(strength, n).pick(BOARD, found).move for n in range(draws))
    assert drawn.keys() <= weights.keys()
    for move, weight in weights.items():
        assert drawn[move] / draws == pytest.approx(weight / sum(weights.values()), abs=0.08)


def test_strengths_stand_for_ratings() -> None:
    abilities = [with_people(strength, ability(strength), BOARD)[0] for strength in range(1, 100)]
    for weaker, stronger in pairwise(abilities[GROWN_UP:]):
        assert weaker.temperature > stronger.temperature > 0
        assert weaker.bound > stronger.bound > 0
    assert [rating_of(strength) for strength in (0, 100)] == [700, 2300]


def test_a_beginner_plays_by_the_rule_without_people() -> None:
    assert with_people(0, ability(0), BOARD) == (ability(0), {})
    child, _ = with_people(1, ability(1), BOARD)
    assert child.temperature == pytest.approx(ability(1).temperature, rel=0.25)


def test_the_best_move_is_found_near_full_strength() -> None:
    """However much people like another one."""
    with Engine(hash_mb=1) as engine:
        best = engine.search(BOARD, depth=11, selectivity=73).move
        assert {Strength(99, seed).search(engine, BOARD).move for seed in range(5)} == {best}
    assert people_moves(BOARD, 2300)[0].move != best


def test_who_keeps_the_score_near_does_not_ask_people() -> None:
    near = Near(30, 64, Strength(40, seed=3))
    with Engine(hash_mb=1) as engine:
        found = engine.search(BOARD, near.limits(BOARD, Limits()))
    away = {line.move: near.distance(-line.score, line.error or 0) for line in found.lines}
    drawn = near.pick(BOARD, found).move
    assert away[drawn] <= min(away.values()) + ability(40).bound


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from othello import Board, Engine, Limits
from othello.engine.strength import Strength
board = Board(sys.argv[1])
with Engine(hash_mb=1) as engine:
    strength = Strength(40, seed=5)
    found = engine.search(board, strength.limits(board, Limits()))
    assert strength.pick(board, found).lines[0] == strength.draw(board, found)
"""


def test_the_old_rule_without_numpy() -> None:
    """A page without a server has none."""
    subprocess.run([sys.executable, "-c", WITHOUT_NUMPY, "f5d6c4d3c3f4"], check=True)


def test_nothing_is_imported_at_full_strength() -> None:
    program = """
import sys
from othello import Board, Engine, Limits
from othello.engine.strength import Strength
with Engine(hash_mb=1) as engine:
    Strength().search(engine, Board("f5"), depth=3)
    Strength(0).limits(Board("f5"), Limits())
sys.exit("numpy" in sys.modules or "othello.people" in sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize(("strength", "is_loaded"), [(100, False), (40, True), (0, False)])
def test_the_model_is_loaded_before_the_first_move(strength: int, is_loaded: bool) -> None:
    program = """
import sys
from othello.cli import main
main(["ugi"])
print("othello.people.model" in sys.modules)
"""
    lines = f"setoption name Strength value {strength}\nisready\nquit\n"
    done = subprocess.run(
        [sys.executable, "-c", program], input=lines, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["readyok", str(is_loaded)]
