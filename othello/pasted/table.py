"""Tables of games, as in CSV files: a game in each row.

::

    table     = [heading] row {row}     empty lines between them are skipped
    row       = cell {delimiter cell}   the delimiter is , ; a tab or |
    cell      = text, or text in quotes, which may have several lines

The columns of the moves are found by the first of these rules that fits:

1. The heading has one of `MOVES_NAMES`.
2. The heading numbers columns from 1 on, as ``move1``, ``move2``: each has one move.
3. One column has the moves of a game from the start in each row, and no other one has moves. All
   rows have as many cells. Without a heading these moves have no blanks between them.

Of a table with a heading, a row with too many or too few cells, or without moves, is at fault. The
other columns are headers of the game, by the names that are known, also in German, French and
Spanish, or by their own. Who is in a column ``winner`` gives the result if no other column does.
"""

import csv
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from othello.errors import counted, quote
from othello.formats.detect import FIRST_MOVES, are_one_game
from othello.formats.dropped_headers import SECOND_COLUMN, UNNAMED_COLUMNS
from othello.formats.reading import Record
from othello.pasted.move_lists import SQUARE

DELIMITERS = ",;\t|"
MOVES = re.compile(r"(?:[a-h][1-8]|pass|pa|ps|--)+", re.IGNORECASE)
FEN = "FEN"
"""Name of a tag of PGN, or a column, with the position from which a game begins."""
TIME_OF_DAY = "Time of day"
"""Header of a column ``Time`` without a clock of GGF such as ``15:00//02:00``."""
MOVES_NAMES = (
    *("moves", "gamemoves", "movelist", "transcript", "sequence", "seq"),
    *("züge", "zuege", "coups", "jugadas", "partie", "game"),
)
"""Names of the column with the moves, the surest first."""
COLUMNS = {
    "Black": "black blackplayer playerblack blackname schwarz noir noirs negro negras",
    "White": "white whiteplayer playerwhite whitename weiß weiss blanc blancs blanco blancas",
    "BlackRating": "blackrating blackelo",
    "WhiteRating": "whiterating whiteelo",
    "Event": "event tournament turnier tournoi torneo",
    "Place": "place site ort lieu lugar",
    "Date": "date datum fecha",
    "Year": "year jahr année annee año ano anno",
    "Round": "round runde ronde ronda",
    "Result": "result score ergebnis résultat resultat resultado",
    FEN: "fen startfen",
}
KNOWN_HEADERS = {name: header for header, names in COLUMNS.items() for name in names.split()}
"""Header of a `Game` for the name of a column, or of a line, in small letters."""
DISCS = re.compile("(black|white)(?:score|discs?|disks?|points?)")
"""Name of a column with the discs of one side."""
WINNERS = {
    **dict.fromkeys(("black", "b", "x", "1"), "1-0"),
    **dict.fromkeys(("white", "w", "o", "-1"), "0-1"),
    **dict.fromkeys(("draw", "0"), "1/2-1/2"),
}
"""Result that a column ``winner`` states."""
WHOLE = re.compile(r"-?[0-9]+\.0")
"""A whole number as pandas writes it if another cell of its column is empty."""
NUMBERED = re.compile(r"\s*(?:move|ply|zug|coup|jugada|m)?[ _.-]?(\d{1,2})\.?\s*", re.IGNORECASE)
"""Name of a column with one move of each game."""
MOST_COLUMNS = 1000
"""Cells of a row; a longer line is of no table."""
LINES_OF_A_ROW = 50
"""Lines of a row at most: a quote without its other one costs no more."""


class Row(NamedTuple):
    """A row of a table: the number of its first line, its text and its cells."""

    number: int
    text: str
    cells: list[str]


def game_rows(lines: Sequence[str], first: int = 1) -> list[Record]:
    """Return the moves of each row of a table, with the game's headers; none if there is no table.

    `first` is the number of the first line.

    >>> [row.text for row in game_rows(["game,winner,moves", "1,1,f5f6", "2,-1,e6f4c3"])]
    ['f5f6', 'e6f4c3']
    >>> game_rows(["f5, d6", "c3, d3"]), game_rows(["f5d6, c3d3"])
    ([], [])
    """
    for delimiter in delimiters_of(next(filter(str.strip, lines), "")):
        rows = _rows(lines, delimiter, first)
        if columns := _columns_of_moves([row.cells for row in rows]):
            has_heading = not MOVES.fullmatch(rows[0].cells[columns[0]].strip())
            names = rows[0].cells if has_heading else []
            return [_game_row(row, columns, names, delimiter) for row in rows[has_heading:]]
    return []


def delimiters_of(heading: str) -> Sequence[str]:
    """Return the delimiters in the first line of a table; any if it names its one column."""
    return [each for each in DELIMITERS if each in heading] or DELIMITERS[: is_heading(heading)]


def _rows(lines: Sequence[str], delimiter: str, first: int = 1) -> list[Row]:
    """Return the rows of a table without empty ones; none if they cannot be read so.

    A row goes on over several lines if a quoted cell does, and if it then has as many cells as the
    first row: else the quote is a fault of its line alone.
    """
    rows: list[Row] = []
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
            rows.append(Row(first + start, text, cells))
        start += text.count("\n") + 1
    return rows


# ---------------------------------------------------------------------- which columns have moves


def _columns_of_moves(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the columns of a table with moves; none if there is no table."""
    if not rows:
        return []
    names, *others = rows
    if columns := _named_columns(names):
        cells = [row[columns[0]] for row in others if columns[0] < len(row)]
        is_title = len(names) == 1 and are_one_game(cells)
        is_table = any(map(SQUARE.search, cells)) or any(len(row) > 1 for row in others)
        return columns if is_table and not is_title else []
    if len(rows) < 2 or len(names) < 2 or any(len(row) != len(names) for row in others):
        return []
    has_heading = not any(map(SQUARE.search, names))
    found: set[int] = set()
    texts = []
    for row in rows[has_heading:]:
        cells = ["".join(cell.split()) if has_heading else cell.strip() for cell in row]
        columns = [n for n, cell in enumerate(cells) if MOVES.fullmatch(cell)]
        found.update(columns)
        if len(columns) != 1 or len(found) > 1:
            return []
        texts.append(cells[columns[0]].lower())
    are_games = all(text.startswith(FIRST_MOVES) for text in texts) and not are_one_game(texts)
    return [*found] if are_games else []


def _named_columns(names: Sequence[str]) -> list[int]:
    """Return the column that a heading calls one of moves, or those that it numbers from 1 on.

    >>> _named_columns(["Black", "move1", "move2"]), _named_columns(["1", "3"])
    ([1, 2], [])
    """
    plain = ["".join(filter(str.isalnum, name.lower())) for name in names]
    if plain != ["game"]:  # a title
        for name in filter(plain.__contains__, MOVES_NAMES):
            return [plain.index(name)]
    found = [(n, match) for n, name in enumerate(names) if (match := NUMBERED.fullmatch(name))]
    is_list = [int(match[1]) for _, match in found] == list(range(1, len(found) + 1))
    return [n for n, _ in found] if is_list and len(found) > 1 else []


# ---------------------------------------------------------------------- headings and rows


def is_heading(line: str, of_moves: bool = False) -> bool:
    """Return whether a line may be the heading of a table; if it must name columns `of_moves`.

    >>> is_heading("White;Black;Partie"), is_heading("f5;d6;c3")
    (True, False)
    """
    few = [each for each in DELIMITERS if line.count(each) < MOST_COLUMNS]
    return any(_are_names(line.split(each), of_moves) for each in few)


def _are_names(cells: Sequence[str], of_moves: bool = False) -> bool:
    is_known = len(cells) > 1 and any(letters_of(cell) in KNOWN_HEADERS for cell in cells)
    return (is_known and not of_moves) or bool(_named_columns(cells))


def has_rows_of(heading: str, lines: Sequence[str]) -> bool:
    """Return whether lines go on with a table whose first line is `heading`.

    They do if one of them has as many cells, but not moves in all of them, or moves in one of
    several; unless the first is a heading itself.

    >>> has_rows_of("White;Black;Moves", ["Ann;Bob;f5d6"]), has_rows_of("f5;d6;c3", ["d3;c4;f4"])
    (True, False)
    """
    if not is_heading(heading) or is_heading(lines[0]):
        return False
    for row in _rows(lines, delimiter := delimiters_of(heading)[0]):
        n_moves = sum(map(bool, map(SQUARE.search, row.cells)))
        is_whole = len(row.cells) == heading.count(delimiter) + 1
        if n_moves < len(row.cells) and (is_whole or n_moves == 1):
            return True
    return False


def _game_row(row: Row, columns: Sequence[int], names: Sequence[str], delimiter: str) -> Record:
    """Return the moves of a row, at their place, with what the other columns say of the game."""
    number, line, cells = row
    if names and len(cells) != len(names):
        fault = f"{counted(len(cells), 'cell')}: expected {len(names)}, as in the heading"
        return Record(line, number, fault=fault)
    moves = delimiter.join(cells[n] for n in columns).strip(f"{delimiter} ").strip()
    if not moves:
        column = quote(names[columns[0]].strip())
        return Record(line, number, fault=f"no moves in the column {column}")
    others = [
        (names[n].strip() if names else "", cell.strip())
        for n, cell in enumerate(cells)
        if n not in columns and cell.strip()
    ]
    headers, left_out = _headers_of_row(others)
    if others and not names:
        left_out.add(UNNAMED_COLUMNS)
    place = max(line.find(moves), 0)
    number += line.count("\n", 0, place)
    return Record(
        moves,
        number,
        place - line.rfind("\n", 0, place),
        headers,
        others=frozenset(left_out),
    )


def _headers_of_row(
    cells: Sequence[tuple[str, str]],
) -> tuple[dict[str, str], set[str]]:
    """Return the headers of a row by the names of its cells, and what is left out of it."""
    headers: dict[str, str] = {}
    discs: dict[str, str] = {}
    left_out: set[str] = set()
    for name, cell in cells:
        text = cell.partition(".")[0] if WHOLE.fullmatch(cell) else cell
        letters = letters_of(name)
        if side := DISCS.fullmatch(letters):
            discs[side[1]] = name
        header = KNOWN_HEADERS.get(letters, name)
        if header == "Time" and "/" not in text:
            header = TIME_OF_DAY
        if name and headers.setdefault(header, text) != text:
            left_out.add(f"{SECOND_COLUMN} {quote(name)}")
    if len(discs) == 2:
        score = "-".join(headers.pop(discs[side]) for side in ("black", "white"))
        headers.setdefault("Result", score)
    winner = next((text for name, text in headers.items() if letters_of(name) == "winner"), "")
    sides = {headers.get("Black"): "black", headers.get("White"): "white"}
    if result := WINNERS.get(sides.get(winner, winner).lower()):
        headers.setdefault("Result", result)
    return headers, left_out


def letters_of(text: str) -> str:
    """Return the letters of a name, in small ones."""
    return "".join(filter(str.isalpha, text.lower()))
