"""The folder of a match: what is refused, what is mended, and that no finished game is lost."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import command, json_lines, othello
from support.fake_players import FAKE_ENGINE
from support.killed_runs import run_with_kills
from support.patience import SECONDS

from othello.files.lock import locked
from othello.formats.ggf import read_games

FAKE = f"'{sys.executable}' '{FAKE_ENGINE}'"
PLAYERS = ("depth=1,hash=1", FAKE, "--depth", 1)
GAMES = 6

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")


def arguments(folder: Path, *more: object, games: int = GAMES) -> tuple[object, ...]:
    return ("match", *PLAYERS, "--games", games, "--log", folder, *more)


def resume(folder: Path, games: int = GAMES) -> list[dict[str, Any]]:
    return json_lines(*arguments(folder, "--resume", games=games))


def kept_games(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]


def assert_agree(folder: Path, games: int = GAMES) -> None:
    """Assert that the three files have the same games, each once."""
    kept = kept_games(folder)
    assert sorted(game["game"] for game in kept) == list(range(1, games + 1))
    assert (folder / "games.txt").read_text().splitlines() == [game["moves"] for game in kept]
    in_ggf = list(read_games((folder / "games.ggf").read_text()))
    assert [game.game().transcript() for game in in_ggf] == [game["moves"] for game in kept]
    assert [game.tags["PB"] for game in in_ggf] == [game["black"] for game in kept]


@pytest.fixture(scope="module")
def match_of_six(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a match of six games, not to be changed."""
    folder = tmp_path_factory.mktemp("match") / "log"
    json_lines(*arguments(folder))
    return folder


@pytest.fixture
def played(match_of_six: Path, tmp_path: Path) -> Path:
    """Return a folder with the same match."""
    return Path(shutil.copytree(match_of_six, tmp_path / "log"))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# ---------------------------------------------------------------------- refused


def test_an_older_match_is_not_written_over(played: Path) -> None:
    before = contents(played)
    result = othello(*arguments(played))
    assert (result.returncode, result.stdout) == (2, "")
    assert "has a match already: expected --resume" in result.stderr
    assert contents(played) == before


def test_a_match_that_did_not_start_leaves_its_folder_free(tmp_path: Path) -> None:
    folder = tmp_path / "log"
    stillborn = f"{FAKE} stillborn"
    words = ("match", "depth=1,hash=1", stillborn, "--depth", 1, "--games", 2, "--log", folder)
    for _ in range(2):
        result = othello(*words)
        assert result.returncode == 2 and "exit code 3" in result.stderr
    json_lines("match", *PLAYERS, "--games", 2, "--log", folder)
    assert len(kept_games(folder)) == 2


def test_the_stderr_of_an_engine_that_crashed_is_kept(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(
        "import othello, sys\n"
        "def choose(board):\n"
        "    print('x' * 100_000, file=sys.stderr)\n"
        "    raise KeyError('no move')\n"
        "othello.serve_bot(choose)\n"
    )
    folder = tmp_path / "log"
    bot = f"ugi:'{sys.executable}' '{program}'"
    words = ("match", "depth=1,hash=1", bot, "--depth", 1, "--games", 2, "--log", folder)
    *games, _ = json_lines(*words)
    for game in games:
        path = folder / f"game-{game['game']:04}.stderr"
        text = path.read_text()
        assert game["fault"] == "crash" and str(path) in game["reason"]
        assert "Traceback" in text and text.endswith("KeyError: 'no move'\n")
        assert len(text) <= 1 << 16
    assert len(json_lines(*words, "--resume")) == 1


def test_a_log_has_one_writer(played: Path) -> None:
    with locked(played):
        result = othello(*arguments(played, "--resume"))
    assert (result.returncode, result.stdout) == (2, "")
    assert f"in use by process {os.getpid()}" in result.stderr
    assert len(resume(played)) == 1


@pytest.mark.parametrize("text", ["[]", "3", "null", "{", "", '{"a": ' * 100_000])
def test_a_description_that_is_none(played: Path, text: str) -> None:
    (played / "match.json").write_text(text)
    result = othello(*arguments(played, "--resume"))
    assert (result.returncode, result.stdout) == (2, "") and result.stderr.count("\n") == 1
    assert "match.json is no JSON" in result.stderr


@pytest.mark.parametrize(
    ("change", "quoted"),
    [
        ({"result": "draw"}, "result 'draw'"),
        ({"moves": "f5f5"}, "illegal move"),
        ({"moves": "f5d6"}, "wrong end"),
        ({"opening": "f5d6"}, "opening 'f5d6'"),
        ({"game": "two"}, "number 'two'"),
        ({"game": 3}, "expected 3"),
        ({"fault": "sleep"}, "faulty"),
        ({"asked": 7}, "wrong"),
        ({"black": "nobody"}, "black 'nobody'"),
        ({"black": ["a"]}, "expected a game of a match"),
        ({"black": "\ud800"}, "surrogates not allowed"),
        ({"reason": 5}, "reason 5"),
        ({"reason": "\udcff"}, "surrogates not allowed"),
        ({"asked": {"a": 10**400, "b": 1}}, "number of moves"),
        ({"seconds": {"a": 10**400, "b": 1}}, "time or number"),
        ({"seconds": {"a": "1", "b": 1}}, "wrong"),
        ({"seconds": {"a": -1, "b": True}}, "time or number"),
        ({"moves": 7}, "expected a game of a match"),
        ({"opening": None}, "expected a game of a match"),
    ],
)
def test_a_game_that_is_none_is_named(played: Path, change: dict[str, object], quoted: str) -> None:
    lines = (played / "games.jsonl").read_text().splitlines()
    del lines[2:]
    lines[1] = json.dumps(json.loads(lines[1]) | change)
    (played / "games.jsonl").write_text("\n".join(lines) + "\n")
    result = othello(*arguments(played, "--resume"))
    if change == {"game": 3}:
        assert result.returncode == 2 and "games.jsonl:2: " in result.stderr
        return
    assert (result.returncode, result.stdout) == (2, ""), result.stderr
    assert result.stderr.count("\n") == 1 and "games.jsonl:2: " in result.stderr
    assert quoted in result.stderr


# ---------------------------------------------------------------------- mended


def test_torn_lines_are_cut_off(played: Path) -> None:
    for name in ("games.jsonl", "games.ggf", "games.txt"):
        contents = (played / name).read_bytes()
        (played / name).write_bytes(contents[:-3])
    *games, last = resume(played)
    assert [game["game"] for game in games] == [6] and last["total"]["games"] == 6
    assert_agree(played)


@pytest.mark.parametrize("name", ["games.ggf", "games.txt"])
@pytest.mark.parametrize("what", ["short", "doubled", "empty", "missing", "swapped", "rubbish"])
def test_the_other_files_are_made_to_agree(played: Path, name: str, what: str) -> None:
    path = played / name
    lines = path.read_text().splitlines(keepends=True)
    changed = {
        "short": lines[:3] + lines[4:],
        "doubled": lines[:2] + lines[1:],
        "empty": [],
        "missing": None,
        "swapped": lines[1::-1] + lines[2:],
        "rubbish": [*lines[:5], "(;GM[Othello]rubbish\n"],
    }[what]
    if changed is None:
        path.unlink()
    else:
        path.write_text("".join(changed))
    (last,) = resume(played)
    assert last["total"]["games"] == 6
    assert_agree(played)
    mended = path.read_text().splitlines(keepends=True)
    assert [line for line in mended if line in lines] == mended or name == "games.ggf"


def test_times_in_ggf_survive_mending(played: Path) -> None:
    path = played / "games.ggf"
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[1:]) + "\n")
    resume(played)
    mended = path.read_text().splitlines()
    assert mended[1:] == lines[1:]
    first, again = (next(read_games(text)).moves for text in (lines[0], mended[0]))
    assert [note.move for note in again] == [note.move for note in first]
    assert any(note.seconds is not None for note in first)
    assert not any(note.seconds for note in again)


def test_a_game_that_stands_twice_counts_once(played: Path) -> None:
    path = played / "games.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:2] + lines[1:]))
    result = othello(*arguments(played, "--resume", "--json"))
    assert result.returncode == 0
    assert result.stderr.count("\n") == 1 and "games.jsonl:3: game 2 again" in result.stderr
    assert json.loads(result.stdout)["total"]["games"] == 6
    assert_agree(played)


# ---------------------------------------------------------------------- nothing is lost


@posix_only
@pytest.mark.parametrize("blocks", [1, 4, 8, 12])
def test_a_file_that_may_not_grow(tmp_path: Path, blocks: int) -> None:
    """With `ulimit -f` the match ends with one line that says why; games shown are kept."""
    words = command(*arguments(tmp_path / "log", "--json", games=16))
    limited = ["bash", "-c", f'ulimit -f {blocks}; exec "$@"', "bash", *words]
    result = subprocess.run(limited, capture_output=True, text=True, timeout=SECONDS)
    assert result.returncode == 2, result.stderr
    assert result.stderr.count("\n") == 1 and "File too large" in result.stderr
    shown = [json.loads(line) for line in result.stdout.splitlines()]
    games = [game for game in shown if "game" in game]
    kept = kept_games(tmp_path / "log")
    assert [game for game in kept if game in games] == games
    resume(tmp_path / "log", games=16)
    assert_agree(tmp_path / "log", games=16)
    assert kept_games(tmp_path / "log")[: len(games)] == games


@posix_only
@pytest.mark.parametrize("concurrency", [1, 2])
def test_killed_again_and_again(tmp_path: Path, concurrency: int) -> None:
    """Whenever the match is killed, no finished game is lost or played twice."""
    folder = tmp_path / "log"
    words = arguments(folder, "--concurrency", concurrency, games=60)
    rng = random.Random(1)
    pauses = [rng.uniform(0, 0.3) for _ in range(8)]
    shown, runs = run_with_kills(words, folder / "match.json", "game", pauses)
    assert runs > 2
    assert_agree(folder, games=60)
    kept = {game["game"]: game for game in kept_games(folder)}
    assert shown.items() <= {number: kept[number] for number in shown}.items()
