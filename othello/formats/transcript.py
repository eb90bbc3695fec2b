"""Files with the moves of one game on each line, such as ``f5d6c3d3c4``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from othello._game import Game
from othello.board import Board
from othello.errors import FormatError, OthelloError
from othello.formats.pasted_moves import play
from othello.formats.reading import read_lines
from othello.notation.move_lists import split_moves, tokens_of

__all__ = ["read_games"]


def read_games(
    lines: Iterable[str],
    source: str = "-",
    span: tuple[int, int | None] = (1, None),
    on_error: Callable[[FormatError], object] | None = None,
) -> Iterator[Game]:
    """Yield the games of `lines`; see `othello.formats.read_lines` for the arguments.

    >>> list(read_games(["f5d6", "", "f5f6?! {the mouse}"]))
    [Game('f5d6'), Game('f5f6')]
    """
    return read_lines(lines, _parse, source, span, on_error)


def _parse(text: str, id: str) -> Game:
    try:
        return Game(split_moves(text))
    except OthelloError:
        _, moves, fault = play(Board(), tokens_of(text))  # says where, if it is at fault
        if fault is not None:
            raise OthelloError(f"column {fault.place + 1}: {fault.reason}") from None
        if not moves:
            raise
        return Game(moves)
