"""Rows of a table, as in CSV files, with the moves of one game in a column."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

from othello._game import Game
from othello.board import Board
from othello.errors import OthelloError, counted, quote
from othello.formats.reading import Record
from othello.notation.move_lists import SQUARE

DELIMITERS = ",;\t|"
MOVES = re.compile(r"(?:[a-h][1-8]|pass|pa|ps|--)+", re.I)
FIRST_MOVES = tuple(map(str, Board().legal_moves()))
MOVE_COLUMNS = (
    *("moves", "gamemoves", "movelist", "transcript", "sequence"),
    *("züge", "zuege", "coups", "jugadas", "game"),
)
"""What a heading calls the column with the moves, the surest first."""
FEN = "FEN"
"""What a tag of PGN, or a column, is called that has the position from which a game begins."""
KNOWN_HEADERS = {
    name.lower(): name
    for name in (
        *("Black", "White", "BlackRating", "WhiteRating"),
        *("Event", "Place", "Date", "Result"),
    )
} | {
    **dict.fromkeys(("blackplayer", "playerblack", "blackname"), "Black"),
    **dict.fromkeys(("schwarz", "noir", "noirs", "negro", "negras"), "Black"),
    **dict.fromkeys(("whiteplayer", "playerwhite", "whitename"), "White"),
    **dict.fromkeys(("weiß", "weiss", "blanc", "blancs", "blanco", "blancas"), "White"),
    "blackelo": "BlackRating",
    "whiteelo": "WhiteRating",
    **dict.fromkeys(("score", "ergebnis", "résultat", "resultat", "resultado"), "Result"),
    **dict.fromkeys(("tournament", "turnier", "tournoi", "torneo"), "Event"),
    **dict.fromkeys(("site", "ort", "lieu", "lugar"), "Place"),
    **dict.fromkeys(("datum", "fecha"), "Date"),
    **dict.fromkeys(("year", "jahr", "année", "annee", "año", "ano", "anno"), "Year"),
    **dict.fromkeys(("round", "runde", "ronde", "ronda"), "Round"),
    **dict.fromkeys(("fen", "startfen"), FEN),
}
"""The header of a `Game` for the heading of a column, or of a line, in small letters."""
DISCS = re.compile("(black|white)(?:score|discs?|disks?|points?)")
"""What a heading calls a column with the discs of one side."""
WINNERS = {
    **dict.fromkeys(("black", "b", "x", "1"), "1-0"),
    **dict.fromkeys(("white", "w", "o", "-1"), "0-1"),
    **dict.fromkeys(("draw", "0"), "1/2-1/2"),
}
"""The result that a column ``winner`` states."""
WHOLE = re.compile(r"-?[0-9]+\.0")
"""A whole number as pandas writes it if another cell of its column is empty."""
TIME_OF_DAY = "Time of day"
"""The header of a column ``Time`` without a clock of GGF such as ``15:00//02:00``."""
NUMBERED = re.compile(r"\s*(?:move|ply|zug|coup|jugada|m)?[ _.-]?(\d{1,2})\.?\s*", re.I)
"""What a heading calls a column with one move of each game."""
MOST_COLUMNS = 1000
"""A line of more cells is of no table."""
LINES_OF_A_ROW = 50
"""A quote without its other one costs no more."""
UNNAMED_COLUMNS = "columns without names"
"""What is left out of the games of a table without a heading."""
SECOND_COLUMN = "the second column for a header,"
"""How what is left out of a table begins if two columns are of the same header."""
LONG_LINE, END_OF_LINE, SINGLE_MOVE = 40, 8, 2
"""Characters: twenty moves on a line, less than four on the next one, and a move."""


def game_rows(lines: Sequence[str]) -> list[Record]:
    """Return for each row of a table the cell with its game's moves; none if there is no table.

    The first line is a heading if one of its columns is called ``moves``, ``transcript``,
    ``sequence``, ``game``, ``Züge``, ``coups`` or ``jugadas``. Then each line is a row, and one
    with too many or too few cells, or without moves, is at fault. Without such a heading all lines
    must have as many cells, and one column the moves of a game from the start. Beside a column that
    the heading calls by the name of a header, the one with most moves is that of the games. If the
    first line has no moves it is a heading in other words; if there is none, these have no blanks
    between them, and the other columns, which have no names, are left out.

    If the heading numbers columns from 1 on, as ``move1``, ``move2``, each has one move of a game.

    Columns that the heading calls ``black``, ``white``, ``event`` or by the name of another header
    are the game's headers, also in German, French or Spanish; others are headers under their own
    names. Who is in a column ``winner`` gives the result if no other column does.

    >>> [row.text for row in game_rows(["game,winner,moves", "1,1,f5f6", "2,-1,e6f4c3"])]
    ['f5f6', 'e6f4c3']
    >>> game_rows(["f5, d6", "c3, d3"]), game_rows(["f5d6, c3d3"])
    ([], [])

    The first line of `lines` is line 1 in the places of the cells. Empty lines are skipped. A cell
    in quotes may have several lines.
    """
    first_line = next(filter(str.strip, lines), "")
    may_be = [delimiter for delimiter in DELIMITERS if delimiter in first_line]
    if not may_be and _column_called_moves([first_line]) is not None:
        may_be = [DELIMITERS[0]]
    for delimiter in may_be:
        rows = _rows(lines, delimiter)
        if not rows:
            continue
        cells = [row.cells for row in rows]
        column = _column_of_heading(cells)
        if column is None:
            column = _column_of_games(cells)
        if column is None and (column := _column_beside_headers(cells)) is None:
            if columns := _columns_of_single_moves(cells[0]):
                names = ["" if n in columns[1:] else name for n, name in enumerate(cells[0])]
                return [
                    _game_row(_joined(row, columns, delimiter), columns[0], names)
                    for row in rows[1:]
                ]
            continue
        first = 0 if MOVES.fullmatch(cells[0][column].strip()) else 1
        names = cells[0] if first else []
        return [_game_row(row, column, names) for row in rows[first:]]
    return _unusable_rows(lines, may_be)


def _unusable_rows(lines: Sequence[str], delimiters: Sequence[str]) -> list[Record]:
    """Return the rows of a table whose heading names a column of moves, but none has moves."""
    for delimiter in delimiters:
        rows = _rows(lines, delimiter)
        column = _column_called_moves(rows[0].cells) if len(rows) > 1 else None
        if column is not None and any(1 < len(row.cells) == len(rows[0].cells) for row in rows[1:]):
            return [_game_row(row, column, rows[0].cells) for row in rows[1:]]
    return []


def _columns_of_single_moves(names: Sequence[str]) -> list[int]:
    """Return the columns that a heading numbers from 1 on, each for one move; none if it does not.

    >>> _columns_of_single_moves(["Black", "move1", "move2"]), _columns_of_single_moves(["1", "3"])
    ([1, 2], [])
    """
    found = [(n, match) for n, name in enumerate(names) if (match := NUMBERED.fullmatch(name))]
    numbers = [int(match[1]) for _, match in found]
    is_list = len(found) > 1 and numbers == list(range(1, len(found) + 1))
    return [n for n, _ in found] if is_list else []


def _joined(row: _Row, columns: Sequence[int], delimiter: str) -> _Row:
    """Return a row with the moves of several columns in the first of them."""
    if len(row.cells) <= columns[-1]:
        return row
    cells = ["" if n in columns else cell for n, cell in enumerate(row.cells)]
    cells[columns[0]] = delimiter.join(row.cells[n] for n in columns).strip(f"{delimiter} ")
    return row._replace(cells=cells)


class _Row(NamedTuple):
    """A row of a table: the number of its first line, its text and its cells."""

    number: int
    text: str
    cells: list[str]


def _rows(lines: Sequence[str], delimiter: str) -> list[_Row]:
    """Return the rows of a table without empty ones; none if they cannot be read so.

    A row goes on over several lines if a quoted cell does, and if it then has as many cells as the
    first row: else the quote is a fault of its line alone.
    """
    rows: list[_Row] = []
    start = 0
    while start < len(lines):
        text = lines[start]
        try:
            cells = next(csv.reader([text], delimiter=delimiter), [])
        except csv.Error:
            return []
        if len(cells) > MOST_COLUMNS:
            return []
        if rows and text.count('"') % 2:
            some = [f"{line}\n" for line in lines[start : start + LINES_OF_A_ROW]]
            reader = csv.reader(some, delimiter=delimiter, strict=True)
            with suppress(csv.Error):
                longer = next(reader)
                if len(longer) == len(rows[0].cells):
                    cells, text = longer, "\n".join(lines[start : start + reader.line_num])
        if text.strip():
            rows.append(_Row(start + 1, text, cells))
        start += text.count("\n") + 1
    return rows


def has_rows_of(heading: str, lines: Sequence[str]) -> bool:
    """Return whether lines go on with a table whose first line is `heading`.

    They do if one of them has as many cells, but not moves in all of them, or moves in one of
    several; unless the first is a heading itself.

    >>> has_rows_of("White;Black;Moves", ["Ann;Bob;f5d6"]), has_rows_of("f5;d6;c3", ["d3;c4;f4"])
    (True, False)
    """
    for delimiter in filter(heading.__contains__, DELIMITERS):
        rows = [row.cells for row in _rows([heading, *lines], delimiter)]
        names, first, *rows = rows if len(rows) > 1 else [[], []]
        if _names_columns(names):
            counts = [(len(row), sum(map(_has_square, row))) for row in (first, *rows)]
            return not _names_columns(first) and any(
                n_moves < n_cells and (n_cells == len(names) or n_moves == 1)
                for n_cells, n_moves in counts
            )
    return False


def names_columns(line: str) -> bool:
    """Return whether a line may be the heading of a table.

    >>> names_columns("White;Black;Partie"), names_columns("f5;d6;c3")
    (True, False)
    """
    return any(map(_names_columns, _cells_of(line)))


def _cells_of(line: str) -> Iterator[list[str]]:
    """Yield the cells of a line by each delimiter, if they may be those of a table."""
    for delimiter in DELIMITERS:
        if line.count(delimiter) < MOST_COLUMNS:
            yield line.split(delimiter)


def _names_columns(cells: Sequence[str]) -> bool:
    is_named = any(_letters(cell) in KNOWN_HEADERS for cell in cells)
    return len(cells) > 1 and (is_named or _column_called_moves(cells) is not None)


def _has_square(cell: str) -> bool:
    return SQUARE.search(cell) is not None


def is_heading(line: str) -> bool:
    """Return whether a line is the heading of a table with a column of moves."""
    return any(
        _column_called_moves(names) is not None or _columns_of_single_moves(names)
        for names in _cells_of(line)
    )


def _column_called_moves(cells: Sequence[str]) -> int | None:
    names = ["".join(filter(str.isalnum, cell.lower())) for cell in cells]
    if names == ["game"]:
        return None  # a title
    return next((names.index(name) for name in MOVE_COLUMNS if name in names), None)


def _column_of_heading(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the column that a heading says has the moves; None if there is no such heading."""
    column = _column_called_moves(rows[0])
    if column is None or len(rows) < 2:
        return None
    cells = [row[column] for row in rows[1:] if column < len(row)]
    if len(rows[0]) == 1 and are_one_game(cells):
        return None  # a title
    return column if any(map(SQUARE.search, cells)) else None  # as of games that are but numbered


def _column_beside_headers(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the column in which most rows have moves, if the heading names headers beside it."""
    known = [_letters(cell) in KNOWN_HEADERS for cell in rows[0]]
    if not any(known) or any(map(SQUARE.search, rows[0])):
        return None
    whole = [row for row in rows[1:] if len(row) == len(known)]
    counts = [
        sum(len(SQUARE.findall(row[n])) > 1 for row in whole) * (not known[n])
        for n in range(len(known))
    ]
    return counts.index(max(counts)) if max(counts) else None


def _game_row(whole: _Row, column: int, names: Sequence[str]) -> Record:
    number, line, row = whole
    if names and len(row) != len(names):
        fault = f"{counted(len(row), 'cell')}: expected {len(names)}, as in the heading"
        return Record(line, number, fault=fault)
    moves = row[column].strip()
    if not moves:
        return Record(line, number, fault=f"no moves in the column {quote(names[column].strip())}")
    headers: dict[str, str] = {}
    discs: dict[str, str] = {}
    lost: set[str] = set()
    for n, (name, text) in enumerate(zip(names, row, strict=False)):
        cell = text.strip()
        if WHOLE.fullmatch(cell):
            cell = cell.partition(".")[0]
        letters = _letters(name)
        if n != column and cell and name.strip():
            if side := DISCS.fullmatch(letters):
                discs[side[1]] = name.strip()
            known = KNOWN_HEADERS.get(letters, name.strip())
            known = TIME_OF_DAY if known == "Time" and "/" not in cell else known
            if headers.setdefault(known, cell) != cell:
                lost.add(f"{SECOND_COLUMN} {quote(name.strip())}")
    if len(discs) == 2:
        score = "-".join(headers.pop(discs[side]) for side in ("black", "white"))
        headers.setdefault("Result", score)
    if "Date" not in headers and "Year" in headers:
        headers["Date"] = headers.pop("Year")
    others = [cell for n, cell in enumerate(row) if n != column and cell.strip() and not names]
    winner = next((cell for name, cell in headers.items() if _letters(name) == "winner"), "")
    sides = {headers.get("Black"): "black", headers.get("White"): "white"}
    if result := WINNERS.get(sides.get(winner, winner).lower()):
        headers.setdefault("Result", result)
    if others:
        lost.add(UNNAMED_COLUMNS)
    place = max(line.find(moves), 0)
    number += line.count("\n", 0, place)
    return Record(
        moves, number, place - line.rfind("\n", 0, place), headers, others=frozenset(lost)
    )


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text.lower()))


def _column_of_games(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the column with moves from the start; None if the rows are no table of games."""
    if len(rows) < 2 or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows):
        return None
    has_heading = not any(SQUARE.search(cell) for cell in rows[0])
    games = []
    for row in rows:
        cells = [cell.strip() for cell in row]
        if has_heading:
            cells = ["".join(cell.split()) for cell in cells]
        columns = [n for n, cell in enumerate(cells) if MOVES.fullmatch(cell)]
        games.append((columns, [cells[n].lower() for n in columns]))
    if has_heading:
        del games[0]
    columns, _ = games[0]
    if len(columns) != 1 or any(others != columns for others, _ in games):
        return None
    texts = [text for _, (text,) in games]
    if not all(text.startswith(FIRST_MOVES) for text in texts):
        return None
    return None if are_one_game(texts) else columns[0]


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
        longest = END_OF_LINE - 1 if len(text) >= LONG_LINE else SINGLE_MOVE
        is_end = len(following) <= longest
        if (is_end or not _can_be_played(following)) and _can_be_played(f"{text} {following}"):
            return True
    return False


def _can_be_played(moves: str) -> bool:
    try:
        Game(moves)
    except OthelloError:
        return False
    return True
