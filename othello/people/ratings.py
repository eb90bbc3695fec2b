"""Ratings of the players of a base, from nothing but their results."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from othello.ratings.glicko import NEW, Rating, rated

Ratings = dict[int, Rating]
"""Ratings by a player's number in the base."""


def rated_years(
    years: Iterable[tuple[int, npt.NDArray[np.void]]],
) -> Iterator[tuple[int, npt.NDArray[np.void], Ratings]]:
    """Yield each year's games again, with the ratings after it of those who played in it.

    A tournament is a rating period of Glicko-2. Who plays none in a year becomes less sure by one
    period. Games of unknown players, number 0, and of one against himself do not count.

    Parameters
    ----------
    years : iterable of (int, array)
        Years in their order, each with its games as `othello.wthor.games.read_arrays` returns them:
        tournaments in the order in which they began.
    """
    ratings: Ratings = {}
    for year, games in years:
        active: set[int] = set()
        for tournament in in_order(games["tournament"]):
            after = rated_together(ratings, games[games["tournament"] == tournament])
            ratings |= after
            active |= after.keys()
        for player in ratings.keys() - active:
            ratings[player] = rated(ratings[player], ())
        yield year, games, {player: ratings[player] for player in active}


def in_order(numbers: npt.NDArray[Any]) -> list[int]:
    """Return the distinct numbers, in the order in which they first come.

    >>> in_order(np.array([7, 3, 7, 5]))
    [7, 3, 5]
    """
    _, first = np.unique(numbers, return_index=True)
    return [int(number) for number in numbers[np.sort(first)]]


def rated_together(before: Ratings, games: npt.NDArray[np.void]) -> Ratings:
    """Return the ratings of all who played these games, which count as one period."""
    results: dict[int, list[tuple[Rating, float]]] = defaultdict(list)
    columns = (games[name].tolist() for name in ("black", "white", "black_discs"))
    for black, white, discs in zip(*columns, strict=True):
        if black and white and black != white:
            points = 0.5 + 0.5 * ((discs > 32) - (discs < 32))
            results[black].append((before.get(white, NEW), points))
            results[white].append((before.get(black, NEW), 1 - points))
    return {player: rated(before.get(player, NEW), games) for player, games in results.items()}
