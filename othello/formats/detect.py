"""Which format a file is in, by what it holds."""

import re
from collections.abc import Sequence
from itertools import pairwise

from othello._game import Game
from othello.board import Board
from othello.errors import OthelloError
from othello.formats.obf import has_table_of_positions
from othello.formats.reading import COMMENT, END_OF_TEXT, TAG_LINE
from othello.formats.registry import formats_of_plugins, homes, record_formats
from othello.rooms import added, provider

FIRST_MOVES = tuple(map(str, Board().legal_moves()))
LINES_OF_A_GAME = 4
"""Lines of one game that may begin with a first move."""
LONG_LINE, END_OF_LINE, SINGLE_MOVE = 40, 8, 3
"""Characters: twenty moves on a line, less than four on the next one, or less than two."""

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

    The first test that fits decides, the surest come first: records in parentheses, formats of
    plug-ins, boards, the heading of a table, lines of moves. Everything else is ``pasted``, if
    there is a reader for it.

    >>> texts = ("(;GM[2];B[f5])", "f5d6\\nd3c5", "1. f5 d6", "F5-d6")
    >>> [format_of_text(text) for text in texts]
    ['sgf', 'transcript', 'pasted', 'pasted']
    >>> format_of_text(27 * "-" + "OX------XO" + 27 * "-" + " X")
    'obf'
    >>> format_of_text("f5d6c3\\nd3c4f4")  # one game
    'pasted'
    """
    if "(;" in text and "(;" in TAG_LINE.sub("", text) and (forms := list(record_formats())):
        return format_of_record(text, forms[-1])
    for name, form in formats_of_plugins().items():
        if not form.is_binary and form.recognises(text):
            return name
    known = _format_of_lines(text)
    return known if known in homes() else "transcript"


def _format_of_lines(text: str) -> str:
    lines = [line.strip() for line in text.rstrip(END_OF_TEXT).splitlines()]
    lines = [line for line in lines if line and not COMMENT.match(line)]
    if lines and BOARD_LINE.match(lines[0][:LONGEST_BOARD]):
        return "obf"
    table = provider("table")
    if lines and table is not None and table.is_heading(lines[0], of_moves=True):
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


def are_one_game(texts: Sequence[str]) -> bool:
    """Return whether texts that all begin with a first move go on from each other.

    That is if one of them can be played only behind the one before it, or is but a single move or
    the end of a line of a long one.

    >>> are_one_game(["f5d6c3", "d3c4f4"]), are_one_game(["f5d6c3", "d3"])
    (True, True)
    >>> are_one_game(["f5f6", "e6f4c3"])
    False
    """
    for text, following in pairwise(texts):
        is_end = len(following) < (END_OF_LINE if len(text) >= LONG_LINE else SINGLE_MOVE)
        if (is_end or not _can_be_played(following)) and _can_be_played(f"{text} {following}"):
            return True
    return False


def _can_be_played(moves: str) -> bool:
    try:
        return bool(Game(moves))
    except OthelloError:
        return False


def format_of_record(text: str, otherwise: str) -> str:
    """Return which format a game in parentheses is in; `otherwise` if it does not say.

    >>> format_of_record("(;GM[Othello]B[F5];)", "sgf"), format_of_record("(;GM[2];B[f5])", "ggf")
    ('ggf', 'sgf')
    """
    known = record_formats().values()
    return next((each.name for each in known if each.recognises(text)), otherwise)


def __getattr__(name: str) -> object:
    return added(__name__, name)  # the older names of what rooms have now
