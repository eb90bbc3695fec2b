"""Positions in which a player of a base lost discs again and again."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from othello import batch
from othello.analysis.games import LEVEL
from othello.analysis.moves import MISTAKE
from othello.board import Board, Move
from othello.engine import Engine
from othello.errors import InvalidOption, quote
from othello.gamebase.base import GameBase, StoredGame
from othello.gamebase.player_names import is_named
from othello.gamebase.rows import key_of
from othello.notation import BLACK


class Mistake(NamedTuple):
    """A position in which the player lost discs by the same move.

    Attributes
    ----------
    board : Board
        The position, as it stood in the first of the games.
    move, best : Move
        What was played, and the best move.
    times : int
        In how many games.
    loss : float
        Discs that it lost, on average over these games.
    """

    board: Board
    move: Move
    best: Move
    times: int
    loss: float

    @property
    def cost(self) -> float:
        """Discs that it lost in all games together."""
        return self.times * self.loss

    def to_dict(self) -> dict[str, object]:
        """Return it as a JSON object."""
        return {
            "position": self.board.to_obf(),
            "move": str(self.move),
            "loss": round(self.loss, 2),
            "times": self.times,
            "best": str(self.best),
        }


def mistakes(
    base: GameBase,
    games: Iterable[StoredGame],
    player: str,
    engine: Engine,
    level: int = LEVEL,
    *,
    least: float = MISTAKE,
    on_game: Callable[[int], object] | None = None,
) -> list[Mistake]:
    """Return the mistakes of a player in some games of a base, the most expensive first.

    Parameters
    ----------
    base : GameBase
        Where the analyses are kept, so that no game is analysed twice.
    games : iterable of StoredGame
        The games.
    player : str
        How a word of the player's name begins.
    engine : Engine
        Analyses the games that have not been.
    level : int
        How hard it thinks.
    least : float
        Discs that a move must lose.
    on_game : callable, optional
        Called with how many games are done.

    Raises
    ------
    InvalidOption
        If the player is in none of the games.
    """
    games = list(games)
    if games and not any(is_named(name, player) for game in games for name in game[:2]):
        expected = "expected how a word of a player's name in the games begins"
        raise InvalidOption(f"no games of {quote(player)}: {expected}")
    found: dict[tuple[int, ...], list[tuple[Board, Move, Move, float]]] = {}
    for number, stored in enumerate(games, 1):
        for move in base.analysed(stored, engine, level).moves:
            name = stored.black if move.board.turn == BLACK else stored.white
            if is_named(name, player) and move.loss >= least and move.best.move is not None:
                # Moves to the same position are the same mistake, however the board is turned.
                keys = key_of(batch.from_boards([move.board, move.board.after(move.move)]))
                loss = (move.board, move.move, move.best.move, move.loss)
                found.setdefault(tuple(keys), []).append(loss)
        if on_game is not None:
            on_game(number)
    together = [
        Mistake(*losses[0][:3], len(losses), sum(loss[3] for loss in losses) / len(losses))
        for losses in found.values()
    ]
    return sorted(together, key=lambda mistake: -mistake.cost)
