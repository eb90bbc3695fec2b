"""Measure a base of games made of WTHOR's files, and count some of its answers again, slowly.

    python tools/base_speed.py FOLDER [--times N] [--check]

FOLDER has ``WTH_*.wtb`` and the files of names. With ``--times N`` each game is added N times, with
the players named anew, for a larger base. ``--check`` counts the moves in ten positions from the
raw files with rules of its own, on a dictionary of squares, and compares: some minutes.
"""

import argparse
import glob
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from othello import Board
from othello.gamebase import GameBase
from othello.gamebase.base import known_by
from othello.gamebase.file import GameRow
from othello.gamebase.reading import read_rows

POSITIONS = (
    *("startpos", "f5", "f5d6", "f5d6c3d3c4", "f5f6e6f4e3c5", "f5d6c3d3c4f4f6f3e6e7", "f5d6c5f4d3"),
    *("f5f6e6d6e7f4c5", "f5d6c4d3c3f4c5b3c2", "f5d6c3d3c4f4c5b3c2e3d2c6b4b5"),
)
TIMED = (POSITIONS[0], *POSITIONS[2:4], POSITIONS[5], POSITIONS[-1])
RUNS = 9


def rows(folder: Path, times: int) -> Iterator[GameRow]:
    """Yield the games of a folder, each so many times."""
    for number in range(times):
        for path in sorted(folder.glob("WTH_*.wtb")):
            with open(path, "rb") as file:
                for row in read_rows(file, str(path), print, len):
                    if number:
                        names = f"{row.black} {number}", f"{row.white} {number}"
                        known = known_by(row.start, row.moves, *names, row.date)
                        row = row._replace(known=known, black=names[0], white=names[1])
                    yield row


def milliseconds(base: GameBase, board: Board) -> float:
    """Return the median time of an answer."""
    seconds = []
    for _ in range(RUNS):
        began = time.perf_counter()
        base.moves(board)
        seconds.append(time.perf_counter() - began)
    return 1000 * sorted(seconds)[RUNS // 2]


# ---------------------------------------------------------------------- rules of its own

STEPS = (-11, -10, -9, -1, 1, 9, 10, 11)


def play(discs: dict[int, str], square: int, side: str) -> list[int]:
    """Put a disc on a square, 10 * rank + file, and turn others; return those that were turned."""
    turned = []
    for step in STEPS:
        line = []
        at = square + step
        while discs.get(at, side) != side:
            line.append(at)
            at += step
        if discs.get(at) == side:
            turned += line
    if turned:
        discs.update(dict.fromkeys([square, *turned], side))
    return turned


def count_slowly(folder: Path, board: Board) -> Counter[str]:
    """Count what was played next in a position, from the bytes of the files."""
    plies = 60 - board.n_empties
    images = {image.to_obf() for image in board.symmetries()}
    found: Counter[str] = Counter()
    for path in sorted(folder.glob("WTH_*.wtb")):
        contents = path.read_bytes()
        for at in range(16, len(contents), 68):
            moves = [move for move in contents[at + 8 : at + 68] if move]
            if len(moves) <= plies:
                continue
            discs = {44: "O", 55: "O", 45: "X", 54: "X"}
            side = "X"
            for move in moves[:plies]:
                if not play(discs, move, side):
                    side = "XO"[side == "X"]
                    play(discs, move, side)
                side = "XO"[side == "X"]
            if not any(play(dict(discs), move, side) for move in _empty(discs)):
                side = "XO"[side == "X"]
            squares = (10 * rank + file for rank in range(1, 9) for file in range(1, 9))
            text = "".join(discs.get(square, "-") for square in squares) + f" {side}"
            if text in images:
                move = moves[plies]
                after = Board.from_obf(text).after(8 * (move // 10) + move % 10 - 9)
                found[after.canonical().to_obf()] += 1
    return found


def _empty(discs: dict[int, str]) -> list[int]:
    squares = (10 * rank + file for rank in range(1, 9) for file in range(1, 9))
    return [square for square in squares if square not in discs]


def main() -> None:
    """Build a base and print what it costs to build, to open and to ask."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("--times", type=int, default=1, metavar="N", help="add each game N times")
    parser.add_argument("--check", action="store_true", help="count ten answers again, slowly")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "wthor.base")
        began, cpu = time.perf_counter(), time.process_time()
        with GameBase(path, is_new=True) as base:
            added, _ = base.add_rows(rows(options.folder, options.times))
        wall, cpu = time.perf_counter() - began, time.process_time() - cpu
        megabytes = sum(os.path.getsize(name) for name in glob.glob(f"{path}*")) / 1e6
        print(f"{added:,} games built, processor time: {cpu:.1f} s", flush=True)
        print(f"the same, wall time: {wall:.1f} s")
        print(f"size of the file: {megabytes:,.0f} MB")
        began = time.perf_counter()
        base = GameBase(path)
        base.count("f5d6c3d3")
        print(f"opened, with a first answer: {1000 * (time.perf_counter() - began):.1f} ms")
        for position in TIMED:
            board = Board.parse(position)
            what = (
                f"moves after {position}" if board.black.bit_count() > 2 else "moves at the start"
            )
            print(f"{what}, {base.count(board):,} games: {milliseconds(base, board):.1f} ms")
        if options.check:
            for position in POSITIONS:
                board = Board.parse(position)
                slow = count_slowly(options.folder, board)
                fast = {
                    board.after(each.move).canonical().to_obf(): each.games
                    for each in base.moves(board)
                }
                print("equal" if dict(slow) == fast else f"DIFFERENT {slow} {fast}", position)
        base.close()


if __name__ == "__main__":
    main()
