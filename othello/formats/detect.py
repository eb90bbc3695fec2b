"""Which format a file is in, by what it holds."""

from __future__ import annotations

import re

from othello.formats.obf import has_table_of_positions
from othello.formats.reading import COMMENT, END_OF_TEXT, TAG_LINE
from othello.formats.table import FIRST_MOVES, are_one_game, is_heading
from othello.formats.wthor_names import HEADER, HEADER_SIZE, N_NAMES, SIZE

LINES_OF_A_GAME = 4
"""Lines of one game that may begin with a first move."""

GGF_MARK_OR_VALUE = re.compile(
    r"(GM\s*\[\s*(?:Othello|Reversi)|BO\s*\[\s*8\s)|\[(?:\\.|[^\]\\])*", re.I | re.S
)
"""A property of GGF alone, or any other value, which may quote a game."""
SGF_MARK = re.compile(r"(GM|FF)\s*\[|\]\s*;\s*[BW]\s*\[", re.I)
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


def is_wthor(head: bytes) -> bool:
    """Return whether a file that begins with `head` is one of WTHOR's.

    Its header states a date, no names, and a board of 8 or 10.

    >>> is_wthor(bytes([20, 24, 1, 1, 9, 0, 0, 0, 0, 0, 232, 7, 8, 0, 24, 0]))
    True
    >>> is_wthor(b"f5d6c3d3c4f4f6f3"), is_wthor(b"\\x7fELF\\x02\\x01\\x01" + bytes(9))
    (False, False)
    """
    if len(head) < HEADER_SIZE or not any(head[:HEADER_SIZE]):
        return False
    header = HEADER.unpack(head[:HEADER_SIZE])
    is_date = header[2] <= 12 and header[3] <= 31
    return is_date and not header[N_NAMES] and header[SIZE] in (0, 8, 10)


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
    if "(;" in text and "(;" in TAG_LINE.sub("", text):
        return "ggf" if _has_ggf(text) else "sgf"
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
    if _has_ggf(text):
        return "ggf"
    return "sgf" if SGF_MARK.search(text) else otherwise


def _has_ggf(text: str) -> bool:
    return any(found[1] for found in GGF_MARK_OR_VALUE.finditer(text))
