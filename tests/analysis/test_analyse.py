"""``othello analyse``: files of any format, the table, JSON, figures and the page."""

import json
import signal
import subprocess
from pathlib import Path

import pytest
from support.cli_process import json_lines, refused, start, written
from support.known_games import PLAYED
from support.patience import SECONDS
from support.systems import POSIX

from othello.board import replay
from othello.commands.game_source import GameSource
from othello.convert import FORMATS
from othello.files.writing import write_together
from othello.game import Game
from othello.wthor.names import NameList, WthorNames

OPENING = "f5d6c3d3c4"
QUICK = ("--depth", 2, "--exact-from", 10)
KEYS = ["ply", "side", "move", "score", "best", "loss", "exact", "selectivity"]


def test_json() -> None:
    *moves, total = json_lines("analyse", PLAYED, *QUICK)
    assert [move["move"] for move in moves] == [str(move) for move in Game(PLAYED).moves]
    assert total["total"]["games"] == 1 and total["total"]["moves"] == len(moves)
    boards = Game(PLAYED).positions()
    for ply, move in enumerate(moves, 1):
        assert list(move)[:9] == ["id", *KEYS] and "pv" in move
        assert (move["id"], move["ply"]) == ("argument:1", ply)
        assert move["loss"] == pytest.approx(move["best"] - move["score"], abs=0.011)
        assert move["loss"] >= 0
        for line, score in ((move["pv"], "best"), (move["played_pv"], "score")):
            after = [board for _, board in replay(boards[ply - 1], line)]
            if move["exact"]:
                sign = 1 if after[-1].turn == boards[ply - 1].turn else -1
                assert after[-1].is_over and move[score] == sign * after[-1].score()
        assert move["exact"] == (move["empties"] <= 10) == (move["error"] == 0)
    accuracy = total["total"]["accuracy"]
    assert list(accuracy) == ["black", "white"]
    assert list(accuracy["black"]) == ["opening", "midgame", "endgame", "all"]


# ---------------------------------------------------------------------- sources


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """The same two games in every format, with players' names in formats that have them."""
    headers = {"Black": "Ada", "White": "Bob", "Result": "+2"}
    games = [Game(OPENING, headers=headers), Game("d3c5", headers=headers)]
    found = {}
    for name, known in FORMATS.items():
        if name == "obf":
            continue
        found[name] = tmp_path / f"games{(*known.suffixes, '.text')[0]}"
        names = WthorNames(NameList(), NameList())
        natives = [known.of_game(game, names) for game in games]
        with found[name].open("wb" if known.is_binary else "w") as file:
            known.write(file, natives)
        if known.is_binary:
            write_together(names.files_beside(str(found[name])))
    return found


def test_every_format(files: dict[str, Path]) -> None:
    for name, file in files.items():
        source = GameSource([str(file)])
        games = list(source)
        assert [game.game.transcript() for game in games] == [OPENING, "d3c5"], name
        assert [game.id for game in games] == [f"{file}:1", f"{file}:2"]
        assert not source.faults
        if name in ("ggf", "sgf", "wthor"):
            assert games[0].game.headers["Black"] == "Ada", name


def test_stdin_in_any_text_format(files: dict[str, Path]) -> None:
    for name, file in files.items():
        if name != "wthor":
            moves = json_lines("analyse", "-", "--depth", 1, stdin=file.read_text())[:-1]
            assert "".join(move["move"] for move in moves) == OPENING + "d3c5", name
            assert moves[-1]["id"] == "-:2"


def test_some_games_of_each_file(files: dict[str, Path]) -> None:
    for file in files.values():
        assert [game.id for game in GameSource([str(file)], (2, 2))] == [f"{file}:2"]
    assert "no games" in refused("analyse", files["ggf"], "--games", "3-")


@POSIX
def test_games_done_before_an_interrupt_are_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    with start(
        *("analyse", "f5d6", PLAYED, "--level", 1, "--exact-from", 34, "--html", file, "--json"),
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        while json.loads(process.stdout.readline())["ply"] < 2:
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 130
    assert '"move": "d6"' in file.read_text(encoding="utf-8")


def test_comments_of_sgf(tmp_path: Path) -> None:
    file = written(tmp_path / "game.sgf", "(;GM[2]C[first];B[f5];W[d6]C[third])")
    (game,) = GameSource([str(file)])
    assert game.comments == ["first", "", "third"]
