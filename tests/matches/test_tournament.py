"""Tournaments: who meets whom, ratings, the command, bad engines, resuming, the page."""

import json
import math
import random
import shlex
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import json_lines, refused, written
from support.endgames import HARD_20
from support.fake_players import FAKE_COMMAND
from support.killed_runs import run_with_kills
from support.systems import POSIX

from othello.client import UgiClient
from othello.matches.games import GamePool
from othello.matches.openings import shipped_openings
from othello.matches.players import Effort, Player, parse_player, players_from_file
from othello.matches.record import match_schedule
from othello.matches.statistics import elo_difference
from othello.matches.tournament import rate, round_robin, swiss_round

ONE, TWO = {"name": "one", "depth": 1}, {"name": "two", "depth": 2}


def engines_file(folder: Path, *engines: object) -> Path:
    return written(folder / "engines.json", json.dumps(engines))


# ---------------------------------------------------------------------- pairings


@pytest.mark.parametrize("n_players", range(2, 12))
def test_all_play_all_once(n_players: int) -> None:
    pairings = round_robin(n_players)
    expected = set(map(frozenset, combinations(range(n_players), 2)))
    assert set(map(frozenset, pairings)) == expected and len(pairings) == len(expected)
    each = n_players // 2
    for start in range(0, len(pairings), each):
        playing = [player for pairing in pairings[start : start + each] for player in pairing]
        assert len(set(playing)) == 2 * each, "nobody plays twice in a round"


@pytest.mark.parametrize(("n_players", "n_rounds"), [(2, 1), (5, 3), (8, 4), (9, 5), (30, 29)])
def test_swiss(n_players: int, n_rounds: int) -> None:
    """In the last rounds few pairs have not met; to try all pairings would take for ever."""
    rng = random.Random(n_players)
    points = [0.0] * n_players
    met: set[frozenset[int]] = set()
    rested: list[int] = []
    for number in range(n_rounds):
        pairings, resting = swiss_round(points, met, rested)
        playing = {player for pairing in pairings for player in pairing}
        assert len(playing) == 2 * len(pairings)
        if n_players % 2:
            assert resting is not None and playing == set(range(n_players)) - {resting}
            assert resting not in rested
            rested.append(resting)
        else:
            assert resting is None and playing == set(range(n_players))
        if number < (n_players + 1) // 2:
            assert not met & set(map(frozenset, pairings)), "nobody meets the same one twice"
        met.update(map(frozenset, pairings))
        for pairing in pairings:
            points[rng.choice(pairing)] += 1


# ---------------------------------------------------------------------- ratings


def test_two_players_have_the_usual_difference() -> None:
    for points in (50, 60, 75, 90):
        first, second = rate([[0, points], [100 - points, 0]])
        expected = elo_difference([(1.0,)] * points + [(0.0,)] * (100 - points))
        assert first.elo - second.elo == pytest.approx(expected.difference, abs=0.01 * points)
        assert first.elo == pytest.approx(-second.elo)
        assert 2 * first.error == pytest.approx(expected.error, rel=0.02)


@pytest.mark.parametrize(
    ("truth", "farthest"),
    [([300.0, 100.0, 0.0, -50.0, -350.0], 650), ([40.0 * n for n in range(-10, 11)], 40)],
)
def test_ratings_come_back(truth: list[float], farthest: float) -> None:
    """The points that known strengths give on average lead back to these; also on a ladder."""
    points = [
        [1000 / (1 + 10 ** ((b - a) / 400)) if 0 < abs(a - b) <= farthest else 0.0 for b in truth]
        for a in truth
    ]
    for rating, elo in zip(rate(points), truth, strict=True):
        assert rating.elo == pytest.approx(elo, abs=0.1)


def test_errors_cover_the_truth_19_times_in_20() -> None:
    truth = [150.0, 0.0, -150.0]
    rng = random.Random(1)
    covered = 0
    for _ in range(400):
        points = [[0.0] * 3 for _ in truth]
        for a, b in combinations(range(3), 2):
            chance = 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
            won = sum(rng.random() < chance for _ in range(60))
            points[a][b], points[b][a] = won, 60 - won
        covered += sum(
            abs(rating.elo - elo) <= rating.error
            for rating, elo in zip(rate(points), truth, strict=True)
        )
    assert 0.93 <= covered / 1200 <= 0.97


def test_sweeps_and_strangers_stay_finite() -> None:
    swept = rate([[0, 60, 0], [0, 0, 0], [0, 0, 0]])
    assert swept[0].elo > 300 > 0 > swept[1].elo
    assert all(math.isfinite(rating.elo) and rating.error > 100 for rating in swept)


# ---------------------------------------------------------------------- engines


def test_engines_from_a_file(tmp_path: Path) -> None:
    words = shlex.split(FAKE_COMMAND)
    path = engines_file(
        tmp_path,
        {"name": "ours", "level": 3, "options": {"Evaluation": "classic", "Ponder": False}},
        {"name": "theirs", "command": words, "protocol": "nboard", "time": 1.5, "inc": 0.25},
        {"name": "plain", "command": FAKE_COMMAND},
    )
    ours, theirs, plain = players_from_file(path, Effort(movetime=7), {"hash": "1"}, {})
    assert (ours.name, ours.effort.level) == ("ours", 3) and ours.is_own
    assert ours.options == {"evaluation": "classic", "ponder": "false", "level": "3"}
    assert theirs.command == tuple(words) and not theirs.is_own
    assert theirs.effort == Effort(time=1.5, inc=0.25)
    assert plain.effort == Effort(movetime=7) and plain.client.PROTOCOL == "ugi"


# ---------------------------------------------------------------------- the command

LEVELS = ("depth=1", "depth=2", "depth=4")
SMALL = ("--hash", 1, "--games", 4, "--seed", 1)


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> tuple[object, ...]:
    """Options that let games begin in their last third, for tests that need games, but no play."""
    boards = "".join(f"{position.board.to_obf()}\n" for position in HARD_20[:12])
    return "--openings", written(tmp_path_factory.mktemp("openings") / "late.obf", boards)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]]]:
    """The log of a small tournament, not to be changed, and what was shown of it."""
    log = tmp_path_factory.mktemp("whole") / "log"
    return log, json_lines("tournament", *LEVELS, *SMALL, "--log", log)


def test_a_tournament(whole: tuple[Path, list[dict[str, Any]]]) -> None:
    *games, last = whole[1]
    assert [game["game"] for game in games] == list(range(1, 13))
    total = last["total"]
    assert total["games"] == 12 == len(games)
    names = [player["name"] for player in total["players"]]
    assert set(names) == set(LEVELS) and names[0] == "depth=4"
    for row, player in zip(total["cross"], total["players"], strict=True):
        assert sum(points or 0 for points in row) == player["points"]
        assert player["games"] == 8 and player["black"] == player["white"] == 4
        assert player["elo_error"] > 0 and not any(player["faults"].values())
        won = sum(points_of(game, player["name"]) for game in games)
        assert won == player["points"]
    for i, j in combinations(range(3), 2):
        assert total["cross"][i][j] + total["cross"][j][i] == 4
    assert sum(player["elo"] for player in total["players"]) == pytest.approx(0, abs=0.2)


def points_of(game: dict[str, Any], name: str) -> float:
    if name not in (game["black"], game["white"]):
        return 0
    first = game["black"] if game["first"] == "black" else game["white"]
    points = {"win": 1.0, "draw": 0.5, "loss": 0.0}[game["result"]]
    return points if name == first else 1 - points


def test_swiss_with_one_who_rests(late: tuple[object, ...]) -> None:
    *games, last = json_lines("tournament", *LEVELS, *SMALL, *late, "--swiss", 3)
    assert len(games) == 12 and len({frozenset((g["black"], g["white"])) for g in games}) == 3
    assert [player["games"] for player in last["total"]["players"]] == [8, 8, 8]


def test_an_engine_that_never_answers_is_not_waited_for_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Impatient(UgiClient):
        def __init__(self, *words: Any, **keywords: Any) -> None:
            super().__init__(*words, ready_timeout=5.0, **keywords)

    started, start = [], Player.start
    monkeypatch.setattr(Player, "start", lambda self: (started.append(self.name), start(self))[1])
    effort = Effort(depth=1)
    good, mute = (parse_player(f"{FAKE_COMMAND} {fault}", effort) for fault in ("none", "mute 1"))
    mute = mute._replace(client=Impatient)
    records = list(GamePool([good, mute], match_schedule(shipped_openings(), 20)).run())
    assert started.count(mute.name) == 2, "not twenty times"
    won = [record.points if record.players[0] == 0 else 1 - record.points for record in records]
    assert won == [1.0] * 20 and {record.fault for record in records} == {"time"}
    assert "is ready" in str(records[-1].reason) or "within" in str(records[-1].reason)


def test_an_engine_that_babbles_is_heard(tmp_path: Path) -> None:
    bad = {"name": "bad", "command": f"{FAKE_COMMAND} babble", "movetime": 100_000}
    path = engines_file(tmp_path, ONE, bad)
    *games, _ = json_lines("tournament", "--engines", path, "--hash", 1, "--games", 2)
    assert [game["fault"] for game in games] == [None, None], "a line of 10 MB is no fault"


@POSIX
@pytest.mark.parametrize("system", [(), ("--swiss", 3)])
def test_killed_and_resumed(system: tuple[object, ...], tmp_path: Path) -> None:
    arguments = ("tournament", *LEVELS, *SMALL, *system, "--concurrency", 2, "--log")
    *expected, total = json_lines(*arguments, tmp_path / "whole")
    words = (*arguments, tmp_path / "log")
    shown, _ = run_with_kills(words, tmp_path / "log" / "match.json", "game", (0, 0.1, 0.2))
    last = json_lines(*words, "--resume")[-1]["total"]
    lines = (tmp_path / "log" / "games.jsonl").read_text().splitlines()
    moves = {game["game"]: game["moves"] for game in map(json.loads, lines)}
    assert len(lines) == len(expected)
    assert moves == {game["game"]: game["moves"] for game in expected}
    assert {number: game["moves"] for number, game in shown.items()}.items() <= moves.items()
    for key in ("cross", "games"):
        assert last[key] == total["total"][key]


def test_other_players_do_not_go_on(late: tuple[object, ...], tmp_path: Path) -> None:
    arguments = ("tournament", *SMALL, *late, "--log", tmp_path, "depth=1")
    json_lines(*arguments, "depth=2")
    assert "had players" in refused(*arguments, "depth=3", "--resume")


def test_a_bad_engine_forfeits_its_games_only_and_the_page_shows_them(tmp_path: Path) -> None:
    bad = {"name": "bad", "command": f"{FAKE_COMMAND} die 3", "depth": 1}
    path = engines_file(tmp_path, {"name": "<b>one</b>", "depth": 1}, TWO, bad)
    page = tmp_path / "page.html"
    words = ("--engines", path, "--hash", 1, "--games", 2, "--concurrency", 2, "--html", page)
    last = json_lines("tournament", *words)[-1]
    by_name = {player["name"]: player for player in last["total"]["players"]}
    loser = by_name.pop("bad")
    assert (loser["points"], loser["faults"]["crash"], sum(loser["faults"].values())) == (0.0, 4, 4)
    assert loser["reason"].startswith("bad: ") and "out of luck" in loser["reason"]
    assert not any(sum(player["faults"].values()) for player in by_name.values())
    text = page.read_text()
    assert "<b>" not in text and "&lt;b&gt;one&lt;/b&gt;" in text
    games = json.loads(text.split('id="games">')[1].split("</script>")[0])
    assert [game["title"].split(".")[0] for game in games] == ["1", "2", "3", "4", "5", "6"]
    assert {game["title"].split()[-1] for game in games if "bad" in game["title"]} == {"B+F", "W+F"}
    assert all(game["accuracy"] is None and game["moves"] for game in games)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
