"""Figures of measurements."""

from collections.abc import Sequence
from itertools import cycle, groupby
from pathlib import Path

from othello.files.figures import IDEAL, new_figure, save_figure
from othello.measuring.scaling import ScalingPoint


def plot_scaling(measurements: Sequence[ScalingPoint], file: Path, unit: str = "threads") -> None:
    """Draw speed-up, efficiency and time by threads, a line for each algorithm and granularity.

    Of each algorithm one thread comes first. The extension of `file` selects the format. `unit` is
    what is counted: threads, or ranks of an MPI job.
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
        axes.set(xlabel=unit, ylabel=what, xticks=counts)
        axes.grid(alpha=0.3)
    figure.legend(loc="outside lower center", ncols=4, fontsize="small")
    save_figure(figure, file)


def scaling_lines(
    measurements: Sequence[ScalingPoint],
) -> list[tuple[str, str, list[ScalingPoint]]]:
    """Return the lines to draw: name, style and points; the first point is that of one thread."""
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
