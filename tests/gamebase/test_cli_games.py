"""``othello games``: a base of games on the command line."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from support.cli_process import command, json_lines, othello, written
from support.systems import POSIX

from othello.analysis.games import LEVEL
from othello.game import Game
from othello.gamebase import GameBase


@POSIX
@pytest.mark.parametrize("mode", [0o555, 0o755], ids=["folder", "file"])
def test_a_base_that_may_only_be_read(tmp_path: Path, mode: int) -> None:
    copied = tmp_path / "a.base"
    with GameBase(copied, is_new=True) as base:
        base.add([Game("f5d6", headers={"Black": "Cy"}), Game("f5d6c3", headers={"White": "Cy"})])
    copied.chmod(0o444)
    tmp_path.chmod(mode)
    # Root may write what nobody may, unless it gives up this right.
    as_others = ["setpriv", "--bounding-set=-dac_override"] * (os.geteuid() == 0)
    try:
        for words, said in (
            (["--player", "cy"], "\n2 games\n"),
            (["--position", "f5d6"], "2 games, "),
            (["--player", "cy", "--mistakes", "--level", "1"], " in 2 games, "),
        ):
            run = [*as_others, *command("games", copied, *words)]
            done = subprocess.run(run, capture_output=True, encoding="utf-8")
            begun = "analysing 2 games at level 1\n" * ("--mistakes" in words)
            assert (done.returncode, done.stderr) == (0, begun) and said in done.stdout
    finally:
        tmp_path.chmod(0o755)
    assert list(tmp_path.iterdir()) == [copied]


def test_the_level_says_from_where_the_end_is_solved(tmp_path: Path) -> None:
    """A whole game at level 2 solves four empty squares, and 24 only if that is asked for."""
    game = written(tmp_path / "g.txt", "Black: Ann\nWhite: Bob\nf5d6c3d3c4f4f6f3e6e7\n")
    othello("games", "build", tmp_path / "b", game)
    words = ("games", tmp_path / "b", "--player", "bob", "--mistakes")
    for options, solved in ((["--level", 2], 0), (["--level", 2, "--exact-from", 3], 3), ([], 24)):
        json_lines(*words, *options)
        with GameBase(tmp_path / "b") as base:
            (stored,) = base.games()
            text = base._file.analysis(stored.number, LEVEL if not options else 2)
        assert json.loads(text)["exact_from"] == solved
