"""The moves of people in a base of games in WTHOR's format, each with its player's rating."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from othello import batch
from othello.errors import FormatError, OthelloError, quote
from othello.formats.reading import OnError
from othello.people.ratings import Ratings, rated_years
from othello.wthor.games import read_arrays, squares_of
from othello.wthor.names import WthorNames

FIRST_COUNTED, LAST_PLY = 9, 60
"""The first move by which people, or the model, are judged, as those before it are known by heart
or drawn by lot; and the last one."""

MOVES = np.dtype(
    [
        ("player", "u8"),
        ("opponent", "u8"),
        ("move", "u1"),
        ("ply", "u1"),
        ("year", "u2"),
        ("game", "u4"),
        ("who", "u2"),
        ("rating", "f4"),
        ("deviation", "f4"),
    ]
)
"""A move: the discs of the side to move and of the other before it; the square; its number in the
game, from 1; the year and the number of the game in it; the player's number, and the rating after
that year with its deviation."""

ORDER = 5
"""Seed of the order in which moves are drawn."""

TRAINING, TUNING, TEST = (0, 2018), (2019, 2021), (2022, 9999)
"""The years of the games by which the model is trained, chosen and measured."""


def read_years(folder: str | Path, on_error: OnError = None) -> tuple[WthorNames, list[Path]]:
    """Return the names and the files of a base by year.

    Raises OthelloError if `folder` has no file of games, or no names to them.
    """
    files = sorted(Path(folder).glob("*.[wW][tT][bB]"), key=lambda file: file.name)
    if not files:
        raise OthelloError(f"{quote(str(folder))}: expected a folder with .wtb files")
    names = WthorNames.beside(files[0], on_error)
    if names is None:
        raise OthelloError(f"{quote(str(folder))}: expected names of players, .jou and .trn files")
    return names, files


def is_person(name: str | None) -> bool:
    """Return whether a player of the base is a person: a program has its author in parentheses.

    >>> is_person("Tamenori Hideshi"), is_person("Logistello (buro)"), is_person(None)
    (True, False, False)
    """
    return name is not None and "(" not in name


def read_moves(folder: str | Path, on_error: OnError = None) -> npt.NDArray[np.void]:
    """Return the moves of people in a base, an array of `MOVES`.

    Their ratings come from all games up to the end of the year. `on_error` is as for `read_arrays`.
    """
    names, files = read_years(folder, on_error)
    people = np.array([is_person(names.players.name(n)) for n in range(len(names.players.names))])
    parts = [
        part
        for year, records, ratings in rated_years(games_of(files, on_error))
        for part in moves_of(records, year, ratings, people)
    ]
    return np.concatenate(parts) if parts else np.empty(0, MOVES)


def games_of(
    files: Iterable[Path], on_error: OnError = None
) -> Iterator[tuple[int, npt.NDArray[np.void]]]:
    """Yield the year of each file with its games."""
    for file in files:
        yield year_of(file), read_arrays(file, on_error)


def year_of(file: Path) -> int:
    """Return the year in the name of a file of games, such as 1999 of ``WTH_1999.wtb``.

    Raises FormatError if there is none.
    """
    digits = file.stem[-4:]
    if not digits.isdecimal():
        raise FormatError(str(file), None, "expected a name that ends in the year: WTH_1999.wtb")
    return int(digits)


def moves_of(
    records: npt.NDArray[np.void], year: int, ratings: Ratings, people: npt.NDArray[np.bool_]
) -> Iterator[npt.NDArray[np.void]]:
    """Yield the moves of people in games of a year, a ply each time."""
    squares = squares_of(records["moves"])
    played = batch.replay(squares)
    of_player = np.full((len(people), 2), np.nan, np.float32)
    for number, rating in ratings.items():
        of_player[number] = rating[:2]
    for ply in range(1, LAST_PLY + 1):
        white = played.white[:, ply - 1]
        who = np.where(white, records["white"], records["black"])
        rated = people[who] & ~np.isnan(of_player[who, 0])
        rows = np.flatnonzero((played.n_moves >= ply) & rated)
        moves = np.empty(len(rows), MOVES)
        moves["player"], moves["opponent"] = played.positions[rows, ply - 1].T
        moves["move"] = squares[rows, ply - 1]
        moves["ply"], moves["year"], moves["game"] = ply, year, rows
        moves["who"] = who[rows]
        moves["rating"], moves["deviation"] = of_player[who[rows]].T
        yield moves


def of_years(moves: npt.NDArray[np.void], years: tuple[int, int]) -> npt.NDArray[np.void]:
    """Return the moves of the first to the last of these years, in a random order.

    The order is the same each time, so that the first thousand are a sample.
    """
    order = np.random.default_rng(ORDER).permutation(len(moves))
    year = moves["year"][order]
    return moves[order[(year >= years[0]) & (year <= years[1])]]


def unseen(moves: npt.NDArray[np.void], seen: npt.NDArray[np.void]) -> npt.NDArray[np.bool_]:
    """Return which moves were made in a position that is none of the `seen`, mirrored or not."""
    return ~np.isin(keys(moves), keys(seen))


def keys(moves: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """Return what all symmetric images of a move's position have in common."""
    images = batch.canonical(np.stack([moves["player"], moves["opponent"]], axis=1))
    return np.ascontiguousarray(images).view([("player", "u8"), ("opponent", "u8")]).ravel()
