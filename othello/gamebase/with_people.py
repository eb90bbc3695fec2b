"""Ratings of players in games of a base, from the moves alone."""

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from othello.errors import counted
from othello.gamebase.base import StoredGame
from othello.gamebase.player_names import is_named
from othello.notation import BLACK, WHITE
from othello.people.asking import played_like

RATED_GAMES = 100
"""The latest games whose moves count. With more the error hardly falls; they take 3 s."""

RATED_PLAYERS = 5
"""Players of the same name that are rated, those with the most games."""


class PlayedLike(NamedTuple):
    """A player of a base, the games that count, the rating by their moves and its error."""

    player: str
    games: int
    rating: int
    error: int

    @property
    def text(self) -> str:
        """All that in a line."""
        games = counted(self.games, "game")
        return f"{self.player}: played like {self.rating} ± {self.error} in {games}"


def ratings_of(games: Iterable[StoredGame], player: str) -> list[PlayedLike]:
    """Return which rating each player of a name played like, who has the most games first."""
    found: dict[str, list[tuple[StoredGame, str]]] = {}
    for game in islice(games, RATED_GAMES):
        for name, side in ((game.black, BLACK), (game.white, WHITE)):
            if is_named(name, player):
                found.setdefault(name, []).append((game, side))
    most = sorted(found.items(), key=lambda item: -len(item[1]))[:RATED_PLAYERS]
    rated = []
    for name, played in most:
        own = (
            (board, move)
            for stored, side in played
            for game in [stored.game()]
            for board, move in zip(game.positions(), game.moves, strict=False)
            if board.turn == side
        )
        if rating := played_like(own):
            rated.append(PlayedLike(name, len(played), **rating.to_dict()))
    return rated
