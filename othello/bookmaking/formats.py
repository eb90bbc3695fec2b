"""The formats in which books are exchanged: which there are, and which a file has."""

from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, NamedTuple

from othello.book.file import BookFile
from othello.bookmaking import edax, egaroucid
from othello.bookmaking.check import sound_positions
from othello.bookmaking.exchange import (
    ExchangedPosition,
    OnError,
    read_json,
    read_text,
    write_json,
    write_text,
)
from othello.errors import InvalidOption, quote
from othello.files.access import FilePath, reading
from othello.files.unpacking import as_text, unpacked
from othello.files.writing import replacing


class BookFormat(NamedTuple):
    """A format of books."""

    suffixes: tuple[str, ...]  #: the endings of its files' names
    magic: bytes  #: first bytes of its files; empty if they are text
    #: Takes an open file, its name and a function for faults; yields the positions.
    read: Callable[[IO[Any], str, OnError], Iterator[ExchangedPosition]]
    #: Takes an open file and the positions; None if the format can only be read.
    write: Callable[[IO[Any], Iterable[ExchangedPosition]], None] | None


FORMATS = {
    "json": BookFormat((".jsonl", ".json"), b"", read_json, write_json),
    "text": BookFormat((".txt", ".tsv"), b"", read_text, write_text),
    "edax": BookFormat((".dat", ".edax"), edax.MAGIC, edax.read_edax, edax.write_edax),
    "egaroucid": BookFormat((".egbk3",), egaroucid.MAGIC, egaroucid.read_egaroucid, None),
}


def format_of(
    path: FilePath, formats: Iterable[BookFormat] = FORMATS.values(), packed: str = ""
) -> BookFormat:
    """Return the format that a file's name ends in; raise InvalidOption if it tells none.

    `packed` is what may stand behind the ending.
    """
    name = str(path).lower().removesuffix(packed)
    formats = list(formats)
    for known in formats:
        if name.endswith(known.suffixes):
            return known
    endings = ", ".join(suffix for known in formats for suffix in known.suffixes)
    raise InvalidOption(f"{quote(str(path))}: expected a name with {endings}, or --format")


def read_records(
    path: FilePath, on_error: OnError, known: BookFormat | None = None
) -> Iterator[ExchangedPosition]:
    """Yield the positions of a file; its format is `known`, or told by its beginning or name.

    `on_error` is told of what cannot be used. Raises FileError if the file cannot be read.
    """
    with unpacked(reading(path, wait=True), str(path)) as file:
        if known is None:
            start = file.peek(16)
            binary = [each for each in FORMATS.values() if each.magic]
            fitting = [each for each in binary if start.startswith(each.magic)]
            known = fitting[0] if fitting else format_of(path, packed=".gz")
        opened: Any = file if known.magic else as_text(file, str(path))
        yield from known.read(opened, str(path), on_error)


def export_book(book: BookFile, path: FilePath, known: BookFormat | None = None) -> int:
    """Write a book into a file of another format; return how many positions it has.

    Raises FileError if the book is damaged; then nothing is written.
    """
    writers = {each: each.write for each in FORMATS.values() if each.write is not None}
    known = format_of(path, writers) if known is None else known
    if known not in writers:
        raise InvalidOption(f"{quote(str(path))}: books of this format can only be read")
    problems: list[str] = []
    with book.reading():
        positions, roots = book.load(), set(book.roots())
    positions = sound_positions(positions, problems.append)
    if problems:
        raise book.unsound(problems[0])
    records = [ExchangedPosition(position, position.id in roots) for position in positions]
    with replacing(path, "wb" if known.magic else "w") as file:
        writers[known](file, records)
    return len(records)
