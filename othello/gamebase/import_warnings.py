"""Warnings about games that are added to a base: results and dates that cannot be used."""

from collections.abc import Callable

from othello._game import HEADERS
from othello.convert import result_warning, warnings_of
from othello.formats.dates import EXPECTED_DATE, listed_dates
from othello.formats.registry import Item
from othello.gamebase.file import GameRow


class ImportWarnings:
    """Tells what is doubtful of some games: of each at once, of all of them at the end.

    Parameters
    ----------
    tell : callable
        Called with each line.
    source : str, optional
        The file of the games, with which the lines begin.
    """

    def __init__(self, tell: Callable[[str], object], source: str = "") -> None:
        self._tell = tell
        self._source = f"{source}: " if source else ""
        self._headers: set[str] = set()  # that no question asks for
        self._dates: set[str] = set()  # without a year

    def add(self, item: Item, row: GameRow) -> None:
        """Tell what is doubtful of a game."""
        for warning in filter(None, dict.fromkeys([*warnings_of(item), result_warning(item)])):
            self._tell(f"{self._source}game {item.number}: {warning}")
        self._headers |= item.game.headers.keys() - HEADERS
        if row.date and not row.year:
            self._dates.add(row.date)

    def end(self) -> None:
        """Tell of dates and headers, now that all games were added."""
        kept = f"{self._source}kept, but "
        if self._dates:
            dates = listed_dates(self._dates)
            self._tell(f"{kept}without a year: the dates {dates}: {EXPECTED_DATE}")
        if self._headers:
            headers = ", ".join(sorted(self._headers))
            self._tell(f"{kept}no question finds it: the headers {headers}")
