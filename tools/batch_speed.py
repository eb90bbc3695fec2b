"""Measure `othello.batch`: how many positions each function does in a second of CPU time.

    OTHELLO_ISA=v3 python tools/batch_speed.py [--count N]

The positions are those of random games. Each line is a function and its million positions a second.
"""

import argparse
from functools import partial

import numpy as np
from measuring.cpu import least_seconds

from othello import Board, batch

RUNS = 5


def random_positions(count: int) -> batch.Positions:
    """Return positions of random games, 1 to 59 moves from the start."""
    starts = np.tile(batch.from_boards([Board()]), (count, 1))
    n_moves = np.random.default_rng(1).integers(1, 60, count)
    positions = batch.play_randomly(starts, n_moves, seed=1)
    return positions[positions.any(axis=1)]


def main() -> None:
    """Print a line for each function."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000, metavar="N", help="of positions")
    positions = random_positions(parser.parse_args().count)
    legal = batch.legal_moves(positions)
    positions = positions[legal != 0]
    lowest = legal[legal != 0] & (~legal[legal != 0] + np.uint64(1))
    moves = np.log2(lowest.astype(np.float64)).astype(np.uint8)
    few = positions[: len(positions) // 5]
    functions = {
        "legal_moves": (batch.legal_moves, positions),
        "flips": (partial(batch.flips, moves=moves), positions),
        "play": (partial(batch.play, moves=moves), positions),
        "evaluate": (batch.evaluate, positions),
        "evaluate, classic": (partial(batch.evaluate, evaluation="classic"), positions),
        "features": (batch.features, few),
        "symmetries": (batch.symmetries, few),
        "canonical": (batch.canonical, positions),
        "playouts": (partial(batch.playouts, seed=1), few),
        "perft, 3 plies": (partial(batch.perft, depth=3), few),
    }
    batch.evaluate(positions[:1])  # the weights are loaded at their first use
    calls = {name: partial(function, rows) for name, (function, rows) in functions.items()}
    for name, seconds in least_seconds(calls, RUNS).items():
        _, rows = functions[name]
        print(f"{name}: {len(rows) / seconds / 1e6:.3g}")


if __name__ == "__main__":
    main()
