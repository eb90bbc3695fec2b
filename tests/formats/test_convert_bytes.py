"""``othello convert``: bytes that are no UTF-8, and files that are in each other's way."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.cli_process import othello

from othello import Game, read_games, write_games
from othello.errors import OthelloError
from othello.files.writing import write_together
from othello.formats.wthor import WthorGame, write_wthor
from othello.formats.wthor_names import NameList, WthorNames

LATIN = b"(;GM[2]PB[Jos\xe9]PW[b];B[f5];W[d6])\n"


def test_bytes_that_are_no_utf_8_are_kept(tmp_path: Path) -> None:
    source, wthor = tmp_path / "games.sgf", tmp_path / "games.wtb"
    source.write_bytes(LATIN)
    for words in ((source, "-", "--to", "sgf"), ("-", "-", "--from", "sgf", "--to", "sgf")):
        program = [sys.executable, "-m", "othello", "convert", *map(str, words)]
        done = subprocess.run(program, input=LATIN, stdout=subprocess.PIPE, check=True)
        assert done.stdout == LATIN
    assert othello("convert", source, wthor).returncode == 0
    (game,) = read_games(wthor)
    assert game.headers["Black"] == "Jos\u00e9"


def test_the_games_of_wthor_are_not_replaced_by_its_names(tmp_path: Path) -> None:
    source = tmp_path / "games.txt"
    source.write_text("f5d6\n")
    for target in (tmp_path / "games.jou", tmp_path / "games.TRN"):
        result = othello("convert", source, target, "--to", "wthor")
        reason = "is a name for WTHOR's names: expected one with .wtb"
        assert result.returncode == 2 and reason in result.stderr
        with pytest.raises(OthelloError, match=reason):
            write_games(target, [Game("f5", headers={"Black": "Ann"})], format="wthor")
    assert list(tmp_path.iterdir()) == [source]


def test_wthor_keeps_names_and_what_was_solved(tmp_path: Path) -> None:
    source, target = tmp_path / "games.wtb", tmp_path / "chosen.wtb"
    game = WthorGame((37, 43, 18), 40, 33, tournament=1, black=2, white=1, year=2001)
    names = WthorNames(NameList(["?", "Bob", "Ann"]), NameList(["?", "Open"]))
    files = names.files_beside(source)
    write_together({str(source): write_wthor([game, game], 2001, solved_empties=22), **files})
    assert othello("convert", source, target, "--dedupe").returncode == 0
    assert target.read_bytes() == write_wthor([game], 2001, solved_empties=22)
    (again,) = read_games(target)
    assert [again.headers[name] for name in ("Black", "White", "Event")] == ["Ann", "Bob", "Open"]
    assert othello("convert", source, source).returncode == 0
    assert {path: Path(path).read_bytes() for path in files} == files


def test_a_byte_order_mark_on_stdin(tmp_path: Path) -> None:
    target = tmp_path / "games.ggf"
    result = othello("convert", "-", target, "--from", "transcript", stdin="\ufefff5d6\nd3c3\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert [len(game) for game in read_games(target)] == [2, 2]
