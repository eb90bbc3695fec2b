"""The games that GAME arguments name: in files, on stdin, or as moves on the command line."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from io import StringIO, TextIOWrapper
from typing import IO, Any, NamedTuple

from othello.commands.input import Sources, open_input
from othello.commands.output import not_found
from othello.convert import FORMATS, Format, Item, format_of, format_of_file
from othello.errors import FormatError, InvalidOption, OthelloError
from othello.files.bounded import whole_text
from othello.files.unpacking import plain_name
from othello.formats import STDIN, numbered
from othello.formats.pasted import parse_game
from othello.formats.sgf import SgfGame
from othello.game import Game

__all__ = ["GameSource", "SourceGame"]


class SourceGame(NamedTuple):
    """A game with its id and its comments.

    Attributes
    ----------
    id : str
        ``file:number``, counted from 1 in each file, or ``argument:number``.
    game : Game
        The game.
    comments : list of str
        One for each position, that before the first move included; empty if the game's format has
        no comments.
    """

    id: str
    game: Game
    comments: list[str]


class GameSource(Sources[SourceGame]):
    """Iterate over games in files, on stdin (``-``) and on the command line itself.

    Parameters
    ----------
    sources, span
        As for `Sources`; a game may have any form that people write moves in.
    needs_moves : bool
        Whether a game without moves cannot be used.
    """

    NOTHING, SPAN, SPAN_OPTION = "no games", "number", "--games"

    def __init__(
        self,
        sources: Sequence[str],
        span: tuple[int, int | None] = (1, None),
        *,
        needs_moves: bool = True,
    ) -> None:
        super().__init__(sources, span)
        self._needs_moves = needs_moves

    def _read(self, source: str, number: int) -> Iterator[SourceGame]:
        if source != STDIN and not os.path.lexists(source):
            yield from self._argument(source, number)
            return
        for place, item in numbered(self._items(source), self._span):
            comments = item.native.comments() if isinstance(item.native, SgfGame) else []
            yield from self._with_moves(f"{source}:{place}", item.game, comments)

    def _argument(self, text: str, number: int) -> Iterator[SourceGame]:
        try:
            game = parse_game(text)
        except FormatError as error:
            _column, _, reason = error.reason.partition(": ")
            self.report(not_found(text, reason))
        else:
            self.check_span(text)
            yield from self._with_moves(f"argument:{number}", game, [])

    def _items(self, source: str) -> Iterator[Item]:
        try:
            file, known = _open(source)
            with file:
                yield from known.read(file, source, self.report)
        except OSError as error:
            self.report(f"{source}: {error.strerror}")
        except OthelloError as error:
            self.report(error)

    def _with_moves(self, name: str, game: Game, comments: list[str]) -> Iterator[SourceGame]:
        if game.moves or not self._needs_moves:
            yield SourceGame(name, game, comments)
        else:
            self.report(f"{name}: a game without moves")


def _open(source: str) -> tuple[IO[Any], Format]:
    """Open a file of games; return it with its format, told by its name or else its contents."""
    file = open_input(source)
    try:
        known = format_of(plain_name(source))
    except InvalidOption:
        known = FORMATS["transcript"]
    if known.is_binary:
        return file, known
    if known is FORMATS["transcript"] or known.decode is not None:
        with file:
            contents = whole_text(file, source)
        if known.decode is not None:
            return StringIO(known.decode(contents), None), known
        known, text = format_of_file(contents)
        return StringIO(text, None), known
    return TextIOWrapper(file, encoding="utf-8-sig", errors="replace"), known
