"""Dates as the headers of games have them."""

import re
import time
from collections.abc import Iterable
from typing import NamedTuple

from othello.errors import quote

SECONDS = re.compile(r"[0-9]{9,10}")
"""A time in seconds since 1970, as GGS writes it."""
YEAR = re.compile(r"^([0-9]{4})[0-9]{4}$|(?<![0-9])([0-9]{4})(?![0-9])")
DAY = re.compile(r"(\d{1,4})([-./])\s*(\d\d?)\2\s*(\d{4}|\d\d?)", re.ASCII)
SHORT_YEAR = re.compile(r"(?:\d\d?\.?\s*[^\W\d]{3,}\.?,?\s*'?|.*')(\d\d)", re.ASCII | re.S)
"""Two digits behind a day and the name of a month, or behind an apostrophe."""
FIRST_SHORT_YEAR = 70
"""Least year of two digits that is in 1970 to 1999; lesser ones are in 2000 to 2069."""

SHOWN = 5
"""Dates that are listed, of many."""
EXPECTED_DATE = "expected a year in each, as in 1998-11-16 or 16/11/98"


class Day(NamedTuple):
    """A day of three numbers; 0 for a month and a day that cannot be told apart."""

    year: int
    month: int
    day: int


def year_of(date: str) -> int:
    """Return the year of a date as headers have it, 0 if it names none.

    Of three numbers the last is the year, unless the first one is above 31 or has four digits. With
    dashes and two digits in all of them, nobody knows.

    >>> [year_of(date) for date in ("1998-11-16", "16/11/1998", "19981116", "911242800", "May")]
    [1998, 1998, 1998, 1998, 0]
    >>> [year_of(date) for date in ("31.12.23", "12/31/99", "98-11-16", "16 Nov 98", "5-3-1")]
    [2023, 1999, 1998, 1998, 0]
    """
    date = date.strip()
    if SECONDS.fullmatch(date):
        return time.gmtime(int(date)).tm_year
    if found := YEAR.search(date):
        return int(found[1] or found[2])
    if day := day_of(date):
        return day.year
    short = SHORT_YEAR.fullmatch(date)
    return _long_year(short[1]) if short else 0


def listed_dates(dates: Iterable[str]) -> str:
    """Return dates as a message lists them.

    >>> listed_dates(["May", "1/2", "May"])
    "'1/2', 'May'"
    """
    quoted = sorted(set(map(quote, dates)))
    return ", ".join(quoted[:SHOWN]) + ", ..." * (len(quoted) > SHOWN)


def day_of(date: str) -> Day | None:
    """Return the day of three numbers; None for any other text."""
    if (found := DAY.fullmatch(date)) is None:
        return None
    first, mark, second, third = found.groups()
    if len(first) > 2 or (int(first) > 31 and len(third) < 3):
        year, month, day = first, int(second), int(third)
    elif mark == "-" and len(third) < 3 and int(third) < 32:
        return None
    else:
        year, month, day = third, int(second), int(first)
        if month > 12:  # as written in America
            month, day = day, month
        elif mark == "/" and day <= 12 and day != month:  # nobody knows which is the month
            month = day = 0
    if len(year) == 3 or month > 12 or day > 31:
        return None
    return Day(_long_year(year), month, day)


def _long_year(year: str) -> int:
    if len(year) > 2:
        return int(year)
    return int(year) + (1900 if int(year) >= FIRST_SHORT_YEAR else 2000)
