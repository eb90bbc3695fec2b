"""Check the reasons that `othello explain` gives by a deeper search, on blunders of real games.

    python tools/check_explanations.py WTH_2001.wtb WTH_2013.wtb --blunders 200

Moves are drawn from the games of WTHOR files. One that loses ten discs or more is explained; then
another engine, with an empty table and a higher level, finds the refutation and the better move's
line anew. The reason named first is *confirmed* if the same count is worse in those lines too, by
at least half of what was said. Prints each failure, and a table by fact at the end.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from othello import Board, Engine, Limits, Move
from othello.analysis.games import default_engine
from othello.errors import OthelloError
from othello.explaining.explanation import HORIZON, LEVEL, Explanation, explain_move, full_line
from othello.explaining.line_statistics import line_statistics
from othello.explaining.reasons import FINDERS, Comparison, Reason
from othello.wthor.games import read_wthor

BLUNDER = 10
"""Discs lost, as the verdict of an analysis has it."""

FIRST_PLY, LAST_PLY = 12, 54
QUICK = Limits(depth=8)
SHARE = 0.5
"""Of the value named that the deeper search must find, at least."""


def moves_of(files: Sequence[Path], rng: random.Random) -> Iterator[tuple[Board, Move]]:
    """Yield moves of the games at random, one of a game."""
    games = []
    for file in files:
        with open(file, "rb") as source:
            games += [record.game().moves for record in read_wthor(source, str(file))]
    rng.shuffle(games)
    for moves in games:
        ply = rng.randrange(FIRST_PLY, LAST_PLY)
        if ply < len(moves):
            board = Board.from_moves(moves[:ply])
            move = Move(moves[ply])
            if len(board.legal_moves()) > 1 and board.is_legal(move):
                yield board, move


def blunders(
    files: Sequence[Path], engine: Engine, rng: random.Random
) -> Iterator[tuple[Board, Move]]:
    """Yield moves that a quick search finds to lose enough."""
    for board, move in moves_of(files, rng):
        best = engine.search(board, QUICK).score
        if best - engine.search(board, QUICK._replace(moves=[move])).score >= BLUNDER:
            yield board, move


def found_again(explanation: Explanation, reason: Reason, engine: Engine, level: int) -> float:
    """Return the value of the reason's fact in the lines of a deeper search; 0 without it."""
    board = explanation.board
    firsts = explanation.move, explanation.best.pv[0]
    engine.clear()
    lines = []
    for first in firsts:
        line = engine.search(board, Limits(level=level, moves=[first])).lines[0].pv
        lines.append(full_line(engine, board, line))
    plies = min(HORIZON, *map(len, lines), max(board.n_empties - 1, 1))
    pair = Comparison(board, *firsts, *(line_statistics(board, line, plies) for line in lines))
    values = (
        found.value for find in FINDERS if (found := find(pair)) and found.fact == reason.fact
    )
    return next(values, 0.0)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="WTHOR files")
    parser.add_argument("--blunders", type=int, default=200, metavar="N")
    parser.add_argument("--level", type=int, default=LEVEL, metavar="N")
    parser.add_argument("--deeper", type=int, default=LEVEL + 4, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    rng = random.Random(chosen.seed)
    named, confirmed, unnamed = Counter[str](), Counter[str](), 0
    with Engine(hash_mb=16) as quick, default_engine() as engine, default_engine() as other:
        for board, move in blunders(chosen.files, quick, rng):
            if named.total() + unnamed == chosen.blunders:
                break
            engine.clear()
            explanation = explain_move(board, move, engine, Limits(level=chosen.level))
            if explanation.loss < BLUNDER:
                continue
            if not explanation.reasons:
                unnamed += 1
                continue
            reason = explanation.reasons[0]
            named[reason.fact] += 1
            value = found_again(explanation, reason, other, chosen.deeper)
            if value >= SHARE * reason.value:
                confirmed[reason.fact] += 1
            else:
                print(f"{board.to_obf()} {move}: {value:.2f} for {reason.value:.2f}: {reason.text}")
    for fact, number in named.most_common():
        print(f"{fact:18} named {number:4}  confirmed {confirmed[fact]:4}")
    total = named.total()
    share = 100 * confirmed.total() / max(total, 1)
    print(
        f"{total} named, {confirmed.total()} confirmed ({share:.1f} %), {unnamed} without a reason"
    )
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OthelloError as error:
        sys.exit(str(error))
