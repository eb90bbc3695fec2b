"""Names of the opening of a game, or of a position."""

from collections.abc import Sequence
from functools import cache

from othello.board import Board, BoardLike, check_board
from othello.errors import OthelloError
from othello.game import Game
from othello.notation import split_moves
from othello.openings.catalogue import NamedLine, catalogue, search_lines


def name_of(board: BoardLike) -> NamedLine | None:
    """Return the opening that leads to exactly this position, however it is turned; else None.

    >>> name_of(Board.from_moves("c4e3f6e6f5")).name
    'Tiger'
    >>> name_of(Board()) is None
    True
    """
    board = check_board(board)
    if board.n_empties < _fewest_empties():
        return None
    return _lines_by_position().get(board.canonical())


def name_text(board: BoardLike) -> str | None:
    """Return the usual name of the opening that `name_of` finds; None without one."""
    found = name_of(board)
    return None if found is None else found.name


def opening_of(game: Game | str | Sequence[BoardLike]) -> NamedLine | None:
    """Return the opening of a game: the last position with a name that it went through.

    Positions count, not the order of moves, so transpositions are known too.

    `game` may be a text, as `Game.parse` reads it, or the game's positions in order.

    >>> opening_of(Game("f5d6c3d3c4f4f6f3e6")).name
    "Comp'Oth"
    >>> opening_of(Game("f5")) is None
    True
    """
    if isinstance(game, str):
        game = Game.parse(game)
    positions = game.positions() if isinstance(game, Game) else game
    named = (name_of(board) for board in reversed(positions))
    return next((line for line in named if line is not None), None)


def find_openings(text: str) -> list[NamedLine]:
    """Return the openings whose name has `text` in it, or that go on from the moves `text`.

    Positions count, however the board is turned: e6f4 is found as f5d6.

    >>> [line.name for line in find_openings("e6d6")]
    ['Parallel Opening', 'Mouse', 'Cart']
    """
    found = search_lines(text)
    try:
        game = Game(split_moves(text))
    except OthelloError:  # a name
        return found
    if not game.moves:
        return found
    position = game.board.canonical()
    begun = [line for line in catalogue() if _after(line, len(game.moves)) == position]
    return begun + [line for line in found if line not in begun]


@cache
def _after(line: NamedLine, n_moves: int) -> Board | None:
    """Return the position after that many moves of an opening, turned; None if it has fewer."""
    moves = split_moves(line.moves)
    return None if len(moves) < n_moves else Board.from_moves(moves[:n_moves]).canonical()


@cache
def _lines_by_position() -> dict[Board, NamedLine]:
    return {Board.from_moves(line.moves).canonical(): line for line in catalogue()}


@cache
def _fewest_empties() -> int:
    return min(board.n_empties for board in _lines_by_position())
