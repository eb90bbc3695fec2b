"""Share of positions in which strengths draw the moves that people of their rating made.

    python tools/people_strengths.py wthor/ --positions 400

For the strength of each band: what people of the band lose by a move, what the strength does, how
often it draws the move played, and minus the logarithm of the probability that it does. The moves
are those by which the model is tested.
"""

import argparse
from collections.abc import Iterator
from math import exp, log
from typing import Any

import numpy as np

from othello import Board, Engine, batch
from othello.arrays import to_boards
from othello.engine.strength import Strength, ability
from othello.limits import Limits
from othello.notation import Move
from othello.people import strengths
from othello.people.fitting import positions_of
from othello.people.games import FIRST_COUNTED, TEST, TRAINING, of_years, read_moves, unseen
from othello.people.measure import BANDS, LEAST_SHARE, band_names, band_of, table
from othello.result import near_best

DEPTH = 13
"""Plies of the searches that judge losses: more than these strengths look ahead."""


def shares(strength: Strength, engine: Engine, board: Board, people: Any) -> dict[Move, float]:
    """Return how likely a strength draws each move of a position."""
    result = engine.search(board, strength.limits(board, Limits()))
    own, liking = ability(strength.value), {}
    if people:
        own, liking = people.with_people(strength.value, own, board)
    weights = {
        line.move: exp((line.score - result.score) / own.temperature + liking.get(line.move, 0))
        for line in near_best(result, own.bound)
    }
    whole = sum(weights.values())
    return {move: weight / whole for move, weight in weights.items()}


def rows(moves: Any, n_positions: int) -> Iterator[list[str]]:
    """Yield the row of each band."""
    bands = band_of(moves["rating"])
    with Engine(hash_mb=8) as engine:
        for n, rating in enumerate(BANDS):
            some = moves[bands == n][:n_positions]
            if not len(some):
                continue
            scores = batch.analyse(positions_of(some), depth=DEPTH, selectivity=73).scores
            losses = np.nanmax(scores[:, :64], axis=1)[:, None] - scores
            played = losses[np.arange(len(some)), some["move"]]
            value = (rating - strengths.LEAST_RATING) // strengths.RATING_GAIN
            found = [band_names()[n], f"{value}", f"{played.mean():.2f}"]
            for people in (None, strengths):
                drawn = [
                    shares(Strength(value), engine, board, people)
                    for board in to_boards(positions_of(some))
                ]
                own = [
                    each.get(Move(move), 0) for each, move in zip(drawn, some["move"], strict=True)
                ]
                lost = [
                    sum(share * row[move] for move, share in each.items())
                    for each, row in zip(drawn, losses, strict=True)
                ]
                likely = np.mean([-log(max(share, LEAST_SHARE)) for share in own])
                found += [
                    f"{np.mean(lost):.2f}",
                    f"{np.mean(own):.1%}".replace("%", " %"),
                    f"{likely:.3f}",
                ]
            yield found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", help="a base in WTHOR's format")
    parser.add_argument("--positions", type=int, default=400, help="of each band")
    arguments = parser.parse_args()
    moves = read_moves(arguments.folder)
    test = of_years(moves, TEST)[: 100 * arguments.positions]
    counted = (test["ply"] >= FIRST_COUNTED) & unseen(test, of_years(moves, TRAINING))
    test = test[counted]
    head = ["rating", "strength", "people lose", "without the model: loses", "draws it", "log-loss"]
    head += ["with it: loses", "draws it", "log-loss"]
    print(table(head, list(rows(test, arguments.positions))))


if __name__ == "__main__":
    main()
