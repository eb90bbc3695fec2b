"""Files of games, read for a base: any that `othello convert` reads; WTHOR's by the array."""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Iterator

import numpy as np

from othello import batch
from othello.convert import FORMATS, doubtful_result, doubts_of, open_format
from othello.errors import FormatError, OthelloError, warn
from othello.files.access import reading
from othello.files.unpacking import plain_name, unpacked
from othello.formats import ggf, sgf
from othello.formats.dates import EXPECTED_DATE, listed_dates
from othello.formats.obf import Position
from othello.formats.pasted import PastedGame
from othello.formats.wthor import NO_SQUARE, offset_of, read_arrays, squares_of
from othello.formats.wthor_names import YEAR, NameList, WthorNames, read_header
from othello.gamebase.base import known_by, row_of
from othello.gamebase.file import GameRow

__all__ = ["read_rows"]

GAMES_AT_ONCE = 4096

KNOWN_HEADERS = {*ggf.HEADERS.values(), *sgf.HEADERS.values()}
"""Those of a table or a text may have any names."""


def _not_found_by(headers: Collection[str], dates: Collection[str]) -> Iterator[str]:
    """Yield what to say of headers that no question asks for, and of dates without a year."""
    if dates:
        yield f"without a year: the dates {listed_dates(dates)}: {EXPECTED_DATE}"
    if headers:
        yield f"no question finds it: the headers {', '.join(sorted(headers))}"


def read_rows(
    file: io.BufferedReader,
    source: str,
    on_error: Callable[[OthelloError], object],
    on_extras: Callable[[Collection[str]], object] = lambda extras: None,
    on_doubt: Callable[[str], object] = lambda reason: None,
    warn: Callable[[str], object] = warn,
) -> Iterator[GameRow]:
    """Yield the games of an open file.

    Parameters
    ----------
    file : binary file
        The file.
    source : str
        Its name, beside which WTHOR's names are found, or ``-``.
    on_error : callable
        Called with what is wrong with a game, or with a file without one.
    on_extras : callable
        Called with what a base does not keep of a game, such as its comments.
    on_doubt : callable
        Called with what is doubtful: a result, moves that are missing, dates without a year.
    warn : callable
        Called with what is wrong with a file whose games can be read all the same.
    """
    opened, known = open_format(file, source, name=source, warn=warn)
    if known is FORMATS["wthor"] and source != "-":
        opened.close()
        yield from _read_wthor(source, on_error, warn)
        return
    is_used, number = False, 0  # that of a game in the file, where those at fault count too
    unknown: set[str] = set()  # headers that no condition asks for
    undated: set[str] = set()

    def report(error: OthelloError) -> None:
        nonlocal is_used, number
        is_used = True
        number += isinstance(error, FormatError) and error.is_item
        on_error(error)

    with opened:
        for item in known.read(opened, source, report):
            is_used = True
            number += 1
            if isinstance(item.native, Position):
                line = int(item.native.id.rpartition(":")[2])
                on_error(FormatError(source, line, "a position, no game"))
            else:
                on_extras(getattr(item.native, "extras", set)())
                if isinstance(item.native, PastedGame):
                    unknown |= item.game.headers.keys() - KNOWN_HEADERS
                for doubt in filter(None, dict.fromkeys([*doubts_of(item), doubtful_result(item)])):
                    on_doubt(f"{source}: game {number}: {doubt}")
                row = row_of(item.game)
                undated.update([row.date] * (not row.year))
                yield row
    for reason in _not_found_by(unknown, undated - {""}):
        on_doubt(f"{source}: kept, but {reason}")
    if not is_used:
        on_error(FormatError(source, 1, "no games: expected moves, GGF, SGF or a WTHOR file"))


def _read_wthor(
    source: str, on_error: Callable[[FormatError], object], warn: Callable[[str], object]
) -> Iterator[GameRow]:
    games = read_arrays(source, on_error)
    with unpacked(reading(source), source) as file:
        year = read_header(file, source)[YEAR]
    names = WthorNames.beside(plain_name(source), on_error) or WthorNames(NameList(), NameList())
    numbers = [games[name].max(initial=0) for name in ("black", "white", "tournament")]
    if missing := names.missing(max(numbers[:2]), numbers[2]):
        warn(f"{source}: {missing}")
    who, what = names.players, names.tournaments
    date = str(year) if year else ""
    for first in range(0, len(games), GAMES_AT_ONCE):
        some = games[first : first + GAMES_AT_ONCE]
        squares = squares_of(some["moves"])
        n_moves = batch.replay(squares).n_moves
        is_whole = n_moves == (squares != NO_SQUARE).sum(axis=1)
        for row in np.flatnonzero(~is_whole):
            reason = f"move {n_moves[row] + 1} is illegal"
            place = offset_of(first + int(row))
            on_error(FormatError(source, None, reason, place, is_item=True))
        for line, record in zip(squares[is_whole], some[is_whole].tolist(), strict=True):
            tournament, black, white, discs = record[:4]
            moves = line.tobytes().rstrip(bytes([NO_SQUARE]))
            texts = who.name(black) or "", who.name(white) or "", what.name(tournament) or ""
            known = known_by(None, moves, texts[0], texts[1], date)
            score = 2 * discs - 64
            winner = (score > 0) - (score < 0)
            yield GameRow(
                known, None, moves, *texts, date, year, score, winner, f"{score:+d}", None
            )
