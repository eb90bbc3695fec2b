"""Files with the moves of one game on each line, such as ``f5d6c3d3c4``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from othello._game import Game
from othello.errors import FormatError
from othello.formats.reading import read_lines

__all__ = ["read_games"]


def read_games(
    lines: Iterable[str],
    source: str = "-",
    span: tuple[int, int | None] = (1, None),
    on_error: Callable[[FormatError], object] | None = None,
) -> Iterator[Game]:
    """Yield the games of `lines`; see `othello.formats.read_lines` for the arguments.

    >>> list(read_games(["f5d6", "", "f5f6"]))
    [Game('f5d6'), Game('f5f6')]
    """
    return read_lines(lines, lambda text, _: Game(text), source, span, on_error)
