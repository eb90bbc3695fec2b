"""Elo and its errors, pairs of games, the sequential test."""

import math
import random
from collections.abc import Sequence

import pytest

from othello.matches.statistics import (
    H0,
    H1,
    NELO_FACTOR,
    OPEN,
    OUTCOMES,
    Sprt,
    best_fit,
    elo_difference,
    mean_and_variance,
    pair_statistics,
)


@pytest.mark.parametrize(("points", "expected"), [(50, 0), (75, 191), (91, 402), (25, -191)])
def test_the_usual_scale(points: int, expected: int) -> None:
    games = [(1.0,)] * points + [(0.0,)] * (100 - points)
    elo = elo_difference(games)
    assert elo is not None and round(elo.difference) == expected


@pytest.mark.parametrize("points", [0.0, 1.0])
def test_a_clean_sweep_stays_finite(points: float) -> None:
    elo = elo_difference([(points, points)] * 100)
    assert math.copysign(1, elo.difference) == (1 if points else -1)
    assert 500 < abs(elo.difference) < 1500 and 100 < elo.error < 1000


def test_openings_that_all_end_even_say_nothing() -> None:
    """If each opening is won by one colour in both games, no scatter shows an error."""
    assert elo_difference([]) is elo_difference([(1, 0)] * 10 + [(0, 1)] * 10) is None
    scattered = elo_difference([(1, 1)] * 10 + [(0, 0)] * 10)
    assert scattered is not None and scattered.difference == 0 and scattered.error > 100
    same = elo_difference([(1, 0.5)] * 10)
    assert same is not None and same.difference > 0 and same.error > 100
    one = elo_difference([(1,)])
    assert one is not None and one.difference == 0 and one.error > 500


def test_the_error_covers_the_truth_19_times_in_20() -> None:
    rng = random.Random(1)
    truth = 400 * math.log10(0.6 / 0.4)
    covered = 0
    for _ in range(1000):
        elo = elo_difference([[float(rng.random() < 0.6) for _ in range(2)] for _ in range(100)])
        covered += abs(elo.difference - truth) <= elo.error
    assert 930 <= covered <= 970


EVEN = (1, 4, 10, 4, 1)
"""How often the outcomes of a pair occur between equals, in the simulations."""


@pytest.mark.parametrize(
    ("counts", "nelo", "error", "los"),
    [
        ((34, 54, 31 + 32, 64, 75), 57.94, 28.28, 1.0),
        ((332, 433, 457 + 41, 333, 334), -9.17, 10.96, 0.0505),
        ((7895, 8757, 5485 + 200, 568, 9999), -19.01, 2.65, 0.0),
    ],
)
def test_normalised_elo_of_fastchess(
    counts: tuple[int, ...], nelo: float, error: float, los: float
) -> None:
    """The figures are those of fastchess's own tests (app/tests/elo_test.cpp).

    For its LOS it takes the mean to be normal, as it nearly is with so many pairs.
    """
    statistics = pair_statistics(counts)
    assert statistics is not None
    assert statistics.nelo == pytest.approx(nelo, abs=0.005)
    assert statistics.nelo_error == pytest.approx(error, abs=0.005)
    assert statistics.los == pytest.approx(los, abs=2e-4)


@pytest.mark.parametrize(
    ("counts", "elos", "llr"),
    [
        ((365, 16618, 36029 + 200, 16974, 390), (0, 2), 2.25),
        ((127, 4883, 10311 + 401, 5150, 104), (-1.75, 0.25), 3.01),
    ],
)
def test_likelihood_ratios_of_fastchess(
    counts: tuple[int, ...], elos: tuple[float, float], llr: float
) -> None:
    """The figures are those of fastchess's own tests (app/tests/sprt_test.cpp)."""
    assert Sprt(*elos).llr(counts) == pytest.approx(llr, abs=0.005)


@pytest.mark.parametrize("t", [-0.8, -0.1, 0.0, 0.02, 0.5])
def test_the_fit_has_the_advantage_asked_for_and_is_the_likeliest(t: float) -> None:
    seen = [0.1, 0.2, 0.3, 0.3, 0.1]
    fitted = best_fit(seen, t)
    mean, variance = mean_and_variance(fitted)
    assert sum(fitted) == pytest.approx(1)
    assert (mean - 0.5) / math.sqrt(variance) == pytest.approx(t, abs=1e-7)
    best = likelihood(seen, fitted)
    rng = random.Random(1)
    tried = 0
    for _ in range(20_000):
        other = [share * math.exp(rng.gauss(0, 0.05)) for share in fitted]
        other = [share / sum(other) for share in other]
        mean, variance = mean_and_variance(other)
        if abs((mean - 0.5) / math.sqrt(variance) - t) < 1e-3:
            tried += 1
            assert likelihood(seen, other) < best + 1e-3
    assert tried > 50


def likelihood(seen: Sequence[float], fitted: Sequence[float]) -> float:
    return sum(share * math.log(p) for share, p in zip(seen, fitted, strict=True))


def test_a_sweep_under_two_hypotheses() -> None:
    """With all pairs won, the best fit has only pairs won and lost, and the LLR a formula."""
    t = 5 / NELO_FACTOR * math.sqrt(2)
    p = 0.5 + t / 2 / math.sqrt(1 + t * t)  # p - 1/2 = t * sqrt(p * (1 - p))
    assert Sprt(0, 5).llr((0, 0, 0, 0, 104)) == pytest.approx(104 * math.log(p / 0.5), abs=0.01)


def test_what_is_turned_round_is_the_opposite() -> None:
    counts = (3, 20, 51, 30, 6)
    assert Sprt(-5, 5).llr(counts) == pytest.approx(-Sprt(-5, 5).llr(counts[::-1]))


def test_two_equal_players_that_answer_alike_decide_nothing() -> None:
    """If each pair has one point, the variance is 0, and the test stays open."""
    assert pair_statistics((0, 0, 0, 0, 0)) is None
    counts = (0, 0, 5000, 0, 0)
    sprt = Sprt(0, 10)
    assert sprt.llr(counts) == 0.0 and sprt.verdict(sprt.llr(counts)) == OPEN
    statistics = pair_statistics(counts)
    assert (statistics.nelo, statistics.nelo_error, statistics.los) == (None, None, 0.5)
    assert statistics.draw_ratio == 1.0 and statistics.pairs_ratio is None


def test_a_few_pairs_make_nobody_sure() -> None:
    """The first figures are those of Student's t distribution."""
    known = {(0, 0, 1, 0, 1): 0.75, (0, 1, 0, 0, 2): 0.789, (0, 0, 2, 3, 0): 0.965}
    for counts, los in known.items():
        statistics, mirrored = pair_statistics(counts), pair_statistics(counts[::-1])
        assert statistics is not None and mirrored is not None
        assert statistics.los == pytest.approx(los, abs=0.003)
        assert mirrored.los == pytest.approx(1 - statistics.los)
    nearly, swept = pair_statistics((0, 0, 0, 1, 9)), pair_statistics((0, 0, 0, 0, 10))
    assert nearly is not None and swept is not None and nearly.los <= swept.los


def test_a_sweep_has_no_scatter_either() -> None:
    statistics = pair_statistics((0, 0, 0, 0, 7))
    assert (statistics.nelo, statistics.nelo_error) == (None, None)
    assert statistics.los == 1 - 1 / 2**8, "that of seven heads of a coin not known before"
    lost = pair_statistics((0, 3, 0, 0, 0))
    assert lost is not None and lost.los == 1 / 2**4
    sprt = Sprt(0, 10)
    assert sprt.verdict(sprt.llr((0, 0, 0, 0, 200))) == H1
    assert sprt.verdict(sprt.llr((200, 0, 0, 0, 0))) == H0


def test_any_counts_and_bounds_give_a_number() -> None:
    rng = random.Random(1)
    for _ in range(3000):
        counts = [rng.choice((0, 0, 1, 2, 50, 1000, 100_000)) for _ in OUTCOMES]
        elo0, elo1 = sorted((rng.uniform(-200, 200), rng.uniform(-200, 200)))
        assert math.isfinite(Sprt(elo0, elo1).llr(counts)), (counts, elo0, elo1)


def test_bounds() -> None:
    low, high = Sprt(0, 5, alpha=0.05, beta=0.1).bounds
    assert (round(low, 3), round(high, 3)) == (-2.251, 2.89)
    sprt = Sprt(0, 5)
    low, high = sprt.bounds
    verdicts = [sprt.verdict(llr) for llr in (low, low + 1e-9, 0, high - 1e-9, high)]
    assert verdicts == [H0, OPEN, OPEN, OPEN, H1]


def play(sprt: Sprt, weights: Sequence[float], rng: random.Random) -> str:
    """Return the verdict of one match, in which the test is applied after each pair."""
    counts = [0] * len(weights)
    while (verdict := sprt.verdict(sprt.llr(counts))) == OPEN:
        (outcome,) = rng.choices(range(len(weights)), weights)
        counts[outcome] += 1
    return verdict


@pytest.mark.parametrize(
    ("elos", "n_matches", "most"),
    [
        ((0, 120), 300, 26),  # 5 %, and three standard errors
        pytest.param((0, 40), 2000, 110, marks=pytest.mark.slow),
        pytest.param((-30, 30), 2000, 110, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("hypothesis", ["elo0", "elo1"])
def test_error_rates(elos: tuple[float, float], n_matches: int, most: int, hypothesis: str) -> None:
    sprt, rng = Sprt(*elos), random.Random(1)
    advantage = getattr(sprt, hypothesis) / NELO_FACTOR * math.sqrt(2)
    weights = best_fit([count / sum(EVEN) for count in EVEN], advantage)
    right = {"elo0": H0, "elo1": H1}[hypothesis]
    wrong = sum(play(sprt, weights, rng) != right for _ in range(n_matches))
    assert 0 < wrong <= most, "a test that never errs plays on too long"
