"""`othello people`: a small base rated, a model fitted to it and measured; what is refused."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.cli_process import answer, othello, refused
from support.tools import tool_output

from othello import Board, batch
from othello.errors import FormatError
from othello.people.fitting import positions_of, read_scores
from othello.people.games import FIRST_COUNTED, TEST, TRAINING, of_years, read_moves, unseen
from othello.people.model import SHIPPED
from othello.rooms import is_there
from othello.wthor.games import WthorGame, write_wthor
from othello.wthor.names import WthorNames

PLAYERS = ["Strong Ann", "Weak Bob", "Machine (author)"]


def random_game(seed: int) -> tuple[int, ...]:
    """Return the moves of a random game, without passes."""
    draw, board, squares = np.random.default_rng(seed), Board(), []
    while not board.is_over:
        move = draw.choice([int(move) for move in board.legal_moves()])
        board = board.after(int(move))
        if move < 64:
            squares.append(int(move))
    return tuple(squares)


def lines(*arguments: object) -> list[dict[str, Any]]:
    """Return the objects that a command prints."""
    return [json.loads(line) for line in answer(*arguments, "--json").splitlines()]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of three years, in which the first player beats the second, and both a program."""
    folder = tmp_path_factory.mktemp("wthor")
    names = WthorNames()
    for name in ("?", *PLAYERS):
        names.players.number(name)
    numbers = [names.players.number(name) for name in PLAYERS]
    for year in (2016, 2020, 2023):
        games = [
            WthorGame(random_game(100 * year + n), 40, 40, 1, *pair)
            for n, pair in enumerate([(numbers[0], numbers[1]), (numbers[1], numbers[2])] * 8)
        ]
        (folder / f"WTH_{year}.wtb").write_bytes(write_wthor(games, year))
    for path, contents in names.files_beside(folder / "WTH.wtb").items():
        Path(path).write_bytes(contents)
    return folder


def test_players_are_rated_by_their_results(base: Path) -> None:
    rated = lines("people", "ratings", base)
    assert [(each["player"], each["year"]) for each in rated] == [
        (name, 2023) for name in ("Strong Ann", "Weak Bob", "Machine (author)")
    ]
    assert rated[0]["rating"] > rated[1]["rating"] > rated[2]["rating"]
    earlier = lines("people", "ratings", base, "--year", "2016")
    assert earlier[0]["deviation"] > rated[0]["deviation"]


def test_moves_are_those_of_people(base: Path) -> None:
    moves = read_moves(base)
    assert moves["ply"].min() == 1
    assert {2016, 2020, 2023} == set(moves["year"])
    boards = batch.to_boards(np.stack([moves["player"], moves["opponent"]], axis=1))
    assert all(
        int(move) in board.legal_moves() for move, board in zip(moves["move"], boards, strict=True)
    )
    assert (moves["who"] == 3).sum() == 0  # the program
    training, test = of_years(moves, TRAINING), of_years(moves, TEST)
    assert not unseen(training, training).any()
    new = unseen(test, training)
    assert new[test["ply"] >= FIRST_COUNTED].mean() > 0.9 and not new[test["ply"] == 1].any()


def test_a_model_is_fitted_and_measured(base: Path, tmp_path: Path) -> None:
    scores, model = tmp_path / "scores", tmp_path / "model.npz"
    run = ("people", "train", base, "--scores", scores, "--passes", "2", "--out", model)
    told = othello(*run).stdout
    assert told.count("pass") == 2
    assert othello(*run).stdout == told  # with the scores that are there now
    tables = othello("people", "measure", base, "--scores", scores, "--model", model).stdout
    assert "moves of 2022 and later" in tables
    assert "| any move | " in tables and "| ply | 1–8 | 9–20 |" in tables


def test_a_file_of_scores_that_is_no_such_file_is_named(base: Path, tmp_path: Path) -> None:
    """The model that is there stays, and so does the file."""
    scores, model = tmp_path / "scores", tmp_path / "model.npz"
    run = ("people", "train", base, "--scores", scores, "--moves", 300, "--passes", 1)
    othello(*run, "--out", model)
    (file,) = scores.glob("*.npy")
    whole, trained, found = file.read_bytes(), model.read_bytes(), np.load(file)
    positions = positions_of(of_years(read_moves(base), TRAINING)[:300])
    assert np.array_equal(read_scores(file, positions), found, equal_nan=True)
    huge = whole.replace(b"(300, 65), }" + b" " * 12, b"(300000000000000, 65), }")
    texts = [b"", b"scores", whole[:-100], SHIPPED.read_bytes(), huge]
    for array in (found[:-1], found.astype(float), found[::-1], 5, ["x"]):
        np.save(tmp_path / "other.npy", array)
        texts.append((tmp_path / "other.npy").read_bytes())
    for text in texts:
        assert text != whole
        file.write_bytes(text)
        with pytest.raises(FormatError, match=f"{file}: expected scores of 300 positions"):
            read_scores(file, positions)
    told = refused(*run, "--out", model)
    assert told.startswith(f"othello: {file}: expected scores of 300 positions")
    assert file.exists() and model.read_bytes() == trained
    file.unlink()
    othello(*run, "--out", model)
    assert (file.read_bytes(), model.read_bytes()) == (whole, trained)


def test_what_is_refused(base: Path, tmp_path: Path) -> None:
    (tmp_path / "WTH_2000.wtb").write_bytes((base / "WTH_2016.wtb").read_bytes())
    assert "expected names of players" in refused("people", "ratings", tmp_path)
    assert "expected a folder with .wtb files" in refused("people", "ratings", tmp_path / "none")
    assert "1999: expected a year with games" in refused(
        "people", "ratings", base, "--year", "1999"
    )
    assert "expected 700 to 2300" in refused("people", "moves", "--rating", "2500")
    (tmp_path / "damaged.npz").write_bytes(SHIPPED.read_bytes()[:-1000])
    measure = ("people", "measure", base, "--scores", tmp_path / "scores", "--model")
    assert "expected a model that" in refused(*measure, tmp_path / "damaged.npz")
    early = shutil.copytree(base, tmp_path / "early")
    for year in (2020, 2023):
        (early / f"WTH_{year}.wtb").unlink()
    measure = ("people", "measure", early, "--scores", tmp_path / "scores")
    assert "no moves of people" in refused(*measure)
    assert "'f5f5'" in refused("people", "rating", "f5f5")


def test_players_of_games_are_rated_by_their_moves(base: Path) -> None:
    moves = "f5d6c3d3c4f4c5b3c2e3d2c6"
    assert answer("people", "rating", moves).startswith("game 1: Black – White: black 1")
    (found,) = lines("people", "rating", moves)
    assert found["id"] == "argument:1"
    assert found["black"].keys() == {"rating", "error"}
    assert lines("people", "rating", "f5d6") == [{"id": "argument:1", "black": None, "white": None}]
    assert othello("people", "rating", base / "WTH_2016.wtb").stdout.count("\n") == 16


@pytest.mark.skipif(not is_there("gamebase"), reason="there are no bases of games")
def test_a_player_of_a_base_is_rated_by_the_moves(base: Path, tmp_path: Path) -> None:
    othello("games", "build", tmp_path / "my.base", base / "WTH_2016.wtb")
    total = lines("games", "player", tmp_path / "my.base", "ann")[-1]["total"]
    (rated,) = total["played_like"]
    assert (rated["player"], rated["games"]) == ("Strong Ann", 8)
    assert rated["rating"] < 1400  # random moves
    text = answer("games", "player", tmp_path / "my.base", "bob")
    assert "Weak Bob: played like " in text
    assert "played_like" not in lines("games", "show", tmp_path / "my.base")[-1]["total"]


def test_agreement_of_strengths_with_people(base: Path) -> None:
    head, _, *rows = tool_output("people_strengths.py", base, "--positions", 4).splitlines()
    assert rows and {row.count("|") for row in rows} == {head.count("|")}
    for row in rows:
        band, strength, *numbers = (cell.strip() for cell in row.split("|")[1:-1])
        assert int(strength) == 45 if band == "1500–1699" else int(strength) < 60
        assert all(float(number.rstrip(" %")) >= 0 for number in numbers)
