"""The benchmark: search fixed positions to fixed depths, on one thread by default.

The total number of nodes is the search's signature. With one thread it is the same in every run and
on every instruction set, so a commit that changes it changes the search's behaviour.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType
from typing import NamedTuple

from othello._core import core
from othello.board import Board
from othello.fields import in_range
from othello.protocol.action import Job
from othello.protocol.loop import Loop
from othello.result import Line
from othello.weights import evaluation_options, load_default

HASH_MB = 16
DEPTH = 11
SOLVED_EMPTIES = 20
"""Positions with at most this many empties are solved exactly, the others searched to `DEPTH`."""

# From games of a depth-3 search with a random move every seventh; at 56 to 14 empties.
POSITIONS = (
    "----------------------X----OOX-----OX------OX------------------- X",
    "--------------------------XXX-----XXXO----X-OX-----O------------ O",
    "--------------------------OOX-----OXXX---OOOXO-----X--------X--- X",
    "------------X-----OOO-----OOXXX---OXOX-----XX-X----------------- X",
    "----------X-----OOOXO---XOXXX-----OOXX----OOO------------------- X",
    "-----O-----OO----X-OXX---OOOXO---O-XXX--O--XXX------------------ X",
    "----------OOX-X--OOOOOO--XXOX-----OOOO-----OOOO----------------- X",
    "---------------X----XXXX---OXXOX---OXOO---OOOO-O--XO-XO--X------ X",
    "-----------X------OXO-----XOOO--OOOXXO--OXXXXOX-O----XX-------XX X",
    "------------X---O-OXX----OOXX---XOOXX---XXOXXX--XXOOO----XO-X--- X",
    "----------X-X---O-XXXO-XXOXXXXX-XXOOOXOOXXXXXX--X--------------- X",
    "--OXXO----XXOX---XOOOO----XOOOO-OOXXOO--OOXXXX---OO------------- X",
    "-------------X-O---XXXO---OXXXXX-OOXOXXX--OXOXXX--XOXX---XXXXX-- X",
    "----O-----O-OO----OXOXOXXOXOOO-XXXOOOOOXX-XXXOXX--XX---X---X---- X",
    "-XXX-OXO--OOOXX--OOOXOX--OOOOO---OOOOO---OOOOO----OOO-----OXO--- X",
    "--OOOO-O--OOOOO-OXOXOOX-OOXOOOX-OOOOXXXXOXOOO---O--OX----------- X",
    "----OO-----OOOX----OOXXO--OOXOXO--OOOOXO-XXXOOXX-XOXXOXX-OOOOOOO X",
    "XXX-----XOOO----XOXOOOO-XOXOOO--XOOOXOO-XOXXXX--OOXXXXX---OXXXXX X",
    "---X-X-O--XOXXOO--XXOXXO--XOOXOO--XOOXOOOOOOOXOO-OOOOXOO---OOXOO O",
    "-XXXXX-----OXOX---OXOOOX--XOOOOO-XXOXOOXXXOXOOO-OOOOOO--OOOOOOO- X",
    "OXXXXXXXXXXXXOX-XXOXOX--XXOOXX--XXOXXXX-XXXXXX--XXOOX---XXO--X-- O",
    "-XXXXXXX-XOOOOOO-OXXOOOO--OOOOXO--OOXXXO-O-OXXXO---XOXXX--XXXXXX X",
)


class Measurement(NamedTuple):
    """The search of one position: the best line found, and the core's counters by name."""

    board: Board
    line: Line
    nodes: int
    seconds: float
    counters: dict[str, int]


class BenchTotals(NamedTuple):
    """The totals over all positions; the number of nodes is the signature.

    The core's counters are added up by name. `isa` is the instruction set of the core.
    """

    nodes: int
    seconds: float
    counters: dict[str, int]
    isa: str

    @classmethod
    def of(cls, measurements: Iterable[Measurement]) -> BenchTotals:
        """Add up `measurements`."""
        nodes, seconds = 0, 0.0
        counters: Counter[str] = Counter()
        for measurement in measurements:
            nodes += measurement.nodes
            seconds += measurement.seconds
            counters.update(measurement.counters)
        return cls(nodes, seconds, dict(counters), core.ISA)

    @property
    def nps(self) -> int:
        """Nodes a second."""
        return round(self.nodes / max(self.seconds, 1e-6))

    @property
    def evals_per_second(self) -> int:
        """Evaluations a second of search."""
        return round(self.counters.get("evaluations", 0) / max(self.seconds, 1e-6))


class Bench:
    """The benchmark; an object is for one run.

    The evaluation is one of `core.EVALUATIONS`; only the classic one counts stable discs at every
    leaf. The positions are OBF, and those with more than `SOLVED_EMPTIES` empties are searched
    `depth` plies deep. With several threads, nodes differ between runs. `core` is the compiled core
    to measure, by default the best that this processor can run.

    >>> summary = BenchTotals.of(Bench(positions=POSITIONS[-1:]).run())
    >>> summary.nodes > 0, summary.counters["evaluations"] > 0
    (True, True)
    """

    def __init__(
        self,
        *,
        evaluation: str = core.EVALUATIONS[0],
        positions: Sequence[str] = POSITIONS,
        depth: int = DEPTH,
        threads: int = 1,
        hash_mb: int = HASH_MB,
        core: ModuleType = core,
    ) -> None:
        self._positions = positions
        self._depth = depth
        load_default()
        threads = in_range("threads", threads, 1, core.max_threads())
        self._searcher = core.Searcher(threads=threads, hash_mb=hash_mb)
        self._searcher.set_options(**evaluation_options(evaluation))
        self._stopped = threading.Event()

    def __len__(self) -> int:
        return len(self._positions)

    def run(self) -> Iterator[Measurement]:
        """Search the positions one after the other, each with an empty table."""
        for text in self._positions:
            if self._stopped.is_set():
                return
            board = Board.from_obf(text)
            self._searcher.clear()
            depth = board.n_empties if board.n_empties <= SOLVED_EMPTIES else self._depth
            lines, nodes, seconds, _ = self._searcher.search(
                board.player, board.opponent, depth=depth
            )
            line = Line.from_core(lines[0])
            yield Measurement(board, line, nodes, seconds, self._searcher.counters())

    def stop(self) -> None:
        """End the run within milliseconds; any thread may call this."""
        self._stopped.set()
        self._searcher.stop()


def bench_job(loop: Loop) -> Job:
    """Return a job that runs the benchmark and prints a line for each position, then the total."""
    bench = Bench()

    def work() -> None:
        measurements = []
        for measurement in bench.run():
            measurements.append(measurement)
            loop.write(format_measurement(measurement))
        if len(measurements) == len(bench):
            loop.end_job(format_summary(BenchTotals.of(measurements)))
        else:
            loop.end_job("info string bench stopped")

    return Job(work, bench.stop, finishes=True)


def format_measurement(measurement: Measurement) -> str:
    """Return a line of text: position, depth, best move, score in discs, nodes, seconds."""
    board, line, nodes, seconds, _ = measurement
    score = f"{line.score:+d}" if isinstance(line.score, int) else f"{line.score:+.2f}"
    return (
        f"{board.to_obf()}  depth {line.depth:2}  {line.move} {score:>6}  "
        f"{nodes:9} nodes  {seconds:.3f} s"
    )


def format_summary(summary: BenchTotals) -> str:
    """Return the last lines of the benchmark; the signature comes first.

    The last line is for OpenBench, which reads the output from the end for the number before
    ``nodes`` and the number before ``nps``.

    >>> print(format_summary(BenchTotals(2000, 0.5, {"evaluations": 500}, "v3")))
    nodes 2000
    4000 nodes/s, 1000 evaluations/s, 0.50 s, isa v3
    2000 nodes 4000 nps
    """
    lines = [
        f"nodes {summary.nodes}",
        f"{summary.nps} nodes/s, {summary.evals_per_second} evaluations/s, "
        f"{summary.seconds:.2f} s, isa {summary.isa}",
    ]
    calls = summary.counters.get("stability_calls", 0)
    if calls:
        share = {
            name: f"{100 * summary.counters[f'stability_{name}'] / calls:.1f} %"
            for name in ("gated", "listed", "computed")
        }
        lines.append(
            f"stability: {calls} calls; {share['gated']} ended at the corner gate, "
            f"{share['listed']} from the parent's list, {share['computed']} computed in full"
        )
    lines.append(f"{summary.nodes} nodes {summary.nps} nps")
    return "\n".join(lines)
