"""Measure how far the scores of searches are from the exact ones, and fit standard errors to that.

    python tools/fit_errors.py GAMES... [--count N] [--seed N] [--keep FILE.npy]

Positions of the games with 14 to 25 empties are solved, about half of them after a random move, as
people look at bad moves too. Each is searched to many depths, at each selectivity, with an empty
table. `othello.standard_error` has the formulas, and the coefficients that this prints. How many
scores lie within one error, and within two, is told of games that were not used for the fit: each
fifth of the games is tested with what was fitted to the others.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from othello import Board, Engine, Game, Limits, read_games
from othello.standard_error import LEAST, search_terms, solve_terms, standard_error

Floats = npt.NDArray[np.float64]

EMPTIES = {14: 1, 17: 1, 19: 1, 20: 1, 22: 1, 23: 0.5, 25: 0.25}
"""Numbers of empty squares, and how many positions are taken of each, as a share of `--count`."""

DEPTHS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24)
DEEPEST = {73: 24, 87: 20, 95: 16, 98: 14, 99: 14, 100: 12}
"""The greatest depth searched at each selectivity; solves are made at all below 100."""

FEWEST_SOLVED = 17
"""Solves of fewer empties are not used for the fit: with pruning too, nearly all were exact."""

FREEDOM = 5.0
"""Of Student's t-distribution, which the errors of searches follow better than a normal one."""

ROUNDS = 200
FOLDS = 5
WITHIN_ONE = 0.695
"""Share of scores within one error. They should be 68 %, and 95 % within two, but large errors are
more frequent than in a normal distribution: this share misses both by the same."""


def boards_of(games: list[Game], n_empties: int, seed: int) -> Iterator[tuple[int, Board]]:
    """Yield a position of each game that has one with so many empties, with the game's number."""
    for number, game in enumerate(games):
        chance = random.Random(f"{seed} {number} {n_empties}")
        is_strange = chance.random() < 0.5
        for board in game.positions():
            if board.n_empties == n_empties + is_strange and board.legal_mask:
                if is_strange:
                    board = board.after(chance.choice(list(board.legal_moves())))
                if board.legal_mask:
                    yield number, board
                break


def measured(games: list[Game], count: int, seed: int) -> Floats:
    """Return a row for each search: game's number, empties, depth, selectivity, score, error."""
    rows: list[tuple[float, ...]] = []
    with Engine(threads=1, hash_mb=64) as engine:
        for n_empties, share in EMPTIES.items():
            some = games[: round(count * share)]
            for number, board in boards_of(some, n_empties, seed):
                engine.clear()
                exact = engine.solve(board).score
                for selectivity, deepest in DEEPEST.items():
                    for depth in sorted({*DEPTHS, n_empties}):
                        if depth >= n_empties:
                            if depth > n_empties or selectivity == 100:
                                continue
                        elif depth > deepest:
                            continue
                        engine.clear()
                        limits = Limits(depth=depth, selectivity=selectivity)
                        score = engine.search(board, limits).score
                        rows.append((number, n_empties, depth, selectivity, score, score - exact))
            print(f"{n_empties} empties: {len(rows)} searches", flush=True)
    return np.array(rows)


def terms_of(rows: Floats) -> Floats:
    """Return what the coefficients multiply, for rows that are all searches or all solves."""
    if (rows[:, 1] == rows[:, 2]).all():
        return np.array([solve_terms(int(row[1]), int(row[3])) for row in rows])
    return np.array([search_terms(row[4], *map(int, row[1:4])) for row in rows])


def fit(rows: Floats) -> Floats:
    """Return the coefficients of the formula for rows that are all searches or all solves."""
    if (rows[:, 1] == rows[:, 2]).all():
        return likeliest(terms_of(rows), rows[:, 5], freedom=1e9)  # as good as normal
    terms, errors = terms_of(rows), rows[:, 5]
    found = likeliest(terms, errors, FREEDOM)
    found[0] += np.log(np.quantile(np.abs(errors) / np.exp(terms @ found), WITHIN_ONE))
    return found


def likeliest(terms: Floats, errors: Floats, freedom: float) -> Floats:
    """Return the coefficients of the scale under which the errors are the most likely.

    They have a t-distribution with so many degrees of freedom. Found by Fisher's scoring.
    """
    found = np.zeros(terms.shape[1])
    found[0] = np.log(errors.std())
    curve = 2 * freedom / (freedom + 3) * terms.T @ terms
    for _ in range(ROUNDS):
        squares = errors**2 * np.exp(-2 * (terms @ found))
        slope = terms.T @ (squares * (freedom + 1) / (freedom + squares) - 1)
        found += np.linalg.solve(curve, slope)
    return found


def held_out(rows: Floats) -> Floats:
    """Return each row's error as a multiple of the one fitted to the other games."""
    sizes = np.zeros(len(rows))
    for fold in range(FOLDS):
        is_new = rows[:, 0] % FOLDS == fold
        standard = np.exp(terms_of(rows[is_new]) @ fit(rows[~is_new]))
        sizes[is_new] = np.abs(rows[is_new, 5]) / np.maximum(standard, LEAST)
    return sizes


def shares(sizes: Floats) -> tuple[float, float]:
    """Return how many percent of these errors are at most 1, and at most 2."""
    return 100 * float((sizes <= 1).mean()), 100 * float((sizes <= 2).mean())


def report(rows: Floats) -> None:
    """Print what was fitted, and how well it holds, for searches and for solves."""
    is_solve = rows[:, 1] == rows[:, 2]
    for name, some in (
        ("SEARCH", rows[~is_solve]),
        ("SOLVE", rows[is_solve & (rows[:, 1] >= FEWEST_SOLVED)]),
    ):
        print(f"{name} = ({', '.join(f'{each:.3f}' for each in fit(some))})")
        sizes = held_out(some)
        for n_empties in (None, *EMPTIES):
            here = sizes if n_empties is None else sizes[some[:, 1] == n_empties]
            if len(here):
                about = "all" if n_empties is None else f"{n_empties} empties"
                print(
                    f"  {about}: {len(here)}, within one error {shares(here)[0]:.1f} %, "
                    f"within two {shares(here)[1]:.1f} %"
                )


def table() -> Iterator[str]:
    """Yield the lines of a table of the errors in use, for scores near 0 at 73 %."""
    depths = (1, 4, 8, 12, 16, 20, 24)
    yield f"| empties | {' | '.join(f'depth {depth}' for depth in depths)} | solved |"
    yield "|---" * (len(depths) + 2) + "|"
    for n_empties in (16, 20, 24, 28, 32, 40, 50, 58):
        errors = [standard_error(0.0, n_empties, depth, 73) for depth in (*depths, n_empties)]
        row = [
            "" if depth >= n_empties else f"{error:.1f}"
            for depth, error in zip(depths, errors, strict=False)
        ]
        yield f"| {' | '.join([str(n_empties), *row, f'{errors[-1]:.1f}'])} |"


def main() -> None:
    """Search, fit, and say how well the errors hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", metavar="GAMES", nargs="+", help="files of games")
    parser.add_argument("--count", type=int, default=80, metavar="N", help="games used")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--keep", type=Path, metavar="FILE.npy", help="searches, used if there")
    options = parser.parse_args()
    games = [game for path in options.games for game in read_games(path, on_error=print)]
    random.Random(options.seed).shuffle(games)
    if options.keep is not None and options.keep.exists():
        rows = np.load(options.keep)
    else:
        rows = measured(games, options.count, options.seed)
        if options.keep is not None:
            np.save(options.keep, rows)
    report(rows)
    print(*table(), sep="\n")


if __name__ == "__main__":
    main()
