"""Which format a file is in, by what it holds."""

from __future__ import annotations

import re

from othello.formats.obf import has_table_of_positions
from othello.formats.reading import COMMENT, END_OF_TEXT, TAG_LINE
from othello.formats.registry import record_formats
from othello.formats.table import FIRST_MOVES, are_one_game, is_heading
from othello.rooms import added

LINES_OF_A_GAME = 4
"""Lines of one game that may begin with a first move."""

LONGEST_BOARD = 1000
"""Characters of a line, among which its board is: to look on takes memory."""
MOSTLY = 4
"""Lines with games for each one without."""

NO_WORDS = re.compile(r"[a-h][1-8]|\bpass\b|--|[:\[]", re.I)
"""Parts of a line that is not of words alone: a move, or a header."""

NO_TRANSCRIPT = re.compile(r"[^\w\s,]|,\s*\d")
"""Parts of a line that is no list of moves; the second is a number in another column of a table."""

BOARD_LINE = re.compile(
    r"""
      (?: \[?\s*8\s+(?=\S) )?              # as on GGS
      (?! (\S) (?: \s*\1 )+ \s*$ )          # no line that divides a text
      (?: \s* [-.XxBb*OoWw] ){64}
      (?: \s+ [XxBb*OoWw] )? \s* (?: \] \s* )? ( ; | $ )
    | (?= \S*[01] ) [.01]{64} (?!\S)      # as in Egaroucid's lists
    """,
    re.X,
)
"""A position in OBF or as on GGS; the side to move may be missing, which its reader reports."""


def format_of_text(text: str) -> str:
    """Return what `text` looks like: ``ggf``, ``sgf``, ``obf``, ``transcript`` or ``pasted``.

    The first test that fits decides, the surest come first: records in parentheses, boards, the
    heading of a table, lines of moves. Everything else is ``pasted``.

    >>> texts = ("(;GM[2];B[f5])", "f5d6\\nd3c5", "1. f5 d6", "F5-d6")
    >>> [format_of_text(text) for text in texts]
    ['sgf', 'transcript', 'pasted', 'pasted']
    >>> format_of_text(27 * "-" + "OX------XO" + 27 * "-" + " X")
    'obf'
    >>> format_of_text("f5d6c3\\nd3c4f4")  # one game
    'pasted'
    """
    if "(;" in text and "(;" in TAG_LINE.sub("", text) and (known := list(record_formats())):
        return format_of_record(text, known[-1])
    lines = [line.strip() for line in text.rstrip(END_OF_TEXT).splitlines()]
    lines = [line for line in lines if line and not COMMENT.match(line)]
    if lines and BOARD_LINE.match(lines[0][:LONGEST_BOARD]):
        return "obf"
    if lines and is_heading(lines[0], of_moves=True):
        return "pasted"
    if has_table_of_positions(lines[:2]):
        return "obf"
    # A line that begins with a first move is a game, unless it is the next line of one: none of
    # these squares is played on twice, so that no more than the first lines need be looked at.
    games = [line for line in lines if line.lower().startswith(FIRST_MOVES)]
    words = [line for line in lines if not line.lower().startswith(FIRST_MOVES)]
    # Some lines of words among many games are at fault, and change nothing for the games.
    if words and len(games) <= max(LINES_OF_A_GAME, MOSTLY * len(words)):
        return "pasted"
    if any(map(NO_WORDS.search, words)) or any(map(NO_TRANSCRIPT.search, games)):
        return "pasted"
    return "pasted" if are_one_game(games[:LINES_OF_A_GAME]) else "transcript"


def format_of_record(text: str, otherwise: str) -> str:
    """Return which format a game in parentheses is in; `otherwise` if it does not say.

    >>> format_of_record("(;GM[Othello]B[F5];)", "sgf"), format_of_record("(;GM[2];B[f5])", "ggf")
    ('ggf', 'sgf')
    """
    known = record_formats().values()
    return next((each.name for each in known if each.recognises(text)), otherwise)


def __getattr__(name: str) -> object:
    return added(__name__, name)  # the older names of what rooms have now
