"""What `othello train` prints while it fits.

A fit takes long, and its result is a file: it goes on if nobody reads these lines any more.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from othello.commands.output import print_json

if TYPE_CHECKING:
    from othello.training.calibration import Line
    from othello.training.train import PhaseFit

__all__ = ["show", "show_line"]


def show(phase: int, fit: PhaseFit, as_json: bool) -> None:
    """Print a phase's error on held-out positions, if somebody reads it."""
    with suppress(BrokenPipeError):
        print_fit(phase, fit, as_json)


def show_line(line: Line, as_json: bool) -> None:
    """Print the straight line that corrects the labels of one phase, if somebody reads it."""
    with suppress(BrokenPipeError):
        print_line(line, as_json)


def print_line(line: Line, as_json: bool) -> None:
    """Print the straight line that corrects the labels of one phase."""
    from othello.training.train import phase_empties

    if as_json:
        print_json({name: round(value, 4) for name, value in line._asdict().items()})
    else:
        fewest, most = phase_empties(line.phase)
        print(
            f"{fewest} to {most} empties: labels x {line.slope:.3f} {line.shift:+.2f} discs, mean "
            f"error then {line.error:.3f}, {line.solved} solved",
            flush=True,
        )


def print_fit(phase: int, fit: PhaseFit, as_json: bool) -> None:
    """Print a phase's error on held-out positions, for each number of empties."""
    if not fit.errors:
        print_unchecked(phase, fit, as_json)
    for n_empties, (mean, rms, count) in fit.errors.items():
        if as_json:
            print_json(
                {
                    "phase": phase,
                    "empties": n_empties,
                    "fitted": fit.positions,
                    "held_out": count,
                    "iterations": fit.iterations,
                    "mae": round(mean, 3),
                    "rms": round(rms, 3),
                }
            )
        else:
            print(
                f"{n_empties:2} empties: mean error {mean:6.3f} discs, rms {rms:6.3f}, "
                f"{count} held out, {fit.positions} fitted, {fit.iterations} iterations",
                flush=True,
            )


def print_unchecked(phase: int, fit: PhaseFit, as_json: bool) -> None:
    """Print the fit of a phase for which no position was held out, so the error is unknown."""
    from othello.training.train import phase_empties

    fewest, most = phase_empties(phase)
    if as_json:
        known = {"phase": phase, "empties": None, "fitted": fit.positions, "held_out": 0}
        print_json({**known, "iterations": fit.iterations, "mae": None, "rms": None})
    else:
        print(
            f"{fewest} to {most} empties: error unknown, none held out, "
            f"{fit.positions} fitted, {fit.iterations} iterations",
            flush=True,
        )
