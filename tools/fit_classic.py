"""Fit the weights of the classic evaluation to positions of known score.

::

    python tools/fit_classic.py --exact exact-10-19.npz --wthor wthor

The printed tables go into pyx/evaluation/classic.pxd as they are. There are two kinds of labels, as
neither covers a whole game:

- `--exact`: a file of positions that `othello train` reads too (`othello.training.dataset`); those
  near the end whose score is exact are used;
- `--wthor`: a folder with WTHOR, a base of human games. Each has its score under perfect play from
  24 empties on, which is used for earlier positions too, where it is less and less exact.

Ridge regression is done twice. The values of squares are the same in all phases, so they are fitted
first, together with the other terms' weights in each phase. Then they are rounded, and the weights
of all terms are fitted again.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from othello import Move
from othello._core import core
from othello.symmetry import images
from othello.training.dataset import read_dataset
from othello.training.sampling import read_games

Floats = npt.NDArray[np.float64]

VALUE_PER_DISC = core.VALUE_PER_DISC
N_PHASES = 3
RIDGE = 50.0
"""Penalty on squared weights: terms that hardly differ would else get large opposite weights."""

SQUARE_CLASSES = ("a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3")
"""One square of each class, in the order of `square_class` in classic.pxd; d4 has none."""

SQUARE_UNIT = 4
"""1/128 disc in a unit of square_class_weight, before phase_weights multiply it."""

LARGEST_ESTIMATE = 63 * VALUE_PER_DISC

EXACT_POSITIONS = 150_000
GAMES = 50_000
HELD_OUT = 0.1
EMPTIES_BANDS = ((10, 13), (14, 16), (17, 19), (20, 27), (28, 39), (40, 60))

# Each game of WTHOR gives one position with SOLVED_EMPTIES, for which its score is exact, and some
# earlier ones at random.
SOLVED_EMPTIES = 24
EARLIEST_EMPTIES = 52
POSITIONS_A_GAME = 5


class Labelled(NamedTuple):
    """Positions with scores in discs; those held out are not fitted to but measure the error."""

    player: npt.NDArray[np.uint64]
    opponent: npt.NDArray[np.uint64]
    score: Floats
    held_out: npt.NDArray[np.bool_]


class Features(NamedTuple):
    """What the evaluation counts for each position (row), the player's minus the opponent's."""

    empties: npt.NDArray[np.int64]
    phases: Floats
    squares: Floats  # discs on the squares of each class
    terms: Floats  # every term but the first, square_weights

    def where(self, mask: npt.NDArray[np.bool_]) -> "Features":
        """Return the rows that `mask` selects."""
        return Features(*(column[mask] for column in self))


class Weights(NamedTuple):
    """The two tables of classic.pxd."""

    squares: npt.NDArray[np.int64]
    phases: npt.NDArray[np.int64]


def read_exact(path: Path, n_positions: int, rng: np.random.Generator) -> Labelled:
    """Read some of the solved positions of an .npz file."""
    positions = read_dataset(path)
    solved = positions[positions["exact"] == 1]
    chosen = solved[rng.permutation(len(solved))[:n_positions]]
    held_out = rng.random(len(chosen)) < HELD_OUT
    return Labelled(
        chosen["player"], chosen["opponent"], chosen["value"] / VALUE_PER_DISC, held_out
    )


def read_wthor(folder: Path, n_games: int, rng: np.random.Generator) -> Labelled:
    """Read some positions of each of `n_games` games; all of a game or none are held out."""
    files = sorted(folder.glob("*.wtb"))
    if not files:
        raise FileNotFoundError(f"no .wtb files in {str(folder)!r}: expected WTHOR's")
    games = read_games(files)
    chosen = rng.permutation(len(games.player))[:n_games, None]
    earlier = np.tile(np.arange(SOLVED_EMPTIES + 1, EARLIEST_EMPTIES + 1), (len(chosen), 1))
    empties = rng.permuted(earlier, axis=1)[:, :POSITIONS_A_GAME]
    empties[:, 0] = SOLVED_EMPTIES
    player, opponent, white = (
        column[chosen, 60 - empties] for column in (games.player, games.opponent, games.white)
    )
    score = np.where(white, -1.0, 1.0) * games.perfect[chosen]
    held_out = np.broadcast_to(rng.random(chosen.shape) < HELD_OUT, empties.shape)
    reached = player != 0
    return Labelled(player[reached], opponent[reached], score[reached], held_out[reached])


def joined(first: Labelled, second: Labelled) -> Labelled:
    """Return the positions of both."""
    return Labelled(*map(np.concatenate, zip(first, second, strict=True)))


def features_of(player: npt.NDArray[np.uint64], opponent: npt.NDArray[np.uint64]) -> Features:
    """Return what the evaluation counts in each position."""
    discs = unpacked(player) - unpacked(opponent)
    empties = 64 - np.abs(discs).sum(axis=1).astype(int)
    classes = np.array([images(1 << Move(name)) for name in SQUARE_CLASSES], np.uint64)
    classes = np.bitwise_or.reduce(classes, axis=1)
    phases = np.array([core.classic_phase(n_empties) for n_empties in range(65)])
    terms = np.empty((len(player), len(term_names()) - 1))
    for i, board in enumerate(zip(player.tolist(), opponent.tolist(), strict=True)):
        terms[i] = [own - other for _, own, other, _ in core.classic_terms(*board)[1:]]
    return Features(empties, phases[empties], discs @ unpacked(classes).T, terms)


def unpacked(sets: npt.NDArray[np.uint64]) -> Floats:
    """Return sets of squares as rows of 64 zeros and ones."""
    octets = sets.astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(octets, axis=1, bitorder="little").astype(float)


def term_names() -> list[str]:
    """Return the names of the terms, in the core's order."""
    return [name for name, *_ in core.classic_terms(1, 2)]


def fit(features: Features, scores: Floats) -> Weights:
    """Return the weights that fit `scores`, in discs, with the least squared error."""
    values = scores * VALUE_PER_DISC
    design = np.hstack([features.squares, by_phase(features.terms, features.phases)])
    n_classes = len(SQUARE_CLASSES)
    squares = np.rint(ridge(design, values)[:n_classes] / SQUARE_UNIT)
    terms = all_terms(features, squares)
    phases = np.rint(ridge(by_phase(terms, features.phases), values).reshape(N_PHASES, -1))
    return Weights(squares.astype(int), phases.astype(int))


def predict(features: Features, weights: Weights) -> Floats:
    """Return the evaluation in discs."""
    terms = all_terms(features, weights.squares.astype(float))
    values: Floats = by_phase(terms, features.phases) @ weights.phases.ravel()
    return values.clip(-LARGEST_ESTIMATE, LARGEST_ESTIMATE) / VALUE_PER_DISC


def all_terms(features: Features, squares: Floats) -> Floats:
    """Return all terms: square_weights, by the weights of squares, then the others."""
    return np.column_stack([features.squares @ squares, features.terms])


def by_phase(terms: Floats, phases: Floats) -> Floats:
    """Return a column for each phase and term: the term times the share of the phase."""
    columns: Floats = phases[:, :, None] * terms[:, None, :]
    return columns.reshape(len(terms), -1)


def ridge(design: Floats, values: Floats) -> Floats:
    """Solve the normal equations of least squares with a penalty on large weights."""
    normal = design.T @ design + RIDGE * np.eye(design.shape[1])
    return np.linalg.solve(normal, design.T @ values).astype(np.float64)


def format_tables(weights: Weights) -> str:
    """Return the tables as classic.pxd has them."""
    columns = [max(len(str(weight)) for weight in column) for column in weights.phases.T]
    rows = [
        ", ".join(f"{weight:{width}}" for weight, width in zip(phase, columns, strict=True))
        for phase in weights.phases
    ]
    squares = ", ".join(map(str, weights.squares))
    return "\n".join(
        [
            "    static const int phase_weights[N_CLASSIC_PHASES][N_TERMS] = {",
            *(f"        {{{row}}}," for row in rows),
            "    };",
            "",
            "    static const int square_class_weight[N_SQUARE_CLASSES] = {",
            f"        {squares}",
            "    };",
        ]
    )


def format_errors(features: Features, scores: Floats, weights: Weights) -> str:
    """Return the mean errors in discs by empties, beside those of an evaluation of 0."""
    errors = np.abs(predict(features, weights) - scores)
    lines = ["empties  positions  mean error  of zero weights"]
    for low, high in EMPTIES_BANDS:
        band = (features.empties >= low) & (features.empties <= high)
        if band.any():
            lines.append(
                f"{low:3}-{high}{band.sum():12}{errors[band].mean():12.2f}"
                f"{np.abs(scores[band]).mean():17.2f}"
            )
    return "\n".join(lines)


def main() -> None:
    """Fit, and print the tables and the error on held-out positions."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("--exact", type=Path, required=True, metavar="FILE", help=".npz of solved positions")
    add("--wthor", type=Path, metavar="DIR", help="folder of WTHOR's .wtb files")
    add("--positions", type=int, default=EXACT_POSITIONS, metavar="N", help="how many of FILE")
    add("--games", type=int, default=GAMES, metavar="N", help="how many of DIR")
    add("--seed", type=int, default=1, metavar="N", help="which ones")
    arguments = parser.parse_args()

    rng = np.random.default_rng(arguments.seed)
    try:
        positions = read_exact(arguments.exact, arguments.positions, rng)
        if arguments.wthor is not None:
            positions = joined(positions, read_wthor(arguments.wthor, arguments.games, rng))
    except OSError as error:
        parser.error(str(error))
    held_out = positions.held_out
    features = features_of(positions.player, positions.opponent)
    weights = fit(features.where(~held_out), positions.score[~held_out])
    print(format_tables(weights))
    print(f"\nheld out, {held_out.sum()} of {len(held_out)} positions:")
    print(format_errors(features.where(held_out), positions.score[held_out], weights))


if __name__ == "__main__":
    main()
