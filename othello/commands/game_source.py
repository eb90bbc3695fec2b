"""The games that GAME arguments name: in files, on stdin, or as moves on the command line."""

import os
import re
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from othello.commands.input import Sources, open_input, tell_missing
from othello.commands.output import is_file_name
from othello.convert import open_format, remarks_of, warnings_of
from othello.errors import FormatError, OthelloError
from othello.formats import STDIN
from othello.formats.obf import ScoredPosition
from othello.formats.registry import Item
from othello.game import Game

SINGLE_MOVE = re.compile(r"[a-h][1-8]|pass", re.I)
NUMBER = re.compile(r"\d{1,3}[.):]*")
BEGINS_GAME = re.compile(r"(?:f5|d3|c4|e6)[a-z]\d", re.I)


class SourceGame(NamedTuple):
    """A game with its id (``file:number``, from 1, or ``argument:number``) and its comments.

    The number counts games that cannot be used too. There is a comment for each position, that
    before the first move included, or none if the game's format has no comments. `extras` names
    what the game's file has and a `Game` cannot hold.
    """

    id: str
    game: Game
    comments: list[str]
    extras: Collection[str] = ()


class GameSource(Sources[SourceGame]):
    """Iterate over games in files, on stdin (``-``) and on the command line itself.

    A game may have any form that people write moves in. `needs_moves` refuses one without moves. A
    game that contradicts its stated result is taken, and that is said on stderr.
    """

    NOTHING, SPAN, SPAN_OPTION = "no games", "number", "--games"

    def __init__(
        self,
        sources: Sequence[str],
        span: tuple[int, int | None] = (1, None),
        *,
        needs_moves: bool = True,
    ) -> None:
        super().__init__([" ".join(sources)] if _are_one_game(sources) else sources, span)
        self.left_out: frozenset[str] = frozenset()  #: see `remarks_of`, of all games so far
        self._needs_moves = needs_moves

    def _in_file(self, source: str) -> Iterator[SourceGame]:
        first, last = self._span
        place = 0  # of the game in its file, where those at fault count too

        def report(fault: object) -> None:
            nonlocal place
            if isinstance(fault, FormatError) and fault.is_item:
                place += 1
                if place < first or (last is not None and place > last):
                    return
            self.report(fault)

        for item in _items(source, report):
            place += 1
            if last is not None and place > last:
                return
            if place >= first:
                if isinstance(item.native, ScoredPosition) and self._needs_moves:
                    hint = "a position, no game: othello solve and othello search read positions"
                    report(FormatError(source, int(item.native.id.rpartition(":")[2]), hint))
                    continue
                self.left_out |= remarks_of(item)
                for warning in warnings_of(item):
                    self.warn(f"{source}: game {place}: {warning}")
                yield SourceGame(f"{source}:{place}", item.game, item.comments(), item.extras())
            if place == last:
                return  # without a look at the next one, for which stdin may wait
        tell_missing(source, self._span, place, "game", self.report)

    def _written(self, text: str, id: str) -> SourceGame:
        return SourceGame(id, Game.parse(text), [])

    def _is_usable(self, found: SourceGame) -> bool:
        if self._needs_moves and not found.game.moves:
            self.report(f"{heading(found.id)}: a game without moves")
            return False
        return True


def _items(source: str, report: Callable[[object], None]) -> Iterator[Item]:
    file, known = open_format(open_input(source), source)
    with file:
        yield from known.read(file, source, report)


def _are_one_game(words: Sequence[str]) -> bool:
    """Return whether words of the command line are one game, which was not put in quotes.

    >>> [_are_one_game(text.split()) for text in ("f5 d6", "1. f5 d6", "f5 d7", "leader's tiger")]
    [True, True, True, True]
    >>> [_are_one_game(text.split()) for text in ("f5 d9 c3", "1. f5 d6 2. c3 d9", "f5 dd")]
    [True, True, True]
    >>> [_are_one_game(text.split()) for text in ("f5d6 f5f6", "f5d9 e6f4", "f5 g.txt")]
    [False, False, False]
    """
    if len(words) < 2 or any(word == STDIN or os.path.lexists(word) for word in words):
        return False
    if all(map(_is_game, words)) and not all(map(SINGLE_MOVE.fullmatch, words)):
        return False
    # Otherwise some may be mistyped.
    moves = [word for word in words if not NUMBER.fullmatch(word)]
    return not any(BEGINS_GAME.match(word) or is_file_name(word) for word in moves[1:])


def _is_game(text: str) -> bool:
    with warnings.catch_warnings(), suppress(OthelloError):
        warnings.simplefilter("ignore")  # whoever reads the game warns
        return bool(Game(text).moves)
    return False


def heading(name: str) -> str:
    """Return what a game is called: one of a file by its place there.

    >>> heading("argument:2"), heading("games.ggf:3")
    ('game 2', 'games.ggf: game 3')
    """
    source, _, number = name.rpartition(":")
    return f"game {number}" if source == "argument" else f"{source}: game {number}"
