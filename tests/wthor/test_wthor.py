"""WTHOR files: what is written is read, and every fault is named."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support.cli_process import written
from support.random_games import random_squares
from support.systems import POSIX

from othello import Board, Game, read_games
from othello.convert import FORMATS
from othello.errors import FormatError, OthelloError
from othello.files.writing import write_together
from othello.gamebase.reading import read_rows
from othello.wthor.games import (
    HEADER_SIZE,
    RECORD_SIZE,
    WthorGame,
    read_arrays,
    read_wthor,
    squares_of,
    write_wthor,
)
from othello.wthor.names import MAX_NAMES, NameList, WthorNames

PASS = 64


def games_of(contents: bytes, source: str = "-") -> list[WthorGame]:
    return list(read_wthor(io.BytesIO(contents), source))


def some_games() -> list[WthorGame]:
    return [
        WthorGame(random_squares(1), 40, 33, tournament=7, black=1000, white=65535),
        WthorGame((), 32, 32),
        WthorGame((37, 43, 18), 64, 0),
    ]


def test_round_trip() -> None:
    contents = write_wthor(some_games(), year=1998)
    assert len(contents) == HEADER_SIZE + 3 * RECORD_SIZE
    again = games_of(contents)
    first = some_games()[0]
    without_passes = tuple(square for square in first.squares if square != PASS)
    expected = [first._replace(squares=without_passes), *some_games()[1:]]
    assert again == [game._replace(year=1998) for game in expected]


@pytest.mark.parametrize("size", [0, 15])
def test_no_header(size: int) -> None:
    reason = f"byte 0: expected a header of 16 bytes, got {size}"
    with pytest.raises(FormatError, match=rf"games\.wtb: {reason}"):
        games_of(write_wthor(some_games())[:size], "games.wtb")


@pytest.mark.parametrize(("missing", "n_whole"), [(1, 2), (RECORD_SIZE, 2), (2 * RECORD_SIZE, 1)])
def test_truncated(missing: int, n_whole: int, tmp_path: Path) -> None:
    contents = write_wthor(some_games())[:-missing]
    path = written(tmp_path / "games.wtb", contents)
    place = HEADER_SIZE + n_whole * RECORD_SIZE
    reason = f"byte {place}: expected 3 games, the file ends after {n_whole}"
    for read in (lambda: games_of(contents), lambda: read_arrays(path)):
        with pytest.raises(FormatError, match=reason):
            read()
    errors: list[FormatError] = []
    games = list(read_wthor(io.BytesIO(contents), on_error=errors.append))
    assert len(games) == n_whole and [error.offset for error in errors] == [place]
    assert len(read_arrays(path, errors.append)) == n_whole and errors[1].offset == place


@pytest.mark.parametrize(
    ("place", "byte", "reason"),
    [(12, 10, "a board of 8, got 10"), (11, 40, "a year up to 9999, got 10240")],
)
def test_another_board_and_an_impossible_year(
    place: int, byte: int, reason: str, tmp_path: Path
) -> None:
    contents = bytearray(write_wthor(some_games()))
    contents[place] = byte
    path = written(tmp_path / "games.wtb", contents)
    for read in (lambda: games_of(bytes(contents)), lambda: read_arrays(path)):
        with pytest.raises(FormatError, match=f"byte 1[02]: expected {reason}"):
            read()


@pytest.mark.parametrize(
    ("place", "byte", "reason"),
    [(8, move, f"a move from 11 to 88, got {move}") for move in (1, 10, 19, 89, 90, 255)]
    + [(6, 65, "0 to 64 black discs, got 65 and 0"), (7, 70, "0 to 64 black discs, got 64 and 70")],
)
def test_bad_games(place: int, byte: int, reason: str, tmp_path: Path) -> None:
    contents = bytearray(write_wthor(some_games()))
    contents[HEADER_SIZE + 2 * RECORD_SIZE + place] = byte
    offset = HEADER_SIZE + 2 * RECORD_SIZE
    with pytest.raises(FormatError, match=f"-: byte {offset}: expected {reason}"):
        games_of(bytes(contents))
    errors: list[FormatError] = []
    assert len(list(read_wthor(io.BytesIO(contents), on_error=errors.append))) == 2
    path = written(tmp_path / "games.wtb", contents)
    with pytest.raises(FormatError, match=rf"games\.wtb: byte {offset}: expected moves from"):
        read_arrays(path)
    assert read_arrays(path, errors.append)["black"].tolist() == [1000, 0]
    assert [(error.line, error.offset) for error in errors] == [(None, offset)] * 2


def test_games_are_read_one_by_one() -> None:
    file = io.BytesIO(write_wthor(some_games() * 2000))
    games = read_wthor(file)
    next(games)
    assert file.tell() < 100_000 < len(file.getvalue())
    assert len(list(games)) == 5999


def test_games_and_names_come_back(tmp_path: Path) -> None:
    headers = {"Black": "Andr\u00e9", "White": "x" * 30, "Event": "Open", "Date": "2024-02-01"}
    names = WthorNames(NameList(), NameList())
    games = [Game("f5d6", headers=headers), Game("e6f4e3f6g5d6e7f5c5"), Game("f5", headers=headers)]
    natives = [WthorGame.of(game, names) for game in games]
    assert [native.black for native in natives] == [1, 0, 1]
    assert natives[1].black_discs == natives[1].perfect_black_discs == 64
    path = written(tmp_path / "some.wtb", write_wthor(natives, 2024))
    assert WthorNames.beside(path) is None
    write_together(names.files_beside(path))
    path.with_suffix(".JOU.GZ").write_bytes(b"")  # the file itself counts
    found = WthorNames.beside(f"{path}.gz")
    assert found is not None
    again = [native.game(found) for native in games_of(path.read_bytes())]
    assert [game.transcript() for game in again] == [game.transcript() for game in games]
    assert again[0].headers == {
        "Black": "Andr\u00e9", "White": "x" * 19, "Event": "Open", "Date": "2024", "Result": "+0",
    }  # fmt: skip
    assert again[1].headers == {"Date": "2024", "Result": "+64"}
    with pytest.raises(OthelloError, match="games from the start only"):
        WthorGame.of(Game(start=Board.from_moves("f5")), names)


@pytest.mark.parametrize(
    ("stated", "discs"),
    [
        ("-10", 27), ("W+2", 31), ("-64.00:r", 0), ("Draw", 32), ("B+R", 64), ("W+Resign", 0),
        ("B+T", 64), ("W+Time", 0), ("W+F", 0), ("B+", 64), ("B+1", 33), ("W+1", 31),
        ("Void", 32), ("20-44", 20), ("0-1", 0), ("?", 32),
    ],
)  # fmt: skip
def test_the_result_of_an_unfinished_game_is_the_stated_one(stated: str, discs: int) -> None:
    names = WthorNames(NameList(), NameList())
    assert WthorGame.of(Game("f5d6", headers={"Result": stated}), names).black_discs == discs
    over = Game("e6f4e3f6g5d6e7f5c5", headers={"Result": stated})
    assert WthorGame.of(over, names).black_discs == 64


@pytest.mark.filterwarnings("ignore:.*names are missing")
def test_bad_names(tmp_path: Path) -> None:
    path = tmp_path / "wthor.wtb"
    write_together(WthorNames(NameList(["?", "one"]), NameList()).files_beside(path))
    players = path.with_suffix(".jou")
    players.write_bytes(players.read_bytes()[:-1])
    with pytest.raises(FormatError, match=r"byte 16: expected 2 names of 20 bytes, got 39 bytes"):
        WthorNames.beside(path)
    path.write_bytes(write_wthor([WthorGame((37,), 32, 32, 0, 1, 2), WthorGame((19,), 32, 32)]))
    errors: list[FormatError] = []
    first, second = FORMATS["wthor"].read(io.BytesIO(path.read_bytes()), str(path), errors.append)
    assert (first.game.transcript(), second.game.transcript()) == ("f5", "d3")
    assert [error.source for error in errors] == [str(players)], "the games are there without names"
    players.unlink()
    players.mkdir()
    assert (
        len([*FORMATS["wthor"].read(io.BytesIO(path.read_bytes()), str(path), errors.append)]) == 2
    )
    assert "Is a directory" in str(errors[-1])
    full = NameList(["?"] * MAX_NAMES)
    with pytest.raises(OthelloError, match="no number left for 'one'"):
        full.number("one")


def test_bytes_behind_the_last_name_are_left(tmp_path: Path) -> None:
    path = tmp_path / "wthor.wtb"
    path.write_bytes(write_wthor([WthorGame((37,), 32, 32, tournament=0, black=1, white=0)]))
    names = WthorNames(NameList(["???", "Ann"]), NameList(["Various games", "Open"]))
    for name, contents in names.files_beside(path).items():
        Path(name).write_bytes(contents + b"\x1a")
    (game,) = read_games(path)
    assert game.headers == {"Black": "Ann", "Event": "Various games", "Result": "+0"}, (
        "tournament 0 has a name, and player 0 question marks"
    )


@POSIX
def test_a_file_without_end_is_not_read_for_ever(tmp_path: Path) -> None:
    for path in ("/dev/zero", tmp_path / "long.wtb"):
        if isinstance(path, Path):
            path.write_bytes(write_wthor([]) + bytes(RECORD_SIZE * 70_000))
        errors: list[FormatError] = []
        with open(path, "rb") as file:
            assert sum(1 for _ in read_wthor(file, str(path), errors.append)) == 65_536
        assert len(read_arrays(path, errors.append)) == 65_536
        expected = "expected 0 games, the file ends after 65536"
        assert [error.reason for error in errors] == [expected] * 2


def test_reading_in_bulk(tmp_path: Path) -> None:
    from othello.training.sampling import read_games

    path = written(tmp_path / "games.wtb", write_wthor(some_games()))
    games = read_games([path, path])
    assert games.player.shape == (6, 61)
    assert games.perfect.tolist() == [2, 0, -64] * 2
    board = Board()
    for square in random_squares(1):
        if square != PASS:
            column = 60 - board.n_empties
            seen = games.player[0, column], games.opponent[0, column]
            assert seen == (board.player, board.opponent), board
            assert games.white[0, column] == (board.turn != Board().turn)
        board = board.after(square)
    # An empty record is the start and nothing more.
    assert games.player[1].astype(bool).sum() == 1
    moves = squares_of(read_arrays(path)["moves"])
    assert moves[2, :4].tolist() == [37, 43, 18, 255]


def test_a_bad_game_is_named_by_its_number_and_its_byte(tmp_path: Path) -> None:
    """Each reader names it, also behind another bad one."""
    games = [(37, 43), (37, 37), (37, 45), (0,), (37,)]
    contents = bytearray(write_wthor([WthorGame(squares, 32, 32) for squares in games]))
    contents[HEADER_SIZE + 8 : HEADER_SIZE + 10] = b"\x63\x63"
    path = written(tmp_path / "games.wtb", contents)

    def rows_of_base(on_error: Callable[[object], None]) -> int:
        with path.open("rb") as file:
            return len(list(read_rows(file, str(path), on_error, warn=str)))

    for read in (lambda report: len(list(read_games(path, on_error=report))), rows_of_base):
        errors: list[object] = []
        assert read(errors.append) == 2
        told = [str(error).split(": ", 1)[1] for error in errors]
        assert [re.sub(r": .*(?=\()", " ", each) for each in told] == [
            f"byte {HEADER_SIZE + n * RECORD_SIZE} (game {n + 1})" for n in (0, 1, 3)
        ]
