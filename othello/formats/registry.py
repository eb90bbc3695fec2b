"""The formats of games by name: those of the core, and those that rooms have (`Room.formats`).

A format is one declaration, the constant `FORMAT` of its module. `othello convert`, all that reads
files of games, `Game.from_NAME` and `Game.to_NAME` are made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import IO, Any, NamedTuple

from othello._game import Game
from othello.board import Board
from othello.errors import FormatError, OthelloError, quote
from othello.formats.dropped_headers import Places, contradiction
from othello.formats.reading import OnError, Record, raise_error
from othello.rooms import of_plugins, rooms

CORE = {
    "obf": "othello.formats.mixed",
    "transcript": "othello.formats.transcript",
}
"""The core's formats, each with the module that declares it."""

HEAD = 8192
"""Bytes of a file that are looked at before it is read."""

NO_MOVES = "without moves it would be an empty line: expected .ggf or .sgf for it"
"""Text of the `EmptyLine` of a game without moves."""

ANY_PLACES = Places()
"""Places for all headers."""


class EmptyLine(OthelloError):
    """A game that would become an empty line, which no reader takes for a game."""


class Item(NamedTuple):
    """A game or a position of a file.

    What its `native` has beside the `game`, it says by methods that it may have: `extras`,
    `warnings`, `comments`, `check`, which raises an error for a faulty variation, and
    `contradiction`.
    """

    native: Any  #: the record as the format's reader returns it
    game: Game  #: the same as a `Game`; a position is a game without moves
    warning: str = ""  #: what is told once of its file
    number: int = 1  #: its place in the file, where games at fault count too

    def extras(self) -> set[str]:
        """Return what the record has that a `Game` cannot hold, by name."""
        extras: Callable[[], set[str]] = getattr(self.native, "extras", set)
        return extras()

    def warnings(self) -> list[str]:
        """Return what whoever reads the record is told of it."""
        warnings: Callable[[], list[str]] = getattr(self.native, "warnings", list)
        return [*warnings(), *filter(None, [self.warning])]

    def comments(self) -> list[str]:
        """Return the comment on each position; none if the format has no comments."""
        comments: Callable[[], list[str]] = getattr(self.native, "comments", list)
        return comments()

    def check(self) -> None:
        """Raise an OthelloError if a variation breaks the rules."""
        if hasattr(self.native, "check"):
            self.native.check()

    def contradiction(self) -> str | None:
        """Return that the last position, or another result, contradicts the stated one."""
        own: Callable[[Game], str | None] = getattr(self.native, "contradiction", contradiction)
        return own(self.game)


class FilesBeside:
    """The files beside that of the games, which have names; most formats have none."""

    @classmethod
    def read(cls, players: IO[bytes] | None, tournaments: IO[bytes] | None) -> FilesBeside:
        """Read open files with names; raise FormatError for a bad one."""
        return cls()

    @classmethod
    def beside(cls, path: str, on_error: OnError = None) -> FilesBeside | None:
        """Read the files beside that of games that are copied; None if there are none."""
        return None

    @property
    def has_names(self) -> bool:
        """Whether there are names to write."""
        return False

    def files_beside(self, path: str) -> Mapping[str, bytes]:
        """Return the contents of these files by name, where the games are in the file `path`.

        Raises InvalidOption if one of them is `path`.
        """
        return {}

    def lost(self) -> list[str]:
        """Return what of the games cannot be written as it is."""
        return []

    def lost_dates(self) -> list[str]:
        """Return what to say of the dates of the games, if these are written in another way."""
        return []


def write_lines(format_native: Callable[[Any], str]) -> Callable[[IO[str], Iterable[Any]], None]:
    """Return the function that writes each record as a line."""

    def write(file: IO[str], natives: Iterable[Any]) -> None:
        for native in natives:
            print(format_native(native), file=file)

    return write


@dataclass(frozen=True, eq=False)
class Format:
    """A format in which files have games: how it is told from others, read and written."""

    name: str
    native: type  #: the type of its records
    #: Takes an open file, its name, `on_error`, and what else there may be: `FilesBeside` that are
    #: not beside the file, a function for lines without games. Yields its records, or an `Item`.
    read_natives: Callable[..., Iterator[Any]]
    #: Takes an open file and this format's records, and writes them.
    write: Callable[[IO[Any], Iterable[Any]], None]
    #: Converts a `Game` to a record, which may add to the `FilesBeside`.
    of_game: Callable[[Game, Any], Any]
    suffixes: tuple[str, ...] = ()  #: the endings of its files' names
    places: Places = ANY_PLACES  #: places for the headers of a `Game`
    is_binary: bool = False  #: whether its files are bytes; otherwise they are text
    #: Takes the bytes of a whole file and returns its text, where that is not always UTF-8.
    decode: Callable[[bytes], str] | None = None
    #: Whether a text, or the first bytes of a file, are in this format for sure.
    recognises: Callable[[Any], bool] = lambda text: False
    #: Whether a file with its ending may begin with these bytes; if not, the whole text tells.
    may_begin: Callable[[bytes], bool] = lambda head: True
    #: Takes a game in parentheses ``(;...)`` and the source's name, and returns its record.
    parse_record: Callable[[Record, str], Any] | None = None
    #: Reads the game of a text; with it there are `Game.from_NAME` and `Game.to_NAME`.
    parse: Callable[[str], Game] | None = None
    #: Writes a game as this text.
    to_text: Callable[[Game], str] = Game.transcript
    beside: type[FilesBeside] = FilesBeside

    def read(
        self, file: IO[Any], source: str, on_error: OnError = None, *more: Any
    ) -> Iterator[Item]:
        """Yield the games of an open file; the arguments are those of `read_natives`."""
        n_faults = 0

        def report(error: FormatError) -> None:
            nonlocal n_faults
            n_faults += error.is_item
            (on_error or raise_error)(error)

        for number, native in enumerate(self.read_natives(file, source, report, *more), 1):
            yield item_of(native)._replace(number=number + n_faults)


def item_of(native: Any) -> Item:
    """Return the item of a record."""
    if isinstance(native, Item):
        return native
    if isinstance(native, Game):
        return Item(native, native)
    return Item(native, native.game if isinstance(native.game, Game) else native.game())


@cache
def homes() -> dict[str, str]:
    """Return the names of our own formats, each with the module that declares it."""
    return CORE | {name: home for room in rooms().values() for name, home in room.formats.items()}


@cache
def formats_of_plugins() -> dict[str, Format]:
    """Return the formats of plug-ins by name."""
    return {name: format_in(home) for name, home in of_plugins("formats", homes()).items()}


def format_in(module: str) -> Format:
    """Return the format that a module declares, which is loaded now."""
    found: Format = import_module(module).FORMAT
    return found


def format_named(name: str) -> Format | None:
    """Return the format with a name, whose module is loaded now; None without one."""
    home = CORE.get(name) or homes().get(name)
    return format_in(home) if home else formats_of_plugins().get(name)


def text_format() -> Format:
    """Return the format of a game as a text for people, with headers if there is a room for it."""
    return format_in(homes().get("pasted", CORE["transcript"]))


@cache
def formats() -> dict[str, Format]:
    """Return all formats by name."""
    return {name: format_in(home) for name, home in homes().items()} | formats_of_plugins()


def record_formats() -> dict[str, Format]:
    """Return the formats whose games are in parentheses."""
    return {name: known for name, known in formats().items() if known.parse_record is not None}


def written_game(game: Game, beside: object) -> Game:
    """Return a game for a line; raise EmptyLine if it has nothing that would stand there."""
    if game.start == Board() and not game.moves:
        raise EmptyLine(NO_MOVES)
    return game


def plain_game(game: Game, beside: object) -> Game:
    """Return a game as a list of moves has it; raise OthelloError if it cannot be there."""
    if game.start != Board():
        start = quote(game.start.to_obf())
        raise OthelloError(
            f"a list of moves begins from the start, not from {start}: expected .ggf or .sgf for it"
        )
    return written_game(game, beside)
