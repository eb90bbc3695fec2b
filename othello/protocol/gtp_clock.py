"""GTP's time settings: main time, then periods in which a number of moves must be made."""

from __future__ import annotations

from typing import NamedTuple

from othello.notation import BLACK, WHITE
from othello.timing import Clock

__all__ = ["GtpClock", "TimeSettings"]


class TimeSettings(NamedTuple):
    """The words of ``time_settings``, in seconds and moves.

    Attributes
    ----------
    main : float
        For the beginning of the game.
    period : float
        For `stones` moves each, from then on.
    stones : int
        0 if all there is is the main time.
    """

    main: float
    period: float
    stones: int

    @property
    def is_endless(self) -> bool:
        """Whether there is no limit: GTP writes that as a period without stones."""
        return self.stones == 0 and (self.main <= 0 or self.period > 0)


class GtpClock:
    """Both sides' clocks, which the other program may set after every move.

    Examples
    --------
    >>> clock = GtpClock(TimeSettings(10, 30, 5))
    >>> clock.spend("X", 12)
    >>> clock.of("X")
    Clock(left=28, increment=0.0, moves_to_go=4)
    >>> clock.set("X", 3, 1)
    >>> clock.spend("X", 2)
    >>> clock.of("X")
    Clock(left=30, increment=0.0, moves_to_go=5)
    """

    def __init__(self, settings: TimeSettings) -> None:
        self._settings = settings
        self._sides: dict[str, tuple[float, int]] = {}
        self.restart()

    def restart(self) -> None:
        """Begin a new game."""
        self._sides = {BLACK: self._beginning(), WHITE: self._beginning()}

    def _beginning(self) -> tuple[float, int]:
        """Return the time and the stones that go with it, 0 for main time."""
        if self._settings.main > 0:
            return self._settings.main, 0
        return self._settings.period, self._settings.stones

    def of(self, side: str) -> Clock:
        """Return the clock of `side`."""
        left, stones = self._sides[side]
        if stones:
            return Clock(left, moves_to_go=stones)
        # When the main time is over, a period follows: each move is worth a part of that.
        share = self._settings.period / self._settings.stones if self._settings.stones else 0.0
        return Clock(left, increment=share)

    def set(self, side: str, left: float, stones: int) -> None:
        """Set a clock to what the other program's clock shows."""
        self._sides[side] = left, stones

    def spend(self, side: str, seconds: float) -> None:
        """Take a move's time off a clock."""
        left, stones = self._sides[side]
        left -= seconds
        if stones:
            stones -= 1
            if stones == 0:
                left, stones = self._settings.period, self._settings.stones
        elif left <= 0 and self._settings.stones:
            left, stones = left + self._settings.period, self._settings.stones - 1
        self._sides[side] = left, stones
