"""Files with the moves of one game on each line, such as ``f5d6c3d3c4``."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from typing import IO, Any

from othello._game import Game
from othello.errors import OthelloError
from othello.files.unpacking import text_of
from othello.formats.detect import LINES_OF_A_GAME, format_of_text
from othello.formats.dropped_headers import Places
from othello.formats.reading import OnError, Record, read_items, text_lines
from othello.formats.registry import HEAD, Format, item_of, plain_game
from othello.notation import split_moves
from othello.notation.moves import format_moves, text_of_line
from othello.rooms import provider

MOVES_ALONE = re.compile(r"(?:[a-h][1-8]|pass|pa|ps|--|[\s,])+", re.I)


def read_games(
    lines: Iterable[str],
    source: str = "-",
    span: tuple[int, int | None] = (1, None),
    on_error: OnError = None,
) -> Iterator[Game]:
    """Yield the games of `lines`; see `othello.formats.read_lines` for the arguments.

    >>> list(read_games(["f5d6", "", "f5f6?! {the mouse}"]))
    [Game('f5d6'), Game('f5f6')]
    """
    return (item_of(native).game for native in read_natives(lines, source, on_error, span))


def read_natives(
    lines: Iterable[str],
    source: str = "-",
    on_error: OnError = None,
    span: tuple[int, int | None] = (1, None),
) -> Iterator[Any]:
    """Yield the games as `read_games`, some with the names of what is left out of them."""
    records = (
        Record(text, number, in_list=True)
        for number, text in text_lines(lines, source, span, on_error)
    )
    return read_items(records, parse_record, source, on_error)


def parse_record(record: Record, source: str) -> Any:
    """Return the game of a line; raise FormatError if it is none.

    A line with more than moves is read by the room for moves as people write them, if it is there.
    """
    if MOVES_ALONE.fullmatch(record.text):
        with suppress(OthelloError):  # the other reader says where it is at fault
            return Game(split_moves(record.text))
    if (reader := provider("reader")) is not None:
        return reader.parse_record(record, source)
    try:
        return Game(record.text)
    except OthelloError as error:
        raise record.error(source, 0, str(error)) from None


def write_games(file: IO[str], games: Iterable[Game]) -> None:
    """Write each game on a line, so that it is read as a game of its own.

    Of the passes only one at the end is written: Edax does not know the word.
    Where the lines alone could be those of one game, which `format_of_text` tells by the first of
    them, an empty line stands behind each.

    >>> import sys
    >>> write_games(sys.stdout, [Game("f5d6"), Game("c4")])
    f5d6
    <BLANKLINE>
    c4
    <BLANKLINE>
    """
    lines = (text_of_line(game.moves[:-1]) + format_moves(game.moves[-1:]) for game in games)
    first = list(islice(lines, LINES_OF_A_GAME))
    end = "\n" if format_of_text("\n".join(first)) == "transcript" else "\n\n"
    for line in chain(first, lines):
        file.write(line + end)


def _may_begin(head: bytes) -> bool:
    """Return whether the whole lines of a file's first bytes are a game each."""
    lines = text_of(head if len(head) < HEAD else head[: head.rfind(b"\n") + 1])
    return bool(lines.strip()) and format_of_text(lines) == "transcript"


FORMAT = Format(
    "transcript",
    Game,
    read_natives,
    write_games,
    plain_game,
    (".txt",),
    Places(()),
    may_begin=_may_begin,
)
