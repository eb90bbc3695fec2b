"""Games: who begins, what a fault costs, clocks, processors, and how a match ends early."""

import os
import re
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support.cli_process import json_lines, refused, written
from support.endgames import random_endgame
from support.fake_players import DAWDLING, FAKE_COMMAND, FAKE_ENGINE, OPENINGS, fake
from support.known_games import WIPEOUT
from support.patience import SECONDS
from support.threads import needs_openmp

from othello import Board, Engine, Game
from othello.client import EngineDied
from othello.errors import FileError, InvalidOption
from othello.formats.results import header_of
from othello.matches.commands.playing import play_match
from othello.matches.cores import on_cores, processor_seconds, share_cores, usable_cores
from othello.matches.games import GameSlot, Match, Starts
from othello.matches.openings import parse_opening
from othello.matches.players import Effort, Player, parse_player
from othello.matches.record import GameRecord, Thinking, match_schedule
from othello.matches.score import MatchScore
from othello.matches.statistics import H1, OPEN, Sprt
from othello.notation import PASS

NEARLY_OVER = parse_opening(f"{'X' * 59}OOO-- X")


def play(a: Player, b: Player, n_games: int = 2, **keywords: object) -> list[GameRecord]:
    keywords = {"openings": OPENINGS, **keywords}
    return list(Match((a, b), n_games=n_games, **keywords).run())  # type: ignore[arg-type]


def summary(records: Sequence[GameRecord]) -> list[tuple[str | None, int | None, float]]:
    return [(record.fault, record.faulty, record.points) for record in records]


# ---------------------------------------------------------------------- good games


def test_openings_and_colours() -> None:
    records = play(fake()._replace(name="A"), fake()._replace(name="B"), 8)
    assert [record.number for record in records] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [record.is_black for record in records] == [True, False] * 4
    order = [0, 0, 1, 1, 2, 2, 0, 0]
    assert [record.opening for record in records] == [OPENINGS[number] for number in order]
    for record in records:
        black, white = "AB" if record.is_black else "BA"
        assert record.game.headers == {
            "Black": black,
            "White": white,
            "Result": header_of(record.game.result() or 0),
        }
        n_moves = len(record.opening.moves)
        assert record.game.moves[:n_moves] == record.opening.moves
        asked = sum(move is not PASS for move in record.game.moves[n_moves:])
        assert record.thinking[0].moves + record.thinking[1].moves == asked
        assert record.game.is_over and record.fault is None
    # Both play the same, so what one wins as black the other wins as black.
    for first, second in zip(records[::2], records[1::2], strict=True):
        assert first.game.moves == second.game.moves
        assert first.discs == first.game.result() == -second.discs
        assert first.points == (1 if first.discs > 0 else 0.5 if first.discs == 0 else 0)
        assert second.points == 1 - first.points


def test_forced_passes_are_played_by_the_referee() -> None:
    records = play(parse_player("depth=1"), fake(), 6)
    assert any(PASS in record.game.moves for record in records)
    assert [record.fault for record in records] == [None] * 6


def test_games_at_once_are_the_same_games() -> None:
    one, three = (play(fake(), parse_player("depth=2"), 6, concurrency=n) for n in (1, 3))
    assert [record.game.moves for record in one] == [record.game.moves for record in three]


def test_a_game_is_kept_as_soon_as_it_is_over() -> None:
    """It is kept before earlier games are over, so that a match that is killed loses nothing."""
    kept: list[int] = []
    # The first two games last two seconds longer: on a busy machine the third may begin late.
    dawdling = fake("dawdle", 24)
    match = {"openings": [OPENINGS[0], NEARLY_OVER], "keep": lambda r: kept.append(r.number)}
    records = play(dawdling, fake(), 3, concurrency=3, **match)
    assert [record.number for record in records] == [1, 2, 3]
    assert kept[0] == 3 and sorted(kept) == [1, 2, 3]


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_the_protocol_does_not_matter(protocol: str) -> None:
    expected, records = (play(fake(protocol=spoken), fake(), 4) for spoken in ("ugi", protocol))
    assert [record.game.moves for record in records] == [record.game.moves for record in expected]
    for record in records:
        assert [note.move for note in record.notes] == list(record.game.moves)


def test_what_players_think_of_their_moves_is_kept() -> None:
    (record,) = play(fake(), fake(protocol="gtp"), 1)
    n_moves = len(record.opening.moves)
    assert all(note[1:] == (None, None) for note in record.notes[:n_moves])
    asked = [note for note in record.notes[n_moves:] if note.move is not PASS]
    assert all(note.seconds > 0 for note in asked)
    assert {note.evaluation for note in asked} == {-1.5, None}


def test_openings_that_gtp_has_no_word_for() -> None:
    with pytest.raises(InvalidOption, match="is a position, and gtp:.* speaks GTP"):
        play(fake(), fake(protocol="gtp"), openings=[NEARLY_OVER])


def test_seeds() -> None:
    """With randomness two games differ, but a game with the same seed and number is the same."""
    player = parse_player("depth=1,hash=1,randomness=800")
    all_games, second = (
        play(player, player, openings=OPENINGS[1:2], seed=5, played=played) for played in ((), {1})
    )
    assert all_games[0].game.moves != all_games[1].game.moves
    assert [record.number for record in second] == [2]
    assert second[0].game.moves == all_games[1].game.moves


# ---------------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("fault", "expected", "story"),
    [
        ("illegal", "illegal", " a1"),
        ("rubbish", "illegal", " e9 nonsense"),
        ("die", "crash", "exit code 3"),
        ("close", "crash", "closed its output"),
        ("hang", "time", " within "),
        ("dawdle", "time", " s on its clock"),
    ],
)
@pytest.mark.parametrize("protocol", ["ugi", "gtp", "nboard"])
def test_a_fault_costs_that_game_only(
    protocol: str, fault: str, expected: str, story: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fault == "hang":
        monkeypatch.setattr("othello.matches.games.HANGING", 0.1)
    clock = {"time": DAWDLING - 0.5} if expected == "time" else {}
    rogue = fake(fault, 5, protocol=protocol, **clock)
    records = play(fake(), rogue)
    # The engine is started again after the fault, so it plays four good moves in each game.
    assert summary(records) == [(expected, 1, 1.0)] * 2
    how = "T" if expected == "time" else "F"
    assert [record.game.headers["Result"] for record in records] == [f"B+{how}", f"W+{how}"]
    for record in records:
        assert record.discs is None
        assert record.reason is not None and story in record.reason.lower()
        assert record.reason.startswith(rogue.name)
        assert record.thinking[1].moves == 4 + (fault == "dawdle")


def test_an_engine_goes_on_without_fault_after_the_other_s() -> None:
    records = play(fake("illegal", 40), fake(), 4)
    assert summary(records)[1] == ("illegal", 0, 0.0)
    assert records[0].fault is records[2].fault is None


def test_an_engine_that_does_not_come_up_ends_the_match() -> None:
    with pytest.raises(EngineDied, match="out of luck"):
        play(fake(), fake("stillborn"))


def test_a_fixed_time_a_move() -> None:
    records = play(fake(), fake("dawdle", 3, movetime=1000), 1)
    assert summary(records) == [("time", 1, 1.0)]
    assert "for a move of 1000 ms" in str(records[0].reason)


# ---------------------------------------------------------------------- clocks


def test_clocks(tmp_path: Path) -> None:
    play(fake(time=100, inc=1), fake(time=50), 2, log=tmp_path)
    for number in (1, 2):
        log = (tmp_path / f"game-{number:04}.log").read_text()
        said = re.findall("([AB]) > go (.*)", log)
        assert [name for name, _ in said[:2]] == ["A", "B"][:: 3 - 2 * number]
        times = [
            {name: int(value) for name, value in re.findall(r"(\w+) (\d+)", words)}
            for _, words in said
        ]
        a, b = ("p1", "p2") if number == 1 else ("p2", "p1")
        assert {time[f"{a}inc"] for time in times} == {1000}
        assert not any(f"{b}inc" in time for time in times)
        assert all(time[f"{a}time"] >= 100_000 for time in times), "A gains a second a move"
        left = [time[f"{b}time"] for time in times]
        assert left == sorted(left, reverse=True) and 45_000 < left[-1] <= left[0] <= 50_000


def test_only_one_side_has_a_clock(tmp_path: Path) -> None:
    play(fake(time=100), fake(), 1, log=tmp_path)
    log = (tmp_path / "game-0001.log").read_text()
    assert "A > go p1time 100000\n" in log and "B > go depth 1\n" in log


def test_our_engine_keeps_to_a_short_clock() -> None:
    """Of processor time: on a busy machine any engine may wait longer than its clock has left."""
    openings = [parse_opening(random_endgame(1, 28).to_obf())]
    player = parse_player("time=1,inc=0.5,hash=1,cputime=true")
    for record in play(player, player, openings=openings):
        assert record.fault is None
        assert all(0 < side.processor < 1 + 0.5 * side.moves for side in record.thinking)


# ---------------------------------------------------------------------- ends, logs, totals


def test_the_log_tells_the_whole_story(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    play(fake(), fake("die", 2), 1, log=folder)
    lines = (folder / "game-0001.log").read_text().splitlines()
    said = [line.split(maxsplit=1)[1] for line in lines]
    assert said[:3] == ["A > uginewgame", "A > isready", "A < readyok"]
    assert "A > position startpos moves f5 d6 c4 d3 c2 b3 b4 b5" in said
    assert said[-2] == "B > go depth 1" and said[-1].startswith("B ! ugi:")
    assert "out of luck" in said[-1]


def test_a_log_is_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.touch()
    for path in (file, file / "log"):
        with pytest.raises(FileError, match="File exists|Not a directory"):
            next(Match((fake(), fake()), OPENINGS, 2, log=path).run())


def test_logs_are_not_written_over(tmp_path: Path) -> None:
    """Only a match that goes on, without the games that were played, logs games anew."""
    match = Match((fake(), fake()), OPENINGS, 3, log=tmp_path)
    records = list(match.run())
    paths = [tmp_path / f"game-000{number}.log" for number in (1, 2, 3)]
    before = [path.read_bytes() for path in paths]
    for again in (match, Match((fake(), fake()), OPENINGS, 4, log=tmp_path)):
        with pytest.raises(InvalidOption, match="game-0001.log is there already: expected a new f"):
            next(again.run())
    assert [path.read_bytes() for path in paths] == before
    goes_on = play(fake(), fake(), 3, log=tmp_path, played=[1, 2])
    assert goes_on[0].game == records[2].game and len(goes_on) == 1
    assert [path.read_bytes() for path in paths[:2]] == before[:2]
    assert paths[2].read_bytes() != before[2]


@pytest.mark.skipif(not os.path.exists("/proc"), reason="needs Linux's /proc")
def test_a_match_that_is_left_leaves_nothing_running() -> None:
    games = Match((fake("hang", 30), fake()), OPENINGS, 50, concurrency=2).run()
    assert next(games).fault is None
    began = time.monotonic()
    games.close()
    assert time.monotonic() - began < SECONDS, "the engine that hangs is not waited for"
    with_name = [path for path in Path("/proc").glob("[0-9]*/cmdline") if our_engine(path)]
    assert with_name == []


def test_a_match_that_was_left_can_be_run_again() -> None:
    match = Match(("level=0", "level=1"), OPENINGS, 2)
    games = match.run()
    next(games)
    games.close()
    assert len(list(match.run())) == 2


def our_engine(path: Path) -> bool:
    try:
        is_ours = int(path.with_name("stat").read_text().split(") ")[1].split()[1]) == os.getpid()
        return is_ours and FAKE_ENGINE.name.encode() in path.read_bytes()
    except OSError:  # it has ended meanwhile
        return False


def record(number: int, points: float, fault: str | None = None) -> GameRecord:
    """Return a game that the first player wins, draws or loses by `points`, or loses by `fault`."""
    drawn = Game(start=Board(black=0xFFFFFFFF, white=0xFFFFFFFF << 32))
    game = drawn if points == 0.5 else Game(WIPEOUT)  # black wins by 64
    faulty = None if fault is None else int(points)
    thinking = (Thinking(3, 0.5, 0.25), Thinking(2, 1.5, 1.0))
    opening = OPENINGS[(number - 1) // 2]
    return GameRecord(number, opening, points == 1, game, fault, None, faulty, thinking)


def test_match_score() -> None:
    score = MatchScore()
    assert (score.games, score.discs, score.elo) == (0, None, None)
    for number, points, fault in ((1, 1, None), (2, 0.5, None), (3, 0, "crash"), (4, 1, "time")):
        score.add(record(number, points, fault))
    assert (score.wins, score.draws, score.losses, score.games) == (2, 1, 1, 4)
    assert score.discs == 32, "games that a fault ended have no disc count"
    assert [score.lost_by(fault) for fault in ("illegal", "time", "crash")] == [0, 1, 1]
    assert score.faults[0]["crash"] == score.faults[1]["time"] == 1
    assert score.thinking == [Thinking(12, 2.0, 0.25), Thinking(8, 6.0, 1.0)]
    assert score.elo is not None and score.elo.difference > 0


@pytest.mark.filterwarnings("ignore:game 3 is game 1 again")
def test_a_resumed_test_takes_games_in_the_order_of_the_schedule() -> None:
    """A game that was over before an earlier one waits for that."""
    score = MatchScore()

    class Test(Sprt):
        """It decides as soon as three games count."""

        def llr(self, counts: Sequence[int]) -> float:
            return float(score.games)

        def verdict(self, llr: float) -> str:
            return H1 if llr >= 3 else OPEN

    class Rest(Match):
        def run(self) -> Generator[GameRecord, None, None]:
            yield record(2, 1)

    rest = Rest((fake(), fake()), OPENINGS, 4, played=(1, 3, 4))
    played = [record(number, 0) for number in (1, 3, 4)]
    play_match(rest, score, Test(0, 1), quiet=True, played=played)
    assert (score.wins, score.losses) == (1, 2)


def test_an_engine_that_was_not_asked_has_no_times(tmp_path: Path) -> None:
    """The one before it does not start again."""
    started = tmp_path / "started"
    script = f"test -e {started} && exit; touch {started}; exec {FAKE_COMMAND} die 3"
    flaky = parse_player(shlex.join(["sh", "-c", script]), Effort(depth=1))
    first, second, third = play(flaky, fake(), 3)
    assert first.thinking[1].moves > 0 and first.faulty == 0
    for record in (second, third):
        assert record.faulty == 0 and record.thinking == (Thinking(), Thinking())


# ---------------------------------------------------------------------- processors and their time


needs_affinity = pytest.mark.skipif(
    not usable_cores(), reason="the system does not let processes choose"
)
inherits_affinity = pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="processes do not inherit what a thread chose"
)
needs_clocks = pytest.mark.skipif(
    processor_seconds(os.getpid()) is None, reason="the system tells of no process's time"
)

SPIN = "while True: pass"


def cores_of(pid: int) -> set[int]:
    """Return the processors that a process may use."""
    if hasattr(os, "sched_getaffinity"):
        return os.sched_getaffinity(pid)
    import psutil

    return set(psutil.Process(pid).cpu_affinity())


def test_cores_are_shared_out() -> None:
    assert share_cores(1) == [frozenset()], "a single game may use them all"
    assert share_cores(10_000) == [frozenset()] * 10_000
    shares = share_cores(2)
    assert len(shares) == 2 and not shares[0] & shares[1]


@needs_affinity
def test_engines_of_a_game_share_its_cores() -> None:
    core = frozenset([min(usable_cores())])
    slot = GameSlot([fake(), fake()], core, [Starts(), Starts()])
    try:
        for engine in slot.engines_of(match_schedule(OPENINGS, 1)[0]):
            assert cores_of(engine.start().pid) == core
    finally:
        slot.leave()


@needs_clocks
def test_processor_time_of_another_process() -> None:
    with subprocess.Popen([sys.executable, "-c", SPIN]) as process:
        while (processor_seconds(process.pid) or 0) < 0.1:
            time.sleep(0.01)
        process.kill()
    assert processor_seconds(process.pid) is None, "it has ended"


@needs_clocks
def test_processor_time_of_what_a_process_has_started() -> None:
    """An engine may be started by a script, which itself does nothing."""
    spin = "import time\nwhile time.process_time() < 1: pass"
    start = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {spin!r}])"
    most = 0.0
    with subprocess.Popen([sys.executable, "-c", start]) as process:
        while process.poll() is None:
            most = max(most, processor_seconds(process.pid) or 0)
            time.sleep(0.01)
    assert most > 0.7


@needs_clocks
def test_a_match_tells_the_processor_time_of_each_side() -> None:
    *games, last = json_lines("match", "depth=9", "depth=1", "--hash", 1, "--games", 2)
    total = last["total"]
    assert total["a"]["processor"] > total["b"]["processor"] >= 0
    shown = sum(game["processor"]["a"] for game in games)
    assert total["a"]["processor"] == pytest.approx(shown, abs=1e-5)


# ---------------------------------------------------------------------- budgets


@inherits_affinity
def test_a_search_by_processor_time_goes_on_while_others_have_the_core() -> None:
    """With two busy processes on its only core, it still gets all of its processor time."""
    core = frozenset([min(os.sched_getaffinity(0))])
    with on_cores(core), Engine(hash_mb=1, processor_time=True) as engine:
        engine.search(Board(), depth=1)
        others = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(2)]
        try:
            used = {}
            for engine.processor_time in (True, False):
                before = time.process_time()
                engine.search(Board(), seconds=0.6)
                used[engine.processor_time] = time.process_time() - before
        finally:
            for other in others:
                other.kill()
                other.wait()
    assert used[True] > 0.55
    assert used[False] < 0.5, "the clock runs on while others have the core"


def test_each_search_of_a_process_has_its_processor_time_to_itself() -> None:
    """What the other search and a busy thread of Python use does not count."""
    done = threading.Event()

    def search(_: int) -> float:
        with Engine(hash_mb=1, processor_time=True) as engine:
            before = time.thread_time()
            result = engine.search(Board(), seconds=0.4)
            assert result.stopped
            return time.thread_time() - before

    def spin() -> None:
        while not done.is_set():
            pass

    with ThreadPoolExecutor(3) as pool:
        busy = pool.submit(spin)
        used = list(pool.map(search, range(2)))
        done.set()
        busy.result()
    assert min(used) > 0.36


@needs_openmp
def test_processor_time_is_that_of_all_threads_of_a_search() -> None:
    """Two threads may use twice the limit together, and they do."""
    with Engine(2, hash_mb=1, processor_time=True, granularity=1) as engine:
        engine.search(Board(), depth=10)
        before = time.process_time()
        assert engine.search(Board(), seconds=0.4).stopped
        assert 0.7 < time.process_time() - before < 2


@needs_clocks
def test_a_match_by_processor_time(tmp_path: Path) -> None:
    """With twelve empty squares it is over soon, however much time the engines have."""
    openings = written(tmp_path / "openings.txt", f"{random_endgame(1, 12).to_obf()}\n")
    folder = tmp_path / "log"
    arguments = ("match", "", "cputime=true,time=60", "--movetime", 2000, "--hash", 1)
    arguments += ("--openings", openings, "--log", folder)
    last = json_lines(*arguments, "--cputime", "--games", 2)[-1]
    assert last["total"]["time_losses"] == 0
    assert '"cputime": "true"' in (folder / "match.json").read_text()
    assert "had cputime 'true': expected None" in refused(*arguments, "--resume")


def test_whose_times_are_processor_time() -> None:
    effort = Effort(movetime=10)
    own = {"cputime": "true"}
    assert parse_player("", effort, own=own).by_processor
    assert parse_player("cpu_time=true", effort).by_processor
    assert not parse_player("cputime=false", effort, own=own).by_processor
    assert not parse_player(f"{sys.executable} engine", effort, own=own).by_processor
