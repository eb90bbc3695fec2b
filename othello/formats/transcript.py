"""Files with the moves of one game on each line, such as ``f5d6c3d3c4``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from othello._game import Game
from othello.errors import FormatError, OthelloError
from othello.formats.pasted import PastedGame, parse_record
from othello.formats.reading import Record, read_items, text_lines
from othello.notation import split_moves

__all__ = ["read_games", "read_natives"]

MOVES_ALONE = re.compile(r"(?:[a-h][1-8]|pass|pa|ps|--|[\s,])+", re.I)


def read_games(
    lines: Iterable[str],
    source: str = "-",
    span: tuple[int, int | None] = (1, None),
    on_error: Callable[[FormatError], object] | None = None,
) -> Iterator[Game]:
    """Yield the games of `lines`; see `othello.formats.read_lines` for the arguments.

    >>> list(read_games(["f5d6", "", "f5f6?! {the mouse}"]))
    [Game('f5d6'), Game('f5f6')]
    """
    return (native.game for native in read_natives(lines, source, span, on_error))


def read_natives(
    lines: Iterable[str],
    source: str = "-",
    span: tuple[int, int | None] = (1, None),
    on_error: Callable[[FormatError], object] | None = None,
) -> Iterator[PastedGame]:
    """Yield the games as `read_games`, with the names of what is left out of them."""
    records = (Record(text, number) for number, text in text_lines(lines, source, span, on_error))
    return read_items(records, _parse, source, on_error)


def _parse(record: Record, source: str) -> PastedGame:
    if MOVES_ALONE.fullmatch(record.text):
        with suppress(OthelloError):  # the other reader says where it is at fault
            return PastedGame(Game(split_moves(record.text)))
    return parse_record(record, source)
