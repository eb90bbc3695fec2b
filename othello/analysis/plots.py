"""Figures, drawn with matplotlib, which the extra ``othello[plot]`` installs.

matplotlib is imported when something is drawn, and no window is opened: a figure goes to a file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from othello.errors import InvalidOption, OthelloError, quote
from othello.files.writing import replacing, writable
from othello.notation import BLACK, SIDE_NAMES, WHITE

if TYPE_CHECKING:
    from othello.analysis.moves import GameAnalysis
    from othello.evaluation import Report
    from othello.measuring.scaling import Measurement

__all__ = [
    "check_figure_file",
    "new_figure",
    "plot_errors",
    "plot_evaluation",
    "plot_game",
    "plot_scaling",
]

PANEL_INCHES = (5.0, 4.0)
"""Width and height of one pair of axes."""

SIDE_COLOURS = {BLACK: "#30363b", WHITE: "#e0a94a"}
"""Of what black and white did or have; white would not be seen on paper."""

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
    writable(file)


def save(figure: Any, file: Path) -> None:
    """Write a figure, in the format that the file's ending says."""
    with replacing(file, "wb") as out:
        figure.savefig(out, format=file.suffix.lower().removeprefix("."))


def plot_scaling(measurements: Sequence[Measurement], file: Path) -> None:
    """Draw speed-up, efficiency and time by threads, a line for each algorithm and granularity.

    Parameters
    ----------
    measurements : sequence of Measurement
        What `othello.measuring.scaling.measure` gave; one thread comes before more of the same
        algorithm.
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
    save(figure, file)


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


def plot_game(analysis: GameAnalysis, file: Path, title: str = "") -> None:
    """Draw the score after each move, for black, and below it what each move lost.

    Parameters
    ----------
    analysis : GameAnalysis
        What `othello.analysis.games.analyse_game` gave.
    file : Path
        Where to; its ending says in which format.
    title : str, optional
        For example the players' names.
    """
    figure = new_figure(2)
    graph, losses = figure.subplots(2, 1, sharex=True, height_ratios=[3, 1])
    moves = analysis.moves
    plies = [move.ply for move in moves]
    scores = [move.black_score for move in moves]
    graph.axhline(0, **IDEAL)
    for side, ahead in ((BLACK, [s >= 0 for s in scores]), (WHITE, [s <= 0 for s in scores])):
        colour = SIDE_COLOURS[side]
        graph.fill_between(plies, scores, where=ahead, interpolate=True, color=colour, alpha=0.5)
        own = [move for move in moves if move.board.turn == side]
        heights = [move.loss for move in own]
        losses.bar([move.ply for move in own], heights, color=colour, label=SIDE_NAMES[side])
    graph.plot(plies, scores, color=SIDE_COLOURS[BLACK])
    exact = [move.ply for move in moves if move.exact]
    if exact:
        graph.axvspan(exact[0] - 0.5, len(moves) + 0.5, color="C2", alpha=0.12, label="exact")
        graph.legend(fontsize="small")
    graph.set(ylabel="score for black, discs")
    graph.set_title(title, parse_math=False)  # in a name $ is only a character
    graph.grid(alpha=0.3)
    losses.set(xlabel="move", ylabel="loss, discs", xlim=(0.5, max(len(moves), 1) + 0.5))
    losses.legend(ncols=2, fontsize="small")
    save(figure, file)


def plot_evaluation(report: Report, file: Path) -> None:
    """Draw what each term of the classic evaluation is worth, in discs for the side to move.

    Parameters
    ----------
    report : Report
        What `othello.evaluation.explain` gave.
    file : Path
        Where to; its ending says in which format.
    """
    figure = new_figure()
    axes = figure.subplots()
    names = [term.name.replace("_", " ") for term in report.terms]
    worths = [term.weighted for term in report.terms]
    colours = ["C0" if worth >= 0 else "C3" for worth in worths]
    bars = axes.barh(names, worths, color=colours)
    axes.bar_label(bars, fmt="%+.2f", padding=3, fontsize="small")
    axes.invert_yaxis()  # the first on top
    axes.margins(x=0.2)
    axes.axvline(0, **IDEAL)
    axes.set(xlabel="discs for the side to move", title=f"evaluation {report.total:+.2f}")
    save(figure, file)


def plot_errors(errors: Mapping[int, tuple[float, float, int]], file: Path) -> None:
    """Draw the error of an evaluation by the number of empty squares.

    Parameters
    ----------
    errors : mapping
        For each number of empties the mean and the root mean square of the error in discs, and the
        number of positions, as in `othello.training.train.PhaseFit`.
    file : Path
        Where to; its ending says in which format.
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
    save(figure, file)
