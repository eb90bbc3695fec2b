"""Clocks as GGS has them: main time, an increment for each move, and an extension.

A player whose main time is over has lost by 2 discs at least, but may finish the game in the
extension. When that is over too, the loss is 64 discs. A clock in a message is text such as
``00:56,1:0//02:00,1:0``; `othello.ggf.games.GgfClock` holds its three times.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from othello.ggf.games import GgfClock, parse_clock

DAY = 24 * 3600.0

CLOCK = "one such as 5:00 or 5:00/0:05/2:00, seconds up to 59, 24 hours at most"
"""Description of a clock, for errors."""

TIME = r"(?:\d{1,5}|\d{1,4}:[0-5]?\d|\d{1,2}:[0-5]?\d:[0-5]?\d)"
ASKED = re.compile(rf"{TIME}(?:/{TIME}?){{0,2}}", re.ASCII)

FIRST_LAG = 0.25
"""Seconds of lag that are expected before one was measured."""

LAG_WEIGHT = 0.2
"""Weight of the newest lag in the mean."""


def read_clock(text: str) -> GgfClock | None:
    """Read a clock; return None if it is none. A time below zero is over.

    >>> read_clock("00:56,1:0/00:05,0:1/02:00,1:0")
    GgfClock(main=56.0, increment=5.0, grace=120.0)
    >>> read_clock("-00:05//02:00").main, read_clock("soon")
    (0.0, None)
    """
    parts = text.strip().split("/")
    over = parts[0].startswith("-")
    if any(part.startswith("-") for part in parts[1:]) or not parts[0]:
        return None
    clock = parse_clock("/".join(["0" if over else parts[0], *parts[1:]]))
    if clock is None or not all(math.isfinite(seconds) and seconds >= 0 for seconds in clock):
        return None
    return clock


def asked_clock(text: str) -> GgfClock | None:
    """Read a clock that is asked for; return None unless it is as `CLOCK` says.

    >>> asked_clock("5:00/0:05").increment, asked_clock("90:00").main, asked_clock("5").main
    (5.0, 5400.0, 5.0)
    >>> asked_clock("5:99"), asked_clock("0"), asked_clock("25:00:00"), asked_clock("5;00")
    (None, None, None, None)
    """
    clock = read_clock(text) if ASKED.fullmatch(text) else None
    return clock if clock is not None and clock.main > 0 and max(clock) <= DAY else None


def time_text(seconds: float) -> str:
    """Return a time as the server writes it, rounded down to a second.

    >>> time_text(56.9), time_text(3600), time_text(-3)
    ('00:56', '01:00:00', '00:00')
    """
    minutes, left = divmod(max(int(seconds), 0), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{left:02}" if hours else f"{minutes:02}:{left:02}"


def clock_text(clock: GgfClock) -> str:
    """Return a clock as requests have it.

    >>> clock_text(GgfClock(60.0, 0.0, 120.0)), clock_text(GgfClock(300.0, 5.0))
    ('01:00//02:00', '05:00/00:05')
    """
    main, increment, grace = (time_text(seconds) if seconds else "" for seconds in clock)
    return f"{main or '00:00'}/{increment}/{grace}".rstrip("/")


@dataclass
class RunningClock:
    """The running clock of one player."""

    clock: GgfClock
    left: float = 0.0  #: seconds left of the main time, or of the extension if that has begun
    is_late: bool = False  #: whether the main time is over

    @classmethod
    def of(cls, clock: GgfClock) -> RunningClock:
        return cls(clock, clock.main)

    def spend(self, seconds: float) -> None:
        """Count the time of a move, or of a part of it.

        >>> countdown = RunningClock.of(GgfClock(10.0, 0.0, 20.0))
        >>> countdown.spend(12)
        >>> countdown.left, countdown.is_late, countdown.is_over
        (18.0, True, False)
        """
        self.left -= seconds
        if self.left < 0 and not self.is_late:
            self.is_late = True
            self.left += self.clock.grace

    def moved(self) -> None:
        """Add what a move adds."""
        self.left += self.clock.increment

    @property
    def is_over(self) -> bool:
        return self.is_late and self.left < 0

    def text(self, n_moves: int) -> str:
        """Return the clock as a board has it, after a number of own moves.

        >>> RunningClock(GgfClock(60.0, 0.0, 120.0), 56.3).text(1)
        '00:56,1:0//02:00,1:0'
        """
        _, increment, grace = self.clock
        added = f"{time_text(increment)},0:1" if increment else ""
        extension = f"{time_text(0 if self.is_late else grace)},{n_moves}:0" if grace else ""
        return f"{time_text(self.left)},{n_moves}:0/{added}/{extension}".rstrip("/")


class Lag:
    """The network's share of a clock for each move: the mean of what was measured."""

    def __init__(self) -> None:
        self.mean = FIRST_LAG

    def add(self, counted: float, own: float) -> None:
        """Add a move for which the server counted some seconds, and we needed `own`.

        >>> lag = Lag()
        >>> lag.add(counted=1.25, own=0.5)
        >>> lag.mean
        0.35
        """
        seconds = max(counted - own, 0.0)
        self.mean += LAG_WEIGHT * (seconds - self.mean)
