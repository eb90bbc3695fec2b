"""``othello train``."""

import argparse
import time
from contextlib import suppress
from pathlib import Path

import numpy as np

from othello.commands.arguments import (
    add_fields,
    add_shared,
    given_options,
    refuse_options,
    told,
)
from othello.commands.output import Progress, print_fault, print_json, show
from othello.commands.values import FILE, number, number_where
from othello.errors import InvalidOption, WeightsError, counted
from othello.files.access import is_same_file
from othello.files.figures import check_figure_file
from othello.files.writing import replacing, writable
from othello.training import probcut
from othello.training.calibration import LinearFit, calibrate, scaled
from othello.training.dataset import LabelledPositions, joined, read_dataset
from othello.training.factors import DescentSettings
from othello.training.plots import plot_errors
from othello.training.train import (
    FitSettings,
    PhaseFit,
    fit_phases,
    fitted_weights,
    phase_empties,
    shifted,
)
from othello.weights import Weights, default_weights, read_weights_file, use_weights
from othello.weights.patterns import SHIPPED, read_patterns

EXAMPLE = "othello train --data data/*.npz --out weights.bin"

scale = number_where(lambda number: 0.5 <= number <= 2, "a number, 0.5 to 2")
discs = number_where(lambda number: -64 <= number <= 64, "discs, -64 to 64")

NO_PATTERNS = "--patterns with --probcut: expected the patterns of --base"

OTHERS = ("columns", "patterns", "calibrate", "scale", "shift", "least_uses")
"""Options that the record of a fit has only where they are given."""

FOR_FIT = (
    *("ridge", "iterations", "patience", "passes", "columns", "calibrate", "scale", "shift"),
    *("least_uses", "threads", "plot"),
)
"""Options that the fit of pruning margins has no use for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--data",
        **FILE,
        nargs="+",
        required=True,
        help="labelled positions, as othello selfplay writes them",
    )
    add("--out", **FILE, required=True, help="the weights file to write")
    add(
        "--patterns",
        **FILE,
        help="sets of squares, one a line, such as a1b1c1 (default: those of --base, or the "
        "shipped ones)",
    )
    add("--base", **FILE, help="weights to start from; phases without data keep them")
    add_fields(parser, FitSettings)
    add_fields(parser, DescentSettings)
    add_corrections(parser)
    add_shared(parser, "threads")
    add_probcut(parser)
    add("--plot", **FILE, help="draw the error by number of empties")
    add_shared(parser, "json")


def add_corrections(parser: argparse.ArgumentParser) -> None:
    """Declare what is done to labels before a fit, and to rows after it."""
    add = parser.add_argument
    add(
        "--calibrate",
        **number(100),
        help="first solve N positions of each phase with up to 24 empties, and bring the labels of "
        "searches to the scale of their scores by a straight line",
    )
    add(
        "--scale",
        type=scale,
        default=1.0,
        metavar="X",
        help="multiply all labels by X: searches make values smaller (default 1)",
    )
    add(
        "--shift",
        type=discs,
        default=0.0,
        metavar="DISCS",
        help="added to the fitted values of the side to move (default 0; -0.6 suits leaves)",
    )


def add_probcut(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the fit of pruning margins."""
    add = parser.add_argument
    add(
        "--probcut",
        **number(1),
        help="fit the margins of forward pruning instead: search N positions with the weights of "
        "--base (default: the shipped ones)",
    )
    add(
        "--probcut-depth",
        **number(4, 20, default=10),
        help="depth of the deepest of these searches (default 10)",
    )
    add(
        "--probcut-solve",
        **number(0, 24, default=16),
        help="solve the positions with at most N empties (default 16)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Fit the weights, or with ``--probcut`` only the pruning margins; write the weights file."""
    if any(is_same_file(arguments.out, path) for path in arguments.data):
        raise InvalidOption(f"--out {arguments.out} is one of --data: expected another file")
    writable(arguments.out)
    if arguments.patterns is not None and arguments.probcut is not None:
        raise InvalidOption(NO_PATTERNS)
    if arguments.probcut is not None:
        refuse_options(arguments, add_arguments, FOR_FIT, "with --probcut: expected one of them")
    return run_probcut(arguments) if arguments.probcut is not None else run_fit(arguments)


def run_fit(arguments: argparse.Namespace) -> int:
    """Fit every phase that has positions in the data; write the weights; return the exit code."""
    if arguments.plot is not None:
        check_figure_file(arguments.plot)
    started = time.perf_counter()
    positions = joined(read_dataset(file) for file in arguments.data)
    base = None if arguments.base is None else read_weights_file(arguments.base)
    patterns = patterns_for(arguments, base)
    if arguments.calibrate is not None:
        positions = calibrated(positions, arguments)
    if arguments.scale != 1:
        positions = scaled(positions, arguments.scale)
    descent = DescentSettings(passes=arguments.passes, columns=arguments.columns)
    settings = FitSettings(
        ridge=arguments.ridge,
        iterations=arguments.iterations,
        patience=arguments.patience,
        threads=arguments.threads,
        descent=descent if arguments.passes else None,
        patterns=patterns,
        least_uses=arguments.least_uses,
    )
    fits: dict[int, PhaseFit] = {}
    with Progress(None) as progress:
        for phase, fit in fit_phases(positions, settings, base):
            fits[phase] = shifted(fit, arguments.shift)
            progress.hide()
            with suppress(BrokenPipeError):  # the fit goes on if nobody reads its lines any more
                print_fit(phase, fit, arguments.json)
            progress.step()
    if not fits:
        raise WeightsError("expected at least one labelled position to train on")
    made = {"command": command_of(arguments), "data": [file.name for file in arguments.data]}
    write_weights(arguments.out, fitted_weights(fits, base, made, patterns))
    if arguments.plot is not None:
        plot_errors({n: e for fit in fits.values() for n, e in fit.errors.items()}, arguments.plot)
    total = {
        "positions": len(positions),
        "phases": sorted(fits),
        "seconds": round(time.perf_counter() - started, 3),
        "out": str(arguments.out),
    }
    show(
        arguments.json,
        {"total": total},
        f"{arguments.out}: {counted(len(fits), 'phase')} in {total['seconds']:.1f} s",
    )
    return 0


def command_of(arguments: argparse.Namespace) -> str:
    """Return the command of a fit without its files, for the provenance of the weights."""
    always = {"ridge": arguments.ridge, "iterations": arguments.iterations}
    always |= {"patience": arguments.patience, "factors": arguments.passes}
    words = [f"--{name} {told(value)}" for name, value in always.items()]
    for option, value in given_options(arguments, add_arguments, OTHERS):
        words.append(f"{option} {value.name if isinstance(value, Path) else told(value)}")
    return " ".join(["othello train", *words])


def run_probcut(arguments: argparse.Namespace) -> int:
    """Fit the margins of ProbCut to the errors of shallow searches; return the exit code.

    The weights written are those of ``--base`` with the new margins.
    """
    started = time.perf_counter()
    positions = joined(read_dataset(file) for file in arguments.data)
    if not len(positions):
        raise WeightsError("expected at least one position to search")
    base = default_weights() if arguments.base is None else read_weights_file(arguments.base)
    use_weights(base)
    # A fixed seed: the same positions in each run, spread over all files.
    chosen = np.random.default_rng(1).permutation(len(positions))[: arguments.probcut]
    with Progress(len(chosen)) as progress:
        samples = probcut.measure(
            positions[chosen], arguments.probcut_depth, arguments.probcut_solve, progress.step
        )
    try:
        model = probcut.fit_model(samples)
    except ValueError as error:
        raise WeightsError(f"--probcut {arguments.probcut}: {error}") from None
    made = f"othello train --probcut {arguments.probcut} "
    made += f"--probcut-depth {arguments.probcut_depth} --probcut-solve {arguments.probcut_solve}"
    provenance = {**base.provenance, "probcut": {"command": made, "samples": len(samples)}}
    write_weights(arguments.out, base._replace(provenance=provenance, probcut=model))
    total = {
        "positions": len(chosen),
        "samples": len(samples),
        **model._asdict(),
        "seconds": round(time.perf_counter() - started, 3),
        "out": str(arguments.out),
    }
    if arguments.json:
        print_json({"total": total})
    else:
        for kind, coefficients in model._asdict().items():
            numbers = " ".join(f"{number:+.3f}" for number in coefficients)
            print(f"{kind}: coefficients {numbers}")
        print(f"{arguments.out}: {counted(len(samples), 'error')} in {total['seconds']:.1f} s")
    return 0


def patterns_for(arguments: argparse.Namespace, base: Weights | None) -> tuple[str, ...]:
    """Return the sets of squares to fit; raise WeightsError if the base has other ones."""
    if arguments.patterns is None:
        return SHIPPED if base is None else base.patterns
    patterns = read_patterns(arguments.patterns)
    if base is not None and base.patterns != patterns:
        raise WeightsError(f"{arguments.base} is for other patterns than {arguments.patterns}")
    return patterns


def write_weights(path: Path, weights: Weights) -> None:
    """Write a weights file; nothing is left half-written. Say on stderr if another was there."""
    old, new = path.read_bytes() if path.is_file() else None, weights.to_bytes()
    with replacing(path, "wb") as file:
        file.write(new)
    if old not in (None, new):
        print_fault(f"{path} was overwritten")


def calibrated(positions: LabelledPositions, arguments: argparse.Namespace) -> LabelledPositions:
    """Return the positions with labels on the scale of exact scores; say how they were changed."""

    def show(line: LinearFit) -> None:
        with suppress(BrokenPipeError):
            print_line(line, arguments.json)

    return calibrate(positions, arguments.calibrate, arguments.threads, show)


# ---------------------------------------------------------------------- what is printed meanwhile


def print_line(line: LinearFit, as_json: bool) -> None:
    """Print the straight line that corrects the labels of one phase."""
    fewest, most = phase_empties(line.phase)
    text = (
        f"{fewest} to {most} empties: labels x {line.slope:.3f} {line.shift:+.2f} discs, mean "
        f"error then {line.error:.3f}, {line.solved} solved"
    )
    show(as_json, {name: round(value, 4) for name, value in line._asdict().items()}, text)


def print_fit(phase: int, fit: PhaseFit, as_json: bool) -> None:
    """Print a phase's error on held-out positions, for each number of empties, if there are any."""
    known = {"phase": phase, "empties": None, "fitted": fit.positions, "held_out": 0}
    known |= {"iterations": fit.iterations, "mae": None, "rms": None}
    ending = f"{fit.positions} fitted, {counted(fit.iterations, 'iteration')}"
    if not fit.errors:
        fewest, most = phase_empties(phase)
        show(as_json, known, f"{fewest} to {most} empties: error unknown, none held out, {ending}")
    for n_empties, (mean, rms, count) in fit.errors.items():
        figures = {"empties": n_empties, "held_out": count, "mae": round(mean, 3)}
        text = f"{n_empties:2} empties: mean error {mean:6.3f} discs, rms {rms:6.3f}, "
        show(as_json, known | figures | {"rms": round(rms, 3)}, f"{text}{count} held out, {ending}")
