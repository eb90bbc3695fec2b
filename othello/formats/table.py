"""Rows of a table, as in CSV files, with the moves of one game in a column."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from itertools import pairwise

from othello._game import Game
from othello.board import Board
from othello.errors import OthelloError
from othello.formats.reading import Record

__all__ = ["are_one_game", "game_rows"]

DELIMITERS = ",;\t|"
MOVES = re.compile(r"(?:[a-h][1-8]|pass|pa|ps|--)+", re.I)
FIRST_MOVES = tuple(map(str, Board().legal_moves()))
HEADERS = ("Black", "White", "BlackRating", "WhiteRating", "Event", "Place", "Date", "Result")
KNOWN_HEADERS = {name.lower(): name for name in HEADERS}
LONG_LINE, END_OF_LINE = 40, 8
"""Characters: twenty moves on a line, and less than four on the next one."""


def game_rows(lines: Sequence[str]) -> list[Record]:
    """Return for each row of a table the cell with its game's moves; none if there is no table.

    In a table all lines have as many cells, and one column has the moves of a game from the start
    in each of them, without blanks. The first line may be a heading instead; columns that it calls
    ``black``, ``white``, ``event`` or by the name of another header are the game's headers.

    >>> [row.text for row in game_rows(["game,winner,moves", "1,1,f5f6", "2,-1,e6f4c3"])]
    ['f5f6', 'e6f4c3']
    >>> game_rows(["f5, d6", "c3, d3"]), game_rows(["f5d6, c3d3"])
    ([], [])

    The first line of `lines` is line 1 in the places of the cells.
    """
    for delimiter in DELIMITERS:
        if delimiter not in lines[-1]:
            continue
        try:
            rows = [row for line in lines for row in csv.reader([line], delimiter=delimiter)]
        except csv.Error:
            continue
        column = _column_of_games(rows)
        if column is not None:
            first = 0 if MOVES.fullmatch(rows[0][column].strip()) else 1
            names = [KNOWN_HEADERS.get(_letters(name)) for name in rows[0]] if first else []
            return [
                _game_row(row, column, lines[number], number + 1, names)
                for number, row in enumerate(rows[first:], first)
            ]
    return []


def _game_row(
    row: Sequence[str], column: int, line: str, number: int, names: Sequence[str | None]
) -> Record:
    moves = row[column].strip()
    cells = zip(names, map(str.strip, row), strict=False)
    headers = {name: cell for name, cell in cells if name and cell}
    return Record(moves, number, line.index(moves) + 1, headers)


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text.lower()))


def _column_of_games(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the column with moves from the start; None if the rows are no table of games."""
    if len(rows) < 2 or any(len(row) != len(rows[0]) for row in rows):
        return None
    games = []
    for row in rows:
        columns = [n for n, cell in enumerate(row) if MOVES.fullmatch(cell.strip())]
        games.append((columns, [row[n].strip().lower() for n in columns]))
    if not games[0][0]:
        del games[0]  # a heading
    columns, _ = games[0]
    if len(columns) != 1 or any(others != columns for others, _ in games):
        return None
    texts = [text for _, (text,) in games]
    if not all(text.startswith(FIRST_MOVES) for text in texts):
        return None
    return None if are_one_game(texts) else columns[0]


def are_one_game(texts: Sequence[str]) -> bool:
    """Return whether texts that all begin with a first move go on from each other.

    That is if one of them can be played only behind the one before it, or is but the end of a
    line of a long one.

    >>> are_one_game(["f5d6c3", "d3c4f4"]), are_one_game(["f5f6", "e6f4c3"])
    (True, False)
    """
    for text, following in pairwise(texts):
        is_end = len(following) < END_OF_LINE and len(text) >= LONG_LINE
        if (is_end or not _can_be_played(following)) and _can_be_played(f"{text} {following}"):
            return True
    return False


def _can_be_played(moves: str) -> bool:
    try:
        Game(moves)
    except OthelloError:
        return False
    return True
