"""Convert between file formats of games and positions; check results, choose positions.

A conversion to another format keeps the start, the moves and the headers of a `Game`. Copying
within one format loses nothing: GGF keeps evaluations and times, SGF comments and variations, WTHOR
the numbers of its names.
"""

import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import count, islice
from typing import IO, Any, overload

from othello.board import Board
from othello.engine import Engine
from othello.errors import FormatError, InvalidOption, OthelloError, quote, warn
from othello.fields import one_of
from othello.files.access import FilePath, check_path, reading
from othello.files.bounded import whole_text
from othello.files.unpacking import check_is_text, decoded, plain_name, text_of, unpacked
from othello.files.writing import replacing, write_together
from othello.formats import obf
from othello.formats.detect import format_of_text
from othello.formats.dropped_headers import (
    SECOND_COLUMN,
    UNKNOWN,
    UNNAMED_COLUMNS,
    Places,
    without_headers,
)
from othello.formats.reading import OnError, raise_error
from othello.formats.registry import HEAD, EmptyLine, FilesBeside, Format, Item, formats
from othello.formats.results import WITHOUT_SIGN, read_result
from othello.game import Game
from othello.rooms import added

REMARKS = frozenset({"comments", "variations", UNNAMED_COLUMNS})
"""Losses of text that people wrote into a game; programs add the other losses, such as times."""


def remarks_of(item: Item) -> frozenset[str]:
    """Return which of `REMARKS` an item's `game` leaves out, and which columns of a table."""
    return frozenset(
        name for name in item.extras() if name in REMARKS or name.startswith(SECOND_COLUMN)
    )


# ---------------------------------------------------------------------- which format


def format_of(path: str, *, can_be_named: bool = True) -> Format:
    """Return the format of a file, told by the extension of its name.

    `can_be_named` says whether the user could name the format instead.

    >>> format_of("games.SGF") is formats()["sgf"]
    True

    Raises InvalidOption if the extension is not known.
    """
    for known in formats().values():
        if path.lower().endswith(known.suffixes):
            return known
    suffixes = ", ".join(suffix for known in formats().values() for suffix in known.suffixes)
    names = ", ".join(formats()).replace("pasted", "pasted (PGN)")
    reason = f"the name {quote(path)} tells no format: expected {suffixes}"
    if can_be_named:
        reason += ", or the format's name beside it (--from and --to; `format` in Python): " + names
    raise InvalidOption(reason)


def format_of_file(contents: bytes) -> tuple[Format, str]:
    """Return which format of text a file is in, by what it holds, and its text."""
    known = formats()[format_of_text(text_of(contents))]
    return known, text_of(contents) if known.decode is None else known.decode(contents)


def open_format(
    file: io.BufferedReader,
    source: str,
    known: Format | None = None,
    warn: Callable[[str], object] = warn,
) -> tuple[IO[Any], Format]:
    """Return an open file as the reader of its format takes it, and the format.

    `file` is at its start; it is closed with what is returned. `source` is its name, also for what
    `warn` is called with. Without a `known` format the name and what it holds tell: a file that
    holds something else than its name says is read as what it is.

    Raises FileError if it cannot be read, or is neither text nor of WTHOR.
    """
    if known is None:
        known = _format_by_head(file.peek(HEAD)[:HEAD], plain_name(source))
    if known is not None and known.is_binary:
        return file, known
    check_is_text(file, source)
    rest: IO[bytes] = file
    if known is None or known.decode is not None:
        with file:
            contents = whole_text(file, source)
        known = known or format_of_file(contents)[0]
        if known.decode is not None:
            return io.StringIO(known.decode(contents), None), known
        rest = io.BytesIO(contents)
    return decoded(rest, source, warn), known


def _format_by_head(head: bytes, name: str) -> Format | None:
    """Return the format that a file's first bytes or its name tell; None if its text must tell.

    Moves are written in many forms.
    """
    for known in formats().values():
        if known.is_binary and known.recognises(head):
            return known
    with suppress(InvalidOption):
        known = format_of(name)
        return known if known.may_begin(head) else None
    return None


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


def read_games(path: FilePath, *, on_error: OnError = None) -> FileGames:
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


def _games_of(path: FilePath, source: str, on_error: OnError) -> Iterator[Game]:
    is_used = False
    told: frozenset[str] = frozenset()

    def report(error: FormatError) -> None:
        nonlocal is_used
        is_used = True
        (on_error or raise_error)(error)

    with unpacked(reading(path), source) as file:
        is_used = not file.peek(1)
        opened, known = open_format(file, source)
        for item in known.read(opened, source, report):
            is_used = True
            for warning in warnings_of(item):
                warn(f"{source}: game {item.number}: {warning}")
            columns = remarks_of(item) - {"comments", "variations"}
            for column in sorted(columns - told):
                warn(f"{source}: left out {column}")
            told |= columns
            yield item.game
    if not is_used and not known.is_binary:
        report(FormatError(source, 1, "no games: expected moves, GGF, SGF, OBF or a WTHOR file"))


def write_games(path: FilePath, games: Iterable[Game | str], *, format: str | None = None) -> int:
    """Write games into a file, which replaces one that is there, and return how many it has.

    A text among `games` is one game, as `Game.parse` reads it. `format` is the name of one, such
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
            "format", format.lower() if isinstance(format, str) else format, tuple(formats())
        )
    known = format_of(source) if format is None else formats()[format]
    names = known.beside()
    natives = []
    lost: set[str] = set()
    changed: set[str] = set()
    losses: list[str] = []
    for number, game in enumerate(wanted, 1):
        try:
            natives.append(known.of_game(game, names))
        except EmptyLine as error:
            losses.append(f"left out game {number}: {error}")
            continue
        except OthelloError as error:
            raise InvalidOption(f"invalid game {number}: {error}") from None
        lost.update(known.places.lost(game))
        changed.update(known.places.changed(game))
        if (reason := known.places.replaced_result(game)) is not None:
            losses.append(f"game {number}: {reason}")
        if known is formats()["obf"] and game.moves and not losses:
            losses.append("left out the moves: OBF has positions, here the last one of each game")
    write_file(path, known, natives, names)
    told = [*names.lost(), *names.lost_dates(), *without_headers(lost, changed=changed)]
    for loss in [*losses, *told]:
        warn(f"{source}: {loss}")
    return len(natives)


def write_file(path: FilePath, known: Format, natives: Iterable[Any], names: FilesBeside) -> None:
    """Write records into a file, and what their format has beside it; or none of them.

    Raises
    ------
    InvalidOption
        If the file has the name of one beside it.
    FileError
        If a file cannot be written.
    """
    if known.is_binary:
        contents = io.BytesIO()
        known.write(contents, natives)
        source = _name(path)
        write_together({source: contents.getvalue(), **names.files_beside(source)})
    else:
        with replacing(path, errors="surrogateescape") as file:
            known.write(file, natives)


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
    try:
        item.check()
    except OthelloError as error:
        return f"variation: {error}"
    return item.contradiction()


def warnings_of(item: Item, places: Places | None = None) -> list[str]:
    """Return what whoever reads a game is told of it: missing moves, a doubtful result.

    `places` are those of another format in which it is written, perhaps with another result.

    >>> warnings_of(Item(None, Game("e6f4e3f6g5d6e7f5c5", headers={"Result": "+12"})))
    ['stated result +12, but the final position says +64']
    """
    result = places and places.replaced_result(item.game)
    told = [*item.warnings(), result or item.contradiction()]
    return list(dict.fromkeys(filter(None, told)))


def result_warning(item: Item) -> str | None:
    """Return why a game's result is not what was stated, or is not known; None if it is."""
    if (reason := item.contradiction()) is not None:
        return reason
    text = item.game.headers.get("Result", "").strip()
    if item.game.is_over or read_result(text) or text.strip("? ").lower() in UNKNOWN:
        return None
    expected = "expected a form of result such as -6, 29-35 or W+R"
    if WITHOUT_SIGN.fullmatch(text):
        expected += ", as this may be black's discs or the difference"
    return f"stated result {quote(text)}: {expected}"


doubts_of, doubtful_result, contradicted_result = warnings_of, result_warning, Item.contradiction
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


def __getattr__(name: str) -> object:
    """Return `formats`, which may load plug-ins, or an older name of what rooms have now."""
    return formats() if name == "FORMATS" else added(__name__, name)
