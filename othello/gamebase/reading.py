"""Files of games, read for a base: any that `othello convert` reads; WTHOR's by the array."""

import io
from collections.abc import Callable, Collection, Iterator

import numpy as np
import numpy.typing as npt

from othello import batch
from othello.convert import open_format
from othello.errors import FormatError, OthelloError, warn
from othello.files.access import reading
from othello.files.unpacking import unpacked
from othello.formats.dropped_headers import contradiction
from othello.formats.obf import ScoredPosition
from othello.formats.registry import formats
from othello.game import Game
from othello.gamebase.base import known_by, row_of
from othello.gamebase.file import GameRow
from othello.gamebase.import_warnings import ImportWarnings
from othello.wthor.games import NO_SQUARE, fault_of_game, read_numbered, squares_of
from othello.wthor.names import YEAR, WthorNames, read_header

GAMES_AT_ONCE = 4096


def read_rows(
    file: io.BufferedReader,
    source: str,
    on_error: Callable[[OthelloError], object],
    on_extras: Callable[[Collection[str]], object] = lambda extras: None,
    on_warning: Callable[[str], object] = lambda reason: None,
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
    on_warning : callable
        Called with what is doubtful: a result, moves that are missing, dates without a year.
    warn : callable
        Called with what is wrong with a file whose games can be read all the same.
    """
    opened, known = open_format(file, source, warn=warn)
    if known is formats()["wthor"] and source != "-":
        opened.close()
        yield from _read_wthor(source, on_error, on_warning, warn)
        return
    is_used = False
    warnings = ImportWarnings(on_warning, source)

    def report(error: OthelloError) -> None:
        nonlocal is_used
        is_used = True
        on_error(error)

    with opened:
        for item in known.read(opened, source, report):
            is_used = True
            if isinstance(item.native, ScoredPosition):
                line = int(item.native.id.rpartition(":")[2])
                on_error(FormatError(source, line, "a position, no game"))
            else:
                on_extras(item.extras())
                row = row_of(item.game)
                warnings.add(item, row)
                yield row
    warnings.end()
    if not is_used:
        on_error(FormatError(source, 1, "no games: expected moves, GGF, SGF or a WTHOR file"))


def _read_wthor(
    source: str,
    on_error: Callable[[FormatError], object],
    on_warning: Callable[[str], object],
    warn: Callable[[str], object],
) -> Iterator[GameRow]:
    games, numbers = read_numbered(source, on_error)
    with unpacked(reading(source), source) as file:
        year = read_header(file, source)[YEAR]
    names = WthorNames.beside(source, on_error) or WthorNames()
    black, white, tournament = (
        games[name].max(initial=0) for name in ("black", "white", "tournament")
    )
    if missing := names.missing(max(black, white), tournament):
        warn(f"{source}: {missing}")
    who, what = names.players, names.tournaments
    date = str(year) if year else ""
    for first in range(0, len(games), GAMES_AT_ONCE):
        some = games[first : first + GAMES_AT_ONCE]
        squares = squares_of(some["moves"])
        replay = batch.replay(squares)
        n_moves = replay.n_moves
        is_whole = n_moves == (squares != NO_SQUARE).sum(axis=1)
        for row in np.flatnonzero(~is_whole):
            reason = f"move {n_moves[row] + 1} is illegal"
            on_error(fault_of_game(source, int(numbers[first + row]), reason))
        is_over, played = _ends(squares, replay)
        stated = 2 * some["black_discs"].astype(np.int16) - 64
        for row in np.flatnonzero(is_whole & is_over & (stated != played)):
            moves = squares[row, : n_moves[row]].tolist()
            doubt = contradiction(Game(moves, headers={"Result": f"{stated[row]:+d}"}))
            on_warning(f"{source}: game {numbers[first + row] + 1}: {doubt}")
        scores = np.where(is_over, played, stated)
        for line, record, score in zip(
            squares[is_whole], some[is_whole].tolist(), scores[is_whole].tolist(), strict=True
        ):
            tournament, black, white, discs = record[:4]
            moves = line.tobytes().rstrip(bytes([NO_SQUARE]))
            texts = who.name(black) or "", who.name(white) or "", what.name(tournament) or ""
            known = known_by(None, moves, texts[0], texts[1], date)
            winner = (score > 0) - (score < 0)
            result = f"{2 * discs - 64:+d}"
            yield GameRow(known, None, moves, *texts, date, year, score, winner, result, None)


def _ends(
    squares: npt.NDArray[np.uint8], replay: batch.Replay
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int8]]:
    """Return for each replayed game whether it is over, and then black's disc difference."""
    games = np.arange(len(squares))
    last = np.maximum(replay.n_moves, 1) - 1
    is_over = ~replay.positions[games, replay.n_moves].any(axis=1) & (replay.n_moves > 0)
    games, last = games[is_over], last[is_over]
    after = batch.play(replay.positions[games, last], squares[games, last])
    scores = batch.final_scores(after)  # for the side that did not make the last move
    played = np.zeros(len(squares), np.int8)
    played[is_over] = np.where(replay.white[games, last], scores, -scores)
    return is_over, played
