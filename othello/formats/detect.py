"""Which format a file is in, by what it holds."""

from __future__ import annotations

import re

from othello.board import Board

__all__ = ["format_of_record", "format_of_text", "is_wthor"]

FIRST_MOVES = tuple(map(str, Board().legal_moves()))
GGF_MARK = re.compile(r"GM\s*\[\s*(Othello|Reversi)|BO\s*\[\s*8\s", re.I)
SGF_MARK = re.compile(r"(GM|FF)\s*\[", re.I)
PUNCTUATION = re.compile(r"[^\w\s,]")
OBF_LINE = re.compile(r"[-.XxBb*OoWw]{64}\s+[XxBb*OoWw](\s|;|$)")


def is_wthor(head: bytes) -> bool:
    """Return whether a file that begins with `head` is one of WTHOR's.

    Its header has numbers of 16 and 32 bits, and so bytes that no text has.

    >>> is_wthor(bytes([20, 24, 1, 1, 9, 0, 0, 0])), is_wthor(b"f5d6")
    (True, False)
    """
    return b"\0" in head[:16]


def format_of_text(text: str) -> str:
    """Return what `text` looks like: ``ggf``, ``sgf``, ``obf``, ``transcript`` or ``pasted``.

    >>> texts = ("(;GM[2];B[f5])", "f5d6\\nd3c5", "1. f5 d6", "F5-d6")
    >>> [format_of_text(text) for text in texts]
    ['sgf', 'transcript', 'pasted', 'pasted']
    >>> format_of_text(Board().to_obf())
    'obf'
    """
    if "(;" in text:
        return "ggf" if GGF_MARK.search(text) else "sgf"
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith(("%", "#"))]
    if lines and OBF_LINE.match(lines[0]):
        return "obf"
    # A line that begins with a first move is a game: none of these squares is played on twice.
    starts_each = all(line.lower().startswith(FIRST_MOVES) for line in lines)
    return "transcript" if starts_each and not any(map(PUNCTUATION.search, lines)) else "pasted"


def format_of_record(text: str, otherwise: str) -> str:
    """Return which format a game in parentheses is in; `otherwise` if it does not say.

    >>> format_of_record("(;GM[Othello]B[F5];)", "sgf"), format_of_record("(;GM[2];B[f5])", "ggf")
    ('ggf', 'sgf')
    """
    if GGF_MARK.search(text):
        return "ggf"
    return "sgf" if SGF_MARK.search(text) else otherwise
