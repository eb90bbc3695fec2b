"""Choose at random among moves nearly as good as the best, so that games differ without a book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from othello.board import PASS
from othello.errors import InvalidOption, quote
from othello.result import Result, near_best, with_first

if TYPE_CHECKING:
    from random import Random

__all__ = ["MAX_DISCS", "Randomness"]

CANDIDATES = 4
"""Number of moves that are scored for the choice; more would leave less time for the best one."""

MAX_DISCS = 64


class Randomness:
    """Chooses at random among the best moves of a search.

    The random sequence depends on the seed and continues from game to game. The same seed and the
    same searches give the same moves.

    Parameters
    ----------
    discs : float
        How much worse than the best, in discs, a chosen move may be; 0 always chooses the best.
        Where the best score is exact, only moves with that score are chosen.
    seed : int
        Seed of the random sequence.

    Examples
    --------
    >>> from othello import Board, Engine
    >>> chance = Randomness(2.0, seed=5)
    >>> with Engine(hash_mb=1) as engine:
    ...     result = engine.search(Board.from_moves("f5"), depth=4, multipv=chance.widened(1))
    >>> len({chance.pick(result).move for _ in range(50)}) > 1
    True
    """

    def __init__(self, discs: float = 0.0, seed: int = 0) -> None:
        self.discs = discs
        self.seed = seed

    @property
    def discs(self) -> float:
        """How much worse than the best, in discs, a chosen move may be."""
        return self._discs

    @discs.setter
    def discs(self, discs: float) -> None:
        if not 0 <= discs <= MAX_DISCS:
            raise InvalidOption(f"invalid randomness {quote(discs)}: expected 0 to {MAX_DISCS}")
        self._discs = discs

    @property
    def seed(self) -> int:
        """Seed of the random sequence; setting it starts the sequence again."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._seed = seed
        self._random: Random | None = None

    def widened(self, multipv: int) -> int:
        """Return how many lines to search: `multipv`, or more if a random choice needs them."""
        return max(multipv, CANDIDATES) if self.discs else multipv

    def pick(self, result: Result, multipv: int = 1) -> Result:
        """Choose a move; return `result` with its line first, cut to `multipv` lines.

        After a pass the lines differ in the opponent's reply: there is nothing to choose.
        """
        if self.discs and result.move is not PASS:
            if self._random is None:
                from random import Random  # slow to import: only when a choice is made

                self._random = Random(self._seed)
            candidates = near_best(result, 0 if result.exact else self.discs)
            result = with_first(result, self._random.choice(candidates))
        return result._replace(lines=result.lines[:multipv])
