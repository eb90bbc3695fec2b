"""Rounds of puzzles, mistakes, drills and endgames: the same methods ask them all."""

from collections.abc import Iterator
from typing import Any

import pytest

from othello.analysis.games import default_engine
from othello.engine import Engine
from othello.errors import IllegalMove, OthelloError
from othello.game import Game
from othello.practice.drills import Drill, DrillLine, cards_of
from othello.practice.endgames import EndgameRound, best_line, endgames_of_puzzles
from othello.practice.profile import Profile
from othello.practice.puzzles import shipped_set
from othello.practice.rounds import ExerciseRound, Queue
from othello.practice.solving import PuzzleRound, exercise_of

KINDS = ("puzzle", "mistake", "drill", "endgame")
ALL = enumerate(shipped_set().puzzles, 1)
PUZZLES = {number: puzzle for number, puzzle in ALL if puzzle.length == 1}


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with default_engine(hash_mb=4) as engine:
        yield engine


def round_of(kind: str, engine: Engine, profile: Profile | None) -> Queue[Any, Any, Any]:
    """Return a round of two."""
    puzzles = [*PUZZLES.items()][:2]
    if kind == "puzzle":
        return PuzzleRound(puzzles, engine, profile, in_order=True)
    if kind == "mistake":
        return ExerciseRound([exercise_of(puzzle) for _, puzzle in puzzles], engine, profile)
    if kind == "endgame":
        return EndgameRound(endgames_of_puzzles(shipped_set())[:2], engine, profile)
    pytest.importorskip("fsrs", reason="the extra practice")
    return Drill(cards_of([DrillLine("", Game("f5d6c3"), "X")]), profile)


@pytest.mark.parametrize("kind", KINDS)
def test_every_round_is_asked_in_the_same_way(kind: str, engine: Engine, tmp_path: Any) -> None:
    with Profile(tmp_path / "me.profile") as profile:
        asked = round_of(kind, engine, profile)
        first = asked.next()
        assert first is not None and asked.board == first.board and not asked.is_running
        with pytest.raises(IllegalMove):
            asked.judge("d4")
        assert asked.next() is first and profile.answers() == []
        solution = asked.reveal()
        best = solution[0] if kind == "drill" else solution.pv[0]
        assert best in first.board.legal_moves()
        (kept,) = profile.answers()
        assert (kept.move, kept.is_right) == ("", False)
        assert asked.next() is not first and not asked.is_again
        asked.skip()
        assert asked.next() is first and asked.is_again
        while asked.next() is not None:
            asked.judge(best_line(asked.board, engine).pv[0] if kind == "endgame" else best)
        assert (asked.n_asked, asked.n_right) == (1, 0), "it was right at the second answer"
        assert profile.answers()[-1].is_right
        for act in (asked.reveal, asked.hint, asked.skip, lambda: asked.judge(best)):
            with pytest.raises(OthelloError):
                act()
