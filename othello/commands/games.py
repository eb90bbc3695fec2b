"""The games that GAME arguments name: in files, on stdin, or as moves on the command line."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from io import StringIO, TextIOWrapper
from typing import IO, Any, NamedTuple

from othello.commands.input import open_input
from othello.commands.output import not_found, print_fault
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


class GameSource:
    """Iterate over games in files, on stdin (``-``) and on the command line itself.

    A game or source that cannot be used is reported on stderr and counted; the others are still
    read.

    Parameters
    ----------
    sources : sequence of str
        Names of files, or games in any form that people write moves in.
    span : tuple of int
        First and last game to take from each file, counted from 1; None is the file's end.
    needs_moves : bool
        Whether a game without moves cannot be used.

    Attributes
    ----------
    faults : int
        How many games or sources could not be used so far.
    """

    def __init__(
        self,
        sources: Sequence[str],
        span: tuple[int, int | None] = (1, None),
        *,
        needs_moves: bool = True,
    ) -> None:
        self.faults = 0
        self._needs_moves = needs_moves
        self._sources = sources
        self._span = span

    def __iter__(self) -> Iterator[SourceGame]:
        for number, source in enumerate(self._sources, 1):
            if source != STDIN and not os.path.lexists(source):
                yield from self._argument(source, number)
                continue
            found = 0
            faults = self.faults
            for place, item in numbered(self._items(source), self._span):
                found += 1
                comments = item.native.comments() if isinstance(item.native, SgfGame) else []
                yield from self._with_moves(f"{source}:{place}", item.game, comments)
            if not found and faults == self.faults:
                first, last = self._span
                chosen = "" if self._span == (1, None) else f" number {first}-{last or ''}"
                self.report(f"{source}: no games{chosen}")

    def _argument(self, text: str, number: int) -> Iterator[SourceGame]:
        try:
            game = parse_game(text)
        except FormatError as error:
            _column, _, reason = error.reason.partition(": ")
            self.report(not_found(text, reason))
        else:
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

    def report(self, fault: object) -> None:
        """Print what cannot be used on stderr, and count it."""
        self.faults += 1
        print_fault(fault)


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
