"""The formats in which books are exchanged: which there are, and which a file has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, NamedTuple

from othello.book.edax import is_edax_book, read_edax, write_edax
from othello.book.exchange import Record, read_json, read_text, write_json, write_text
from othello.book.file import BookFile
from othello.errors import FormatError, InvalidOption, quote
from othello.files.access import FilePath, reading
from othello.files.unpacking import as_text, unpacked
from othello.files.writing import replacing

__all__ = ["FORMATS", "BookFormat", "export_book", "format_of", "read_records"]

OnError = Callable[[FormatError], object]


class BookFormat(NamedTuple):
    """A format of books.

    Attributes
    ----------
    suffixes : tuple of str
        The endings of its files' names.
    is_binary : bool
        Whether its files are bytes; otherwise they are text.
    read : callable
        Takes an open file, its name and a function for faults; yields the positions.
    write : callable
        Takes an open file and the positions.
    """

    suffixes: tuple[str, ...]
    is_binary: bool
    read: Callable[[IO[Any], str, OnError], Iterator[Record]]
    write: Callable[[IO[Any], Iterable[Record]], None]


def _write_edax(file: IO[bytes], records: Iterable[Record]) -> None:
    write_edax(file, [record.position for record in records])


FORMATS = {
    "json": BookFormat((".jsonl", ".json"), False, read_json, write_json),
    "text": BookFormat((".txt", ".tsv"), False, read_text, write_text),
    "edax": BookFormat((".dat", ".edax"), True, read_edax, _write_edax),
}


def format_of(path: FilePath) -> BookFormat:
    """Return the format that a file's name ends in; raise InvalidOption if it tells none."""
    name = str(path).lower()
    for known in FORMATS.values():
        if name.removesuffix(".gz").endswith(known.suffixes):
            return known
    endings = ", ".join(suffix for known in FORMATS.values() for suffix in known.suffixes)
    raise InvalidOption(f"{quote(str(path))}: expected a name with {endings}, or --format")


def read_records(
    path: FilePath, on_error: OnError, known: BookFormat | None = None
) -> Iterator[Record]:
    """Yield the positions of a file; its format is `known`, or told by its beginning or name.

    `on_error` is told of what cannot be used. Raises FileError if the file cannot be read.
    """
    with unpacked(reading(path, wait=True), str(path)) as file:
        if known is None:
            is_edax = is_edax_book(file.peek(8)[:8])
            known = FORMATS["edax"] if is_edax else format_of(path)
        opened: Any = file if known.is_binary else as_text(file, str(path), "backslashreplace")
        yield from known.read(opened, str(path), on_error)


def export_book(book: BookFile, path: FilePath, known: BookFormat | None = None) -> int:
    """Write a book into a file of another format; return how many positions it has."""
    known = format_of(path) if known is None else known
    positions = book.load()
    roots = set(book.roots())
    records = [Record(position, position.id in roots) for position in positions]
    with replacing(path, "wb" if known.is_binary else "w") as file:
        known.write(file, records)
    return len(records)
