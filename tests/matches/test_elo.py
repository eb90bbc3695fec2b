"""Elo differences and their errors."""

from __future__ import annotations

import math
import random

import pytest

from othello.matches.elo import elo_difference


def test_no_games() -> None:
    assert elo_difference([]) is None


@pytest.mark.parametrize(("points", "expected"), [(50, 0), (75, 191), (91, 402), (25, -191)])
def test_the_usual_scale(points: int, expected: int) -> None:
    games = [(1.0,)] * points + [(0.0,)] * (100 - points)
    elo = elo_difference(games)
    assert elo is not None and round(elo.difference) == expected


@pytest.mark.parametrize("points", [0.0, 1.0])
def test_a_clean_sweep_stays_finite(points: float) -> None:
    elo = elo_difference([(points, points)] * 100)
    assert elo is not None
    assert math.copysign(1, elo.difference) == (1 if points else -1)
    assert 500 < abs(elo.difference) < 1500 and 100 < elo.error < 1000


def test_one_game_says_next_to_nothing() -> None:
    elo = elo_difference([(1,)])
    assert elo is not None and elo.difference == 0 and elo.error > 500


def test_openings_that_all_end_even_say_nothing() -> None:
    """If each opening is won by one colour in both games, no scatter shows an error."""
    assert elo_difference([(1, 0)] * 10 + [(0, 1)] * 10) is None
    scattered = elo_difference([(1, 1)] * 10 + [(0, 0)] * 10)
    assert scattered is not None and scattered.difference == 0 and scattered.error > 100


def test_openings_with_the_same_points_have_an_error() -> None:
    same = elo_difference([(1, 0.5)] * 10)
    assert same is not None and same.difference > 0 and same.error > 100


def test_the_error_covers_the_truth_19_times_in_20() -> None:
    rng = random.Random(1)
    truth = 400 * math.log10(0.6 / 0.4)
    covered = 0
    for _ in range(1000):
        elo = elo_difference([[float(rng.random() < 0.6) for _ in range(2)] for _ in range(100)])
        assert elo is not None
        covered += abs(elo.difference - truth) <= elo.error
    assert 930 <= covered <= 970
