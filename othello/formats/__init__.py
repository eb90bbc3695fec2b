"""Readers of game and position files, one module for each format.

A reader is a generator, which reads a file only as far as its results are asked for. A game or
position that cannot be read is a `FormatError`. It is raised, or passed to `on_error` if that is
given; then the rest is still read.
"""

import re
from collections.abc import Callable

from othello._game import FORMATS
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
    split_records,
)
from othello.notation.transcripts import FILE_NAME
from othello.rooms import provider

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


def _parse(text: str) -> Game:
    from othello.formats import detect, mixed, registry

    known = registry.format_named(detect.format_of_text(text))
    assert known is not None
    if known.parse is not None:
        return known.parse(text)
    return mixed.only_position(text) if known.name == "obf" else _transcript(text)


def _transcript(text: str) -> Game:
    if (reader := provider("reader")) is None:
        from othello.formats import registry, transcript

        return registry.item_of(transcript.parse_record(Record(text), "")).game
    try:
        native = reader.parse_native(text)
    except FormatError:
        if re.fullmatch(FILE_NAME, text):
            reason = f"column 1: {quote(text)}: expected moves; read_games reads a file"
            raise FormatError("", 1, reason) from None
        raise
    for warning in native.warnings():
        warn(warning)
    game: Game = native.game
    return game


def _reader(form: str) -> Callable[[str], Game] | None:
    from othello.formats import registry

    known = registry.format_named(form)
    return known.parse if known else None


def _writer(form: str) -> Callable[[Game], str] | None:
    from othello.formats import registry

    if (known := registry.format_named(form)) is None or known.parse is None:
        return None

    def write(game: Game) -> str:
        for dropped in known.places.dropped(game):
            warn(dropped)
        return known.to_text(game)

    return write


def _names() -> list[str]:
    from othello.formats import registry

    forms = [name for name, known in registry.formats().items() if known.parse is not None]
    return [f"{way}_{form}" for form in forms for way in ("from", "to")]


FORMATS.update(parse=_parse, transcript=_transcript, reader=_reader, writer=_writer, names=_names)
