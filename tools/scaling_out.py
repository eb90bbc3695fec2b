"""Draw how the solve of one endgame in parts scales with workers, simulated from measured leaves.

python tools/scaling_out.py docs/images/scaling-out.svg
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from othello.files.figures import IDEAL, check_figure_file, new_figure, save_figure
from othello.formats.obf import read_positions
from othello.proving.simulation import Simulated, Simulation

SUITE = Path(__file__).parents[1] / "tests" / "positions" / "ffo-40-59.obf"
WORKERS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000)
LEAF_SECONDS = 2.0
"""To which the leaves are stretched, on the average: those of a harder position."""


def main() -> None:
    """Simulate, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, help="the figure")
    parser.add_argument("--line", type=int, default=6, help="line of ffo-40-59.obf (default 6)")
    parser.add_argument("--plies", type=int, nargs="+", default=[3, 5], help="plies split")
    arguments = parser.parse_args()
    check_figure_file(arguments.file)
    span = (arguments.line, arguments.line)
    (position,) = read_positions(SUITE.read_text().splitlines(), "ffo-40-59.obf", span)
    lines = []
    for plies in arguments.plies:
        simulation = Simulation(position.board, position.board.n_empties - plies)
        first = simulation.run(1)
        mean = first.busy / first.leaves
        for stretch, what in ((1.0, f"{1000 * mean:.0f} ms"), (LEAF_SECONDS / mean, "2 s")):
            points = [simulation.run(workers, stretch=stretch) for workers in WORKERS]
            name = f"{first.leaves} leaves of {what}"
            lines.append((name, points))
            for point in points:
                print(f"{name}  {describe(point, points[0])}", flush=True)
    draw(lines, arguments.file)


def describe(point: Simulated, alone: Simulated) -> str:
    """Return a line of text."""
    speedup = alone.seconds / point.seconds
    return (
        f"{point.workers:5} workers  {point.seconds:10.2f} s  speed-up {speedup:7.1f}  "
        f"efficiency {100 * speedup / point.workers:5.1f} %  {point.leaves} leaves"
    )


def draw(lines: Sequence[tuple[str, Sequence[Simulated]]], file: Path) -> None:
    """Draw speed-up and efficiency by workers."""
    figure = new_figure(2)
    speedup, efficiency = figure.subplots(1, 2)
    for name, points in lines:
        alone = points[0].seconds
        gains = [alone / point.seconds for point in points]
        speedup.plot(WORKERS, gains, "o-", label=name, markersize=3)
        shares = [100 * gain / workers for gain, workers in zip(gains, WORKERS, strict=True)]
        efficiency.plot(WORKERS, shares, "o-", markersize=3)
    speedup.plot(WORKERS, WORKERS, label="ideal", **IDEAL)
    speedup.set_yscale("log")
    for axes, what in ((speedup, "speed-up"), (efficiency, "efficiency, %")):
        axes.set_xscale("log")
        axes.set(xlabel="workers", ylabel=what)
        axes.grid(alpha=0.3)
    figure.legend(loc="outside lower center", ncols=3, fontsize="small")
    save_figure(figure, file)


if __name__ == "__main__":
    main()
