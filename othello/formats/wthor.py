"""WTHOR, the French federation's base of tournament games: files ``.wtb``.

A header of 16 bytes (day of the file as century, year, month and day; number of games; year of the
games; size of the board; kind; empties from which the second score is exact), then 68 bytes a game:
tournament, black, white (numbers of names in other files), black's discs at the end as played and
under perfect play, and 60 moves, each ten times the rank plus the file, 0 after the last. Passes
are left out. All numbers are little-endian.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from othello.errors import FormatError
from othello.game import Game
from othello.notation import PASS

__all__ = ["HEADER_SIZE", "RECORD_SIZE", "WthorGame", "read_wthor", "write_wthor"]

HEADER = struct.Struct("<4BIHH4B")
RECORD = struct.Struct("<HHHBB60s")
HEADER_SIZE = HEADER.size
RECORD_SIZE = RECORD.size
N_COUNT = 4
N_SIZE = 7
N_DEPTH = 9
LONGEST = 60
BOARD_SIZES = (0, 8)  # 0 in old files


class WthorGame(NamedTuple):
    """One game of a base.

    Attributes
    ----------
    squares : tuple of int
        The moves, 0 (a1) to 63 (h8), without passes.
    black_discs : int
        Black's discs at the end, the empties given to the winner.
    perfect_black_discs : int
        The same if both sides had played perfectly from `solved_empties` of the file on.
    tournament, black, white : int
        Numbers of names.
    """

    squares: tuple[int, ...]
    black_discs: int
    perfect_black_discs: int
    tournament: int = 0
    black: int = 0
    white: int = 0

    def game(self) -> Game:
        """Return the game with its positions.

        Raises
        ------
        IllegalMove
            If a move is against the rules.
        """
        return Game(self.squares)


def read_wthor(contents: bytes, source: str = "-") -> list[WthorGame]:
    """Return the games in a file's `contents`.

    Parameters
    ----------
    contents : bytes
        The whole file.
    source : str
        Its name, for messages.

    Raises
    ------
    FormatError
        If it is no such file; the line it gives is the number of the game, 0 for the header.
    """
    check_header(contents, source)
    games = []
    for number, fields in enumerate(RECORD.iter_unpack(contents[HEADER_SIZE:]), 1):
        tournament, black, white, discs, perfect, moves = fields
        if discs > 64 or perfect > 64:
            reason = f"expected 0 to 64 black discs, got {discs} and {perfect}"
            raise FormatError(source, number, reason)
        squares = tuple(parse_moves(moves, source, number))
        games.append(WthorGame(squares, discs, perfect, tournament, black, white))
    return games


def check_header(contents: bytes, source: str) -> None:
    """Raise FormatError unless the header fits the file."""
    if len(contents) < HEADER_SIZE:
        raise FormatError(source, 0, f"expected {HEADER_SIZE} bytes or more, got {len(contents)}")
    header = HEADER.unpack_from(contents)
    if header[N_SIZE] not in BOARD_SIZES:
        raise FormatError(source, 0, f"expected a board of 8, got {header[N_SIZE]}")
    expected = HEADER_SIZE + header[N_COUNT] * RECORD_SIZE
    if len(contents) != expected:
        reason = f"expected {expected} bytes for {header[N_COUNT]} games, got {len(contents)}"
        raise FormatError(source, 0, reason)


def parse_moves(moves: bytes, source: str, number: int) -> Iterable[int]:
    """Yield the squares of a record's moves."""
    for move in moves.rstrip(b"\0"):
        rank, file = divmod(move, 10)
        if not (1 <= rank <= 8 and 1 <= file <= 8):
            raise FormatError(source, number, f"expected a move from 11 to 88, got {move}")
        yield 8 * (rank - 1) + file - 1


def write_wthor(games: Sequence[WthorGame], year: int = 0, solved_empties: int = 24) -> bytes:
    """Return a file with these games.

    Parameters
    ----------
    games : sequence of WthorGame
        At most 60 moves each; passes (64) are left out.
    year : int
        When they were played.
    solved_empties : int
        From how many empties on `perfect_black_discs` is exact.
    """
    century, decade = divmod(year, 100)
    header = HEADER.pack(century, decade, 1, 1, len(games), 0, year, 8, 0, solved_empties, 0)
    records = []
    for game in games:
        squares = [square for square in game.squares if square != PASS]
        moves = bytes(10 * (square // 8 + 1) + square % 8 + 1 for square in squares)
        names = (game.tournament, game.black, game.white)
        record = RECORD.pack(*names, game.black_discs, game.perfect_black_discs, moves)
        records.append(record)
    return header + b"".join(records)
