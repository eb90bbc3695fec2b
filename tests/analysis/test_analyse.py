"""``othello analyse``: files of any format, the table, JSON, figures and the page."""

import json
import signal
import subprocess
from pathlib import Path

import pytest
from support.cli_process import json_lines, start, written
from support.known_games import PLAYED
from support.patience import SECONDS
from support.rooms import needs
from support.systems import POSIX

from othello.board import replay
from othello.commands.game_source import GameSource
from othello.game import Game

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


@needs("sgf")
def test_comments_of_sgf(tmp_path: Path) -> None:
    file = written(tmp_path / "game.sgf", "(;GM[2]C[first];B[f5];W[d6]C[third])")
    (game,) = GameSource([str(file)])
    assert game.comments == ["first", "", "third"]
