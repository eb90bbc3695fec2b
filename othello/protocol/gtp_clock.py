"""GTP's time settings: main time, then periods in which a number of moves must be made."""

from __future__ import annotations

from typing import NamedTuple

from othello.notation import BLACK, WHITE
from othello.timing import Clock

__all__ = ["GtpClock", "TimeSettings"]


class TimeSettings(NamedTuple):
    """The arguments of ``time_settings``.

    Attributes
    ----------
    main : float
        Seconds of main time.
    period : float
        Seconds of each period after the main time.
    stones : int
        Moves to make in each period; 0 if there are no periods.
    """

    main: float
    period: float
    stones: int

    @property
    def is_endless(self) -> bool:
        """Whether there is no time limit; GTP writes that as a period without stones."""
        return self.stones == 0 and (self.main <= 0 or self.period > 0)


class GtpClock:
    """Both sides' clocks; the other program may set them after every move.

    Parameters
    ----------
    settings : TimeSettings
        Main time and periods of both sides.

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
        """Set both clocks to the beginning of a game."""
        self._sides = {BLACK: self._beginning(), WHITE: self._beginning()}

    def _beginning(self) -> tuple[float, int]:
        """Return a clock's first time in seconds, and the stones to play in it, 0 in main time."""
        if self._settings.main > 0:
            return self._settings.main, 0
        return self._settings.period, self._settings.stones

    def of(self, side: str) -> Clock:
        """Return the clock of `side` (`BLACK` or `WHITE`)."""
        left, stones = self._sides[side]
        if stones:
            return Clock(left, moves_to_go=stones)
        # Periods follow the main time, so each move can count on its share of a period: that is
        # about what an increment is.
        share = self._settings.period / self._settings.stones if self._settings.stones else 0.0
        return Clock(left, increment=share)

    def set(self, side: str, left: float, stones: int) -> None:
        """Set a clock: seconds left, and stones to play in them, 0 in main time."""
        self._sides[side] = left, stones

    def spend(self, side: str, seconds: float) -> None:
        """Take the time of a move off a clock; start a new period if one is over."""
        left, stones = self._sides[side]
        left -= seconds
        if stones:
            stones -= 1
            if stones == 0:
                left, stones = self._settings.period, self._settings.stones
        elif left <= 0 and self._settings.stones:
            left, stones = left + self._settings.period, self._settings.stones - 1
        self._sides[side] = left, stones
