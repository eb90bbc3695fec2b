"""WTHOR, the French federation's database of tournament games: files ``.wtb``.

A file has a header of 16 bytes (see `othello.wthor.names`), then 68 bytes for each game:
the numbers of tournament, black and white, whose names are in other files; black's final discs as
played and under perfect play; and 60 bytes of moves. A move is ten times the rank plus the file, 0
after the last move. Passes are left out. All numbers are little-endian.

There are two readers. `read_wthor` yields one game at a time, for converting and serving files.
`read_arrays` returns numpy arrays, for training, bases of games and learning.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from othello._game import Game
from othello.board import Board
from othello.errors import FormatError, InvalidBoard, InvalidOption, OthelloError, counted, quote
from othello.files.access import named, reading
from othello.files.unpacking import unpacked
from othello.formats.dates import year_of
from othello.formats.reading import OnError, raise_error
from othello.formats.results import decided_result
from othello.notation import BLACK, PASS
from othello.wthor.names import (
    HEADER,
    HEADER_SIZE,
    N_GAMES,
    SIZE,
    SOLVED_EMPTIES,
    YEAR,
    WthorNames,
    read_header,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

LONGEST = 60
LAST_YEAR = 9999
SOLVED_FROM = 24  # the usual value in WTHOR
BOARD_SIZES = (0, 8)  # 0 in old files
GAMES_AT_ONCE = 1024  # 70 kB
UNSTATED_GAMES = 1 << 16
"""Games read beyond the header's number, at most, so that an endless file ends."""
NO_SQUARE = 255

#: The bytes of one game, as numpy describes a type. numpy itself is imported for arrays only.
RECORD = [
    ("tournament", "<u2"),
    ("black", "<u2"),
    ("white", "<u2"),
    ("black_discs", "u1"),
    ("perfect_black_discs", "u1"),
    ("moves", "u1", LONGEST),
]
RECORD_BYTES = struct.Struct(f"<HHHBB{LONGEST}s")
RECORD_SIZE = RECORD_BYTES.size


class WthorGame(NamedTuple):
    """A game of a WTHOR file."""

    squares: tuple[int, ...]  #: the moves, 0 (a1) to 63 (h8), without passes
    black_discs: int  #: black's final discs; the empties count for the winner
    #: Black's final discs if both sides had played perfectly from `solved_empties` on.
    perfect_black_discs: int
    tournament: int = 0  #: numbers of the names (`WthorNames`)
    black: int = 0
    white: int = 0
    year: int = 0  #: the year it was played, 0 if unknown
    #: The number of empties that the file's header states; 0 if nothing was solved.
    solved_empties: int = SOLVED_FROM

    def extras(self) -> set[str]:
        """Return what it has that a `Game` cannot hold, by name.

        >>> WthorGame((44,), 33, 34).extras(), WthorGame((44,), 33, 33, solved_empties=0).extras()
        ({'theoretical scores and their depth'}, set())
        """
        return {"theoretical scores and their depth"} if self.solved_empties else set()

    @classmethod
    def of(cls, game: Game, names: WthorNames) -> WthorGame:
        """Convert a `Game` to WTHOR's record, adding its players and event to `names`.

        If the game is not over, the discs are those that the ``Result`` header states: all 64 for
        the winner if it states no more, as ``B+R`` (white resigned), ``B+T`` (on time) and ``B+F``
        (forfeited). Otherwise they are those of the last position, where the empties count for the
        winner.

        Raises InvalidBoard if the game does not begin from the usual start.
        """
        if game.start != Board():
            start = quote(game.start.to_obf())
            raise InvalidBoard(
                f"WTHOR holds games from the start only, not from {start}: use .ggf or .sgf"
            )
        result: float | None = game.result()
        if result is None:
            result = decided_result(game.headers.get("Result", ""))
        if result is None or not -64 <= result <= 64:
            score = game.board.score()
            result = score if game.board.turn == BLACK else -score
        # An odd difference, where empties did not count, is rounded away from a draw.
        discs = 32 + (int(result) + (result > 0)) // 2
        date = game.headers.get("Date", "").strip()
        names.dates[date] = year_of(date)
        return cls(
            tuple(int(move) for move in game.moves if move is not PASS),
            discs,
            discs,
            names.tournaments.number(game.headers.get("Event", "")),
            names.players.number(game.headers.get("Black", "")),
            names.players.number(game.headers.get("White", "")),
            names.dates[date],
            solved_empties=0,
        )

    def game(self, names: WthorNames | None = None) -> Game:
        """Convert the record to a `Game`; its headers have the names if `names` is given.

        Raises IllegalMove if a move breaks the rules.
        """
        headers = {"Date": str(self.year)} if self.year else {}
        headers["Result"] = f"{2 * self.black_discs - 64:+d}"
        if names is not None:
            for header, known, number in (
                ("Event", names.tournaments, self.tournament),
                ("Black", names.players, self.black),
                ("White", names.players, self.white),
            ):
                if name := known.name(number):
                    headers[header] = name
        return Game(self.squares, headers=headers)


def read_wthor(
    file: IO[bytes],
    source: str = "-",
    on_error: OnError = None,
    check: Callable[[WthorGame], object] | None = None,
) -> Iterator[WthorGame]:
    """Yield the games of an open ``.wtb`` file, which is read block by block.

    `source` is its name, for errors. `on_error` is called with the `FormatError` of each bad game,
    and of a file that ends too early. Without it the first one is raised. `check` is called with
    each game; if it raises an `OthelloError`, the game is bad. `WthorGame.game` finds games that
    break the rules.

    Raises FormatError if the header is wrong, InvalidOption if `file` is none, such as a name.
    """
    header, report = read_header_of_games(file, source), on_error or raise_error
    blocks = read_blocks(file, source, header[N_GAMES], report)
    records = chain.from_iterable(map(RECORD_BYTES.iter_unpack, blocks))
    for number, record in enumerate(records):
        try:
            game = parse_record(record, header[YEAR], header[SOLVED_EMPTIES])
            if check is not None:
                check(game)
        except OthelloError as error:
            report(fault_of_game(source, number, str(error)))
        else:
            yield game


def read_blocks(
    file: IO[bytes], source: str, n_stated: int, report: Callable[[FormatError], object]
) -> Iterator[bytes]:
    """Yield the records of a file, some at a time; report an end before or behind those stated."""
    n_games = rest = 0
    while most := min(GAMES_AT_ONCE, n_stated - n_games + UNSTATED_GAMES):
        with named(source):
            block = file.read(most * RECORD_SIZE)
        if not block:
            break
        n_whole, rest = divmod(len(block), RECORD_SIZE)
        yield block[: n_whole * RECORD_SIZE]
        n_games += n_whole
    if n_games != n_stated or rest:
        and_bytes = f" and {counted(rest, 'byte')} more" if n_games == n_stated else ""
        reason = f"expected {counted(n_stated, 'game')}, the file ends after {n_games}{and_bytes}"
        report(FormatError(source, None, reason, offset_of(n_games)))


def parse_record(record: tuple[Any, ...], year: int, solved_empties: int) -> WthorGame:
    """Convert one record of a file to a game, with what the file's header says of all its games.

    Raises OthelloError if its discs or moves are out of range.
    """
    tournament, black, white, discs, perfect, moves = record
    if discs > 64 or perfect > 64:
        raise OthelloError(f"expected 0 to 64 black discs, got {discs} and {perfect}")
    squares = tuple(map(parse_move, moves.rstrip(b"\0")))
    return WthorGame(squares, discs, perfect, tournament, black, white, year, solved_empties)


def parse_move(number: int) -> int:
    """Return the square, 0 to 63, of a move as files have it.

    >>> parse_move(56)  # f5
    37
    """
    rank, file = divmod(number, 10)
    if not (1 <= rank <= 8 and 1 <= file <= 8):
        raise OthelloError(f"expected a move from 11 to 88, got {number}")
    return 8 * (rank - 1) + file - 1


def read_header_of_games(file: IO[bytes], source: str) -> tuple[int, ...]:
    """Return the header of a file; raise FormatError for another board or an impossible year."""
    header = read_header(file, source)
    if header[YEAR] > LAST_YEAR:
        reason = f"expected a year up to {LAST_YEAR}, got {header[YEAR]}"
        raise FormatError(source, None, reason, 10)
    if header[SIZE] not in BOARD_SIZES:
        raise FormatError(source, None, f"expected a board of 8, got {header[SIZE]}", 12)
    return header


# ---------------------------------------------------------------------- arrays


def read_arrays(path: str | Path, on_error: OnError = None) -> npt.NDArray[np.void]:
    """Return the games of a ``.wtb`` file as an array of `RECORD`.

    `squares_of` converts its moves to squares, which `othello.batch.replay` plays.

    `on_error` is called with the `FormatError` of each bad game, which is left out, and of a file
    that ends too early. Without it the first one is raised.
    """
    return read_numbered(path, on_error)[0]


def read_numbered(
    path: str | Path, on_error: OnError = None
) -> tuple[npt.NDArray[np.void], npt.NDArray[np.intp]]:
    """Return the games as `read_arrays`, and the number of each in the file, from 0."""
    import numpy as np

    source = str(path)
    report = on_error or raise_error
    with unpacked(reading(path), source) as file:
        header = read_header_of_games(file, source)
        games = np.frombuffer(b"".join(read_blocks(file, source, header[N_GAMES], report)), RECORD)
    moves = games["moves"]
    bad = (((moves < 11) | (moves > 88) | (moves % 10 < 1) | (moves % 10 > 8)) & (moves != 0)).any(
        axis=1
    )
    bad |= (games["black_discs"] > 64) | (games["perfect_black_discs"] > 64)
    for number in np.flatnonzero(bad):
        reason = "expected moves from 11 to 88, and 0 to 64 black discs"
        report(fault_of_game(source, int(number), reason))
    return (games[~bad] if bad.any() else games), np.flatnonzero(~bad)


def fault_of_game(source: str, number: int, reason: str) -> FormatError:
    """Return what is wrong with the game of a file that has this number, from 0."""
    reason = f"{reason} (game {number + 1})"
    return FormatError(source, None, reason, offset_of(number), is_item=True)


def offset_of(number: int) -> int:
    """Return the byte of a file where its game of that number, from 0, begins."""
    return HEADER_SIZE + number * RECORD_SIZE


def squares_of(moves: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Convert moves as in files to squares: a1 = 0 to h8 = 63, `NO_SQUARE` after the last move.

    >>> import numpy as np
    >>> squares_of(np.array([[56, 64, 0]], np.uint8))
    array([[ 37,  43, 255]], dtype=uint8)
    """
    squares = (8 * (moves // 10) + moves % 10 - 9).astype("u1")
    squares[moves == 0] = NO_SQUARE
    return squares


# ---------------------------------------------------------------------- writing


def write_wthor(
    games: Iterable[WthorGame], year: int = 0, solved_empties: int = SOLVED_FROM
) -> bytes:
    """Return the contents of a ``.wtb`` file with these games.

    They are of at most 60 moves; passes (64) are left out. `year` is when they were played, 0 if it
    is unknown or differs. From `solved_empties` on `perfect_black_discs` assumes perfect play.

    Raises InvalidOption if `year` is above `LAST_YEAR`.
    """
    records = bytearray()
    for game in games:
        squares = [square for square in game.squares if square != PASS]
        moves = bytes(10 * (square // 8 + 1) + square % 8 + 1 for square in squares)
        names = (game.tournament, game.black, game.white)
        fields = (*names, game.black_discs, game.perfect_black_discs)
        records += RECORD_BYTES.pack(*fields, moves)
    if not 0 <= year <= LAST_YEAR:
        raise InvalidOption(f"expected a year up to {LAST_YEAR}, got {year}")
    century, year_of_century = divmod(year, 100)
    n_games = len(records) // RECORD_SIZE
    header = HEADER.pack(century, year_of_century, 1, 1, n_games, 0, year, 8, 0, solved_empties, 0)
    return header + bytes(records)
