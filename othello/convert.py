"""Convert between file formats of games and positions; check results, choose positions.

A conversion to another format keeps the start, the moves and the headers of a `Game`. Copying
within one format loses nothing: GGF keeps evaluations and times, SGF comments and variations, WTHOR
the numbers of its names.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import count, islice
from typing import IO, Any, NamedTuple, overload

from othello.board import Board
from othello.engine import Engine
from othello.errors import FileError, FormatError, InvalidOption, OthelloError, counted, quote, warn
from othello.fields import one_of
from othello.files.access import FilePath, check_path, reading
from othello.files.bounded import whole_text
from othello.files.unpacking import check_is_text, decoded, plain_name, text_of, unpacked
from othello.files.writing import replacing, write_together
from othello.formats import (
    STDIN,
    ggf,
    headers,
    mixed,
    move_text,
    obf,
    opening_lists,
    sgf,
    sgf_charset,
    transcript,
)
from othello.formats.detect import format_of_record, format_of_text, is_wthor
from othello.formats.dropped_headers import UNKNOWN, Places, contradiction, without_headers
from othello.formats.results import WITHOUT_SIGN, decided_result, read_result
from othello.formats.table import SECOND_COLUMN, UNNAMED_COLUMNS
from othello.formats.wthor import WthorGame, read_wthor, write_wthor
from othello.formats.wthor_names import HEADER_SIZE, NameList, WthorNames
from othello.game import Game

__all__ = [
    "FORMATS",
    "REMARKS",
    "FileGames",
    "Format",
    "Item",
    "contradicted_result",
    "format_of",
    "format_of_file",
    "open_format",
    "positions_at",
    "problem",
    "read_games",
    "remarks_of",
    "result_warning",
    "warnings_of",
    "without_headers",
    "write_games",
    "write_wthor_files",
    "wrong_result",
    "wthor_items",
]

OnError = Callable[[FormatError], object]


class Item(NamedTuple):
    """A game or a position of a file."""

    native: Any  #: the record as the format's reader returns it
    game: Game  #: the same as a `Game`; a position is a game without moves


REMARKS = frozenset({"comments", "variations", UNNAMED_COLUMNS})
"""Losses of text that people wrote into a game; programs add the other losses, such as times."""


def remarks_of(item: Item) -> frozenset[str]:
    """Return which of `REMARKS` an item's `game` leaves out, and which columns of a table."""
    extras: Callable[[], Collection[str]] = getattr(item.native, "extras", frozenset)
    return frozenset(name for name in extras() if name in REMARKS or name.startswith(SECOND_COLUMN))


class Format(NamedTuple):
    """A file format that can be read and written."""

    suffixes: tuple[str, ...]  #: the endings of its files' names
    is_binary: bool  #: whether its files are bytes; otherwise they are text
    native: type  #: the type of this format's records
    #: Takes an open file, its name and `on_error`; yields the file's items.
    read: Callable[[IO[Any], str, OnError | None], Iterator[Item]]
    #: Takes an open file and this format's records, and writes them.
    write: Callable[[IO[Any], Iterable[Any]], None]
    #: Converts a `Game` to this format's record, adding its players to the given `WthorNames`.
    of_game: Callable[[Game, WthorNames], Any]
    #: Takes the bytes of a whole file and returns its text, where that is not always UTF-8.
    decode: Callable[[bytes], str] | None = None
    places: Places = Places()  #: places for the headers of a `Game`

    def is_empty_line(self, game: Game) -> bool:
        """Return whether a game would become an empty line, which no reader takes for a game."""
        is_list = self.of_game in (_plain_game, _game)
        return is_list and game.start == Board() and not game.moves


NO_MOVES = "without moves it would be an empty line: expected .ggf or .sgf for it"


# ---------------------------------------------------------------------- the formats


def item_of(native: Any) -> Item:
    """Return the item of a record of a format of text."""
    if isinstance(native, obf.ScoredPosition):
        return Item(native, Game(start=native.board))
    if isinstance(native, move_text.MoveText):
        return Item(native, native.game)
    return Item(native, native.game())


def _read_text(
    read: Callable[..., Iterator[Any]],
    file: IO[str],
    source: str,
    on_error: OnError | None,
) -> Iterator[Item]:
    return map(item_of, read(file, source, on_error=on_error))


def _read_wthor(file: IO[bytes], source: str, on_error: OnError | None) -> Iterator[Item]:
    names = None if source == STDIN else WthorNames.beside(source, on_error)
    yield from wthor_items(file, source, on_error, names, warn)


def wthor_items(
    file: IO[bytes],
    source: str,
    on_error: OnError | None,
    names: WthorNames | None,
    warn: Callable[[str], object],
) -> Iterator[Item]:
    """Yield the games of an open file of WTHOR, with their names if `names` has them.

    `warn` is told once if it lacks some.
    """
    names = names or WthorNames(NameList(), NameList())
    is_told = False
    for native in read_wthor(file, source, on_error, check=WthorGame.game):
        missing = names.missing(max(native.black, native.white), native.tournament)
        if missing and not is_told:
            warn(f"{source}: {missing}")
            is_told = True
        yield Item(native, native.game(names))


def _write_lines(
    format_native: Callable[[Any], str], file: IO[str], natives: Iterable[Any]
) -> None:
    for native in natives:
        print(format_native(native), file=file)


def _write_wthor(file: IO[bytes], natives: Iterable[Any]) -> None:
    games = list(natives)
    years = {game.year for game in games} - {0}
    # Games of another format have no solved scores. "Perfect play from 0 empties on" makes the
    # second score of each game the result as played.
    solved = min((game.solved_empties for game in games), default=0)
    file.write(write_wthor(games, years.pop() if len(years) == 1 else 0, solved))


def _game(game: Game, names: WthorNames) -> Game:
    return game


def _plain_game(game: Game, names: WthorNames) -> Game:
    if game.start != Board():
        start = quote(game.start.to_obf())
        raise OthelloError(
            f"a list of moves begins from the start, not from {start}: expected .ggf or .sgf for it"
        )
    return game


WTHOR_PLACES = Places(("Event", "Black", "White", "Date", "Result"))


def _wthor_game(game: Game, names: WthorNames) -> WthorGame:
    text = game.headers.get("Result", "")
    if game.start == Board() and game.result() is None and decided_result(text) is None:
        played = counted(len(game.moves), "move")
        expected = "expected a header Result"
        if text.strip(" ?"):
            expected += f" such as -6, 29-35 or W+R, got {quote(text)}"
        raise OthelloError(f"not over after {played}: WTHOR has no unknown result, {expected}")
    return WthorGame.of(game, names)


def _text(
    suffix: str,
    native: type,
    read: Callable[..., Iterator[Any]],
    format_native: Callable[[Any], str],
    of_game: Callable[[Game, WthorNames], Any],
    **more: Any,
) -> Format:
    """Return a format of text, from the functions of its module."""
    return Format(
        (suffix,) * bool(suffix),
        False,
        native,
        partial(_read_text, read),
        partial(_write_lines, format_native),
        of_game,
        **more,
    )


FORMATS = {
    "obf": _text(
        ".obf",
        obf.ScoredPosition,
        mixed.read_positions,
        obf.format_position,
        lambda game, names: obf.ScoredPosition("", game.board, {}),
        places=Places(()),
    ),
    "transcript": Format(
        (".txt",),
        False,
        Game,
        partial(_read_text, transcript.read_natives),
        transcript.write_games,
        _plain_game,
        places=Places(()),
    ),
    "pasted": _text(
        "",
        Game,
        move_text.read_natives,
        move_text.format_game,
        _game,
        places=Places(keeps=headers.keeps_header),
    ),
    "ggf": _text(
        ".ggf",
        ggf.GgfGame,
        partial(mixed.read_records, "ggf"),
        ggf.format_game,
        lambda game, names: ggf.GgfGame.of(game),
        places=ggf.PLACES,
    ),
    "sgf": _text(
        ".sgf",
        sgf.SgfGame,
        partial(mixed.read_records, "sgf"),
        sgf.format_game,
        lambda game, names: sgf.SgfGame.of(game),
        decode=sgf_charset.decode,
        places=sgf.PLACES,
    ),
    "wthor": Format(
        (".wtb",), True, WthorGame, _read_wthor, _write_wthor, _wthor_game, places=WTHOR_PLACES
    ),
    "openings": _text(
        "",
        Game,
        opening_lists.read_natives,
        opening_lists.format_game,
        _plain_game,
        places=Places((opening_lists.OPENING,)),
    ),
}
"""The formats by name; ``pasted`` is what `othello.formats.move_text` reads."""


def format_of(path: str, *, can_be_named: bool = True) -> Format:
    """Return the format of a file, told by the extension of its name.

    `can_be_named` says whether the user could name the format instead.

    >>> format_of("games.SGF") is FORMATS["sgf"]
    True

    Raises InvalidOption if the extension is not known.
    """
    for known in FORMATS.values():
        if path.lower().endswith(known.suffixes):
            return known
    suffixes = ", ".join(suffix for known in FORMATS.values() for suffix in known.suffixes)
    names = ", ".join(FORMATS).replace("pasted", "pasted (PGN)")
    reason = f"the name {quote(path)} tells no format: expected {suffixes}"
    if can_be_named:
        reason += ", or the format's name beside it (--from and --to; `format` in Python): " + names
    raise InvalidOption(reason)


def format_of_file(contents: bytes) -> tuple[Format, str]:
    """Return which format of text a file is in, by what it holds, and its text.

    >>> format_of_file(b"(;GM[2];B[f5])")[0] is FORMATS["sgf"]
    True
    """
    text = text_of(contents)
    known = FORMATS[format_of_text(text)]
    return known, text if known.decode is None else known.decode(contents)


def open_format(
    file: io.BufferedReader,
    source: str,
    known: Format | None = None,
    name: str = "",
    warn: Callable[[str], object] = warn,
) -> tuple[IO[Any], Format]:
    """Return an open file as the reader of its format takes it, and the format.

    `file` is at its start; it is closed with what is returned. Without a `known` format its `name`
    and what it holds tell: a file that holds something else than its name says is read as what it
    is. `source` is its name for errors and for what `warn` is called with.

    Raises FileError if it cannot be read, or is neither text nor of WTHOR.
    """
    if known is None:
        known = _format_by_head(file.peek(HEAD)[:HEAD], plain_name(name))
    if known is not None and known.is_binary:
        return file, known
    try:
        check_is_text(file, source)
    except FileError:
        if known is None and _is_start_of_wthor(file, source):
            return file, FORMATS["wthor"]
        raise
    if known is not None and known.decode is None:
        return decoded(file, source, warn), known
    with file:
        contents = whole_text(file, source)
    if known is None:
        known, text = format_of_file(contents)
        if known.decode is None:
            return decoded(io.BytesIO(contents), source, warn), known
    else:
        assert known.decode is not None
        text = known.decode(contents)
    return io.StringIO(text, None), known


def _format_by_head(head: bytes, name: str) -> Format | None:
    """Return the format that a name tells, if a file that begins with `head` may be in it.

    None if the whole text must tell: moves are written in many forms.
    """
    if is_wthor(head):
        return FORMATS["wthor"]
    try:
        known = format_of(name)
    except InvalidOption:
        return None
    if known is FORMATS["transcript"]:  # a file is read bit by bit if its first lines are
        whole = head if len(head) < HEAD else head[: head.rfind(b"\n") + 1]
        lines = text_of(whole)
        return known if lines.strip() and format_of_text(lines) == "transcript" else None
    if known in RECORD_FORMATS and b"(" not in head:
        return None
    if known in (*RECORD_FORMATS, FORMATS["obf"]) and b"(;" in head:
        named = next(name for name in FORMATS if FORMATS[name] is known)
        return FORMATS[format_of_record(text_of(head), named)]
    return None if known.is_binary and head and b"\0" not in head[:HEADER_SIZE] else known


def _is_start_of_wthor(file: io.BufferedReader, source: str) -> bool:
    """Return whether a file is named as WTHOR's are, and too short for a header."""
    is_named = plain_name(source).lower().endswith(FORMATS["wthor"].suffixes)
    return is_named and len(file.peek(HEADER_SIZE)) < HEADER_SIZE


HEAD = 8192
"""Bytes of a file that are looked at before it is read."""

RECORD_FORMATS = (FORMATS["ggf"], FORMATS["sgf"])
"""Formats whose games are in parentheses."""


# ---------------------------------------------------------------------- whole files


class FileGames(Iterator[Game]):
    """The games of a file, one after the other.

    An index or a slice, as in ``read_games(path)[:5]``, reads the file from its beginning, and no
    further than it must.
    """

    def __init__(self, read: Callable[[], Iterator[Game]]) -> None:
        self._read = read
        self._games = read()

    def __next__(self) -> Game:
        return next(self._games)

    @overload
    def __getitem__(self, index: int) -> Game: ...
    @overload
    def __getitem__(self, index: slice) -> list[Game]: ...
    def __getitem__(self, index: int | slice) -> Game | list[Game]:
        wanted = index if isinstance(index, slice) else slice(index, index + 1)
        numbers = (wanted.start, wanted.stop, wanted.step)
        is_from_end = any(number is not None and number < 0 for number in numbers)
        last = None if is_from_end else wanted.stop
        return list(islice(self._read(), last))[index]


def read_games(path: FilePath, *, on_error: OnError | None = None) -> FileGames:
    """Return the games of a file, whose format is told by what it holds.

    They come one after the other, as they are read; a slice of them is a list.

    That is GGF, SGF, WTHOR (with the names of the files beside it), a game on each line, moves as
    people paste them, each game ended by an empty line, or OBF, whose positions are games without
    moves. GGF, SGF and moves may be in one file, and so may OBF and lines with moves.

    A warning tells of a result that another one or the final position contradicts, of moves that
    end in dots, of names of WTHOR that are not there, and of columns of a table that have none.
    The file is read when the first game is asked for. `on_error` is called with the `FormatError`
    of each game that cannot be used. Without it the first one is raised.

    Raises
    ------
    InvalidOption
        If `path` is no name or `on_error` no function.
    FileError
        If the file cannot be read.
    FormatError
        If a game cannot be used, or the file has something in it but no game.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "games.sgf")
    ...     write_games(path, ["f5d6", Game("f5f6", headers={"Black": "me"})])
    ...     [game.headers.get("Black") for game in read_games(path)]
    ...     read_games(path)[:1]
    2
    [None, 'me']
    [Game('f5d6')]
    """
    source = _name(path)
    report: object = on_error
    if report is not None and not callable(report):
        expected = "expected None, which raises the first error, or a function, which is given each"
        raise InvalidOption(f"invalid on_error {quote(on_error)}: {expected}")
    return FileGames(lambda: _games_of(path, source, on_error))


def _games_of(path: FilePath, source: str, on_error: OnError | None) -> Iterator[Game]:
    is_used = False
    n_unread = 0
    told: frozenset[str] = frozenset()

    def report(error: FormatError) -> None:
        nonlocal is_used, n_unread
        is_used = True
        n_unread += error.is_item
        if on_error is None:
            raise error
        on_error(error)

    with unpacked(reading(path), source) as file:
        is_used = not file.peek(1)
        opened, known = open_format(file, source)
        for number, item in enumerate(known.read(opened, source, report), 1):
            is_used = True
            for warning in warnings_of(item):
                warn(f"{source}: game {number + n_unread}: {warning}")
            remarks = (
                remarks_of(item) if isinstance(item.native, move_text.MoveText) else frozenset()
            )
            for column in sorted(remarks - {"comments", "variations"} - told):
                warn(f"{source}: left out {column}")
            told |= remarks
            yield item.game
    if not is_used and known is not FORMATS["wthor"]:
        report(FormatError(source, 1, "no games: expected moves, GGF, SGF, OBF or a WTHOR file"))


def write_games(path: FilePath, games: Iterable[Game | str], *, format: str | None = None) -> int:
    """Write games into a file, which replaces one that is there, and return how many it has.

    A text among `games` is one game, as `Game.parse` reads it. `format` is one of `FORMATS`, such
    as ``"pasted"`` for PGN; by default the ending of the file's name tells. Beside a file of WTHOR
    two more get the names. A warning tells what is lost: the moves in OBF, games without moves in a
    list of moves, headers that the format has no place for or cannot hold as they are, a result in
    place of which another one is written (that of the last position, or 64 discs for the winner
    where only the winner is stated of a game that is not over), and names and dates that WTHOR
    cannot hold as they are. GGF states the result of a finished game also where no header does, as
    most programs expect it. What `read_games` leaves out of a `Game`, such as comments, variations
    and times, is not among the games.

    Raises
    ------
    InvalidOption
        If `path` is no name, it is not known which format is meant, something among `games` is no
        game, or the format cannot hold one of them.
    FileError
        If the file cannot be written; one that was there is as it was.
    """
    source = _name(path)
    wanted = each_game(games)
    if format is not None:
        format = one_of(
            "format", format.lower() if isinstance(format, str) else format, tuple(FORMATS)
        )
    known = format_of(source) if format is None else FORMATS[format]
    names = WthorNames(NameList(), NameList())
    natives = []
    lost: set[str] = set()
    changed: set[str] = set()
    losses: list[str] = []
    for number, game in enumerate(wanted, 1):
        if known.is_empty_line(game):
            losses.append(f"left out game {number}: {NO_MOVES}")
            continue
        try:
            natives.append(known.of_game(game, names))
        except OthelloError as error:
            raise InvalidOption(f"invalid game {number}: {error}") from None
        lost.update(known.places.lost(game))
        changed.update(known.places.changed(game))
        if (reason := known.places.replaced_result(game)) is not None:
            losses.append(f"game {number}: {reason}")
        if known is FORMATS["obf"] and game.moves and not losses:
            losses.append("left out the moves: OBF has positions, here the last one of each game")
    if known.is_binary:
        contents = io.BytesIO()
        known.write(contents, natives)
        write_wthor_files(source, contents.getvalue(), names)
    else:
        with replacing(path, errors="surrogateescape") as file:
            known.write(file, natives)
    told = [*names.lost(), *names.lost_dates(), *without_headers(lost, changed=changed)]
    for loss in [*losses, *told]:
        warn(f"{source}: {loss}")
    return len(natives)


def write_wthor_files(path: str, games: bytes, names: WthorNames) -> None:
    """Write a file of WTHOR and, if there are names, those with the names beside it; or none.

    Raises
    ------
    InvalidOption
        If the file has the ending of one with names, which would replace it.
    FileError
        If a file cannot be written.
    """
    if path.lower().endswith((".jou", ".trn")):
        raise InvalidOption(f"{quote(path)} is a name for WTHOR's names: expected one with .wtb")
    has_names = names.players.names[1:] or names.tournaments.names[1:]
    write_together({path: games, **(names.files_beside(path) if has_names else {})})


def _name(path: FilePath) -> str:
    check_path(path)
    return os.fspath(path)


def as_game(game: Game | str) -> Game:
    """Return a game, or that of a text as `Game.parse` reads it; raise InvalidOption for others."""
    if isinstance(game, Game):
        return game.copy()  # which checks the headers, as they may have been changed
    if isinstance(game, str):
        return Game.parse(game)
    raise InvalidOption(f"{quote(game)}: expected a Game, or its text")


def each_game(games: Iterable[Game | str]) -> Iterator[Game]:
    """Return the games of a list, as by `as_game`; an error says the game's number.

    >>> [len(game) for game in each_game(["f5d6", Game("f5")])]
    [2, 1]

    Raises InvalidOption if `games` is no list, and when one of them that is no game is reached.
    """
    if isinstance(games, (str, bytes, Game)) or not hasattr(games, "__iter__"):
        raise InvalidOption(
            f"invalid games {quote(games)}: expected a list of games, each a Game or its text"
        )
    return map(_numbered_game, games, count(1))


def _numbered_game(given: Game | str, number: int) -> Game:
    try:
        return as_game(given)
    except OthelloError as error:
        raise InvalidOption(f"invalid game {number}: {error}") from None


# ---------------------------------------------------------------------- checks and choice


def wrong_result(item: Item) -> str | None:
    """Return what is wrong with a game's stated result, as text; None if nothing is.

    All variations of an SGF game are replayed too.

    >>> wrong_result(Item(None, Game("e6f4e3f6g5d6e7f5c5", headers={"Result": "+12"})))
    'stated result +12, but the final position says +64'
    """
    if isinstance(item.native, sgf.SgfGame):
        try:
            item.native.check()
        except OthelloError as error:
            return f"variation: {error}"
    return contradicted_result(item)


def contradicted_result(item: Item) -> str | None:
    """Return that the final position, or else another result, contradicts the stated one."""
    if isinstance(item.native, ggf.GgfGame) and item.native.variant() == "komi":
        return None  # the result counts the komi
    reason = contradiction(item.game)
    if (
        reason is None
        and isinstance(item.native, move_text.MoveText)
        and item.native.another_result
    ):
        return item.native.warnings()[-1]
    return reason


def warnings_of(item: Item, places: Places | None = None) -> list[str]:
    """Return what whoever reads a game is told of it: missing moves, a doubtful result.

    `places` are those of another format in which it is written, perhaps with another result.

    >>> warnings_of(Item(None, Game("e6f4e3f6g5d6e7f5c5", headers={"Result": "+12"})))
    ['stated result +12, but the final position says +64']
    """
    warnings = item.native.warnings() if isinstance(item.native, move_text.MoveText) else []
    result = places and places.replaced_result(item.game)
    return list(dict.fromkeys(filter(None, [*warnings, result or contradicted_result(item)])))


def result_warning(item: Item) -> str | None:
    """Return why a game's result is not what was stated, or is not known; None if it is."""
    if (reason := contradicted_result(item)) is not None:
        return reason
    text = item.game.headers.get("Result", "").strip()
    if item.game.is_over or read_result(text) or text.strip("? ").lower() in UNKNOWN:
        return None
    expected = "expected a form of result such as -6, 29-35 or W+R"
    if WITHOUT_SIGN.fullmatch(text):
        expected += ", as this may be black's discs or the difference"
    return f"stated result {quote(text)}: {expected}"


doubts_of, doubtful_result = warnings_of, result_warning
"""Older names of these functions, which work until the next major version."""


def positions_at(game: Game | str, n_empties: int) -> Iterator[Board]:
    """Yield the game's position with `n_empties` empties in which the side to move has a move.

    >>> [board.to_fen() for board in positions_at(Game("f5d6c3"), 58)]
    ['8/8/8/3ox3/3oxx2/3o4/8/8 x']
    """
    if not isinstance(game, Game):
        game = as_game(game)
    for board in game.positions():
        if board.n_empties == n_empties and not board.must_pass and not board.is_over:
            yield board


def problem(board: Board, engine: Engine) -> obf.ScoredPosition:
    """Solve `board`; return it with the exact score of each move in discs.

    >>> with Engine(hash_mb=1) as engine:
    ...     obf.format_position(problem(Board.from_obf("X" * 57 + "OOOOO-- X"), engine))
    'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOO-- X; G8:+64;'
    """
    # The lines of a pass differ in the reply, and the first one counts.
    lines = engine.solve(board, multipv=1 if board.must_pass else 64).lines
    scores = {line.move: int(line.score) for line in lines if line.move is not None}
    return obf.ScoredPosition("", board, scores)
