"""Games in the texts of requests, read and written."""

import binascii
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO, StringIO

from othello.analysis.page import result_of, title_of
from othello.board import Board
from othello.convert import open_format, remarks_of, warnings_of
from othello.errors import FileError, FormatError, InvalidOption, OthelloError, quote
from othello.files.unpacking import unpacked
from othello.formats import obf
from othello.formats.detect import format_of_text
from othello.formats.registry import FilesBeside, Item, formats, record_formats, text_format
from othello.game import Game
from othello.notation import parse_position, split_moves
from othello.notation.positions import MAX_POSITION
from othello.notation.transcripts import has_moves
from othello.openings.catalogue import meant_name
from othello.rooms import provider
from othello.svg import draw

MAX_GAMES = 10_000
MAX_FAULTS = 20
MAX_UNPACKED_BYTES = 1 << 20
"""Bytes of a request's file once it is unpacked, at most; other files are no longer, as a message
is not."""

PASTED_SOURCE = "text"
BYTES_SOURCE = "file"
EXPECTED = "expected moves, GGF, SGF or a WTHOR file"


class NoGame(InvalidOption):
    """A text or a file without any game."""


def game_of(moves: str, start: str | None = None, headers: Mapping[str, str] | None = None) -> Game:
    """Return the game that a request describes.

    Raises OthelloError if there is no such game.
    """
    if start is not None:
        return Game(split_moves(moves), Board.parse(start), headers)
    if not moves.strip():
        return Game(headers=headers)
    if (reader := provider("reader")) is None:
        return Game(moves, headers=headers)
    native = reader.parse_native(moves, PASTED_SOURCE)
    if native.cut:
        raise InvalidOption(f"moves end in {quote(native.cut)}: expected no move left out")
    game: Game = native.game
    game.headers |= headers or {}
    return game


def game_at(text: str) -> Game:
    """Return the moves to a position, or a game without moves that begins at it.

    >>> game_at("Tiger"), game_at("8/8/8/3ox3/3xxx2/8/8/8 o").start == Board("f5")
    (Game('f5d6c3d3c4'), True)

    Raises OthelloError if the text is no position.
    """
    parsed = parse_position(text)
    return Game(parsed) if isinstance(parsed, list) else Game(start=Board(*parsed))


@dataclass(frozen=True)
class Games:
    """The games that were read, and what could not be.

    A position is a game without moves, and an opening's name stands for its moves.
    """

    games: list[dict[str, object]]
    faults: list[str]
    doubts: list[str]  #: of results, and of names of WTHOR; such a game has its own ``doubt`` too
    left_out: list[str]
    #: The faults that are but words, those that are bad moves, and how many there are beyond these.
    more: dict[str, object]

    def to_dict(self) -> dict[str, object]:
        """Return the games as a JSON object."""
        told = {"games": self.games, "faults": self.faults, "doubts": self.doubts}
        return {**told, "left_out": self.left_out, **self.more}


def read_text(text: str, name: str | None = None) -> Games:
    """Return the games of a text, and what cannot be read of it; faults begin with `name`.

    Raises NoGame if nothing in it is a game.
    """
    told = Told(name or PASTED_SOURCE)
    return _games(told, _items_of_text(text, told), text)


def read_file(
    file: str,
    name: str | None = None,
    players: str | None = None,
    tournaments: str | None = None,
) -> Games:
    """Return the games of a file in base64, which may be compressed, as `read_text` does.

    It is one of text, in the character set that it declares, or one of WTHOR. The names of that
    one's `players` and `tournaments` are files in base64 too.
    """
    told = Told(name or BYTES_SOURCE)
    try:
        content = _file_of(file, "file", told.source)
        plain = unpacked(BytesIO(content), told.source)
        opened, known = open_format(plain, told.source, warn=lambda _: None)
    except FileError as error:
        raise NoGame(f"no game: {FormatError(told.source, None, str(error.strerror))}") from None
    except FormatError as error:
        raise NoGame(f"no game: {error}") from None
    if not known.is_binary:
        text = opened.read()
        return _games(told, _items_of_text(text, told), text)
    names = _names_of(known.beside, players, tournaments, told.faults)
    return _games(told, known.read(BytesIO(content), told.source, told.faults.append, names))


class Told:
    """Faults and doubts of a source, as it is read."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.faults: list[FormatError] = []
        self.doubts: list[str] = []


def _games(told: Told, items: Iterator[Item], text: str = "") -> Games:
    """Return the games among items, and what is told of them; `text` is all that was read."""
    found: list[Item] = []
    faults, source = told.faults, told.source
    try:
        for item in items:
            if not _says_something(item):
                continue
            if len(found) == MAX_GAMES:
                faults.append(FormatError(source, None, f"more than {MAX_GAMES} games"))
                break
            found.append(item)
            told.doubts += [f"{source}: game {item.number}: {doubt}" for doubt in warnings_of(item)]
    except FormatError as error:  # nothing behind it can be read
        faults.append(error)
    if not found:
        position = _position_in(text)
        if isinstance(position, Item):
            return Games([_to_dict(position)], [], [], [], {})
        reader = provider("reader")
        fault = reader.fault_of_words(text, source) if text and reader else None
        no_game = NoGame(f"no game: {fault or (faults[0] if faults else EXPECTED)}")
        no_game.bad_move = next((each.bad_move for each in faults if each.bad_move), None)
        no_game.meant = meant_name(text) if fault else None
        no_game.sentence = position.sentence if position else None
        raise no_game
    listed = faults[:MAX_FAULTS]
    words = _lines_of_words(listed, text)
    bad_moves = {str(fault): fault.bad_move._asdict() for fault in listed if fault.bad_move}
    more = more_than_listed(faults=len(faults), doubts=len(told.doubts))
    return Games(
        [_to_dict(item) for item in found],
        [str(fault) for fault in listed],
        told.doubts[:MAX_FAULTS],
        sorted({remark for item in found for remark in remarks_of(item)}),
        {
            **({"words": words} if words else {}),
            **({"bad_moves": bad_moves} if bad_moves else {}),
            **more,
        },
    )


def more_than_listed(**counts: int) -> dict[str, int]:
    """Return for lists of so many texts how many of them an answer leaves out, where it does.

    >>> more_than_listed(faults=3, doubts=23)
    {'more_doubts': 3}
    """
    return {f"more_{name}": n - MAX_FAULTS for name, n in counts.items() if n > MAX_FAULTS}


def _lines_of_words(faults: Iterable[FormatError], text: str) -> dict[str, str]:
    """Return the lines of a text that cost no game, as they are but words, such as a heading.

    They are quoted, by the faults that tell of them.

    >>> fault = FormatError("a", 1, "'Round' is no move", is_item=False)
    >>> [*_lines_of_words([fault], "Round 1\\nf5d6\\nx9f6").values()]
    ["'Round 1'"]
    """
    lines = text.split("\n")
    found = {}
    for fault in faults:
        if fault.line is not None and not fault.is_item:
            line = lines[fault.line - 1].strip()
            if not has_moves(line):
                found[str(fault)] = quote(line)
    return found


def _says_something(item: Item) -> bool:
    """Return whether an item has moves, or is a position; else there was only a frame."""
    is_position = isinstance(item.native, obf.ScoredPosition) or item.game.start != Board()
    return bool(item.game.moves) or is_position


def _position_in(text: str) -> Item | OthelloError | None:
    """Return a text as one game if it is a position or an opening's name; or why it is none."""
    try:
        return Item(None, game_at(text.strip())) if 0 < len(text) <= MAX_POSITION else None
    except OthelloError as error:
        return error


def _items_of_text(text: str, told: Told) -> Iterator[Item]:
    known, source, fail = formats()[format_of_text(text)], told.source, told.faults.append
    on_words = [lambda error, line: fail(error)] if known.parse_record is not None else []
    return known.read(StringIO(text), source, fail, *on_words)


def _names_of(
    beside: type[FilesBeside],
    players: str | None,
    tournaments: str | None,
    faults: list[FormatError],
) -> FilesBeside:
    """Return the names of players and tournaments; files of names may be bad or missing."""
    try:
        return beside.read(
            *(
                None if names is None else BytesIO(_file_of(names, field, field))
                for field, names in (("players", players), ("tournaments", tournaments))
            )
        )
    except FormatError as error:  # the games are readable without them
        faults.append(error)
        return beside()


def _file_of(content: str, field: str, source: str) -> bytes:
    """Return a file that a request has in base64, as `unpacked` finds it; `source` is its name.

    Raises InvalidOption if it is no base64, and FormatError if it cannot be unpacked.
    """
    try:
        packed = BytesIO(b64decode(content, validate=True))
    except (binascii.Error, ValueError):
        raise InvalidOption(f"invalid {field} {quote(content)}: expected base64") from None
    try:
        with unpacked(packed, source) as file:
            contents = file.read(MAX_UNPACKED_BYTES + 1)
    except FileError as error:
        raise FormatError(source, None, str(error.strerror)) from None
    if len(contents) > MAX_UNPACKED_BYTES:
        expected = f"expected at most {MAX_UNPACKED_BYTES >> 20} MB"
        raise FormatError(source, None, f"too much when it is unpacked: {expected}")
    return contents


def _to_dict(item: Item) -> dict[str, object]:
    game, doubt = item.game, item.contradiction()
    return {
        "title": title_of(game),
        "result": result_of(game),
        "start": game.start.to_obf(),
        "moves": game.transcript(),
        "headers": game.headers,
        **({} if doubt is None else {"doubt": doubt}),
    }


def format_as(game: Game, form: str) -> str:
    """Return a game as ``moves``, ``ggf``, ``sgf`` or ``text``, or its last position as another.

    >>> format_as(Game("f5d6"), "moves"), format_as(Game("f5"), "fen")
    ('f5d6', '8/8/8/3ox3/3xxx2/8/8/8 o')
    """
    if form == "svg":
        return str(draw(game.board, last_move=game.moves[-1] if game.moves else None))
    if form in record_formats():
        if (result := game.result()) is not None:
            game.headers.setdefault("Result", f"{result:+d}")
        known, written = formats()[form], StringIO()
        known.write(written, [known.of_game(game, None)])
        return written.getvalue().rstrip("\n")
    if form == "text":
        return text_format().to_text(game).strip()
    if form == "moves":
        return game.transcript()
    return game.board.to_obf() if form == "obf" else game.board.to_fen()
