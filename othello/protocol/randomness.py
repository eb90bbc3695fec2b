"""Random choice among moves nearly as good as the best, so that games differ without a book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from othello.errors import InvalidOption, quote
from othello.result import Result

if TYPE_CHECKING:
    from random import Random

__all__ = ["MAX_DISCS", "Randomness"]

CANDIDATES = 4
"""How many moves get a score of their own: more of them leave less time for the best one."""

MAX_DISCS = 64


class Randomness:
    """Chooses at random among the moves of a search.

    The choices form one sequence, which the seed determines and which runs on from game to game:
    the same seed and the same searches give the same moves.

    Parameters
    ----------
    discs : float
        How much worse than the best, in discs, a chosen move may be; 0 always chooses the best.
        Where the best score is exact, only moves with that score are chosen.
    seed : int
        Which sequence of choices.

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
        """Which sequence of choices; setting it starts the sequence again."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._seed = seed
        self._random: Random | None = None

    def widened(self, multipv: int) -> int:
        """Return how many lines to search, `multipv` or more, so that there is a choice."""
        return max(multipv, CANDIDATES) if self.discs else multipv

    def pick(self, result: Result, multipv: int = 1) -> Result:
        """Return `result` with the chosen move first, and no more than `multipv` lines."""
        lines = list(result.lines)
        if self.discs:
            if self._random is None:
                from random import Random  # not before a protocol loop has answered

                self._random = Random(self._seed)
            best = lines[0]
            allowed = 0 if best.exact else self.discs
            candidates = [
                line
                for line in lines
                if line is best or (line.bound is None and line.score >= best.score - allowed)
            ]
            chosen = self._random.choice(candidates)
            lines.remove(chosen)
            lines.insert(0, chosen)
        return result._replace(lines=tuple(lines[:multipv]))
