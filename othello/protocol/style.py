"""How an engine that speaks a protocol chooses its move: at its best, by chance, or held down."""

from __future__ import annotations

from othello.board import Board
from othello.engine import Result
from othello.engine.strength import FULL_STRENGTH, Strength
from othello.limits import Limits
from othello.protocol.options import Option
from othello.protocol.randomness import MAX_DISCS, Randomness

__all__ = ["Style", "style_options"]

MAX_SEED = 2**31 - 1
HUNDREDTHS = 100
"""Of a disc, in which options count."""


class Style:
    """A way to choose the move to play from the scores of several.

    Below full strength `strength` chooses, else `chance`.

    Parameters
    ----------
    chance : Randomness
        Chooses among moves nearly as good as the best.
    strength : Strength
        Holds the play down.
    """

    def __init__(self, chance: Randomness, strength: Strength) -> None:
        self.chance = chance
        self.strength = strength

    def limits(self, board: Board, limits: Limits) -> Limits:
        """Return the limits of the search from whose result `pick` chooses."""
        if self.strength.is_full:
            return limits._replace(multipv=self.chance.widened(limits.multipv))
        return self.strength.limits(board, limits)

    def pick(self, board: Board, result: Result, multipv: int = 1) -> Result:
        """Return `result` with the chosen move first, and no more than `multipv` lines."""
        if self.strength.is_full:
            return self.chance.pick(result, multipv)
        return self.strength.pick(board, result, multipv)

    def set_seed(self, seed: int) -> None:
        """Start the choices of that seed."""
        self.chance.seed = seed
        self.strength.seed = seed


def style_options(style: Style) -> list[Option]:
    """Return the options that set `style`."""

    def set_randomness(hundredths: int) -> None:
        style.chance.discs = hundredths / HUNDREDTHS

    def set_strength(strength: int) -> None:
        style.strength.value = strength

    discs = round(HUNDREDTHS * style.chance.discs)
    most = HUNDREDTHS * MAX_DISCS
    return [
        Option("Randomness", "spin", discs, set_randomness, low=0, high=most),
        Option("Seed", "spin", style.chance.seed, style.set_seed, low=0, high=MAX_SEED),
        Option("Strength", "spin", style.strength.value, set_strength, low=0, high=FULL_STRENGTH),
    ]
