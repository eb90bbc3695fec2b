"""Make the shipped list of balanced openings: every position after 8 moves, scored by search.

    python tools/balanced_openings.py CHECKPOINTS othello/data/xot.txt

Positions that are images of each other count once, those before or after a pass not at all. Each
row of `PASSES` searches what the row before has left, at its level, and leaves what is within its
limit for either side. The scores of each pass stay in the folder CHECKPOINTS, and a run that was
ended goes on from there. A line of the list has the moves, from f5 on, and black's score in discs.
The lines are in an order of chance, as matches take the first ones.
"""

import sys
from pathlib import Path
from random import Random

from othello import Board
from othello.engine import Engine

PLIES = 8
PASSES = ((12, 3.0), (16, 2.0))
"""Levels, and the discs by which either side may be ahead to be left."""


def every_opening() -> dict[Board, str]:
    """Return the positions after `PLIES` moves from f5 on, up to symmetry, with one line each."""
    found = {Board().after("f5"): "f5"}
    for _ in range(PLIES - 1):
        grown: dict[Board, str] = {}
        known = set()
        for board, line in found.items():
            for move in board.legal_moves():
                child = board.after(move)
                image = child.canonical()
                if image not in known and not child.must_pass and not child.is_over:
                    known.add(image)
                    grown[child] = f"{line}{move}"
        found = grown
    return found


def scored(lines: dict[str, Board], level: int, path: Path) -> dict[str, float]:
    """Return the scores of `lines` for the side to move; `path` keeps those found so far."""
    scores: dict[str, float] = {}
    if path.exists():
        for row in path.read_text().splitlines():
            line, score = row.split()
            scores[line] = float(score)
    with Engine(hash_mb=16, level=level) as engine, path.open("a") as file:
        for line, board in lines.items():
            if line not in scores:
                engine.clear()
                scores[line] = engine.search(board).score
                file.write(f"{line} {scores[line]:.2f}\n")
                file.flush()
    return scores


def main() -> None:
    """Score the openings and write the list."""
    folder, target = map(Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    left = {line: board for board, line in every_opening().items()}
    print(f"{len(left)} positions after {PLIES} moves", flush=True)
    for level, limit in PASSES:
        scores = scored(left, level, folder / f"level-{level}.txt")
        left = {line: board for line, board in left.items() if abs(scores[line]) <= limit}
        print(f"level {level}: {len(left)} within {limit:g} discs", flush=True)
    lines = sorted(left)
    Random(PLIES).shuffle(lines)
    target.write_text("".join(f"{line} {scores[line]:+.1f}\n" for line in lines))


if __name__ == "__main__":
    main()
