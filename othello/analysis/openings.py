"""What the opening of a game, or a position, is called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from othello.board import Board
from othello.game import Game
from othello.openings.catalogue import NamedLine, catalogue

__all__ = ["name_of", "opening_of"]


def name_of(board: Board) -> NamedLine | None:
    """Return the opening that leads to exactly this position, however it is turned; else None.

    >>> name_of(Board.from_moves("c4e3f6e6f5")).name
    'Tiger'
    >>> name_of(Board()) is None
    True
    """
    if board.n_empties < _fewest_empties():
        return None
    return _lines_by_position().get(board.canonical())


def opening_of(game: Game | Sequence[Board]) -> NamedLine | None:
    """Return the opening of a game: the last position with a name that it went through.

    Positions count, not the order of moves, so transpositions are known too.

    Parameters
    ----------
    game : Game or sequence of Board
        The game, or its positions in order.

    Examples
    --------
    >>> opening_of(Game("f5d6c3d3c4f4f6f3e6")).name
    "Comp'Oth"
    >>> opening_of(Game("f5")) is None
    True
    """
    positions = game.positions() if isinstance(game, Game) else game
    named = (name_of(board) for board in reversed(positions))
    return next((line for line in named if line is not None), None)


@cache
def _lines_by_position() -> dict[Board, NamedLine]:
    return {Board.from_moves(line.moves).canonical(): line for line in catalogue()}


@cache
def _fewest_empties() -> int:
    return min(board.n_empties for board in _lines_by_position())
