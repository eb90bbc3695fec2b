"""Measure loops in Python over a board: this library beside ``rust-reversi`` from PyPI.

    python tools/library_speed.py [--games N] [--runs N]

Without ``rust-reversi`` only this library is measured. Each figure is the least CPU time of some
runs, taken in turn.

- *perft 6*: the 8200 leaves six plies from the start, a Python call a node, the last ply counted by
  the length of the list of moves. Once with a new board for each move, once with all children of a
  node at once, once with moves made and taken back, as far as a library has that.
- *random game*: from the start to the end, each move drawn from the list of legal moves.
- *first board*: import and first board in a new process, bytecode cached.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from typing import Any

from measuring.cpu import least_seconds

import othello
from othello import batch

LEAVES = 8200

Perft = Callable[[int], int]


def after_perft(depth: int) -> int:
    """Count leaves with `Board.after`."""

    def count(board: othello.Board, depth: int) -> int:
        moves = board.legal_moves()
        if depth == 1 or not moves:
            return len(moves) or 1
        n_leaves = 0
        for move in moves:
            n_leaves += count(board.after(move), depth - 1)
        return n_leaves

    return count(othello.Board(), depth)


def children_perft(depth: int) -> int:
    """Count leaves with `Board.children`."""

    def count(board: othello.Board, depth: int) -> int:
        if depth == 1:
            return len(board.legal_moves()) or 1
        n_leaves = 0
        for child in board.children():
            n_leaves += count(child, depth - 1)
        return n_leaves or 1

    return count(othello.Board(), depth)


def push_perft(depth: int) -> int:
    """Count leaves with `Position.push` and `pop`."""

    def count(position: othello.Position, depth: int) -> int:
        moves = position.legal_moves()
        if depth == 1 or not moves:
            return len(moves) or 1
        n_leaves = 0
        for move in moves:
            position.push(move)
            n_leaves += count(position, depth - 1)
            position.pop()
        return n_leaves

    return count(othello.Position(), depth)


def random_game() -> None:
    """Play a random game on a `Position`."""
    position = othello.Position()
    while moves := position.legal_moves():
        position.push(moves[int(random.random() * len(moves))])


def rust_perfts(rust: Any) -> dict[str, Perft]:
    """Return the ways of rust-reversi: clones, and all children."""

    def by_clone(board: Any, depth: int) -> int:
        moves = board.get_legal_moves_vec()
        if depth == 1 or not moves:
            return len(moves) or 1
        n_leaves = 0
        for move in moves:
            child = board.clone()
            child.do_move(move)
            n_leaves += by_clone(child, depth - 1)
        return n_leaves

    def by_children(board: Any, depth: int) -> int:
        if depth == 1:
            return len(board.get_legal_moves_vec()) or 1
        n_leaves = 0
        for child in board.get_child_boards() or ():
            n_leaves += by_children(child, depth - 1)
        return n_leaves or 1

    return {
        "new board": lambda depth: by_clone(rust.Board(), depth),
        "children": lambda depth: by_children(rust.Board(), depth),
    }


def rust_game(rust: Any) -> Callable[[], None]:
    """Return a random game of rust-reversi."""

    def play() -> None:
        board = rust.Board()
        while not board.is_game_over():
            moves = board.get_legal_moves_vec()
            if moves:
                board.do_move(moves[int(random.random() * len(moves))])
            else:
                board.do_pass()

    return play


def first_board_ms(code: str, n_runs: int) -> float:
    """Return the least CPU time of `code` in new processes, in ms."""
    timed = f"import time; start = time.process_time(); {code}; print(time.process_time() - start)"
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-I", "-X", f"pycache_prefix={cache}", "-c", timed]
        runs = [subprocess.run(command, check=True, capture_output=True) for _ in range(n_runs)]
    return 1000 * min(float(run.stdout) for run in runs)


def main() -> None:
    """Print a line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="in one measurement")
    parser.add_argument("--runs", type=int, default=25, metavar="N", help="of each measurement")
    options = parser.parse_args()
    games, runs = options.games, options.runs
    perfts: dict[str, Perft] = {
        "othello, new board": after_perft,
        "othello, children": children_perft,
        "othello, push and pop": push_perft,
    }
    plays: dict[str, Callable[[], None]] = {"othello": random_game}
    firsts = {"othello": "import othello; othello.Board()"}
    try:
        rust = import_module("rust_reversi")
    except ImportError:
        pass
    else:
        perfts |= {f"rust-reversi, {way}": perft for way, perft in rust_perfts(rust).items()}
        plays["rust-reversi"] = rust_game(rust)
        firsts["rust-reversi"] = "import rust_reversi; rust_reversi.Board()"

    for name, perft in perfts.items():
        assert perft(6) == LEAVES, name
    loops: dict[str, Callable[[], object]] = {
        name: lambda perft=perft: perft(6) for name, perft in perfts.items()
    }
    for name, figure in least_seconds(loops, runs).items():
        print(f"perft 6, {name}: {1000 * figure:.3g} ms")

    many: dict[str, Callable[[], object]] = {
        name: lambda play=play: [play() for _ in range(games)] for name, play in plays.items()
    }
    start = batch.from_boards([othello.Board()]).repeat(games, axis=0)
    many["C alone, batch.playouts"] = lambda: batch.playouts(start, seed=1)
    for name, figure in least_seconds(many, max(1, runs // 5)).items():
        print(f"a random game, {name}: {1e6 * figure / games:.3g} µs")

    for name, code in firsts.items():
        print(f"the first board, {name}: {first_board_ms(code, runs):.1f} ms")


if __name__ == "__main__":
    main()
