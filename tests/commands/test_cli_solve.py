"""solve, test and search of suites and positions. ``details.jsonl`` has what can be wrong."""

import time

import pytest
from support.cli_process import POSITIONS, answer, json_lines

from othello.board import Board
from othello.commands.output import Progress
from othello.commands.searching import Forecast, describe_move, is_forecast_for
from othello.engine import Engine, Info, Limits
from othello.formats.obf import parse_position
from othello.notation import Move
from othello.result import Line, Result

SUITE = POSITIONS / "ffo-01-19.obf"
FIRST, SECOND = SUITE.read_text().splitlines()[:2]
KEYS = {
    "id", "position", "empties", "move", "score", "exact", "bound", "expected", "correct", "nodes",
    "seconds", "pv",
}  # fmt: skip


def expect_playable(record: dict[str, object]) -> None:
    """Check that the line found can be played from its position to the end of the game."""
    pv = record["pv"]
    assert isinstance(pv, list)
    assert pv[0] == record["move"]
    board = Board.from_obf(str(record["position"]))
    after = Board.from_moves(pv, board)
    if record["exact"]:
        assert after.is_over
        assert after.score() == (1 if after.turn == board.turn else -1) * int(str(record["score"]))


def test_a_suite_is_solved() -> None:
    *records, last = json_lines("solve", SUITE)
    assert [record["id"] for record in records] == [f"{SUITE}:{line}" for line in range(1, 20)]
    for record in records:
        assert record.keys() >= KEYS
        assert record["exact"] is record["correct"] is True, record
        assert record["score"] == record["expected"] and isinstance(record["score"], int)
        assert record["empties"] == Board.from_obf(record["position"]).n_empties
        expect_playable(record)
    total = last["total"]
    assert list(total) == ["positions", "correct", "nodes", "seconds"]
    assert (total["positions"], total["correct"]) == (19, 19)
    assert total["nodes"] == sum(record["nodes"] for record in records)


@pytest.mark.skipif(Engine.max_threads() < 2, reason="built without OpenMP")
def test_threads_do_not_change_scores() -> None:
    for record in json_lines("solve", SUITE, "--threads", 2, "--hash", 2)[:-1]:
        assert record["correct"] is True, record


def test_what_is_not_proven_is_neither_right_nor_wrong() -> None:
    hard = ["solve", POSITIONS / "ffo-40-59.obf", "--lines", "17-18", "--time", "0.05"]
    *records, last = json_lines(*hard)
    assert [record["exact"] or record["correct"] for record in records] == [None] * 2
    assert last["total"]["correct"] == 0
    words = answer(*hard)
    *lines, total = words.splitlines()
    assert all("  unsolved  " in line and "right" not in line for line in lines)
    assert total.startswith("2 positions  2 unsolved  ")


@pytest.mark.parametrize(
    ("depth", "selectivity", "score", "bound", "exact", "shown"),
    [
        (14, 100, 18, None, True, "g8 +18 for black"),
        (14, 100, 16.0, "lower", False, "g8 >=+16 for black"),
        (14, 100, -2.0, "upper", False, "g8 <=-2 for black"),
        (14, 73, 18.0, None, False, "g8 +18.00 for black (not exact)"),
        (14, 73, 16.0, "lower", False, "g8 >=+16.00 for black (not exact)"),
        (6, 100, 1.5, "lower", False, "g8 >=+1.50 for black (not exact)"),
    ],
)
def test_bounds_are_shown_as_such(
    depth: int, selectivity: int, score: float, bound: str | None, exact: bool, shown: str
) -> None:
    line = Line(depth, selectivity, score, bound, exact, (Move("g8"),))
    assert describe_move(parse_position(FIRST), Result((line,), 1, 0.1, not exact)) == shown


class Notes(Progress):
    """A progress bar that keeps the notes it is to show."""

    def __init__(self) -> None:
        super().__init__(1)
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)


def test_a_long_solve_says_when_it_may_end(monkeypatch: pytest.MonkeyPatch) -> None:
    progress = Notes()
    forecast = Forecast(progress)
    monkeypatch.setattr("time.time", lambda: 1_000_000.0)
    monkeypatch.setattr("time.localtime", time.gmtime)
    quick, long = parse_position(FIRST), parse_position(SECOND)
    for position, seconds in ((quick, 0.1), (long, 2.0)):
        for depth, selectivity, after in ((2, 73, 0.01), (14, 73, seconds), (14, 100, 30.0)):
            forecast(position, Info(depth, selectivity, 0.0, None, False, (), 1, 1, after, 0))
    assert progress.notes == ["exact score expected between 13:46:47 and 13:47:39"]


def test_only_plain_solves_are_forecast() -> None:
    assert is_forecast_for(Limits(exact=True))
    for more in ({"selectivity": 73}, {"seconds": 1.0}, {"multipv": 2}):
        assert not is_forecast_for(Limits(exact=True, **more))
    assert not is_forecast_for(Limits(wld=True)) and not is_forecast_for(Limits(depth=8))


# ---------------------------------------------------------------------- search
