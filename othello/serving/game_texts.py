"""Games in the texts of requests, read and written."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Iterable, Iterator
from io import BufferedReader, BytesIO, StringIO
from typing import Any

from othello.analysis.page import result_of, title_of
from othello.board import Board
from othello.convert import (
    FORMATS,
    Item,
    contradicted_result,
    doubts_of,
    format_of_file,
    item_of,
    remarks_of,
    wthor_items,
)
from othello.errors import FileError, FormatError, InvalidOption, OthelloError, quote
from othello.files.unpacking import check_is_text, unpacked
from othello.formats import ggf, mixed, obf, pasted, sgf
from othello.formats.detect import format_of_text
from othello.formats.wthor_names import WthorNames
from othello.game import Game
from othello.notation import parse_position, split_moves
from othello.notation.move_lists import tokens_of
from othello.svg import draw

MAX_GAMES = 10_000
MAX_FAULTS = 20
MAX_POSITION = 2000
"""Characters of a text that may be one position: to find a diagram in a long text takes long."""

MAX_UNPACKED_BYTES = 1 << 20
"""Bytes of a request's file once it is unpacked, at most; other files are no longer, as a message
is not."""

PASTED_SOURCE = "text"
BYTES_SOURCE = "file"
EXPECTED = "expected moves, GGF, SGF or a WTHOR file"


class NoGame(InvalidOption):
    """A text or a file without any game."""


def game_of(values: dict[str, Any]) -> Game:
    """Return the game that the fields `start`, `moves` and `headers` of a request describe.

    Raises
    ------
    OthelloError
        If there is no such game.
    """
    moves, headers = values.get("moves", ""), values.get("headers", {})
    if "start" in values:
        return Game(split_moves(moves), Board.parse(values["start"]), headers)
    if not moves.strip():
        return Game(headers=headers)
    native = pasted.parse_native(moves, PASTED_SOURCE)
    if native.cut:
        raise InvalidOption(f"moves end in {quote(native.cut)}: expected no move left out")
    game = native.game
    game.headers |= headers
    return game


def game_at(text: str) -> Game:
    """Return the moves to a position, or a game without moves that begins at it.

    >>> game_at("Tiger"), game_at("8/8/8/3ox3/3xxx2/8/8/8 o").start == Board("f5")
    (Game('f5d6c3d3c4'), True)

    Raises
    ------
    OthelloError
        If the text is no position.
    """
    parsed = parse_position(text)
    return Game(parsed) if isinstance(parsed, list) else Game(start=Board(*parsed))


def read_texts(
    text: str | None = None,
    wthor: str | None = None,
    file: str | None = None,
    players: str | None = None,
    tournaments: str | None = None,
    name: str | None = None,
) -> dict[str, object]:
    """Return the games of a text, or of a file in base64, and what cannot be read of it or held.

    `file` is one of text, in the character set that it declares, `wthor` one of WTHOR; the names of
    its `players` and `tournaments` are files in base64 too. All may be compressed. A position is a
    game without moves, and an opening's name stands for its moves. Faults and ``doubts`` begin with
    `name`; a game has its own ``doubt`` too. ``more_faults`` and ``more_doubts`` count the rest.

    Raises
    ------
    InvalidOption
        If not exactly one of the three is given.
    NoGame
        If nothing in it is a game.
    """
    faults: list[FormatError] = []
    doubts: list[str] = []
    games: list[Item] = []
    source = name or (BYTES_SOURCE if text is None else PASTED_SOURCE)
    if [text, wthor, file].count(None) != 2:
        raise InvalidOption("expected either text, file or wthor, or the position for a base")
    content = text or ""
    try:
        content = content if file is None else _text_of(file, source)
        if wthor is None:
            items = _items_of_text(content, source, faults)
        else:
            items = _items_of_wthor(wthor, (players, tournaments), source, faults, doubts)
        for n_read, item in enumerate(items, 1):
            if not _says_something(item):
                continue
            if len(games) == MAX_GAMES:
                faults.append(FormatError(source, None, f"more than {MAX_GAMES} games"))
                break
            games.append(item)
            number = n_read + sum(fault.is_item for fault in faults)
            doubts += [f"{source}: game {number}: {doubt}" for doubt in doubts_of(item)]
    except FormatError as error:  # nothing behind it can be read
        faults.append(error)
    if not games and (position := _item_of_position(content)) is not None:
        return {"games": [_to_dict(position)], "faults": [], "doubts": [], "left_out": []}
    if not games:
        fault = None if text is None else pasted.fault_of_words(text, source)
        raise NoGame(f"no game: {fault or (faults[0] if faults else EXPECTED)}")
    words = _lines_of_words(faults[:MAX_FAULTS], content)
    return {
        "games": [_to_dict(item) for item in games],
        "faults": [str(fault) for fault in faults[:MAX_FAULTS]],
        "doubts": doubts[:MAX_FAULTS],
        "left_out": sorted({remark for item in games for remark in remarks_of(item)}),
        **({"words": words} if words else {}),
        **more_than_listed(faults=len(faults), doubts=len(doubts)),
    }


def more_than_listed(**counts: int) -> dict[str, int]:
    """Return for lists of so many texts how many of them an answer leaves out, where it does.

    >>> more_than_listed(faults=3, doubts=23)
    {'more_doubts': 3}
    """
    return {f"more_{name}": n - MAX_FAULTS for name, n in counts.items() if n > MAX_FAULTS}


def _lines_of_words(faults: Iterable[FormatError], text: str) -> dict[str, str]:
    """Return the lines of a text that cost no game, as they are but words, such as a heading.

    They are quoted, by the faults that tell of them.

    >>> from othello.formats import pasted
    >>> text, faults = "Round 1\\nf5d6\\nx9f6", []
    >>> games = [*pasted.read_games(StringIO(text), "a", faults.append)]
    >>> [*_lines_of_words(faults, text).values()]
    ["'Round 1'"]
    """
    lines = text.split("\n")
    found = {}
    for fault in faults:
        if fault.line is not None and not fault.is_item:
            line = lines[fault.line - 1].strip()
            if not {"move", "typo"} & {token.kind for token in tokens_of(line)}:
                found[str(fault)] = quote(line)
    return found


def _says_something(item: Item) -> bool:
    """Return whether an item has moves, or is a position; else there was only a frame."""
    is_position = isinstance(item.native, obf.ScoredPosition) or item.game.start != Board()
    return bool(item.game.moves) or is_position


def _item_of_position(text: str) -> Item | None:
    """Return a text as one game if it is a position in any form, or an opening's name."""
    try:
        return Item(None, game_at(text.strip())) if 0 < len(text) <= MAX_POSITION else None
    except OthelloError:
        return None


def _items_of_wthor(
    content: str,
    names: tuple[str | None, str | None],
    source: str,
    faults: list[FormatError],
    doubts: list[str],
) -> Iterator[Item]:
    opened, known = _file_of(content, "wthor", source), _names_of(*names, faults)
    return wthor_items(opened, source, faults.append, known, doubts.append)


def _items_of_text(text: str, source: str, faults: list[FormatError]) -> Iterator[Item]:
    name = format_of_text(text)
    if name in ("ggf", "sgf"):
        natives = mixed.read_records(
            name, StringIO(text), source, faults.append, lambda error, line: faults.append(error)
        )
        return map(item_of, natives)
    return FORMATS[name].read(StringIO(text), source, faults.append)


def _names_of(
    players: str | None, tournaments: str | None, faults: list[FormatError]
) -> WthorNames | None:
    """Return the names of WTHOR's players and tournaments; files of names may be bad or missing."""
    try:
        return WthorNames.read(
            None if players is None else _file_of(players, "players", "players"),
            None if tournaments is None else _file_of(tournaments, "tournaments", "tournaments"),
        )
    except FormatError as error:  # the games are readable without them
        faults.append(error)
        return None


def _text_of(content: str, source: str) -> str:
    """Return the text of a file that a request has in base64. Raises as `_file_of` does."""
    opened = _file_of(content, "file", source)
    try:
        check_is_text(BufferedReader(BytesIO(opened.getvalue())), source)
    except FileError as error:
        raise FormatError(source, None, str(error.strerror)) from None
    return format_of_file(opened.getvalue())[1]


def _file_of(content: str, field: str, source: str) -> BytesIO:
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
    return BytesIO(contents)


def _to_dict(item: Item) -> dict[str, object]:
    game, doubt = item.game, contradicted_result(item)
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
    if form == "ggf":
        return ggf.format_game(ggf.GgfGame.of(game))
    if form == "sgf":
        if (result := game.result()) is not None:
            game.headers.setdefault("Result", f"{result:+d}")
        return sgf.format_game(sgf.SgfGame.of(game))
    if form == "text":
        return pasted.format_game(game).strip()
    if form == "moves":
        return game.transcript()
    return game.board.to_obf() if form == "obf" else game.board.to_fen()
