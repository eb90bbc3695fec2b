"""Measure what workers on this machine gain: throughput, overhead, memory, one endgame in parts.

python tools/measure_cluster.py throughput
python tools/measure_cluster.py overhead --items 1000000
python tools/measure_cluster.py split --lines 6 9
"""

import argparse
import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from othello import batch
from othello.board import Board
from othello.cluster.commands.clustering import search_on_cluster
from othello.cluster.executors import open_cluster
from othello.cluster.jobs import distribute
from othello.cluster.worker import Setup
from othello.engine import Engine
from othello.formats.obf import ScoredPosition
from othello.limits import Limits

SUITE = Path(__file__).parents[1] / "tests" / "positions" / "ffo-40-59.obf"
WORKERS = (1, 2)
EMPTIES = range(16, 21)


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=list(MEASUREMENTS))
    parser.add_argument("--items", type=int, default=None, help="items (2000 positions, …)")
    parser.add_argument("--lines", type=int, nargs="+", default=[6, 9], help="of ffo-40-59.obf")
    parser.add_argument("--kills", type=int, default=3, help="kills of a split solve (default 3)")
    parser.add_argument("--workers", type=int, nargs="+", default=WORKERS)
    arguments = parser.parse_args()
    MEASUREMENTS[arguments.what](arguments)


def random_positions(count: int, seed: int = 1) -> Iterator[ScoredPosition]:
    """Yield positions of random games with 16 to 20 empties, in turn."""
    board = Board()
    start = np.tile(np.array([[board.player, board.opponent]], np.uint64), (count, 1))
    n_moves = np.array([60 - EMPTIES[row % len(EMPTIES)] for row in range(count)], np.uint8)
    for row, found in enumerate(batch.to_boards(batch.play_randomly(start, n_moves, seed))):
        yield ScoredPosition(f"random:{row + 1}", found, {})


def measure_throughput(arguments: argparse.Namespace) -> None:
    """Solve the same positions with each number of workers."""
    positions = list(random_positions(arguments.items or 2000))
    alone = 0.0
    for workers in arguments.workers:
        with open_cluster(f"processes:{workers}", Setup.here(hash_mb=16)) as cluster:
            first = positions[: 4 * workers]
            list(search_on_cluster(cluster, first, Limits(exact=True)))  # starts them
            started = time.perf_counter()
            jobs = search_on_cluster(cluster, positions, Limits(exact=True))
            results = [job.outcome for job in jobs]
            seconds = time.perf_counter() - started
        nodes = sum(result.nodes for result in results if result is not None)
        alone = alone or seconds
        print(
            f"{workers} workers  {len(results)} positions  {nodes} nodes  {seconds:.2f} s  "
            f"{len(results) / seconds:.0f} a second  {alone / seconds:.2f} times",
            flush=True,
        )


def nothing(engine: Engine, item: int) -> int:
    """Return the item."""
    return item


def measure_overhead(arguments: argparse.Namespace) -> None:
    """Hand out items that cost nothing, and watch the driver's time and memory."""
    count = arguments.items or 100_000
    with open_cluster("processes:2", Setup.here(hash_mb=1)) as cluster:
        list(distribute(cluster, nothing, range(100)))
        started, used = time.perf_counter(), time.process_time()
        for n_done, _ in enumerate(distribute(cluster, nothing, range(count)), 1):
            if n_done % (count // 10) == 0:
                seconds, busy = time.perf_counter() - started, time.process_time() - used
                peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
                print(
                    f"{n_done} items  {1e6 * seconds / n_done:.1f} µs an item  "
                    f"{1e6 * busy / n_done:.1f} µs of the driver's processor  {peak:.1f} MB",
                    flush=True,
                )


def measure_split(arguments: argparse.Namespace) -> None:
    """Solve a position at once, in parts by each number of workers, and with kills between."""
    for line in arguments.lines:
        base = 0.0
        plain = solve([str(SUITE), "--lines", str(line)])
        print(f"line {line}  not split  {describe(plain)}", flush=True)
        for workers in arguments.workers:
            found = solve([str(SUITE), "--lines", str(line), "--cluster", f"processes:{workers}"])
            base = base or found["seconds"]
            print(
                f"line {line}  {workers} workers  {describe(found)}  "
                f"{base / found['seconds']:.2f} times one, "
                f"{plain['seconds'] / found['seconds']:.2f} times not split",
                flush=True,
            )
        solve_with_kills(line, arguments.kills)


def solve(words: Sequence[str]) -> dict[str, Any]:
    """Return what ``othello solve`` says of its first position."""
    command = [sys.executable, "-m", "othello", "solve", *words, "--json"]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    record: dict[str, Any] = json.loads(result.stdout.splitlines()[0])
    return record


def describe(record: dict[str, Any]) -> str:
    """Return a solve as text."""
    right = "right" if record["correct"] else "WRONG"
    return f"{record['score']:+d} {right}  {record['nodes']} nodes  {record['seconds']:.2f} s"


def solve_with_kills(line: int, kills: int) -> None:
    """Kill a solve some times on the way, let it go on, and verify the store."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "proof.db"
        words = [str(SUITE), "--lines", str(line), "--cluster", "processes:2"]
        words += ["--store", str(store)]
        for _ in range(kills):
            before = count_leaves(store)
            command = [sys.executable, "-m", "othello", "solve", *words]
            with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
                while count_leaves(store) < before + 4 and process.poll() is None:
                    time.sleep(0.02)
                process.kill()
            print(f"line {line}  killed at {count_leaves(store)} leaves", flush=True)
        found = solve(words)
        command = [sys.executable, "-m", "othello", "verify", str(store)]
        verified = subprocess.run(command, capture_output=True, text=True)
        print(f"line {line}  went on: {describe(found)}")
        print(f"line {line}  verify: {verified.stdout.splitlines()[-1]}", flush=True)


def count_leaves(store: Path) -> int:
    """Return how many leaves a store has, which may be in use."""
    if not store.exists():
        return 0
    with closing(sqlite3.connect(store)) as database:
        try:
            query = "SELECT count(*) FROM bounds WHERE kind = 'leaf'"
            return int(database.execute(query).fetchone()[0])
        except sqlite3.OperationalError:
            return 0


MEASUREMENTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "throughput": measure_throughput,
    "overhead": measure_overhead,
    "split": measure_split,
}

if __name__ == "__main__":
    main()
