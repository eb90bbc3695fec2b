"""Games of ``othello play`` that are kept in the person's profile once they are over."""

from __future__ import annotations

from collections.abc import Callable

from othello.errors import printable
from othello.game import Game
from othello.practice.played import played_game
from othello.practice.profile import Profile


class GameKeeper:
    """Keeps a game when it is over, and takes it back out if play goes on after all."""

    def __init__(self, profile: Profile, write: Callable[[str], object]) -> None:
        self._profile = profile
        self._write = write
        self.change_game()

    def change_game(self) -> None:
        """Begin with another game: what it has so far was not played here."""
        self._number, self._is_played = 0, False

    def go_on(self) -> None:
        """Note that a move was made or taken back: the game is not what was kept."""
        self._is_played = True
        if self._number:
            self._profile.remove_game(self._number)
            self._number = 0

    def keep(self, game: Game, side: str, opponent: str) -> None:
        """Keep a game that is over, if it was played here and has moves."""
        if self._is_played and not self._number and game.moves:
            self._number = self._profile.add_game(played_game(game, side, opponent))
            self._write(f"kept in {printable(str(self._profile.path))}: othello practise mistakes")
