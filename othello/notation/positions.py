"""Text for positions: OBF, FEN, arrays of letters, diagrams; no rules are known here."""

import operator
import re
from collections.abc import Iterable, Set

from othello.errors import InvalidBoard, InvalidMove, counted, quote, warn
from othello.notation.moves import Move, squares_of
from othello.notation.transcripts import has_moves, split_moves, warn_of_number
from othello.openings.catalogue import find_line, meant_name, name_like

BLACK = "X"
WHITE = "O"
MAX_POSITION = 2000
"""Characters of a text that may be one position: to find a diagram in a long text takes long."""

ALL_SQUARES = (1 << 64) - 1

SIDE_NAMES = {BLACK: "black", WHITE: "white"}
SIDES = dict.fromkeys(("x", "*", "b", "black"), BLACK) | dict.fromkeys(("o", "w", "white"), WHITE)

# Every spelling of a square's content, as one bit of the set of black or of white discs.
SQUARE_CHARACTERS = "-.XxBb*OoWw"
BLACK_BITS = str.maketrans(SQUARE_CHARACTERS, "00111110000")
WHITE_BITS = str.maketrans(SQUARE_CHARACTERS, "00000001111")
ARRAY_DISCS = {"B": (1, 0), "W": (0, 1), "G": (0, 0)}
ARRAY_CHARACTERS = str.maketrans("XO-", "BWG")
GGS_BOARD = r"\[?\s*8\s((?:\s*[-.XxBb*OoWw]){64}(?:\s+\S+?)?)\s*\]?"
"""The size of the board, the squares and the side to move, as GGS shows them and GGF has them.

A pattern that is no `re.compile` is rarely needed. `re` compiles it when it is first used.
"""
BOARD_LETTERS = frozenset("-.XxBb*OoWw12345678/[]; \t")
STARTPOS = re.compile(r"\s*startpos(?:\s+moves)?(?!\S)", re.I)
MOVER = re.compile(r"(?<!\S)(\S{1,12})\s+to\s+(?:move|play)\b\.?", re.I)
"""Words for the side to move, behind squares."""
BEHIND_SIDE = (
    r"(?i)(?:\s*[-.XxBb*OoWw]){64}\s+(?:black|white|[xbow*])(?!\w)\s*"
    r"(?!to\s+(?:move|play)\b)([^;\s][^;]*)"
)
"""Squares, the side to move and, where OBF has a ``;``, something else: the group."""
DIGITS = re.compile(r"\s*([.01]{64})(?!\S)\s*(\S*)")
"""Squares as Egaroucid's lists have them, 0 black and 1 white, and what should be the side."""
SIDES_OF_DIGITS = SIDES | {"0": BLACK, "1": WHITE}
EMPTY_RUNS = {ord(str(length)): "-" * length for length in range(1, 10)}
"""Also of 9, which no rank has: as its error says."""


def parse_side(text: object) -> str:
    """Return `BLACK` or `WHITE` for a spelling of a side, as all of the library reads one.

    >>> parse_side("b"), parse_side("White")
    ('X', 'O')

    Raises InvalidBoard if `text` is neither side.
    """
    side = SIDES.get(text.lower()) if isinstance(text, str) else None
    if side is None:
        raise InvalidBoard(
            f"invalid side {quote(text)}: expected X (black) or O (white); *, b and w are read too"
        )
    return side


def parse_obf(text: str) -> tuple[int, int, str]:
    """Return black's discs, white's discs and the side to move of an OBF position.

    OBF is 64 squares from a1 to h8 (``X``, ``*`` or ``B`` black, ``O`` or ``W`` white, ``-`` or
    ``.`` empty), a blank and the side to move. What follows a ``;`` is left to the caller. The form
    of GGS and GGF, ``[8 -------- ... *]``, is read too, and that of Egaroucid's lists: squares of
    ``0`` (black), ``1`` (white) and ``.``, the side to move as ``0`` or ``1``, and any name.

    Raises InvalidBoard if `text` is not that.
    """
    board, side = _split_side(text)
    _check_characters(board, SQUARE_CHARACTERS, text)
    return *_disc_sets(board, text), parse_side(side)


def parse_fen(text: str) -> tuple[int, int, str]:
    """Return black's discs, white's discs and the side to move of a FEN position.

    A FEN is eight ranks from the top (``x`` black, ``o`` white, a digit for that many empties)
    with ``/`` between them, a blank and the side to move. Ranks without slashes, and thus every
    OBF position, are read too.

    Raises InvalidBoard if `text` is not that.
    """
    board, side = _split_side(text)
    _check_characters(board, SQUARE_CHARACTERS + "123456789/", text)
    squares = board.translate(EMPTY_RUNS)
    if "/" in squares:
        ranks = squares.split("/")
        if len(ranks) != 8:
            reason = f"{counted(len(ranks), 'rank')}, expected 8"
            raise _wrong(text, reason, form="{count} rows; a board has 8.", count=len(ranks))
        for number, rank in enumerate(ranks, 1):
            if len(rank) != 8:
                reason = f"{counted(len(rank), 'square')} on rank {number}, expected 8"
                raise _wrong(
                    text,
                    reason,
                    form="Row {row} has {count} squares; it should have 8.",
                    row=number,
                    count=len(rank),
                )
        squares = "".join(ranks)
    return *_disc_sets(squares, text), parse_side(side)


def parse_array(rows: Iterable[Iterable[str]]) -> tuple[int, int]:
    """Return black's and white's discs of an 8x8 array of ``B``, ``W`` and ``G`` (empty).

    Raises InvalidBoard if `rows` is not that.
    """
    given: object = rows
    if isinstance(given, (bytes, bytearray)):
        raise InvalidBoard(f"invalid board {quote(rows)}: expected a text (str), not bytes")
    try:
        squares = None if isinstance(given, Set) else [list(row) for row in rows]
    except TypeError:
        squares = None
    if squares is None:
        expected = "expected 8 rows of B, W and G, a text, or for discs 64 bits of a number"
        raise InvalidBoard(f"invalid board {quote(rows)}: {expected}")
    if len(squares) != 8:
        raise InvalidBoard(f"invalid array {quote(rows)}: {len(squares)} rows, expected 8")
    black = white = 0
    for rank, row in enumerate(squares):
        if len(row) != 8:
            n_squares = counted(len(row), "square")
            raise InvalidBoard(f"invalid array: {n_squares} in row {rank + 1}, expected 8")
        for file, character in enumerate(row):
            discs = ARRAY_DISCS.get(character) if isinstance(character, str) else None
            if discs is None:
                where = f"in row {rank + 1}, column {file + 1}"
                raise InvalidBoard(
                    f"invalid array: {quote(character)} {where}, expected 'B', 'W' or 'G'"
                )
            black |= discs[0] << 8 * rank + file
            white |= discs[1] << 8 * rank + file
    return black, white


def parse_position(text: str) -> tuple[int, int, str] | list[Move]:
    """Read ``startpos``, a FEN, an OBF line, moves from the start, an opening's name, or a diagram.

    Moves may stand behind ``startpos``, as in UGI: ``startpos moves f5 d6``. A diagram is what
    ``str(board)`` returns, or ``othello board`` prints.

    Returns
    -------
    tuple or list
        Black's discs, white's discs and the side to move; or the moves, none for ``startpos``.

    Raises
    ------
    InvalidBoard, InvalidMove
        If `text` is none of them.
    """
    if not isinstance(text, str):
        raise InvalidBoard(f"invalid position {quote(text)}: expected a text")
    if DIGITS.match(text):
        return parse_fen(text)
    if start := STARTPOS.match(text):
        return split_moves(text[start.end() :])
    if "\n" in text:
        from othello.notation.diagrams import find_diagram

        if (diagram := find_diagram(text)) is not None:
            return parse_obf(diagram)
    try:
        # Dashes alone are empty squares of a board that is too short, and no passes.
        if (moves := split_moves(text)) and text.strip("- "):
            warn_of_number(text)
            return moves
    except InvalidMove as error:
        not_moves = error
    if (line := find_line(text)) is not None:
        return split_moves(line.moves)
    if (behind := re.match(BEHIND_SIDE, text)) is not None:
        expected = "expected ; there, then moves with scores as in d3:+2;"
        raise InvalidBoard(f"{quote(behind[1].rstrip())} behind the side to move: {expected}")
    is_board = BOARD_LETTERS.issuperset(text.partition(";")[0])
    if not is_board and has_moves(text):
        raise not_moves
    words = _words(text)
    has_side = len(words) > 1 and words[-1].lower() in SIDES
    if "/" in text or has_side or len(text) >= 64:
        return parse_fen(text)
    no_position = InvalidBoard(
        f"invalid position {quote(text)}: expected startpos, a FEN, an OBF board with the side "
        f"to move, moves such as f5d6c3, or {name_like(text)}"
    )
    no_position.meant = meant_name(text)
    raise no_position


def is_number(value: object) -> bool:
    """Return whether `value` is a whole number: an `int` or one of numpy's.

    >>> is_number(7), is_number("7"), is_number(7.0)
    (True, False, False)
    """
    try:
        operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def check_discs(colour: str, discs: int) -> int:
    """Return `discs` as an `int`; raise `InvalidBoard` if it is no set of squares."""
    try:
        number = operator.index(discs)
    except TypeError:
        reason = "expected a set of discs, 64 bits of a number"
        raise InvalidBoard(f"invalid {colour} discs {quote(discs)}: {reason}") from None
    if not 0 <= number <= ALL_SQUARES:
        raise InvalidBoard(f"invalid {colour} discs {quote(discs)}: expected 64 bits")
    return number


def _split_side(text: str) -> tuple[str, str]:
    """Return the squares, without any blanks, and the side to move."""
    if not isinstance(text, str):
        raise InvalidBoard(f"invalid board {quote(text)}: expected a text")
    if (digits := DIGITS.match(text)) is not None:
        if (side := SIDES_OF_DIGITS.get(digits[2].lower())) is None:
            expected = "expected 0 (black) or 1 (white) behind the squares, then any name"
            reason = f"the side to move is missing, {expected}"
            raise InvalidBoard(f"invalid board {quote(digits[1])}: {reason}")
        warn("squares of 0 and 1: 0 is taken for black, 1 for white, and names are left out")
        return digits[1].replace("0", BLACK).replace("1", WHITE), side
    words = _words(text)
    # A last letter alone is the side, unless all squares stand alone.
    lacks_side = len("".join(words)) == 64 and (len(words) == 64 or len(words[-1]) > 1)
    if len(words) < 2 or lacks_side:
        expected = "expected the squares, a blank and the side to move"
        if not lacks_side:
            raise InvalidBoard(f"invalid board {quote(text)}: {expected}")
        reason = f"the side to move is missing, {expected}"
        raise _wrong(text, reason, form="Behind the squares X or O must say whose move it is.")
    return "".join(words[:-1]), words[-1]


def _words(text: str) -> list[str]:
    """Return the words of a position before any ``;``, without what GGS writes around them."""
    position = text.partition(";")[0]
    words = MOVER.sub(r"\1", position).split()
    if "8" in position and (ggs := re.fullmatch(GGS_BOARD, " ".join(words))) is not None:
        return ggs[1].split()
    return words


def _wrong(text: str, reason: str, form: str, **values: object) -> InvalidBoard:
    """Return the error of a text whose squares are wrong, also as a sentence for translation."""
    error = InvalidBoard(f"invalid board {quote(text)}: {reason}")
    error.sentence = {"form": form, "values": values}
    return error


def _check_characters(board: str, known: str, text: str) -> None:
    unknown = next((character for character in board if character not in known), None)
    if unknown is not None:
        expected = "X, O, - or a digit 1 to 8" if "8" in known else "X, O or -"
        word = next((word for word in text.split() if unknown in word and word.isalpha()), unknown)
        raise InvalidBoard(
            f"invalid board {quote(text)}: {quote(word)} is no square, expected {expected}"
        )


def _disc_sets(squares: str, text: str) -> tuple[int, int]:
    if len(squares) != 64:
        reason, count = f"{counted(len(squares), 'square')}, expected 64", len(squares)
        raise _wrong(text, reason, form="{count} squares; a board has 64.", count=count)
    last_first = squares[::-1]  # a1 is the lowest bit
    return int(last_first.translate(BLACK_BITS), 2), int(last_first.translate(WHITE_BITS), 2)


def format_obf(black: int, white: int, turn: str) -> str:
    """Return the OBF text of a position.

    >>> format_obf(0x810000000, 0x1008000000, BLACK)[24:]
    '---OX------XO--------------------------- X'
    """
    return f"{_squares(black, white)} {turn}"


def format_fen(black: int, white: int, turn: str) -> str:
    """Return the FEN text of a position.

    >>> format_fen(0x810000000, 0x1008000000, BLACK)
    '8/8/8/3ox3/3xo3/8/8/8 x'
    """
    squares = _squares(black, white).lower()
    ranks = "/".join(squares[start : start + 8] for start in range(0, 64, 8))
    for length in range(8, 0, -1):
        ranks = ranks.replace("-" * length, str(length))
    return f"{ranks} {turn.lower()}"


def format_array(black: int, white: int) -> list[list[str]]:
    """Return eight rows of ``B``, ``W`` and ``G`` (empty), from the top."""
    squares = _squares(black, white).translate(ARRAY_CHARACTERS)
    return [list(squares[start : start + 8]) for start in range(0, 64, 8)]


def format_diagram(black: int, white: int, marked: int) -> str:
    """Return nine lines: the files' names, then the ranks; a dot on each of the `marked` squares.

    >>> print(format_diagram(1 << 0, 1 << 9, 1 << 18)[:71])
      a b c d e f g h
    1 X - - - - - - -
    2 - O - - - - - -
    3 - - . - - - - -
    """
    squares = list(_squares(black, white))
    for square in squares_of(marked):
        squares[square] = "."
    ranks = (f"{rank + 1} {' '.join(squares[8 * rank : 8 * rank + 8])}" for rank in range(8))
    return "\n".join(["  a b c d e f g h", *ranks])


def _squares(black: int, white: int) -> str:
    return "".join(
        BLACK if black >> square & 1 else WHITE if white >> square & 1 else "-"
        for square in range(64)
    )
