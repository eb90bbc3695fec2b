"""Files as people have them: compressed, or as Windows writes text.

Every file of games, positions or settings is opened through `unpacked`, so that all readers meet
plain bytes, and no UTF-16. A byte-order mark is kept: behind one, the character set that a file of
SGF declares does not count. The text of other formats comes from `decoded`: what is not UTF-8 in it
is read as Windows-1252, which older programs in the West write.
"""

import codecs
import io
import re
import zlib
from collections.abc import Callable
from typing import IO, Any, cast

from othello.errors import FileError, warn

GZIP_MARK = b"\x1f\x8b"
SUFFIX = ".gz"
HEAD = 4
"""Bytes that tell how a file is written."""

TEXT_HEAD = 4096
"""Bytes that tell whether a file holds text."""

CONTROLS = bytes({*range(32)} - {*b"\t\n\f\r\x1b"})
MOST_CONTROLS = 1 / 50
"""The share of control characters in a text at most; a damaged line may have some."""

UNUSABLE = {
    # The first three are zip files, with the names of what is in them in plain letters.
    rb"PK\x03\x04.*(xl/|spreadsheet)": "a spreadsheet: save it as CSV first",
    rb"PK\x03\x04.*(word/|opendocument)": "a document with layout: save it as plain text first",
    rb"\xd0\xcf\x11\xe0": "a file of an older Office: save it as CSV or plain text first",
    rb"PK\x03\x04.*positions\.npy": "labelled positions, without moves: othello train reads them",
    rb"PK\x03\x04": "a zip file: unpack it first",
    rb"BZh": "a file of bzip2: unpack it first",
    rb"\xfd7zXZ": "a file of xz: unpack it first",
    rb"7z\xbc\xaf": "a file of 7-Zip: unpack it first",
    rb"\x28\xb5\x2f\xfd": "a file of zstd: unpack it first",
    # The others are SQLite files of our own, which name their application behind 68 bytes.
    rb"SQLite format 3\0.{52}OTGB": "a base of games: othello games BASE --out FILE writes its "
    "games into a file that can be read",
    rb"SQLite format 3\0.{52}OTBK": "an opening book: othello book reads it, and --book uses it",
    rb"SQLite format 3\0.{52}OTPP": "a profile of othello practise: --profile uses it",
}
"""First bytes of files that people have but we cannot read, and advice about them."""

LATIN_LETTERS = {0xDC00 + byte: byte for byte in range(0x80, 0x100)}
"""Letters of Latin 1 for the bytes that are not UTF-8, as ``surrogateescape`` reads them."""


def unpacked(file: IO[bytes], name: str) -> io.BufferedReader:
    """Return a file with what `file` holds: unpacked if it is gzip, in UTF-8 if it is UTF-16.

    Other files are returned as they are. `file` must be at its start. It is closed with the one
    that is returned, or at once if its start cannot be read. Reading damaged gzip raises FileError
    with the name.

    >>> import gzip
    >>> unpacked(io.BytesIO(gzip.compress("f5d6".encode("utf-16"))), "moves.gz").read()
    b'\xef\xbb\xbff5d6'
    """
    plain = file if isinstance(file, io.BufferedReader) else io.BufferedReader(cast(Any, file))
    try:
        if plain.peek(HEAD).startswith(GZIP_MARK):
            plain = io.BufferedReader(_Unzipped(plain, name))
        if encoding := _utf_16_of(plain.peek(HEAD)[:HEAD]):
            plain = io.BufferedReader(_Recoded(plain, encoding))
    except BaseException:
        plain.close()
        raise
    return plain


def as_text(file: IO[bytes], name: str) -> io.TextIOWrapper:
    """Return the text of a binary file, as `unpacked` and `decoded` find it.

    Raises FileError if it holds no text.
    """
    plain = unpacked(file, name)
    try:
        check_is_text(plain, name)
    except BaseException:
        plain.close()
        raise
    return decoded(plain, name)


def decoded(file: IO[bytes], name: str, warn: Callable[[str], object] = warn) -> io.TextIOWrapper:
    """Return the text of an open file in UTF-8; other bytes are letters of Windows-1252.

    At the first of these `warn` is called with a text that has the name.
    """
    plain = io.BufferedReader(cast(Any, _InUtf8(file, name, warn)))
    return io.TextIOWrapper(plain, encoding="utf-8-sig")


def text_of(contents: bytes) -> str:
    """Return a text in UTF-8, where other bytes are letters of Windows-1252.

    >>> text_of("Weiß".encode()), text_of("Weiß €".encode("cp1252"))
    ('Weiß', 'Weiß €')
    """
    return contents.decode("utf-8-sig", WINDOWS)


def check_is_text(file: io.BufferedReader, name: str) -> None:
    """Raise a `FileError` if a file, at its start, is packed or holds no text."""
    head = file.peek(TEXT_HEAD)[:TEXT_HEAD]
    for mark, advice in UNUSABLE.items():
        if re.match(mark, head, re.DOTALL):
            raise FileError(None, advice, name)
    head = head.rstrip(b"\x1a\r\n")  # editors of DOS ended a text with Ctrl-Z
    if len(head) - len(head.translate(None, CONTROLS)) > len(head) * MOST_CONTROLS:
        raise FileError(None, "not a text file", name)


def plain_name(name: str) -> str:
    """Return the name that a file has without compression.

    >>> plain_name("games.SGF.gz")
    'games.SGF'
    """
    return name[: -len(SUFFIX)] if name.lower().endswith(SUFFIX) else name


def _utf_16_of(head: bytes) -> str | None:
    """Return the encoding of a text that begins with `head` if it is UTF-16, else None.

    Without a mark it must begin with two letters of ASCII.
    """
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    for encoding, letters, zeros in (
        ("utf-16-le", head[::2], head[1::2]),
        ("utf-16-be", head[1::2], head[::2]),
    ):
        if zeros == b"\0\0" and all(byte >= 32 or byte in b"\t\n\r" for byte in letters):
            return encoding
    return None


class _Filter(io.RawIOBase):
    """A binary file whose bytes are made of another's; closing it closes the other."""

    def __init__(self, inner: IO[bytes]) -> None:
        self._inner = inner
        self._rest = b""

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override]
        """Fill `buffer` with the next bytes; return how many there are, 0 at the end."""
        if not self._rest:
            self._rest = self.more(len(buffer))
        length = min(len(buffer), len(self._rest))
        buffer[:length], self._rest = self._rest[:length], self._rest[length:]
        return length

    def more(self, size: int) -> bytes:
        """Return the next bytes, about `size`; none at the end."""
        raise NotImplementedError

    def close(self) -> None:
        """Close both files."""
        self._inner.close()
        super().close()


class _InUtf8(_Filter):
    """A text as UTF-8: its bytes that are none are letters of Windows-1252."""

    def __init__(self, inner: IO[bytes], name: str, warn: Callable[[str], object]) -> None:
        super().__init__(inner)
        self._name = name
        self._warn = warn
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def more(self, size: int) -> bytes:
        """Return the next bytes."""
        text, contents = "", b"\0"
        while contents and not text:  # else a letter has only begun
            contents = cast(Any, self._inner).read1(size)
            try:
                text = self._decoder.decode(contents, not contents)
            except UnicodeDecodeError:
                said = "not all of it is UTF-8: other bytes are read as Windows-1252"
                self._warn(f"{self._name}: {said}")
                self._decoder.errors = WINDOWS
                text = self._decoder.decode(contents, not contents)
        return text.encode()


def _as_windows(error: UnicodeError) -> tuple[str, int]:
    """Return the letters of bytes that are no UTF-8; those that are none there are Latin 1."""
    assert isinstance(error, UnicodeDecodeError)
    others = error.object[error.start : error.end]
    letters = (bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in others)
    return "".join(letters), error.end


WINDOWS = "othello-windows-1252"
"""Value for `errors` of `open` that decodes in Windows-1252 what is not UTF-8."""

codecs.register_error(WINDOWS, _as_windows)


class _Unzipped(_Filter):
    """The contents of a gzip file."""

    def __init__(self, inner: IO[bytes], name: str) -> None:
        super().__init__(inner)
        self._name = name
        from gzip import GzipFile  # which most programs never need

        self._unzipped = GzipFile(fileobj=inner, mode="rb")

    def more(self, size: int) -> bytes:
        """Return the next bytes."""
        try:
            return self._unzipped.read1(size)
        except (EOFError, zlib.error, OSError) as error:
            raise FileError(None, f"damaged gzip file: {error}", self._name) from None


class _Recoded(_Filter):
    """A text as UTF-8, with a byte-order mark."""

    def __init__(self, inner: IO[bytes], encoding: str) -> None:
        super().__init__(inner)
        self._text = codecs.getreader(encoding)(inner, "replace")
        self._mark = codecs.BOM_UTF8

    def more(self, size: int) -> bytes:
        """Return the next bytes; the mark with the first ones, for whoever peeks."""
        mark, self._mark = self._mark, b""
        return mark + self._text.read(size).encode()
