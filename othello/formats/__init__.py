"""Readers of game and position files, one module for each format.

A reader is a generator, which reads a file only as far as its results are asked for. A game or
position that cannot be read is a `FormatError`. It is raised, or passed to `on_error` if that is
given; then the rest is still read.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from othello._game import READERS, WRITERS
from othello._game import Game as Game  # which `othello.game` has from here, with its formats
from othello.errors import FormatError, quote, warn
from othello.formats.reading import (
    STDIN,
    Record,
    escaped,
    file_lines,
    numbered,
    raise_error,
    read_items,
    read_lines,
    read_records,
    split_parts,
    split_records,
)
from othello.notation.move_lists import FILE_NAME

if TYPE_CHECKING:
    from othello.formats.dropped_headers import Places

__all__ = [
    "STDIN",
    "Record",
    "escaped",
    "file_lines",
    "numbered",
    "raise_error",
    "read_items",
    "read_lines",
    "read_records",
    "split_records",
]

# What `Game` reads and writes. A format is loaded when it is needed, as a protocol starts at once.


def _read_any(text: str) -> Game:
    from othello.formats import detect, obf

    known = detect.format_of_text(text)
    if known == "obf":
        positions = list(islice(obf.read_positions(text.splitlines(), ""), 2))
        if len(positions) > 1:
            raise _another_game(int(positions[1].id.rpartition(":")[2]))
        return Game(start=positions[0].board)
    return READERS.get(known, _read_transcript)(text)


def _another_game(line: int) -> FormatError:
    return FormatError("", line, "another game: expected one; read_games reads all of a file")


def _check_is_one(text: str) -> None:
    """Raise FormatError if a text has several games; warn of words around one in parentheses."""
    from othello.formats import mixed

    def tell(error: FormatError, line: str) -> None:
        warn(mixed.left_out(error, line))

    n_games, parts = 0, list(split_parts(text))
    for part in parts if any(part.is_item for part in parts) else ():
        around = () if part.is_item else mixed.read_between(part, "", None, tell)
        n_games += part.is_item or any(True for _ in around)
        if n_games > 1:
            raise _another_game(part.line + part.text[: -len(part.text.lstrip())].count("\n"))


def _warn_of_dropped(places: Places, game: Game) -> None:
    for dropped in places.dropped(game):
        warn(dropped)


def _read_ggf(text: str) -> Game:
    from othello.formats import ggf

    _check_is_one(text)
    return ggf.parse_game(text).game()


def _write_ggf(game: Game) -> str:
    from othello.formats import ggf

    _warn_of_dropped(ggf.PLACES, game)
    return ggf.format_game(ggf.GgfGame.of(game), add_result=False)


def _read_sgf(text: str) -> Game:
    from othello.formats import sgf

    _check_is_one(text)
    return sgf.read_sgf(text)


def _write_sgf(game: Game) -> str:
    from othello.formats import sgf

    _warn_of_dropped(sgf.PLACES, game)
    return sgf.format_game(sgf.SgfGame.of(game))


def _read_transcript(text: str) -> Game:
    from othello.formats import move_text

    try:
        native = move_text.parse_native(text)
    except FormatError:
        if FILE_NAME.fullmatch(text):
            reason = f"column 1: {quote(text)}: expected moves; read_games reads a file"
            raise FormatError("", 1, reason) from None
        raise
    for warning in native.warnings():
        warn(warning)
    return native.game


READERS.update(any=_read_any, ggf=_read_ggf, sgf=_read_sgf, transcript=_read_transcript)
WRITERS.update(ggf=_write_ggf, sgf=_write_sgf)
