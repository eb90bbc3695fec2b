"""Which format a file is in, by what it holds."""

from __future__ import annotations

import re

from othello.board import Board
from othello.formats.table import are_one_game

__all__ = ["format_of_record", "format_of_text", "is_wthor"]

FIRST_MOVES = tuple(map(str, Board().legal_moves()))
LINES_OF_A_GAME = 4
"""So many lines of a game can begin with a first move."""

GGF_MARK = re.compile(r"GM\s*\[\s*(Othello|Reversi)|BO\s*\[\s*8\s", re.I)
SGF_MARK = re.compile(r"(GM|FF)\s*\[", re.I)
NO_TRANSCRIPT = re.compile(r"[^\w\s,]|,\s*\d")
"""What stands in no list of moves; the second is a number, in another column of a table."""

BOARD_LINE = re.compile(
    r"""
      (?: \[?\s*8\s+(?=\S) )?              # as on GGS
      (?! (\S) (?: \s*\1 )+ \s*$ )          # no line that divides a text
      (?: \s* [-.XxBb*OoWw] ){64}
      (?: \s+ [XxBb*OoWw] )? \s* (?: \] \s* )? ( ; | $ )
    """,
    re.X,
)
"""A position in OBF or as on GGS; the side to move may be missing, which its reader reports."""


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
    >>> format_of_text("f5d6c3\\nd3c4f4")  # one game
    'pasted'
    """
    if "(;" in text:
        return "ggf" if GGF_MARK.search(text) else "sgf"
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith(("%", "#"))]
    if lines and BOARD_LINE.match(lines[0]):
        return "obf"
    # A line that begins with a first move is a game, unless it is the next line of one: none of
    # these squares is played on twice, so that no more than the first lines need be looked at.
    starts_each = all(line.lower().startswith(FIRST_MOVES) for line in lines)
    if not starts_each or any(map(NO_TRANSCRIPT.search, lines)):
        return "pasted"
    return "pasted" if are_one_game(lines[:LINES_OF_A_GAME]) else "transcript"


def format_of_record(text: str, otherwise: str) -> str:
    """Return which format a game in parentheses is in; `otherwise` if it does not say.

    >>> format_of_record("(;GM[Othello]B[F5];)", "sgf"), format_of_record("(;GM[2];B[f5])", "ggf")
    ('ggf', 'sgf')
    """
    if GGF_MARK.search(text):
        return "ggf"
    return "sgf" if SGF_MARK.search(text) else otherwise
