"""Text for squares, moves, move lists and positions; no rules are known here.

Squares run from a1 = 0 to h8 = 63, row by row from the top, and a pass is 64. A set of squares is
a 64-bit integer whose bit *n* is square *n*. The side to move is `BLACK` (``"X"``) or `WHITE`
(``"O"``).
"""

from othello.notation.moves import (
    MOVE_NAMES,
    MOVE_NUMBERS,
    MOVES,
    PASS,
    PASS_SPELLINGS,
    SQUARES,
    Move,
    format_moves,
    illegal_move,
    parse_move,
    squares_of,
)
from othello.notation.positions import (
    ALL_SQUARES,
    BLACK,
    SIDE_NAMES,
    SIDES,
    SQUARE_CHARACTERS,
    WHITE,
    check_discs,
    format_array,
    format_diagram,
    format_fen,
    format_obf,
    is_number,
    parse_array,
    parse_fen,
    parse_obf,
    parse_position,
    parse_side,
)
from othello.notation.transcripts import each_move, split_moves, warn_of_number

__all__ = [
    "ALL_SQUARES",
    "BLACK",
    "MOVES",
    "MOVE_NAMES",
    "MOVE_NUMBERS",
    "PASS",
    "PASS_SPELLINGS",
    "SIDES",
    "SIDE_NAMES",
    "SQUARES",
    "SQUARE_CHARACTERS",
    "WHITE",
    "Move",
    "check_discs",
    "each_move",
    "format_array",
    "format_diagram",
    "format_fen",
    "format_moves",
    "format_obf",
    "illegal_move",
    "is_number",
    "parse_array",
    "parse_fen",
    "parse_move",
    "parse_obf",
    "parse_position",
    "parse_side",
    "split_moves",
    "squares_of",
    "warn_of_number",
]
