"""Matches: who begins, what a fault costs, clocks, and how a match ends early."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.endgames import random_endgame
from support.fake_players import DAWDLING, FAKE_ENGINE, OPENINGS, fake
from support.patience import SECONDS

from othello import Board, Game
from othello.client import EngineDied
from othello.errors import InvalidOption
from othello.matches.arena import Match
from othello.matches.openings import parse_opening
from othello.matches.players import Player, parse_player
from othello.matches.standing import GameRecord, Standing, Thinking
from othello.notation import PASS


def play(a: Player, b: Player, n_games: int = 2, **keywords: object) -> list[GameRecord]:
    return list(Match((a, b), OPENINGS, n_games, **keywords).run())  # type: ignore[arg-type]


def summary(records: Sequence[GameRecord]) -> list[tuple[str | None, int | None, float]]:
    return [(record.fault, record.faulty, record.points) for record in records]


# ---------------------------------------------------------------------- good games


def test_openings_and_colours() -> None:
    records = play(fake(), fake(), 8)
    assert [record.number for record in records] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [record.is_black for record in records] == [True, False] * 4
    order = [0, 0, 1, 1, 2, 2, 0, 0]
    assert [record.opening for record in records] == [OPENINGS[number] for number in order]
    for record in records:
        n_moves = len(record.opening.moves)
        assert record.game.moves[:n_moves] == record.opening.moves
        asked = sum(move is not PASS for move in record.game.moves[n_moves:])
        assert record.thinking[0].moves + record.thinking[1].moves == asked
        assert record.game.is_over and record.fault is None
    # Both play the same, so what one wins as black the other wins as black.
    for first, second in zip(records[::2], records[1::2], strict=True):
        assert first.game.moves == second.game.moves
        assert first.discs == -second.discs and first.points == 1 - second.points


def test_discs_and_points_are_those_of_the_first_player() -> None:
    first, second = play(fake(), fake())
    assert first.discs == first.game.result() and second.discs == -second.game.result()
    assert first.points == (1 if first.discs > 0 else 0.5 if first.discs == 0 else 0)


def test_forced_passes_are_played_by_the_referee() -> None:
    records = play(parse_player("depth=1"), fake(), 6)
    assert any(PASS in record.game.moves for record in records)
    assert [record.fault for record in records] == [None] * 6


def test_games_at_once_are_the_same_games() -> None:
    one, three = (play(fake(), parse_player("depth=2"), 6, concurrency=n) for n in (1, 3))
    assert [record.game.moves for record in one] == [record.game.moves for record in three]


def test_a_game_is_kept_as_soon_as_it_is_over() -> None:
    """It is kept before earlier games are over, so that a match that is killed loses nothing."""
    nearly_over = parse_opening(f"{'X' * 59}OOO-- X")
    kept: list[int] = []
    openings = [*OPENINGS[:1], nearly_over]
    # The first two games last two seconds longer: on a busy machine the third may begin late.
    players = fake("dawdle", 24), fake()
    match = Match(players, openings, 3, concurrency=3, keep=lambda r: kept.append(r.number))
    assert [record.number for record in match.run()] == [1, 2, 3]
    assert kept[0] == 3 and sorted(kept) == [1, 2, 3]


def test_our_engine_beats_the_first_legal_move() -> None:
    for record in play(parse_player("level=3"), fake()):
        assert record.points == 1 and record.discs is not None and record.discs > 0


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_the_protocol_does_not_matter(protocol: str) -> None:
    openings = OPENINGS[:2]
    expected, records = (
        list(Match((fake(protocol=spoken), fake()), openings, 4).run())
        for spoken in ("ugi", protocol)
    )
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
        Match((fake(), fake(protocol="gtp")), [parse_opening(f"{'X' * 59}OOO-- X")], 2)


def test_seeds() -> None:
    """With randomness two games differ, but a game with the same seed and number is the same."""
    player = parse_player("depth=1,hash=1,randomness=800")
    all_games, second = (
        list(Match((player, player), OPENINGS[1:2], 2, seed=5, played=played).run())
        for played in ((), {1})
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
        monkeypatch.setattr("othello.matches.seats.HANGING", 0.1)
    clock = {"time": DAWDLING - 0.5} if expected == "time" else {}
    rogue = fake(fault, 5, protocol=protocol, **clock)
    records = play(fake(), rogue)
    # The engine is started again after the fault, so it plays four good moves in each game.
    assert summary(records) == [(expected, 1, 1.0)] * 2
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
    opening = parse_opening(random_endgame(1, 28).to_obf())
    player = parse_player("time=1,inc=0.5,hash=1,cputime=true")
    for record in Match((player, player), [opening], 2).run():
        assert record.fault is None
        assert all(0 < side.processor < 1 + 0.5 * side.moves for side in record.thinking)


# ---------------------------------------------------------------------- ends, logs, totals


def test_the_log_tells_the_whole_story(tmp_path: Path) -> None:
    play(fake(), fake("die", 2), 1, log=tmp_path / "new" / "folder")
    lines = (tmp_path / "new" / "folder" / "game-0001.log").read_text().splitlines()
    said = [line.split(maxsplit=1)[1] for line in lines]
    assert said[:3] == ["A > uginewgame", "A > isready", "A < readyok"]
    assert "A > position startpos moves f5 d6 c4 d3 c2 b3 b4 b5" in said
    assert said[-2] == "B > go depth 1" and said[-1].startswith("B ! ugi:")
    assert "out of luck" in said[-1]


@pytest.mark.skipif(not os.path.exists("/proc"), reason="needs Linux's /proc")
def test_a_match_that_is_left_leaves_nothing_running() -> None:
    games = Match((fake("hang", 30), fake()), OPENINGS, 50, concurrency=2).run()
    assert next(games).fault is None
    began = time.monotonic()
    games.close()
    assert time.monotonic() - began < SECONDS, "the engine that hangs is not waited for"
    with_name = [path for path in Path("/proc").glob("[0-9]*/cmdline") if our_engine(path)]
    assert with_name == []


def our_engine(path: Path) -> bool:
    try:
        is_ours = int(path.with_name("stat").read_text().split(") ")[1].split()[1]) == os.getpid()
        return is_ours and FAKE_ENGINE.name.encode() in path.read_bytes()
    except OSError:  # it has ended meanwhile
        return False


def record(number: int, points: float, fault: str | None = None) -> GameRecord:
    """Return a game that the first player wins, draws or loses by `points`, or loses by `fault`."""
    wipeout = Game("e6f4e3f6g5d6e7f5c5")  # black wins by 64
    drawn = Game(start=Board(black=0xFFFFFFFF, white=0xFFFFFFFF << 32))
    game = drawn if points == 0.5 else wipeout
    faulty = None if fault is None else int(points)
    thinking = (Thinking(3, 0.5, 0.25), Thinking(2, 1.5, 1.0))
    opening = OPENINGS[(number - 1) // 2]
    return GameRecord(number, opening, points == 1, game, fault, None, faulty, thinking)


def test_standing() -> None:
    standing = Standing()
    assert (standing.games, standing.discs, standing.elo) == (0, None, None)
    for number, points, fault in ((1, 1, None), (2, 0.5, None), (3, 0, "crash"), (4, 1, "time")):
        standing.add(record(number, points, fault))
    assert (standing.wins, standing.draws, standing.losses, standing.games) == (2, 1, 1, 4)
    assert standing.discs == 32, "games that a fault ended have no disc count"
    assert [standing.count(fault) for fault in ("illegal", "time", "crash")] == [0, 1, 1]
    assert standing.faults[0]["crash"] == standing.faults[1]["time"] == 1
    assert standing.thinking == [Thinking(12, 2.0, 0.25), Thinking(8, 6.0, 1.0)]
    assert standing.elo is not None and standing.elo.difference > 0
