"""What the command line sets for an engine, whichever protocol it speaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from othello.board import Board
from othello.engine import DEFAULT_HASH_MB, Engine, Result
from othello.errors import InvalidOption
from othello.levels import DEFAULT_LEVEL
from othello.notation import Move
from othello.protocol.randomness import Randomness

__all__ = ["DEFAULT_SETTINGS", "Settings", "allocate", "checked_move"]


class Settings(NamedTuple):
    """An engine's beginnings.

    Attributes
    ----------
    threads, hash_mb, level : int
        As for `Engine`.
    move_seconds : float or None
        Time for each move where the protocol names no other; None for as long as the level takes.
    randomness : float
        Discs by which a move may be worse than the best.
    seed : int
        For the choice among such moves.
    """

    threads: int = 1
    hash_mb: int = DEFAULT_HASH_MB
    level: int = DEFAULT_LEVEL
    move_seconds: float | None = None
    randomness: float = 0.0
    seed: int = 0

    def engine(self) -> Engine:
        """Return a new engine."""
        return Engine(threads=self.threads, hash_mb=self.hash_mb, level=self.level)

    def chance(self) -> Randomness:
        """Return what chooses among moves nearly as good as the best."""
        return Randomness(self.randomness, self.seed)


DEFAULT_SETTINGS = Settings()


def allocate(engine: Engine, complain: Callable[[str], object]) -> None:
    """Have the engine's table ready; without memory for it, say so and take the smallest."""
    try:
        engine.allocate()
    except InvalidOption as error:
        complain(str(error))
        engine.hash_mb = 1
        engine.allocate()


def checked_move(
    board: Board, result: Result | None, complain: Callable[[str], object]
) -> Move | None:
    """Return a legal move whatever the search found; None when the game is over."""
    legal = board.legal_moves()
    move = None if result is None else result.move
    if not legal or move in legal:
        return move if legal else None
    complain(f"internal error: the search gave {move}, which is illegal")
    return legal[0]
