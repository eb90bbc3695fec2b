"""Draw how the solve of one endgame in parts scales with workers, simulated from measured leaves.

python tools/scaling_out.py docs/images/scaling-out.svg

The tree and the order of its leaves are the real ones. Each leaf is solved once, with an empty
table, and what it found is known in the simulation when a worker would have found it.
"""

import argparse
import heapq
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

from othello.board import Board, Move
from othello.engine import Engine
from othello.files.figures import IDEAL, check_figure_file, new_figure, save_figure
from othello.formats.obf import read_positions
from othello.proving.solve import ProvenLeaf, Question, answer
from othello.proving.tree import Guesser, Node, Tree

SUITE = Path(__file__).parents[1] / "tests" / "positions" / "ffo-40-59.obf"
WORKERS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000)
LEAF_SECONDS = 2.0
"""To which the leaves are stretched, on the average: those of a harder position."""

NODES_PER_SECOND = 40e6
"""Of a worker."""

DRIVER_SECONDS = 0.002
"""Of the driver for each leaf: it finds it, sends it and takes its answer."""

LATENCY = 0.001
"""Seconds that a question and its answer are on their way."""


class Simulated(NamedTuple):
    """A solve by so many workers: seconds with the guess, leaves, and the workers' busy seconds."""

    workers: int
    seconds: float
    leaves: int
    busy: float


class OnceGuesser(Guesser):
    """Guesses each thing once."""

    def __init__(self, guesser: Engine) -> None:
        super().__init__(guesser)
        self._ranks: dict[Board, list[Move]] = {}
        self._choices: dict[tuple[Board, int], Move] = {}

    def rank(self, board: Board) -> list[Move]:
        if board not in self._ranks:
            self._ranks[board] = super().rank(board)
        return self._ranks[board]

    def choose(self, board: Board, threshold: int) -> Move:
        if (board, threshold) not in self._choices:
            self._choices[board, threshold] = super().choose(board, threshold)
        return self._choices[board, threshold]


class Simulation:
    """A position whose leaves, with so many empties, are solved when they are asked for."""

    def __init__(self, board: Board, leaf_empties: int) -> None:
        self._board = board
        self._leaf_empties = leaf_empties
        self._engine = Engine()
        self._guesser = OnceGuesser(self._engine)
        self._guess = self._guesser.guess(board)
        self._guess_seconds = self._guesser.nodes / NODES_PER_SECOND
        self._answers: dict[tuple[Board, int], ProvenLeaf] = {}

    def run(self, workers: int, stretch: float = 1.0) -> Simulated:
        """Return how long so many workers take if each leaf takes `stretch` times longer."""
        tree = Tree(self._board, {}, self._leaf_empties, self._guesser)
        working: list[tuple[float, int, Node, ProvenLeaf]] = []
        order = count()
        now = driver_free = self._guess_seconds
        busy = 0.0
        while tree.root.lower < tree.root.upper:
            while len(working) < workers:
                found = tree.next_leaf(self._guess, is_idle=True)
                if found is None:
                    break
                node, threshold = found
                node.running = True
                driver_free = max(now, driver_free) + DRIVER_SECONDS
                solved = self._answer(node.board, threshold)
                seconds = stretch * solved.nodes / NODES_PER_SECOND
                busy += seconds
                heapq.heappush(
                    working, (driver_free + seconds + LATENCY, next(order), node, solved)
                )
            now, _, node, solved = heapq.heappop(working)
            node.running = False
            assert solved.bounds is not None
            tree.prove(node, solved.bounds)
        return Simulated(workers, now, next(order), busy)

    def _answer(self, board: Board, threshold: int) -> ProvenLeaf:
        if (board, threshold) not in self._answers:
            self._engine.clear()
            self._answers[board, threshold] = answer(self._engine, Question(board, threshold, None))
        return self._answers[board, threshold]


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
            points = [simulation.run(workers, stretch) for workers in WORKERS]
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
