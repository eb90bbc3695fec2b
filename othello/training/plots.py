"""Figures of training."""

from collections.abc import Mapping
from pathlib import Path

from othello.files.figures import new_figure, save_figure


def plot_errors(errors: Mapping[int, tuple[float, float, int]], file: Path) -> None:
    """Draw the errors of an evaluation, as in `PhaseFit`, by the number of empty squares.

    The extension of `file` selects the format.
    """
    figure = new_figure()
    axes = figure.subplots()
    empties = sorted(errors)
    axes.plot(empties, [errors[n][0] for n in empties], "C0o-", label="mean")
    axes.plot(empties, [errors[n][1] for n in empties], "C1s-", label="root mean square")
    axes.set(xlabel="empties", ylabel="error, discs")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend()
    save_figure(figure, file)
