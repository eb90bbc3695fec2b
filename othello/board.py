"""Positions: the immutable `Board`, the mutable `Position`, and what both are made from.

The classes are compiled (``pyx/python/board.pxi``, ``walking.pxi``), apart from the engine, so that
whoever only plays loads neither its tables nor its threads. The engine's core knows a mover and an
opponent; colours exist from here upwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

from othello.errors import IllegalMove, InvalidBoard, quote
from othello.notation import BLACK, PASS, SQUARES, WHITE, Move, each_move, illegal_move, is_number
from othello.symmetry import symmetric_moves

try:
    from othello._board import Board, Position
except ModuleNotFoundError as error:
    if error.name != "othello._board":
        raise
    from othello._core import not_compiled

    raise not_compiled("_board") from None

if TYPE_CHECKING:
    from typing import TypeAlias

__all__ = [
    "BLACK",
    "PASS",
    "SQUARES",
    "WHITE",
    "Board",
    "Move",
    "Outcome",
    "Position",
    "after_number",
    "check_board",
    "illegal_as_number",
    "image_squares",
    "replay",
]


class HasBoard(Protocol):
    """An object with a board of its own: a `Position`, a `Game`."""

    @property
    def board(self) -> Board:
        """The position now."""


BoardLike: TypeAlias = "Board | HasBoard | Iterable[Iterable[str]]"
"""Anything taken for a position: a `Board`, `Position` or `Game`; a text as for `Board.parse`;
eight rows of ``B``, ``W`` and ``G``."""


class Outcome(NamedTuple):
    """The way in which a game ended.

    Attributes
    ----------
    winner : str or None
        `BLACK` or `WHITE`; None after a draw.
    score : int
        Black's final disc difference; the winner gets the empty squares.
    discs : tuple of int
        Black's and white's discs on the board.
    """

    winner: str | None
    score: int
    discs: tuple[int, int]


def image_squares(board: Board) -> dict[Move, list[int]]:
    """Return by legal move its squares on the canonical image, one for each way to turn it there.

    A position with a symmetry can be turned in several ways. A pass is left out.

    >>> image_squares(Board())[Move("f5")], image_squares(Board("f5"))[Move("d6")]
    ([37, 19, 26, 44], [43])
    """
    canonical = board.canonical()
    turns = [turn for turn, image in enumerate(board.symmetries()) if image == canonical]
    moves = [] if board.must_pass else board.legal_moves()
    images = {move: symmetric_moves([move]) for move in moves}
    return {move: [images[move][turn][0] for turn in turns] for move in moves}


def replay(
    board: BoardLike, moves: str | Iterable[Move | int | str]
) -> Iterator[tuple[Move, Board]]:
    """Play `moves` and forced passes left out; yield each move with the position after it.

    >>> [str(move) for move, _ in replay(Board(), ["f5", "d6"])]
    ['f5', 'd6']

    Raises
    ------
    IllegalMove, InvalidMove
        At the first move that cannot be played.
    """
    board = check_board(board)
    for square in each_move(moves):
        if square is not PASS and board.must_pass:
            board = board.after(PASS)
            yield PASS, board
        board = board.after(square)
        yield square, board


def after_number(number: int, move: Move, board: Board) -> Board:
    """Return the position after a move of a sequence; an error says its number.

    Raises
    ------
    IllegalMove
        If it cannot be played.
    """
    try:
        return board.after(move)
    except IllegalMove:
        raise illegal_as_number(number, move, board) from None


def illegal_as_number(number: int, move: Move, board: Board) -> IllegalMove:
    """Return the error for a move of a sequence, by its number, that cannot be played on `board`.

    >>> print(illegal_as_number(2, Move("d7"), Board("f5")))
    illegal move 'd7' (move 2): expected f4 d6 f6
    """
    if board.must_pass and move is not PASS:
        board = board.after(PASS)
    return illegal_move(move, f"(move {number})", board.legal_moves())


def no_board(value: object) -> InvalidBoard:
    """Return the error for `value`, given where a position is expected.

    >>> no_board(7)
    InvalidBoard("invalid board 7: expected a Board, a text such as 'f5d6', or rows of B, W, G")
    """
    expected = "expected a Board, a text such as 'f5d6', or rows of B, W, G"
    return InvalidBoard(f"invalid board {quote(value)}: {expected}")


def check_board(board: BoardLike) -> Board:
    """Return the position `board`, in any of its forms, as a `Board`.

    >>> check_board("f5d6") == check_board(Position("f5d6")) == Board("f5d6")
    True

    Raises
    ------
    InvalidBoard, InvalidMove, IllegalMove
        If it is none. A number, which `Board` takes for a set of black discs, is none.
    """
    if isinstance(board, Board):
        return board
    if is_number(board):
        raise no_board(board)
    return Board(board)
