"""The character set of a file of SGF: the one that a game declares, such as ``CA[Shift_JIS]``.

The text must be known before it is parsed: in some sets a byte of a letter is also the code of a
backslash or a bracket.
"""

import codecs
import re

MARK = re.compile(
    rb"(?P<game>\(\s*;)|(?<![A-Za-z])[a-z]*C[a-z]*A[a-z]*\s*\[\s*(?P<set>[!-Z^-~]{1,40})\s*\]"
)
SUPERSETS = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949"}
"""Sets whose names programs use for these larger ones, which have the same letters and more."""

ASCII = bytes(range(0x20, 0x7F)) + b"\\n\\u0041"
"""Characters that a character set must leave as they are, escapes included."""


def decode(contents: bytes) -> str:
    """Return the text of a file, each game in the character set that it declares.

    A game that declares none, or one that is not known, has that of the game before it. If there
    is none, the file is UTF-8 if it can be, and else Latin 1, as the format says. Bytes that are no
    letters become U+FFFD.

    >>> decode("(;GM[2]CA[Shift_JIS]PB[ソ])".encode("shift_jis"))
    '(;GM[2]CA[Shift_JIS]PB[ソ])'
    >>> [decode("(;GM[2]PB[Bjørn])".encode(name)) for name in ("latin-1", "utf-8")]
    ['(;GM[2]PB[Bjørn])', '(;GM[2]PB[Bjørn])']
    """
    if contents.startswith(codecs.BOM_UTF8):
        return contents.decode("utf-8-sig", "replace")
    game = start = 0
    parts = []
    known = usual = _undeclared(contents)
    for mark in MARK.finditer(contents):
        if mark["game"]:
            game = mark.start()
            continue
        declared = _codec(mark["set"].decode("ascii")) or usual
        if declared != known:
            parts.append(contents[start:game].decode(known, "replace"))
            known, start = declared, game
    parts.append(contents[start:].decode(known, "replace"))
    return "".join(parts)


def _undeclared(contents: bytes) -> str:
    try:
        contents.decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def _codec(name: str) -> str | None:
    """Return Python's name of a character set; None if it is not known or does not have ASCII."""
    try:
        found = codecs.lookup(name).name
        if ASCII.decode(found) != ASCII.decode("ascii"):
            return None
        b"\xff".decode(found, "replace")
    except (LookupError, ValueError):  # ValueError: it decodes no text, or not this one
        return None
    return SUPERSETS.get(found, found)
