"""Judging results against a suite's scores."""

import pytest
from support.endgames import FFO_1_19

from othello.analysis.suite import (
    JudgedSearch,
    SuiteTotals,
    is_correct,
    is_solution_correct,
    run_suite,
)
from othello.board import Board
from othello.engine import Engine, Limits, Result
from othello.formats.obf import ScoredPosition, parse_position
from othello.notation import Move
from othello.result import Line

POSITION = parse_position("startpos; d3:+4; c4:+4; f5:+2; e6:-2;", "suite:1")
DRAWN = parse_position("startpos; d3:+0; c4:+0; f5:-2; e6:-4;", "suite:2")


def result(move: str, score: float, *, exact: bool = True) -> Result:
    line = Line(60, 100, score, None, exact, (Move(move),))
    return Result((line,), nodes=100, seconds=0.5, stopped=False)


@pytest.mark.parametrize(
    ("position", "found", "wld", "correct"),
    [
        (POSITION, result("d3", 4), False, True),
        (POSITION, result("c4", 4), False, True),
        (POSITION, result("f5", 4), False, False),
        (POSITION, result("d3", 2), False, False),
        (POSITION, result("d3", 2.5, exact=False), False, True),
        (POSITION, result("f5", 4.0, exact=False), False, False),
        # Only about the winner:
        (POSITION, result("f5", 1), True, True),
        (POSITION, result("e6", 1), True, False),
        (POSITION, result("d3", -1), True, False),
        (POSITION, result("d3", 4), True, False),
        (DRAWN, result("c4", 0), True, True),
        (DRAWN, result("f5", 0), True, False),
    ],
)
def test_correct(position: ScoredPosition, found: Result, wld: bool, correct: bool) -> None:
    assert is_correct(position, found, wld=wld) is correct


@pytest.mark.parametrize(
    ("score", "bound", "depth", "selectivity", "correct"),
    [
        (4.0, "lower", 60, 100, None),
        (6.0, "lower", 60, 100, False),
        (4.0, "upper", 60, 100, None),
        (2.0, "upper", 60, 100, False),
        (6.0, "lower", 60, 73, None),
        (6.0, "lower", 20, 100, None),
        (6.0, None, 60, 100, None),
    ],
)
def test_only_a_proven_bound_contradicts(
    score: float, bound: str | None, depth: int, selectivity: int, correct: bool | None
) -> None:
    line = Line(depth, selectivity, score, bound, False, (Move("e6"),))
    found = Result((line,), nodes=100, seconds=0.5, stopped=True)
    assert is_solution_correct(POSITION, found) is correct
    sign = Line(depth, selectivity, score - 5, bound, False, (Move("e6"),))
    refuted = (bound, depth, selectivity) == ("upper", 60, 100)
    found = found._replace(lines=(sign,))
    assert is_solution_correct(POSITION, found, wld=True) is (False if refuted else None)


def test_nothing_to_compare_with() -> None:
    assert is_correct(parse_position("startpos"), result("d3", 4)) is None
    assert is_correct(parse_position("startpos; d3:+4;"), result("c4", 4)) is False
    tally = SuiteTotals()
    tally.add(JudgedSearch(parse_position("startpos"), result("d3", 4), None))
    assert (tally.positions, tally.correct, tally.wrong, tally.nodes) == (1, 0, 0, 100)
    assert tally.move_accuracy is tally.mae is tally.within3 is None


@pytest.mark.parametrize(
    ("found", "correct"),
    [
        (result("c4", 4), True),
        (result("c4", 2), False),
        (result("d3", 4), True),
        (result("f5", 4), False),
    ],
)
def test_a_solve_may_find_another_best_move(found: Result, correct: bool) -> None:
    partly = parse_position("startpos; d3:+4; f5:+2;")
    assert is_solution_correct(partly, found) is correct
    sign = found._replace(lines=(found.lines[0]._replace(score=1.0 if found.score > 2 else -1.0),))
    expected = correct or found.move == Move("f5")
    assert is_solution_correct(partly, sign, wld=True) is expected


def test_other_replies_to_a_pass_contradict_nothing() -> None:
    board = "XXXOOOOO-XOOXXXXO-XXOXXXOOXXOXXXOOOXOXXXOOOOXXXXOOOOXXXXOOOO-X-X X"
    with Engine(hash_mb=1) as engine:
        found = engine.solve(Board(board), multipv=3)
    assert len({line.score for line in found.lines}) > 1
    for score, correct in ((-30, True), (-20, False)):
        assert is_solution_correct(parse_position(f"{board}; PASS:{score};"), found) is correct


def test_tally() -> None:
    tally = SuiteTotals()
    for found in (
        result("d3", 4.0, exact=False),  # right, off by 0
        result("f5", 1.0, exact=False),  # wrong, off by 3
        result("c4", 10.0, exact=False),  # right, off by 6
        result("e6", -4.0, exact=False),  # wrong, off by 8
    ):
        tally.add(JudgedSearch(POSITION, found, is_correct(POSITION, found)))
    assert (tally.positions, tally.correct, tally.wrong) == (4, 2, 2)
    assert tally.move_accuracy == 50
    assert tally.mae == (0 + 3 + 6 + 8) / 4
    assert tally.within3 == 50
    assert (tally.nodes, tally.seconds) == (400, 2.0)


def test_positions_are_searched_with_an_empty_table() -> None:
    """A suite's node counts do not depend on what was searched before."""
    with Engine(hash_mb=1) as engine:
        first, second = run_suite(engine, 2 * [FFO_1_19[0]], Limits(exact=True))
    assert first.result.nodes == second.result.nodes
    assert first.result.lines == second.result.lines
