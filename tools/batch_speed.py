"""Measure `othello.batch`: how many positions each function does in a second of CPU time.

    OTHELLO_ISA=v3 python tools/batch_speed.py [--wthor FOLDER]

The positions are those of random games; with ``--wthor`` those of the games in a folder of WTHOR's
``.wtb`` files, and the time to read these is printed too.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path

import numpy as np
from measuring.cpu import least_seconds

from othello import Board, batch
from othello._core import core
from othello.formats.wthor import RECORD, read_arrays, squares_of

COUNT = 1_000_000
RUNS = 5


def random_positions(rng: np.random.Generator) -> batch.Positions:
    """Return positions of random games, 1 to 59 moves from the start."""
    starts = np.tile(batch.from_boards([Board()]), (COUNT, 1))
    positions = batch.play_randomly(starts, rng.integers(1, 60, COUNT), seed=1)
    return positions[positions.any(axis=1)]


def wthor_positions(folder: Path, rng: np.random.Generator) -> batch.Positions:
    """Return positions of the games in a folder, and print how long reading took."""
    start = time.process_time()
    records = [read_arrays(path) for path in sorted(folder.glob("*.wtb"))]
    games = np.concatenate([np.empty(0, RECORD), *records])
    read = time.process_time()
    replay = batch.replay(squares_of(games["moves"]))
    done = time.process_time()
    print(f"{len(games)} games read in {read - start:.3f} s, replayed in {done - read:.3f} s")
    positions = replay.positions[replay.positions.any(axis=2)]
    return positions[rng.permutation(len(positions))[:COUNT]]


def main() -> None:
    """Print a line for each function."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wthor", type=Path, metavar="FOLDER")
    folder = parser.parse_args().wthor
    rng = np.random.default_rng(1)
    positions = wthor_positions(folder, rng) if folder else random_positions(rng)
    legal = batch.legal_moves(positions)
    positions = positions[legal != 0]
    lowest = legal[legal != 0] & (~legal[legal != 0] + np.uint64(1))
    moves = np.log2(lowest.astype(np.float64)).astype(np.uint8)
    few = positions[:200_000]
    functions = {
        "legal_moves": (batch.legal_moves, positions),
        "flips": (partial(batch.flips, moves=moves), positions),
        "play": (partial(batch.play, moves=moves), positions),
        "evaluate": (batch.evaluate, positions),
        "evaluate classic": (partial(batch.evaluate, evaluation="classic"), positions),
        "features": (batch.features, few),
        "symmetries": (batch.symmetries, few),
        "canonical": (batch.canonical, positions),
        "playouts": (partial(batch.playouts, seed=1), few),
        "perft 3": (partial(batch.perft, depth=3), few),
    }
    batch.evaluate(positions[:1])  # the weights are loaded at their first use
    print(f"isa {core.ISA}, {len(positions)} positions")
    calls = {name: partial(function, rows) for name, (function, rows) in functions.items()}
    for name, seconds in least_seconds(calls, RUNS).items():
        _, rows = functions[name]
        print(f"{name:18}{len(rows) / seconds / 1e6:8.2f} M/s")


if __name__ == "__main__":
    main()
