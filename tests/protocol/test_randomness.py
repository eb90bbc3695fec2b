"""Moves by chance: near the best, by the seed, and over every protocol."""

from __future__ import annotations

import pytest
from support.endgames import ENDGAME
from support.other_protocols import GtpProcess, NBoardProcess
from support.ugi_process import UgiProcess

from othello import Board, Engine, Result
from othello.errors import InvalidOption
from othello.notation import Move
from othello.protocol.play_options import CANDIDATES, Randomness
from othello.result import Line


def result(*scores: float, exact: bool = False) -> Result:
    lines = tuple(
        Line(6, 100, score, None, exact, (Move(number),)) for number, score in enumerate(scores)
    )
    return Result(lines, 100, 0.1, False)


def picked(chance: Randomness, found: Result, times: int = 100) -> set[float]:
    return {chance.pick(found).score for _ in range(times)}


def test_moves_within_the_margin() -> None:
    assert picked(Randomness(1.0), result(3.5, 3.25, 2.5, 2.0)) == {3.5, 3.25, 2.5}
    assert picked(Randomness(0.0), result(3.5, 3.5)) == {3.5}


def test_what_is_proven_is_not_gambled_away() -> None:
    chance = Randomness(64.0)
    found = result(4, 4, 2, exact=True)
    assert {chance.pick(found).move for _ in range(100)} == {Move(0), Move(1)}


def test_after_a_forced_pass_there_is_nothing_to_choose() -> None:
    board = Board.from_obf("XXXXXXX-XXXOOOOXX-OXXOOXXOOXXXOXXXOOXXOXOOOOOOOXOOOOOO-X-OOOOOO- O")
    with Engine(hash_mb=1) as engine:
        found = engine.solve(board, multipv=4)
    assert found.score == -50 and found.lines[-1].score > -50
    assert picked(Randomness(64.0), found) == {-50}


def test_a_bound_is_no_score() -> None:
    best, other = result(3.0, 2.9).lines
    bounded = Result((best, other._replace(bound="upper")), 1, 0.1, False)
    assert picked(Randomness(1.0), bounded) == {3.0}


def test_the_lines_that_were_asked_for() -> None:
    chance = Randomness(1.0, seed=1)
    found = result(1.0, 0.9, 0.8, 0.7)
    for multipv in (1, 3):
        assert chance.widened(multipv) == CANDIDATES
        chosen = chance.pick(found, multipv)
        assert len(chosen.lines) == multipv and set(chosen.lines) <= set(found.lines)
    assert chance.widened(7) == 7 and Randomness().widened(1) == 1


def test_the_same_seed_the_same_moves() -> None:
    found = result(1.0, 0.9, 0.8, 0.7)
    rows = [[chance.pick(found).score for _ in range(20)] for chance in map(chance_of, (1, 1, 2))]
    assert rows[0] == rows[1] != rows[2]
    chance = chance_of(1)
    assert [chance.pick(found).score for _ in range(20)] == rows[0]
    chance.seed = 1
    assert [chance.pick(found).score for _ in range(20)] == rows[0]


def chance_of(seed: int) -> Randomness:
    return Randomness(1.0, seed)


@pytest.mark.parametrize("discs", [-0.1, 65, float("nan")])
def test_bad_margins(discs: float) -> None:
    with pytest.raises(InvalidOption, match="invalid randomness .*: expected 0 to 64"):
        Randomness(discs)


# ---------------------------------------------------------------------- over the protocols


def test_ugi_plays_by_chance_and_shows_what_was_asked_for() -> None:
    board = Board.from_moves("f5")
    with UgiProcess() as engine:
        engine.send("setoption name Hash value 1", "position startpos moves f5")
        assert engine.ask("setoption name Randomness value 800") == []

        def row() -> list[str]:
            engine.send("setoption name Seed value 7", "uginewgame")
            return [engine.go("go depth 2") for _ in range(12)]

        first = row()
        assert set(first) == set(map(str, board.legal_moves()))
        assert row() == first
        engine.send("go depth 2")
        assert {line.split()[6] for line in engine.expect("bestmove")[:-1]} == {"1"}
        engine.send("setoption name Randomness value 0")
        assert len({engine.go("go depth 2") for _ in range(6)}) == 1


def test_a_solved_end_is_played_as_well_as_without() -> None:
    with Engine(hash_mb=1) as engine:
        moves = engine.solve(ENDGAME, multipv=9).lines
    best = {str(line.move) for line in moves if line.score == moves[0].score}
    with UgiProcess() as engine:
        engine.send("setoption name Randomness value 6400", f"position fen {ENDGAME.to_obf()}")
        assert {engine.go("go exact") for _ in range(5)} <= best


def test_gtp_plays_by_chance() -> None:
    arguments = ("--hash", "1", "--level", "1", "--randomness", "8", "--seed")
    rows = []
    for seed in ("3", "3", "4"):
        with GtpProcess(*arguments, seed) as engine:
            engine.get("play b f5")
            rows.append([engine.get("reg_genmove w") for _ in range(12)])
    assert rows[0] == rows[1] != rows[2]
    assert len(set(rows[0])) > 1


def test_nboard_plays_by_chance() -> None:
    with NBoardProcess("--hash", "1", "--randomness", "8") as engine:
        engine.ask("set depth 1", "move F5")
        moves = set()
        for _ in range(12):
            engine.send("go")
            lines = engine.expect("===")
            assert sum(line.startswith("search") for line in lines) == 1
            moves.add(lines[-1][4:6])
        assert len(moves) > 1
