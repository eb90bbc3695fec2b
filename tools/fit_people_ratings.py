"""Fit the numbers by which a rating is told from the moves (`othello.people.estimate`).

    python tools/fit_people_ratings.py wthor/ scores/

prints them, of the years for tuning: those by which ratings of players, told by 1, 3, 10, 30 and
all of their games, are likeliest. `scores/` keeps those of the engine, as for `othello people`.
"""

import argparse
from collections.abc import Iterator

import numpy as np

from othello.people import estimate
from othello.people.estimate import log_likelihoods
from othello.people.fitting import Scored, choices
from othello.people.games import FIRST_COUNTED, TUNING, of_years, read_moves
from othello.people.model import shipped_model

SIZES = (1, 3, 10, 30, 10_000)
LEAST_GAMES, MOST_SAMPLES = 8, 10
NAMES = ("USUAL_PLAY", "PLAY_SPREAD", "USUAL", "SLOPE", "OWN_SPREAD")
STEPS = np.array([60, 40, 60, 0.1, 20])


def samples(moves: np.ndarray, grid: np.ndarray) -> Iterator[tuple[float, float, np.ndarray]]:
    """Yield the weight, the rating and the summed `log_likelihoods` of some games of a player."""
    draw = np.random.default_rng(1)
    game = moves["year"].astype(np.int64) * 100_000 + moves["game"]
    for who in np.unique(moves["who"]):
        rows = np.flatnonzero(moves["who"] == who)
        numbers, of = np.unique(game[rows], return_inverse=True)
        if len(numbers) < LEAST_GAMES:
            continue
        order = draw.permutation(len(numbers))
        for size in (min(size, len(numbers)) for size in SIZES):
            parts = [order[n : n + size] for n in range(0, len(order) - size + 1, size)]
            for part in parts[:MOST_SAMPLES]:
                own = rows[np.isin(of, part)]
                weight = 1 / min(len(parts), MOST_SAMPLES)
                yield weight, moves["rating"][own].mean(), grid[own].sum(axis=0)


def unlikelihood(values: np.ndarray, found: list[tuple[float, float, np.ndarray]]) -> float:
    """Return minus the logarithm of the likelihood of the ratings by these numbers."""
    vars(estimate).update(zip(NAMES, values, strict=True))
    total = 0.0
    for weight, rating, grid in found:
        told = estimate.estimate(grid)
        total += weight * (((rating - told.rating) / told.error) ** 2 / 2 + np.log(told.error))
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", help="the base")
    parser.add_argument("scores", help="where the engine's scores are kept")
    arguments = parser.parse_args()
    moves, grids = [], []
    tuning = of_years(read_moves(arguments.folder), TUNING)
    tuning = tuning[tuning["ply"] >= FIRST_COUNTED]
    for some, scores in Scored(tuning, arguments.scores):
        for begin in range(0, len(some), 10_000):
            part = slice(begin, begin + 10_000)
            moves.append(some[part])
            grids.append(log_likelihoods(shipped_model(), *choices(some[part], scores[part])))
    found = list(samples(np.concatenate(moves), np.concatenate(grids)))
    values = np.array([getattr(estimate, name) for name in NAMES], float)
    best, step = unlikelihood(values, found), STEPS
    while step[0] > 4:  # one number after the other by a step, and by smaller ones
        before = best
        for moved in [values + sign * np.diag(step)[n] for n in range(5) for sign in (1, -1)]:
            if (least := unlikelihood(moved, found)) < best:
                values, best = moved, least
        if best == before:
            step = step / 2
    print(", ".join(f"{name} {value:g}" for name, value in zip(NAMES, values, strict=True)))


if __name__ == "__main__":
    main()
