"""Measure a base of games made of WTHOR's files, and count some of its answers again, slowly.

    python tools/base_speed.py FOLDER [--games N | --check]

FOLDER has ``WTH_*.wtb`` and the files of names. With ``--games N`` the base has so many games:
WTHOR's, and each of them again under other names and in other years. The base lies in the folder
for temporary files (TMPDIR). ``--check`` counts the moves in ten positions from the raw files with
rules of its own, on a dictionary of squares, and compares: some minutes.
"""

import argparse
import glob
import os
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
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
RUNS = 9
BYTES_A_GAME = 1500
"""Of the disk, at most, while a base is built: the file, and the log of what is written to it."""


def rows(folder: Path, games: int | None) -> Iterator[GameRow]:
    """Yield the games of a folder; or so many of them, all again under other names if need be."""
    rounds = (0,) if games is None else count()
    files = sorted(folder.glob("WTH_*.wtb"))
    every = (row for number in rounds for path in files for row in read_file(path, number))
    return islice(every, games)


def read_file(path: Path, number: int) -> Iterator[GameRow]:
    """Yield the games of a file; from `number` 1 on under other names."""
    with open(path, "rb") as file:
        for row in read_rows(file, str(path), print, len):
            yield renamed(row, number) if number else row


def renamed(row: GameRow, number: int) -> GameRow:
    """Return a game with other players and in another year, which the base does not know yet."""
    black, white, year = f"{row.black} {number}", f"{row.white} {number}", row.year + number
    known = known_by(row.start, row.moves, black, white, str(year))
    return row._replace(known=known, black=black, white=white, year=year, date=str(year))


def timed_lines(base: GameBase) -> Iterator[str]:
    """Yield the start, and each part of the most frequent line with a tenth of the games before."""
    line, most = "", len(base)
    while played := base.moves(line or "startpos"):
        games = base.count(line or "startpos")
        if games <= most:
            yield line
            most = games // 10
        line += str(played[0].move)


def milliseconds(base: GameBase, board: Board, runs: int = RUNS) -> float:
    """Return the median time of an answer."""
    seconds = []
    for _ in range(runs):
        began = time.perf_counter()
        base.moves(board)
        seconds.append(time.perf_counter() - began)
    return 1000 * sorted(seconds)[runs // 2]


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


def build(folder: Path, path: Path, games: int | None) -> None:
    """Build a base of so many games, None for those of the folder, and print what it costs."""
    sizes = []
    began, cpu = time.perf_counter(), time.process_time()

    def see(done: int) -> None:
        sizes.append(sum(os.path.getsize(name) for name in glob.glob(f"{path}*")) / 1e6)
        if games and sys.stderr.isatty():
            print(f"{done:,} games", end="\r", file=sys.stderr)

    with GameBase(path, is_new=True) as base:
        added, _ = base.add_rows(rows(folder, games), see)
    wall, cpu = time.perf_counter() - began, time.process_time() - cpu
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"games: {added:,}")
    print(f"built in, processor time: {cpu:,.1f} s", flush=True)
    print(f"wall time: {wall:,.1f} s")
    print(f"most memory: {memory:,.0f} MB")
    print(f"most disk: {max(sizes):,.0f} MB")
    print(f"file: {os.path.getsize(path) / 1e6:,.0f} MB")


def check(folder: Path, base: GameBase) -> None:
    """Compare the moves in some positions with those that are counted slowly."""
    for position in POSITIONS:
        board = Board.parse(position)
        slow = count_slowly(folder, board)
        fast = {
            board.after(each.move).canonical().to_obf(): each.games for each in base.moves(board)
        }
        print("equal" if dict(slow) == fast else f"DIFFERENT {slow} {fast}", position)


def main() -> None:
    """Build a base and print what it costs to build, to open and to ask."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--games", type=int, metavar="N", help="make so many of the folder's")
    either.add_argument("--check", action="store_true", help="count ten answers again, slowly")
    options = parser.parse_args()
    if not any(options.folder.glob("WTH_*.wtb")):
        parser.error(f"{options.folder}: no files WTH_*.wtb")
    with tempfile.TemporaryDirectory() as folder:
        needed = BYTES_A_GAME * (options.games or 0)
        if (free := shutil.disk_usage(folder).free) < needed:
            parser.error(f"{folder}: {free / 1e9:.0f} GB free: expected {needed / 1e9:.0f} GB")
        path = Path(folder, "wthor.base")
        build(options.folder, path, options.games)
        began = time.perf_counter()
        base = GameBase(path)
        print(f"opened: {1000 * (time.perf_counter() - began):.1f} ms")
        print(f"first answer: {milliseconds(base, Board(), 1):.1f} ms")
        boards = map(Board.from_moves, timed_lines(base))
        times = [f"{milliseconds(base, board):.1f} ms of {base.count(board):,}" for board in boards]
        print(f"moves in a position, of so many games: {', '.join(times)}")
        if options.check:
            check(options.folder, base)
        base.close()


if __name__ == "__main__":
    main()
