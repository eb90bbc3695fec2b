"""Nothing of the test years is in the training: counted afresh, from the bytes of the base.

Files, rules and symmetries are read and applied here by other code than the package's. The base of
all tournament games is checked where OTHELLO_WTHOR names its folder.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from support.random_games import random_game

from othello.notation import PASS
from othello.people.games import TEST, TRAINING, of_years, read_moves, unseen
from othello.people.model import shipped_model
from othello.wthor.games import WthorGame, write_wthor
from othello.wthor.names import WthorNames

GRID = np.arange(64).reshape(8, 8)
IMAGES = [np.rot90(grid, turns).ravel() for grid in (GRID, GRID.T) for turns in range(4)]
STEPS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]

GAME = np.dtype([("", "<u2"), ("black", "<u2"), ("white", "<u2"), ("", "V2"), ("moves", "u1", 60)])
KEY = [("player", "u8"), ("opponent", "u8")]
MOVE = np.dtype([("year", "u2"), ("ply", "u1"), ("who", "u2"), ("move", "u1"), *KEY])


def moves_of_people(folder: Path) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the moves of rated people, with what images have in common."""
    (names,) = [path for path in folder.iterdir() if path.suffix.lower() == ".jou"]
    names_of = np.frombuffer(names.read_bytes()[16:], "S20")
    is_person = np.array([b"(" not in name for name in names_of])
    is_person[0] = False  # unknown
    for path in sorted(folder.glob("*.wtb")):
        contents = path.read_bytes()
        games = np.frombuffer(contents[16:], GAME)
        year = int.from_bytes(contents[10:12], "little")
        is_known = (games["black"] > 0) & (games["white"] > 0)
        rated = games[is_known & (games["black"] != games["white"])]
        active = is_person & np.isin(np.arange(len(is_person)), [rated["black"], rated["white"]])
        for ply, squares, is_white, boards in played(games["moves"]):
            who = np.where(is_white, games["white"], games["black"])
            chosen = (squares >= 0) & active[who]
            found = np.empty(chosen.sum(), MOVE)
            found["year"], found["ply"], found["who"] = year, ply, who[chosen]
            found["move"] = squares[chosen]
            found["player"], found["opponent"] = bits(boards[chosen]).T
            yield found, key_of(boards[chosen])


def played(moves: np.ndarray) -> Iterator[tuple[int, np.ndarray, np.ndarray, np.ndarray]]:
    """Yield the ply, the squares played, -1 behind the end, who moves, and the boards before.

    A board has 1 for a disc of the side to move, and -1 for one of the other.
    """
    boards = np.zeros((len(moves), 64), np.int8)
    boards[:, [28, 35]], boards[:, [27, 36]] = 1, -1
    is_white = np.zeros(len(moves), bool)
    for ply, column in enumerate(moves.T.astype(int), 1):
        squares = np.where(column > 0, (column // 10 - 1) * 8 + column % 10 - 1, -1)
        turned = turned_by(boards, squares)
        passes = (squares >= 0) & ~turned.any(axis=1)
        boards[passes] *= -1
        is_white = is_white ^ passes
        turned[passes] = turned_by(boards[passes], squares[passes])
        assert (turned.any(axis=1) == (squares >= 0)).all()
        yield ply, squares, is_white, boards.copy()
        boards[turned] = 1
        rows = np.flatnonzero(squares >= 0)
        boards[rows, squares[rows]] = 1
        boards, is_white = -boards, ~is_white


def turned_by(boards: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """Return which discs a move of each board turns: a run of -1 from its square to a 1."""
    turned = np.zeros(boards.shape, bool)
    for down, right in STEPS:
        rows = np.flatnonzero(squares >= 0)
        y, x = squares[rows] // 8, squares[rows] % 8
        for n in range(1, 8):
            inside = np.isin(y + n * down, range(8)) & np.isin(x + n * right, range(8))
            rows, y, x = rows[inside], y[inside], x[inside]
            disc = boards[rows, (y + n * down) * 8 + x + n * right]
            for back in range(1, n):
                at = (y + back * down) * 8 + x + back * right
                turned[rows[disc == 1], at[disc == 1]] = True
            rows, y, x = rows[disc == -1], y[disc == -1], x[disc == -1]
    return turned


def bits(boards: np.ndarray) -> np.ndarray:
    """Return boards as sets of squares, the mover's and the other's, a1 as the lowest bit."""
    sides = np.stack([boards == 1, boards == -1], axis=1)
    return np.packbits(sides, axis=2, bitorder="little").view("<u8")[:, :, 0]


def key_of(boards: np.ndarray) -> np.ndarray:
    """Return what all images of each board have in common: the least of them."""
    images = [bits(boards[:, image]).view(KEY).ravel() for image in IMAGES]
    least = images[0]
    for image in images[1:]:
        lower = image["player"] < least["player"]
        lower |= (image["player"] == least["player"]) & (image["opponent"] < least["opponent"])
        least = np.where(lower, image, least)
    return least


def write_small_base(folder: Path) -> None:
    """Write games of three years; half of the last year's are turned ones of the first."""
    names = WthorNames()
    people = [names.players.number(name) for name in ("?", "Ann", "Bob", "Program (author)")][1:]
    for year in (2016, 2020, 2023):
        games = []
        for n in range(8):
            seed = n + 2016 if n % 2 else 100 * year + n
            squares = [int(move) for move in random_game(seed).moves if move != PASS]
            if year == 2023:
                squares = [63 - square for square in squares]
            games.append(WthorGame(tuple(squares), 32, 32, 1, people[n % 3], people[n % 3 - 1]))
        (folder / f"WTH_{year}.wtb").write_bytes(write_wthor(games, year))
    for path, contents in names.files_beside(folder / "WTH.wtb").items():
        Path(path).write_bytes(contents)


@pytest.fixture(params=["small", "all"])
def base(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A small base, and that of all tournament games."""
    if request.param == "small":
        write_small_base(tmp_path)
        return tmp_path
    if not (folder := os.environ.get("OTHELLO_WTHOR")):
        pytest.skip("OTHELLO_WTHOR names no folder of WTHOR's files")
    return Path(folder)


def in_order(moves: np.ndarray) -> np.ndarray:
    """Return moves with what is counted here, in their order by this."""
    found = np.empty(len(moves), MOVE)
    for name in MOVE.names:
        found[name] = moves[name]
    return np.sort(found)


@pytest.mark.timeout(1800)
def test_no_position_of_the_test_is_in_the_training(
    base: Path, request: pytest.FixtureRequest
) -> None:
    found, keys = (np.concatenate(parts) for parts in zip(*moves_of_people(base), strict=True))
    early, late = found["year"] <= 2018, found["year"] >= 2022
    is_seen = np.isin(keys[late], keys[early])
    assert is_seen.any() and not is_seen.all()
    moves = read_moves(base)
    training, test = of_years(moves, TRAINING), of_years(moves, TEST)
    assert (in_order(training) == np.sort(found[early])).all()
    if request.node.name.endswith("[all]"):
        about = shipped_model().about
        assert (about["moves"], about["years"]) == (early.sum(), [0, 2018])
    counted = in_order(test[unseen(test, training)])
    assert (counted == np.sort(found[late][~is_seen])).all()
