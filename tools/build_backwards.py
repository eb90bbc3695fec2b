"""Make weights of the pattern evaluation from human games, from the end of the game backwards.

::

    python tools/build_backwards.py --wthor FOLDER --exact exact-10-19.npz --out FOLDER

The phases are done one after the other, the one with the fewest empties first. For each, positions
are taken from human games, from which up to six random moves and some good ones are played. They
are labelled, and the phase's weights are fitted to the labels. Up to `--exact-empties` empties the
labels are exact scores. Above, they come from a search whose leaves lie in phases fitted before. At
22 to 24 empties the scores of perfect play that WTHOR has for its games are added. They are the
only exact scores above 19 empties, and keep errors from adding up from phase to phase.

The folder `--out` gets a file of positions for each number of empties, and `weights.bin`. Files of
positions that are there already are read instead of made, so that a run that was ended can go on;
files that were made with other settings are refused.

The good moves are found with the weights `--base`. For another generation, give the last weights as
`--base` and a greater `--depth`.
"""

import argparse
import time
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from othello._core import core
from othello.files.writing import replacing
from othello.training.dataset import LabelledPositions, joined, read_dataset, write_dataset
from othello.training.factors import DescentSettings
from othello.training.sampling import (
    ReplayedGames,
    label_by_search,
    label_exactly,
    perfect_labels,
    read_games,
    sample,
)
from othello.training.selfplay import check_settings
from othello.training.train import FitSettings, PhaseFit, fit_phase, fitted_weights, phase_empties
from othello.weights import Weights, load_weights, read_weights, use_weights

RANDOM_MOVES = (0, 6)
PERFECT_EMPTIES = (22, 23, 24)
LARGEST_SCORE = 64 * core.VALUE_PER_DISC
MOST_EMPTIES = 59


def positions_of(
    n_empties: int, games: ReplayedGames, arguments: argparse.Namespace
) -> LabelledPositions:
    """Return labelled positions with `n_empties` empties, from their file if there is one."""
    file = arguments.out / f"empties-{n_empties:02}.npz"
    exact = n_empties <= arguments.exact_empties
    count = arguments.positions if not exact else arguments.exact_positions
    depth = n_empties if exact else arguments.depth
    good_moves = (0, arguments.good_moves)
    settings = {
        "seed": arguments.seed,
        "random_moves": RANDOM_MOVES,
        "good_moves": good_moves,
        "base": f"{zlib.crc32(arguments.base.read_bytes()):08x}",
        "exact_empties": arguments.exact_empties,
        "wanted": count,
        "least_depth": depth,
        "deep": None if exact else (arguments.deep, arguments.deep_positions),
    }
    if file.exists():
        check_settings(file, settings)
        return read_dataset(file)
    started = time.perf_counter()
    rng = np.random.default_rng([arguments.seed, n_empties])
    positions = sample(games, n_empties, count, rng, RANDOM_MOVES, good_moves)
    slope, shift = 1.0, 0.0
    if exact:
        positions = label_exactly(positions, arguments.threads)
    else:
        few = positions[: arguments.deep_positions]
        deep = label_by_search(few, arguments.deep, arguments.threads)
        if len(few) == len(positions):
            positions, depth = deep, arguments.deep
        else:
            positions = label_by_search(positions, depth, arguments.threads)
            slope, shift = calibrate(positions, deep)
    made = {"depth": depth, "slope": slope, "shift": shift}
    write_dataset(file, positions, settings | made)
    seconds = time.perf_counter() - started
    print(
        f"{n_empties} empties: {len(positions)} positions, depth {depth}, "
        f"slope {slope:.3f}, shift {shift:+.2f}, {seconds:.0f} s",
        flush=True,
    )
    return positions


def calibrate(positions: LabelledPositions, deep: LabelledPositions) -> tuple[float, float]:
    """Scale labels, in place, to those of deeper searches of the first few positions.

    Shallow searches give values some 3 % too small; from phase to phase the error would grow.
    Return the factor of the labels, and what is then added to them, in discs.
    """
    slope, shift = np.polyfit(positions["value"][: len(deep)].astype(float), deep["value"], 1)
    values = np.rint(slope * positions["value"] + shift)
    positions["value"] = values.clip(-LARGEST_SCORE, LARGEST_SCORE)
    return float(slope), float(shift) / core.VALUE_PER_DISC


def save(weights: Weights, arguments: argparse.Namespace) -> None:
    """Write the weights fitted so far, and use them in searches from now on."""
    path = arguments.out / "weights.bin"
    with replacing(path, "wb") as file:
        file.write(weights.to_bytes())
    load_weights(path)


def provenance(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return how the weights were made, for their file."""
    return {
        "command": f"tools/build_backwards.py --seed {arguments.seed} --depth {arguments.depth} "
        f"--positions {arguments.positions} --exact-positions {arguments.exact_positions} "
        f"--exact-empties {arguments.exact_empties} --factors {arguments.factors}",
        "data": ["WTHOR", *(file.name for file in arguments.exact)],
        "base": arguments.base.name,
        "commit": arguments.commit,
    }


def report(phase: int, fit: PhaseFit, seconds: float) -> None:
    """Print a line about the fit of a phase, with its mean error in discs."""
    n_empties = ", ".join(f"{n}: {mean:.2f}" for n, (mean, _, _) in fit.errors.items())
    print(
        f"phase {phase}: {fit.positions} positions, {fit.iterations} iterations, {seconds:.0f} s; "
        f"mean error by empties: {n_empties}",
        flush=True,
    )


def parse() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("--wthor", type=Path, required=True, metavar="DIR", help="folder of WTHOR's .wtb files")
    add("--exact", type=Path, action="append", default=[], metavar="FILE", help="more, solved")
    add("--out", type=Path, required=True, metavar="DIR", help="where the results go")
    add("--base", type=Path, required=True, metavar="FILE", help="weights to search with at first")
    add("--phases", type=int, default=core.PATTERN_PHASES, metavar="N", help="how many to fit")
    add("--first", type=int, default=0, metavar="N", help="the first phase to fit")
    add("--positions", type=int, default=200_000, metavar="N", help="for each number of empties")
    add("--exact-positions", type=int, default=100_000, metavar="N", help="the same, where solved")
    add("--exact-empties", type=int, default=14, metavar="N", help="solve up to this many")
    add("--depth", type=int, default=4, metavar="N", help="of the searches above, at least")
    add("--deep", type=int, default=11, metavar="N", help="plies of those that calibrate them")
    add("--deep-positions", type=int, default=2000, metavar="N", help="how many are searched so")
    add("--good-moves", type=int, default=3, metavar="N", help="at most, after the random ones")
    add("--factors", type=int, default=3, metavar="N", help="passes that fit the factors, or 0")
    add("--ridge", type=float, default=20.0, metavar="X", help="penalty on large weights")
    add("--seed", type=int, default=1, metavar="N", help="which positions")
    add("--threads", type=int, default=1, metavar="N", help="how many")
    add("--commit", default="", metavar="HASH", help="of the source, for the weights' provenance")
    return parser.parse_args()


def main() -> None:
    """Label positions and fit weights, phase by phase."""
    arguments = parse()
    arguments.out.mkdir(parents=True, exist_ok=True)
    games = read_games(sorted(arguments.wthor.glob("*.wtb")))
    given = [read_dataset(file) for file in arguments.exact]
    given += [perfect_labels(games, n_empties) for n_empties in PERFECT_EMPTIES]
    weights = read_weights(arguments.base.read_bytes(), str(arguments.base))
    use_weights(weights)
    descent = DescentSettings(passes=arguments.factors) if arguments.factors else None
    settings = FitSettings(ridge=arguments.ridge, threads=arguments.threads, descent=descent)
    made: list[LabelledPositions] = []
    for phase in range(arguments.first, arguments.phases):
        fewest, most = phase_empties(phase)
        last = min(most, MOST_EMPTIES)
        # Labels above `early` empties come from searches with leaves in this phase. It is therefore
        # fitted once to the positions up to there, and again to all of its positions.
        early = max(fewest, arguments.exact_empties) + arguments.depth - 1
        for n_empties in range(max(fewest, 1), last + 1):
            made.append(positions_of(n_empties, games, arguments))
            if n_empties in (early, last):
                started = time.perf_counter()
                fit = fit_phase(joined(given + made), phase, settings)
                report(phase, fit, time.perf_counter() - started)
                weights = fitted_weights({phase: fit}, weights, provenance(arguments))
                save(weights, arguments)
        # The fit of the next phase also uses the positions just below it, its margin.
        made = made[-settings.margin :]


if __name__ == "__main__":
    main()
