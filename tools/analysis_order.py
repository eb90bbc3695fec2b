"""Compare game analysis backwards and forwards: which losses are nearer to the truth?

::

    python tools/analysis_order.py games.wtb --games 20 --exact-from 16 --truth 24 --empties 17-24
    python tools/analysis_order.py games.wtb --games 12 --exact-from 16 --depth 15 --empties 26-56

Both directions search 8 plies deep and solve from `--exact-from` empties on. They are compared with
a better analysis, called the truth: it searches `--depth` plies and solves from `--truth` empties
on. Only moves that are not forced, with `--empties` empties before them, are compared.
"""

from __future__ import annotations

import argparse
import random
from itertools import chain
from pathlib import Path
from statistics import mean

from othello.analysis.games import analyse_game
from othello.analysis.moves import MoveAnalysis
from othello.engine import Engine, Limits
from othello.formats.wthor import read_wthor
from othello.game import Game

COMPARED = Limits(depth=8, selectivity=73)
TRUE_SELECTIVITY = 87


def main() -> None:
    """Analyse the games in both directions and print a line for each."""
    arguments = parse_arguments()
    with arguments.file.open("rb") as file:
        records = list(read_wthor(file, str(arguments.file)))
    games = [record.game() for record in random.Random(3).sample(records, arguments.games)]
    fewest, most = map(int, arguments.empties.split("-"))
    true_limits = Limits(depth=arguments.depth, selectivity=TRUE_SELECTIVITY)
    truth = analyse(games, arguments.truth, true_limits, backwards=False)
    for name, backwards in (("backwards", True), ("forwards", False)):
        found = analyse(games, arguments.exact_from, COMPARED, backwards=backwards)
        pairs = [
            (move, true)
            for move, true in zip(found, truth, strict=True)
            if fewest <= move.board.n_empties <= most and not move.is_forced
        ]
        loss = mean(abs(move.loss - true.loss) for move, true in pairs)
        score = mean(abs(move.played.score - true.played.score) for move, true in pairs)
        same = mean(move.verdict == true.verdict for move, true in pairs)
        print(
            f"{name}: {len(pairs)} moves, mean error of the loss {loss:.2f} discs, "
            f"of the score {score:.2f}, same verdict {same:.0%}",
            flush=True,
        )


def parse_arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, help="a WTHOR file")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--exact-from", type=int, default=16, help="empties solved from")
    parser.add_argument("--truth", type=int, default=10, help="empties the truth is solved from")
    parser.add_argument("--depth", type=int, default=8, help="plies of the truth with more empties")
    parser.add_argument("--empties", default="17-24", help="empties before the moves compared")
    return parser.parse_args()


def analyse(
    games: list[Game], exact_from: int, limits: Limits, *, backwards: bool
) -> list[MoveAnalysis]:
    """Analyse each game with a new engine; return the moves of all games."""
    analyses = (
        analyse_game(game, Engine(endgame_depth=exact_from), limits, backwards=backwards)
        for game in games
    )
    return list(chain.from_iterable(analysis.moves for analysis in analyses))


if __name__ == "__main__":
    main()
