"""``othello games``: a base of games on the command line."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import answer, command, json_lines, othello, written
from support.known_games import PLAYED, WIPEOUT
from support.systems import POSIX
from support.wthor_files import wthor_files

from othello.analysis.games import LEVEL
from othello.game import Game
from othello.gamebase import GameBase
from othello.notation import PASS
from othello.wthor.games import WthorGame, write_wthor

GAMES = """\
f5d6c3d3c4f4f6f3

Black: Ann Øst
White: Bob
Date: 2001
Result: 40-24
f5d6c3d3c4

Black: Bob
White: Ann Øst
Date: 2003
f5f6e6f4
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    written(folder / "games.txt", GAMES)
    for end, contents in wthor_files("f5d6c3g5", ("Cy", "Dee"), ("Eve", "Cy")).items():
        written(folder / f"w{end}", contents)
    return folder


@pytest.fixture(scope="module")
def base(folder: Path) -> Path:
    path = folder / "my.base"
    (total,) = json_lines("games", "build", path, folder / "games.txt", folder / "w.wtb")
    assert {**total["total"], "seconds": 0} == {
        "games": 5,
        "added": 5,
        "known": 0,
        "faults": 0,
        "seconds": 0,
    }
    return path


def test_the_engine_scores_the_moves_that_were_played(base: Path) -> None:
    found, _ = json_lines("games", base, "--position", "f5", "--level", 4)
    values = {move["move"]: move["value"] for move in found["moves"]}
    assert list(values) == ["d6", "f6"] and all(
        isinstance(value, float) for value in values.values()
    )


@POSIX
@pytest.mark.parametrize("mode", [0o555, 0o755], ids=["folder", "file"])
def test_a_base_that_may_only_be_read(base: Path, tmp_path: Path, mode: int) -> None:
    copied = Path(shutil.copy(base, tmp_path / "a.base"))
    copied.chmod(0o444)
    tmp_path.chmod(mode)
    # Root may write what nobody may, unless it gives up this right.
    as_others = ["setpriv", "--bounding-set=-dac_override"] * (os.geteuid() == 0)
    try:
        for words, said in (
            (["--player", "cy"], "\n2 games\n"),
            (["--position", "f5d6"], "4 games, "),
            (["--player", "cy", "--mistakes", "--level", "1"], " in 2 games, "),
        ):
            run = [*as_others, *command("games", copied, *words)]
            done = subprocess.run(run, capture_output=True, encoding="utf-8")
            begun = "analysing 2 games at level 1\n" * ("--mistakes" in words)
            assert (done.returncode, done.stderr) == (0, begun) and said in done.stdout
    finally:
        tmp_path.chmod(0o755)
    assert list(tmp_path.iterdir()) == [copied]


@pytest.mark.parametrize(
    ("options", "games", "moves"),
    [
        ((), 5, []),
        (("--limit", 2), 2, []),
        (("--player", "<b>bob"), 0, []),
        (("--player", "bob", "--position", "f5"), 2, ["d6", "f6"]),
        (("--position", "f5d6c3", "--json"), 4, ["d3", "g5"]),
        (("--position", "f5d6c3", "--list"), 4, []),
    ],
    ids=str,
)
def test_the_page(base: Path, tmp_path: Path, options: Any, games: int, moves: list[str]) -> None:
    """It has the games that are asked for, and of a position the moves; the output is as ever."""
    page = tmp_path / "games.html"
    done = othello("games", base, *options, "--html", page)
    assert (done.returncode, bool(done.stderr)) == (0, not games)
    if "--json" not in options:
        assert done.stdout == othello("games", base, *options).stdout
    if not games:
        assert f"{page}: not written, as no game was found\n" in done.stderr
        assert not page.exists()
        return
    text = page.read_text(encoding="utf-8")
    shown = json.loads(text.split('id="games">')[1].split("</script>")[0])["games"]
    assert len(shown) == games and all(game["moves"] for game in shown)
    titles = {game["title"]: game["event"] for game in shown}
    if "bob" in options:
        assert titles == {"Ann Øst – Bob 40-24": "2001", "Bob – Ann Øst": "2003"}
    assert re.findall(r'<th scope="row">(\w+)</th>', text) == moves
    assert f"{games} game" in text or ", the latest 2 shown." in text


def test_mistakes_of_a_player(base: Path) -> None:
    *found, total = json_lines("games", base, "--player", "bob", "--mistakes", "--level", 4)
    assert total["total"]["games"] == 2 and total["total"]["mistakes"] == len(found)
    for mistake in found:
        assert list(mistake) == ["position", "move", "loss", "times", "best"]
    every = json_lines(*("games", base, "--player", "bob", "--mistakes", "--level", 4, "--loss", 0))
    assert len(every) - 1 == 4, "each of the two games has two moves of his"
    solved = json_lines(*("games", base, "--player", "bob", "--mistakes", "--exact-from", 1))
    assert solved[-1]["total"]["games"] == 2
    said = othello("games", base, "--player", "bob", "--mistakes", "--level", 4).stderr
    assert said.startswith("analysing 2 games at level 4\n")
    told = othello("games", base, "--player", "Ost Anm", "--mistakes")
    assert told.stdout.startswith("0 mistakes in 0 games, ") and "did you mean" in told.stderr


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


def test_a_game_added_again_is_known(base: Path, folder: Path) -> None:
    (total,) = json_lines("games", "build", base, folder / "w.wtb")
    assert (total["total"]["added"], total["total"]["known"]) == (0, 2)
    text = answer("games", "build", base, folder / "w.wtb")
    assert text.startswith(f"0 games added, 2 were there already: 5 in {base}")


@pytest.mark.parametrize(
    ("moves", "score"),
    [(PLAYED, 12), (WIPEOUT, 64), (PLAYED[:-2], None), ("f5d6", None)],
)
def test_a_wrong_result_in_wthor_is_named(moves: str, score: int | None, tmp_path: Path) -> None:
    """A game that is not over may have any result."""
    squares = (tuple(Game(text).moves) for text in ("f5f6", moves))
    games = [
        WthorGame(tuple(move for move in game if move is not PASS), 11, 11) for game in squares
    ]
    file = tmp_path / "w.wtb"
    file.write_bytes(write_wthor(games, 2001))
    base = tmp_path / "b"
    said = othello("games", "build", base, file).stderr
    doubt = f"{file}: game 2: stated result -42, but the final position says {score or 0:+d}\n"
    assert said == doubt * (score is not None)
    assert len(json_lines("games", base, "--result", "black")) - 1 == (score is not None)
