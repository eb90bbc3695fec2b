"""WTHOR as a format of games: reading with names, writing, the declaration."""

from collections.abc import Iterable, Iterator
from typing import IO

from othello._game import Game
from othello.board import Board
from othello.errors import OthelloError, counted, quote
from othello.files.access import STDIN
from othello.files.unpacking import CONTROLS
from othello.files.writing import write_together
from othello.formats.dropped_headers import Places
from othello.formats.reading import OnError
from othello.formats.registry import Format, Item
from othello.formats.results import decided_result
from othello.wthor.games import WthorGame, read_wthor, write_wthor
from othello.wthor.names import HEADER, HEADER_SIZE, N_NAMES, SIZE, WthorNames


def is_wthor(head: bytes) -> bool:
    """Return whether a file that begins with `head` is one of WTHOR's.

    Its header states a date, no names, and a board of 8 or 10.

    >>> is_wthor(bytes([20, 24, 1, 1, 9, 0, 0, 0, 0, 0, 232, 7, 8, 0, 24, 0]))
    True
    >>> is_wthor(b"f5d6c3d3c4f4f6f3"), is_wthor(b"\\x7fELF\\x02\\x01\\x01" + bytes(9))
    (False, False)
    """
    if len(head) < HEADER_SIZE or not any(head[:HEADER_SIZE]):
        return False
    header = HEADER.unpack(head[:HEADER_SIZE])
    is_date = header[2] <= 12 and header[3] <= 31
    return is_date and not header[N_NAMES] and header[SIZE] in (0, 8, 10)


def _may_begin(head: bytes) -> bool:
    """Return whether a file of this name is one of WTHOR's: it is empty, or no text."""
    return not head or any(byte in CONTROLS for byte in head[:HEADER_SIZE])


def _read(
    file: IO[bytes], source: str, on_error: OnError, names: WthorNames | None = None
) -> Iterator[Item]:
    """Yield the games with their names; the first one of which these lack some tells so."""
    if names is None and source != STDIN:
        names = WthorNames.beside(source, on_error)
    names, is_told = names or WthorNames(), False
    for native in read_wthor(file, source, on_error, check=WthorGame.game):
        missing = names.missing(max(native.black, native.white), native.tournament)
        yield Item(native, native.game(names), "" if is_told else missing)
        is_told |= bool(missing)


def _write(file: IO[bytes], natives: Iterable[WthorGame]) -> None:
    games = list(natives)
    years = {game.year for game in games} - {0}
    # Games of another format have no solved scores. "Perfect play from 0 empties on" makes the
    # second score of each game the result as played.
    solved = min((game.solved_empties for game in games), default=0)
    file.write(write_wthor(games, years.pop() if len(years) == 1 else 0, solved))


def _of_game(game: Game, names: WthorNames) -> WthorGame:
    text = game.headers.get("Result", "")
    if game.start == Board() and game.result() is None and decided_result(text) is None:
        played = counted(len(game.moves), "move")
        expected = "expected a header Result"
        if text.strip(" ?"):
            expected += f" such as -6, 29-35 or W+R, got {quote(text)}"
        raise OthelloError(f"not over after {played}: WTHOR has no unknown result, {expected}")
    return WthorGame.of(game, names)


def write_wthor_files(path: str, games: bytes, names: WthorNames) -> None:
    """Write a file of WTHOR and those with the names beside it; an older name of `write_file`."""
    write_together({path: games, **names.files_beside(path)})


wthor_items = _read  # an older name, which some programs use

FORMAT = Format(
    "wthor",
    WthorGame,
    _read,
    _write,
    _of_game,
    (".wtb",),
    Places(("Event", "Black", "White", "Date", "Result")),
    is_binary=True,
    recognises=is_wthor,
    may_begin=_may_begin,
    beside=WthorNames,
)
