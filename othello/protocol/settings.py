"""Start-up settings of a protocol engine, and what all protocols do with the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from othello.board import Board
from othello.engine import DEFAULT_HASH_MB, Engine, Result
from othello.engine.strength import FULL_STRENGTH, Strength
from othello.errors import NoMemory
from othello.levels import DEFAULT_LEVEL
from othello.notation import Move
from othello.protocol.randomness import Randomness
from othello.protocol.style import Style

__all__ = ["DEFAULT_SETTINGS", "Settings", "allocate", "checked_move"]


class Settings(NamedTuple):
    """Start-up settings of a protocol engine, from the command line.

    Attributes
    ----------
    threads, hash_mb, level : int
        As for `Engine`.
    move_seconds : float or None
        Seconds for each move where the protocol sets no limit; None to search by `level`.
    randomness : float
        How many discs worse than the best a move may be; see `Randomness`.
    seed : int
        Seed of the choice among such moves.
    strength : int
        0 to 100, how strong the engine may play; see `Strength`.
    """

    threads: int = 1
    hash_mb: int = DEFAULT_HASH_MB
    level: int = DEFAULT_LEVEL
    move_seconds: float | None = None
    randomness: float = 0.0
    seed: int = 0
    strength: int = FULL_STRENGTH

    def engine(self) -> Engine:
        """Return a new engine."""
        return Engine(threads=self.threads, hash_mb=self.hash_mb, level=self.level)

    def style(self) -> Style:
        """Return a new choice of the moves to play."""
        chance = Randomness(self.randomness, self.seed)
        return Style(chance, Strength(self.strength, self.seed))


DEFAULT_SETTINGS = Settings()


def allocate(engine: Engine, complain: Callable[[str], object]) -> None:
    """Allocate the engine's table and threads before a search.

    If there is not enough memory, `complain` is called with the reason, and the table gets 1 MB or
    the search one thread.
    """
    while True:
        try:
            engine.allocate()
            return
        except NoMemory as error:
            if getattr(engine, error.option) == 1:
                raise
            complain(str(error))
            setattr(engine, error.option, 1)


def checked_move(
    board: Board, result: Result | None, complain: Callable[[str], object]
) -> Move | None:
    """Return the move of `result` if it is legal, else some legal move; None when the game is over.

    `result` is None if there was no search. An illegal move would be a bug; `complain` is called
    with a message about it.
    """
    legal = board.legal_moves()
    move = None if result is None else result.move
    if not legal or move in legal:
        return move if legal else None
    if result is not None:
        complain(f"internal error: the search gave {move}, which is illegal")
    return legal[0]
