"""Figures, drawn with matplotlib, which the extra ``othello[plot]`` installs.

matplotlib is imported when something is drawn, and no window is opened: a figure goes to a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from othello.errors import InvalidOption, OthelloError, quote

if TYPE_CHECKING:
    from othello.scaling import Measurement

__all__ = ["check_figure_file", "new_figure", "plot_scaling"]

PANEL_INCHES = (5.0, 4.0)
"""Width and height of one pair of axes."""

IDEAL = {"color": "0.5", "linestyle": "--", "linewidth": 1}


def new_figure(n_panels: int = 1) -> Any:
    """Return an empty figure with room for `n_panels` pairs of axes side by side.

    Raises
    ------
    OthelloError
        If matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise OthelloError("figures need matplotlib: pip install 'othello[plot]'") from None
    width, height = PANEL_INCHES
    return Figure(figsize=(width * n_panels, height), layout="constrained")


def check_figure_file(file: Path) -> None:
    """Raise an error if no figure can be saved as `file`, before anything long is begun.

    Raises
    ------
    OthelloError
        If matplotlib is missing, its folder is, or the name's ending says no format it can write.
    """
    known = sorted(new_figure().canvas.get_supported_filetypes())
    if file.suffix.lower().removeprefix(".") not in known:
        raise InvalidOption(
            f"no format of figures: {quote(str(file))}, expected .{', .'.join(known)}"
        )
    if not file.parent.is_dir():
        raise InvalidOption(f"no folder {quote(str(file.parent))} for the figure")


def plot_scaling(measurements: Sequence[Measurement], file: Path) -> None:
    """Draw speed-up, efficiency and time by threads, a line for each algorithm and granularity.

    Parameters
    ----------
    measurements : sequence of Measurement
        What `othello.scaling.measure` gave; one thread comes before more of the same algorithm.
    file : Path
        Where to; its ending says in which format.
    """
    figure = new_figure(3)
    speedup, efficiency, seconds = figure.subplots(1, 3)
    for name, style, line in scaling_lines(measurements):
        threads = [point.threads for point in line]
        speedup.plot(threads, [point.speedup for point in line], style, label=name)
        efficiency.plot(threads, [100 * point.efficiency for point in line], style)
        seconds.plot(threads, [point.seconds for point in line], style)
    counts = sorted({point.threads for point in measurements})
    speedup.plot(counts, counts, label="ideal", **IDEAL)
    efficiency.plot(counts, [100.0] * len(counts), **IDEAL)
    efficiency.set_ylim(bottom=0)
    seconds.set_yscale("log")
    for axes, what in ((speedup, "speed-up"), (efficiency, "efficiency, %"), (seconds, "seconds")):
        axes.set(xlabel="threads", ylabel=what, xticks=counts)
        axes.grid(alpha=0.3)
    figure.legend(loc="outside lower center", ncols=4, fontsize="small")
    figure.savefig(file)


def scaling_lines(
    measurements: Sequence[Measurement],
) -> list[tuple[str, str, list[Measurement]]]:
    """Return what to draw: names, styles and points, of which the first is one thread's."""
    lines = []
    groups = groupby(measurements, lambda point: point.algorithm)
    for colour, (algorithm, group) in enumerate(groups):
        alone, *others = group
        runs = groupby(others, lambda point: point.granularity)
        for (granularity, line), marker in zip(runs, cycle("os^vD*")):
            name = f"{algorithm}, granularity {granularity}"
            lines.append((name, f"C{colour}{marker}-", [alone, *line]))
        if not others:
            lines.append((algorithm, f"C{colour}o", [alone]))
    return lines
