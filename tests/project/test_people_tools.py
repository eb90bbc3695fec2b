"""The tools that check explanations, play as beginners and draw the curve of strengths."""

import re
import sys
from pathlib import Path

import pytest
from support.cli_process import answer, json_lines, written
from support.random_games import random_game
from support.tools import TOOLS, tool_output

from othello import Board
from othello.rooms import is_there
from othello.wthor.games import WthorGame, write_wthor
from othello.wthor.names import NameList, WthorNames


def test_explanations_are_checked(tmp_path: Path) -> None:
    names = WthorNames(NameList(), NameList())
    games = [WthorGame.of(random_game(seed), names) for seed in range(60)]
    file = written(tmp_path / "WTH_2000.wtb", write_wthor(games, 2000))
    arguments = ("--blunders", 4, "--level", 4, "--deeper", 5)
    shown = tool_output("check_explanations.py", file, *arguments)
    last = shown.splitlines()[-1]
    match = re.fullmatch(r"(\d+) named, (\d+) confirmed \(.* %\), (\d+) without a reason", last)
    assert match is not None, shown
    named, confirmed, unnamed = map(int, match.groups())
    assert named + unnamed == 4 and confirmed <= named > 0
    failures = [line for line in shown.splitlines() if re.search(r" for \d+\.\d\d: ", line)]
    assert len(failures) == named - confirmed


@pytest.mark.parametrize(
    ("player", "strength"), [("random", 0), ("corners", 3 if is_there("people") else 5)]
)
def test_beginners_win_about_every_second_game(player: str, strength: int) -> None:
    opponent = f"ugi:'{sys.executable}' '{TOOLS / 'beginners.py'}' {player}"
    words = ("match", opponent, f"strength={strength}", "--games", 60, "--depth", 20)
    (last,) = json_lines(*words, "--hash", 1, "--seed", 1, "--quiet")
    total = last["total"]
    assert total["illegal"] == total["crashes"] == 0
    assert 0.3 <= (total["wins"] + total["draws"] / 2) / 60 <= 0.7


def test_the_curve_of_strengths(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    players = ("strength=0", "strength=60")
    opening = written(tmp_path / "opening.txt", Board("f5d6c3").to_obf())
    words = ("tournament", *players, "--games", 2, "--hash", 1, "--seed", 1, "--json", "--quiet")
    words += ("--openings", opening)
    total = written(tmp_path / "total.json", answer(*words, "--log", tmp_path / "log"))
    picture = tmp_path / "curve.svg"
    games = tmp_path / "log" / "games.jsonl"
    arguments = (total, "--judged", games, "--games", 1, "--plot", picture)
    header, _, *rows = tool_output("rating_curve.py", *arguments).splitlines()
    assert sorted(row.split("|")[1].strip() for row in rows) == sorted(players)
    assert {row.count("|") for row in (header, *rows)} == {7}
    assert "<svg" in picture.read_text(encoding="utf-8")


def test_the_curve_of_levels(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    played = answer("tournament", "level=0", "level=3", "--games", 2, "--json", "--quiet")
    total, picture = written(tmp_path / "total.json", played), tmp_path / "curve.svg"
    shown = tool_output("rating_curve.py", total, "--by", "level", "--plot", picture)
    header, _, *rows = shown.splitlines()
    assert header == "| player | Elo | games |"
    assert rows[0].startswith("| level=0 | +0 ") and rows[1].startswith("| level=3 | +")
    assert "level" in picture.read_text(encoding="utf-8")
