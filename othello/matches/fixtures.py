"""Fixtures: the number, opening, players and colours of each game, fixed before it is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from othello.matches.openings import Opening

__all__ = ["Fixture", "match_fixtures"]


class Fixture(NamedTuple):
    """A game to play.

    Attributes
    ----------
    number : int
        The game's number, from 1.
    opening : Opening
        The opening it begins with.
    is_black : bool
        Whether the first player is black.
    players : tuple of int
        The first player and the second, as indices of a list of players.
    """

    number: int
    opening: Opening
    is_black: bool
    players: tuple[int, int] = (0, 1)


def match_fixtures(
    openings: Sequence[Opening],
    n_games: int,
    players: tuple[int, int] = (0, 1),
    first: int = 1,
) -> list[Fixture]:
    """Return the games of a match: two of each opening, the colours swapped in the second.

    Parameters
    ----------
    openings : sequence of Opening
        Taken in their order; after the last, the first comes again.
    n_games : int
        Number of games.
    players : tuple of int
        Indices of the two players; the first is black in the first game of each opening.
    first : int
        Number of the first game.
    """
    return [
        Fixture(first + game, openings[game // 2 % len(openings)], game % 2 == 0, players)
        for game in range(n_games)
    ]
