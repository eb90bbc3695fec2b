"""``othello match``: games, score, the folder of its log. ``details.jsonl`` has what is refused."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import command, json_lines, othello, refused, written
from support.fake_players import FAKE_COMMAND
from support.killed_runs import run_with_kills
from support.patience import SECONDS
from support.systems import POSIX
from support.weights_files import parts, with_parts

from othello import Board
from othello.files.lock import locked
from othello.ggf.games import read_games
from othello.matches.openings import shipped_openings
from othello.weights.file import shipped_contents

OPENINGS = "f5d6c4d3c2b3b4b5\n# two more\nf5f4\n" + Board().to_obf() + "\n"


def match(*arguments: object) -> list[dict[str, Any]]:
    return json_lines("match", *arguments, "--openings", "-", stdin=OPENINGS)


def test_the_same_seed_the_same_match() -> None:
    arguments = ("depth=2", "depth=1", "--hash", 1, "--games", 3, "--seed")
    runs = [json_lines("match", *arguments, seed) for seed in (1, 1, 2)]
    moves = [[game["moves"] for game in games[:-1]] for games in runs]
    assert moves[0] == moves[1] != moves[2]
    shipped = {str(opening) for opening in shipped_openings()}
    assert all(game["opening"] in shipped for games in runs for game in games[:-1])


def test_the_balanced_openings_have_a_name() -> None:
    arguments = ("depth=2", "depth=1", "--hash", 1, "--games", 2, "--seed", 1)
    default, named = (
        json_lines("match", *arguments, *words) for words in ((), ("--openings", "xot"))
    )
    assert [game["moves"] for game in named[:-1]] == [game["moves"] for game in default[:-1]]


def sequential(*players: str) -> tuple[object, ...]:
    """Return the words of a match that ends when it is decided."""
    return ("match", *players, "--hash", 1, "--sprt=-50,50", "--seed", 1)


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]]]:
    """The log of a match that the first player wins, and what was shown of it."""
    log = tmp_path_factory.mktemp("decided") / "log"
    return log, json_lines(*sequential("depth=4", "depth=1"), "--log", log)


def test_a_match_ends_when_it_is_decided(decided: tuple[Path, list[dict[str, Any]]]) -> None:
    """If the first player wins everything the test accepts H1, if the second does, H0."""
    lost = json_lines(*sequential("depth=1", "depth=4"))
    for (*games, last), verdict in ((decided[1], "H1"), (lost, "H0")):
        total = last["total"]
        assert total["sprt"] == verdict and 10 < len(games) == total["games"] < 100
        low, high = total["llr_bounds"]
        assert (low, high) == (-2.9444, 2.9444)
        assert total["llr"] >= high if verdict == "H1" else total["llr"] <= low
        assert sum(total["pentanomial"]) == len(games) // 2
        assert (total["los"] > 0.99) == (verdict == "H1")
        assert (total["nelo"] is None) == (total["pentanomial"].count(0) == 4)


def test_a_test_that_was_decided_plays_no_more(decided: tuple[Path, list[dict[str, Any]]]) -> None:
    folder, (*games, last) = decided
    assert last["total"]["sprt"] == "H1" and games
    (again,) = json_lines(*sequential("depth=4", "depth=1"), "--log", folder, "--resume")
    assert again["total"]["pentanomial"] == last["total"]["pentanomial"]


def test_a_tournament_rates_different_games() -> None:
    arguments = ("tournament", "depth=3", "depth=2", "--hash", 1, "--openings", "-", "--json")
    once, often = (
        json.loads(othello(*arguments, "--games", games, "--quiet", stdin="f5d6c3\n").stdout)
        for games in (2, 8)
    )
    once, often = once["total"], often["total"]
    assert (once["repeated"], often["repeated"], often["games"]) == (0, 6, 8)
    elos = [[player["elo"] for player in total["players"]] for total in (once, often)]
    assert elos[0] == elos[1]


def test_the_log_has_the_games_in_three_forms_and_what_was_said(tmp_path: Path) -> None:
    rogue = f"{FAKE_COMMAND} illegal 3"
    *records, last = match("level=1,hash=1", rogue, "--depth", 1, "--log", tmp_path)
    assert (last["total"]["illegal"], last["total"]["b"]["illegal"]) == (6, 6)
    assert kept_games(tmp_path) == records
    said = (tmp_path / "game-0002.log").read_text()
    assert " B > go depth 1\n" in said and " A < bestmove " in said
    games = list(read_games((tmp_path / "games.ggf").read_text()))
    lines = (tmp_path / "games.txt").read_text().splitlines()
    assert len(games) == len(lines) == len(records) == 6
    for record, game, line in zip(records, games, lines, strict=True):
        assert record["moves"] == line == game.game().transcript()
        assert (game.tags["PB"], game.tags["PW"]) == (record["black"], record["white"])
        assert game.tags["RE"] == ("+64:r" if record["black"] != rogue else "-64:r")
    asked = games[0].moves[16 // 2 :]
    assert all(note.seconds is not None for note in asked) and asked[0].evaluation is not None


def test_a_match_is_resumed(tmp_path: Path) -> None:
    arguments = ("depth=1,hash=1,randomness=300", FAKE_COMMAND, "--depth", 1, "--seed", 3)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    *expected, total = match(*arguments, "--log", whole)
    match(*arguments, "--games", 2, "--log", parts)
    with (parts / "games.jsonl").open("a") as file:
        file.write('{"game": 3, "opening"')  # as after a loss of power
    *games, last = match(*arguments, "--resume", "--log", parts)
    assert [game["game"] for game in games] == [3, 4, 5, 6]
    assert last["total"]["games"] == 6
    for key in ("wins", "draws", "losses", "discs", "elo", "elo_error"):
        assert last["total"][key] == total["total"][key]
    kept = kept_games(parts)
    assert [game["moves"] for game in kept] == [game["moves"] for game in expected]
    assert len((parts / "games.ggf").read_text().splitlines()) == 6
    (again,) = match(*arguments, "--resume", "--log", parts)
    assert again["total"]["games"] == 6, "nothing is left to play"
    for changed, quoted in (
        ((*arguments[:-1], 4), "had seed 3: expected 4"),
        (("depth=2", *arguments[1:]), "had a 'depth=1"),
    ):
        assert quoted in refused(
            "match", *changed, "--openings", "-", "--resume", "--log", parts, stdin=OPENINGS
        )


def test_a_match_is_not_resumed_with_other_weights_in_the_same_file(tmp_path: Path) -> None:
    weights, log = tmp_path / "weights.bin", tmp_path / "log"
    shipped = shipped_contents()
    weights.write_bytes(shipped)
    arguments = (f"depth=1,weightsfile={weights}", "depth=1", "--games", 2, "--log", log)
    match(*arguments)
    assert match(*arguments, "--resume")[-1]["total"]["games"] == 2
    header, body = parts(shipped)
    weights.write_bytes(with_parts(json.dumps(header | {"note": "another"}).encode(), body))
    words = ("match", *arguments, "--openings", "-", "--resume")
    assert "had weights " in refused(*words, stdin=OPENINGS)


@POSIX
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_match_shows_its_score(number: signal.Signals, code: int) -> None:
    words = command("match", "depth=1", f"{FAKE_COMMAND} hang 60", "--depth", 1, "--json")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        first = json.loads(process.stdout.readline())
        process.send_signal(number)
        *_, last = process.stdout.read().splitlines()
        assert process.wait(SECONDS) == code
        assert process.stderr.read() == b""
    assert first["game"] == 1 and json.loads(last)["total"]["games"] >= 1


# ---------------------------------------------------------------------- the folder of a match


PLAYERS = ("depth=1,hash=1", FAKE_COMMAND, "--depth", 1)
GAMES = 6


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
    assert "has a match already: expected --resume" in refused(*arguments(played))
    assert contents(played) == before


def test_a_match_that_did_not_start_leaves_its_folder_free(tmp_path: Path) -> None:
    folder = tmp_path / "log"
    words = ("match", "depth=1", f"{FAKE_COMMAND} stillborn", "--depth", 1, "--log", folder)
    for _ in range(2):
        assert "exit code 3" in refused(*words)
    (folder / "game-0001.log").write_text("what was said in a game that was interrupted\n")
    json_lines("match", *PLAYERS, "--games", 2, "--log", folder)
    assert len(kept_games(folder)) == 2


def test_a_match_is_resumed_with_fewer_games_than_were_begun(tmp_path: Path) -> None:
    """Only the last game was finished, as several were played at once."""
    words = ("match", *PLAYERS, "--log", tmp_path, "--games")
    json_lines(*words, 4)
    text = (tmp_path / "games.jsonl").read_text()
    (tmp_path / "games.jsonl").write_text(text.splitlines(keepends=True)[-1])
    *games, _ = json_lines(*words, 2, "--resume")
    assert [game["game"] for game in games] == [1, 2]


def test_the_stderr_of_an_engine_that_crashed_is_kept(tmp_path: Path) -> None:
    program = written(
        tmp_path / "bot.py",
        "import othello, sys\n"
        "def choose(board):\n"
        "    print('x' * 100_000, file=sys.stderr)\n"
        "    raise KeyError('no move')\n"
        "othello.serve_bot(choose)\n",
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
        shown = refused(*arguments(played, "--resume"))
    assert f"in use by process {os.getpid()}" in shown and len(resume(played)) == 1


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
        "swapped": lines[1::-1] + lines[2:],
        "rubbish": [*lines[:5], "(;GM[Othello]rubbish\n"],
    }
    path.unlink()
    if what != "missing":
        path.write_text("".join(changed[what]))
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


@POSIX
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


@POSIX
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
