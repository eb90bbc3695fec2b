"""Boards drawn in rows, as people paste them: with words, borders, letters and digits around them.

::

    White to play and win
      a b c d e f g h
    1 . . . . . . . . 1
    2 . . ● ○ . . . . 2
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from othello.errors import InvalidBoard, counted, quote

DRAWN = str.maketrans("●⚫@○⚪·・_🟩│┃║", "XXXOO----|||", "\ufe0f")
"""Signs that others draw, with the letters of OBF for them, and the lines between them."""
SIDE = r"(black|white|[xobw*])"
ROW = re.compile(
    r"(?:([1-8])[.:)]??)?[\s|]*((?:[-.XxBb*OoWw][ \t]*){8})[\s|]*([1-8])?" rf"(?:\s+{SIDE})?", re.I
)
"""A row, with its number at its ends, and the side to move where OBF has it."""
CELLS = re.compile(r"([1-8])?\s*\|((?:[^|]*\|){8})\s*([1-8])?()")
"""A row with lines between its squares, which may be blank where they are empty."""
CUT_ROW = re.compile(r"(?:[1-8]\s+)?[\s|]*((?:[-.XxBb*OoWw][ \t]*){2,})[\s|]*[1-8]?")
BORDER = re.compile(r"[-+=|\s]*[-+=|][-+=|\s]*")
"""A line that may stand between two rows of a board."""
MOVER = re.compile(
    rf"(?<!\S){SIDE}\s+to\s+(?:move|play|win|draw)\b"
    rf"|(?<!\S){SIDE}(?:'s)?\s+(?:turn|moves?)\b"
    rf"|\b(?:turn|next|move|mover|side)\s*[:=]\s*{SIDE}(?!\w)"
    rf"|^[ \t]*{SIDE}[ \t.]*$",
    re.I | re.M,
)
"""Words for the side to move."""
GAME_OVER = re.compile(r"^[ \t]*game over\b", re.I | re.M)
"""Words for no side to move, as below a board of ours; whose score is meant is then in its OBF."""
OBF = re.compile(r"^obf: [-XO]{64} ([XO])$", re.M)
"""The line that ``othello board`` writes; without it a finished game has black to move."""
ALONE = re.compile(
    r"[-.xbo*w]{64}.*|[1-8xobwp]{1,8}(?:/[1-8xobwp]{1,8}){7}.*|(?:(?:\d+\.\s*)?[a-h][1-8][\s,]*){2,}",
    re.I,
)
"""A line that is a position itself, in OBF or as a FEN, or the moves to one."""
FIRST_LINES = 16
"""Lines of a text among which its first board begins."""
FEWEST_ROWS = 5
"""Rows from which a board counts as incomplete; fewer are no board."""


def find_diagram(text: str) -> str | None:
    """Return the board that a text draws in rows, as OBF; None if it draws none.

    Words around it are passed over, but for who is to move. Rows numbered from 8 down to 1 are
    turned over.

    >>> board = ["Black to play", "abcdefgh", *["○ · ● · · · · ·"] * 8]
    >>> find_diagram("\\n".join(board)) == "O-X-----" * 8 + " X"
    True

    Raises InvalidBoard if there is not one whole board, or who is to move is missing or
    contradicted.
    """
    rows: list[str] = []
    numbers: list[str] = []
    words: list[str] = []
    for line in text.translate(DRAWN).split("\n"):
        squares, number, side = _row_of(line)
        if squares:
            rows.append(squares)
            numbers.append(number)
        words.append(side if squares else line.strip())
    if len(rows) < FEWEST_ROWS or text.lstrip().startswith("["):  # as on GGS
        return None
    return f"{''.join(_in_order(rows, numbers, words))} {_mover_of(words, text)}"


def begins_with_diagram(text: str) -> bool:
    """Return whether two rows of a board are among the first lines of a text."""
    lines = text.translate(DRAWN).split("\n")[:FIRST_LINES]
    rows = [number for number, line in enumerate(lines) if _row_of(line)[0]]
    return any(all(map(BORDER.fullmatch, lines[a + 1 : b])) for a, b in pairwise(rows))


def split_diagrams(text: str) -> list[tuple[int, str]]:
    """Return the parts of a text that draw one board each, and the lines that are positions.

    Each has the number of the line, from 1, that is its first row of squares.

    What stands between two boards belongs to the second one if the words before the first say who
    is to move there, else to the first one. A text without any board is one part.
    """
    parts: list[tuple[int, str]] = []
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if ALONE.fullmatch(line.strip()):
            parts += [*_split_drawn(lines, number - len(lines)), (number, line)]
            lines = []
        else:
            lines.append(line)
    return [*parts, *_split_drawn(lines, text.count("\n") + 2 - len(lines))] or [(1, text)]


def _split_drawn(lines: Sequence[str], first: int) -> list[tuple[int, str]]:
    """Return the parts of lines that are no positions; none if they draw no board.

    `first` is the number of the first line.
    """
    boards: list[list[int]] = []  # the lines of their rows
    for number, line in enumerate(lines):
        if not _row_of(line.translate(DRAWN))[0]:
            continue
        gap = lines[boards[-1][-1] + 1 : number] if boards else []
        if not boards or len(boards[-1]) == 8 or not all(map(BORDER.fullmatch, gap)):
            boards.append([])
        boards[-1].append(number)
    if not (boards := [rows for rows in boards if len(rows) >= FEWEST_ROWS]):
        return []
    leads = MOVER.search("\n".join(lines[: boards[0][0]]).translate(DRAWN))
    ends = [rows[-1] + 1 for rows in boards[:-1]] if leads else [rows[0] for rows in boards[1:]]
    parts = ["\n".join(lines[start:end]) for start, end in pairwise([0, *ends, len(lines)])]
    return [(first + rows[0], part) for rows, part in zip(boards, parts, strict=True)]


def _row_of(line: str) -> tuple[str, str, str]:
    """Return the squares of a row, its number, and the side to move behind it; or nothing."""
    found = CELLS.fullmatch(line.strip()) or ROW.fullmatch(line.strip())
    if found is None:
        return "", "", ""
    cells = [cell.strip() or "-" for cell in found[2].split("|")[:-1]] or found[2].split()
    squares = "".join(cells)
    is_row = len(squares) == 8 and set("-.XxBb*OoWw").issuperset(squares)
    return squares * is_row, found[1] or found[3] or "", found[4] or ""


def _in_order(rows: list[str], numbers: list[str], words: Sequence[str]) -> list[str]:
    """Return eight rows from the top; raise InvalidBoard if there are others."""
    numbered = [row for row, number in zip(rows, numbers, strict=True) if number]
    if len(numbered) == 8 < len(rows):  # the others are borders of dashes
        rows, numbers = numbered, list(filter(None, numbers))
    if len(rows) != 8:
        cut = next(filter(None, map(CUT_ROW.fullmatch, words)), None)
        if cut and len(rows) < 8:
            n_squares = counted(len("".join(cut[1].split())), "square")
            raise InvalidBoard(f"invalid board: {n_squares} in the row {quote(cut[0])}, expected 8")
        raise InvalidBoard(f"invalid board: {len(rows)} rows of squares, expected 8")
    if all(numbers) and numbers != sorted(numbers):
        if numbers != sorted(numbers, reverse=True):
            raise InvalidBoard(f"invalid board: rows numbered {' '.join(numbers)}, expected 1 to 8")
        rows = rows[::-1]
    squares = "".join(rows)
    if "*" in squares and (other := re.search("[XxBb]", squares)):
        raise InvalidBoard(f"invalid board: both '*' and {quote(other[0])}, expected one for black")
    return rows


def _mover_of(words: Sequence[str], text: str) -> str:
    found = MOVER.findall("\n".join(words))
    letters = ["".join(groups)[0].lower() for groups in found]
    sides = list(dict.fromkeys("white" if letter in "wo" else "black" for letter in letters))
    if not sides and GAME_OVER.search(all_words := "\n".join(words)):
        return noted[1] if (noted := OBF.search(all_words)) else "X"
    if not sides:
        expected = "expected a line such as 'Black to move'"
        raise InvalidBoard(f"invalid board {quote(text)}: the side to move is missing, {expected}")
    if len(sides) > 1:
        reason = f"{' and '.join(sides)} to move, expected one of them"
        raise InvalidBoard(f"invalid board: {reason}")
    return "X" if sides == ["black"] else "O"
