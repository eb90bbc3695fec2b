"""The operations of puzzles."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.asking import ask, serving_lines

from othello.analysis.games import default_engine
from othello.board import Board
from othello.errors import InvalidOption
from othello.practice.profile import Profile
from othello.practice.puzzles import GOALS, shipped_set
from othello.practice.solving import PuzzleRound

PUZZLES = shipped_set().puzzles
DAY = "2026-11-27"


def asked(act: str, *requests: dict[str, object], **how: Any) -> list[Any]:
    """Return the results of requests of puzzles."""
    return ask(*({"do": f"puzzle.{act}", **request} for request in requests), **how)


def test_a_puzzle_is_given_without_its_solution() -> None:
    hard = {"kind": "corner", "difficulty": [1500, 2000]}
    first, same, hard_one, daily, again = asked(
        "next", {"number": 7}, {"number": 7}, hard, {"day": DAY}, {"day": DAY}
    )
    puzzle = PUZZLES[6]
    assert (
        first
        == same
        == {
            "number": 7,
            "position": puzzle.board.to_obf(),
            "moves": [str(move) for move in puzzle.board.legal_moves()],
            "kind": puzzle.kind,
            "goal": puzzle.goal,
            "difficulty": puzzle.difficulty,
        }
    )
    assert hard_one["kind"] == "corner" and 1500 <= hard_one["difficulty"] <= 2000
    assert daily == again and daily["goal"] in ("win", "draw")
    (solution,) = asked("show", {"number": 7})
    expected = {"best": str(puzzle.best), "score": puzzle.score, "margin": puzzle.margin}
    assert expected.items() <= solution.items()
    assert solution["source"] == puzzle.source and not solution["kept"]
    end = Board.from_moves(solution["line"], puzzle.board)
    assert end.is_over and (end.score() if end.turn == puzzle.board.turn else -end.score()) == (
        puzzle.score
    )


def test_every_move_is_judged_as_in_a_round() -> None:
    """Why a move is wrong names the right one only with the solution."""
    number = 20
    puzzle, moves = PUZZLES[number - 1], PUZZLES[number - 1].board.legal_moves()
    answers = asked("answer", *({"number": number, "move": str(move)} for move in moves))
    solutions = asked("show", *({"number": number, "wrong": str(move)} for move in moves))
    with default_engine(hash_mb=4) as engine:
        for move, answer, solution in zip(moves, answers, solutions, strict=True):
            judgement = PuzzleRound([(number, puzzle)], engine).judge(move)
            explanation, is_right = judgement.explanation, judgement.is_right
            reasons = [reason.says.to_dict() for reason in explanation.reasons]
            assert answer == {
                "move": str(move),
                "right": move == puzzle.best,
                "score": explanation.played.score,
                "loss": judgement.loss,
                "margin": puzzle.margin,
                "refutation": [] if is_right else [str(each) for each in explanation.refutation],
                "sentences": [each for each in reasons if "better" not in each["values"]],
                "kept": False,
                "rating": None,
            }
            assert (solution["best"], solution["sentences"]) == (str(puzzle.best), reasons)
    assert any(answer["sentences"] for answer in answers)


def test_a_hint_is_that_of_a_round() -> None:
    numbers = [7, next(number for number, each in enumerate(PUZZLES, 1) if each.kind == "corner")]
    hints = asked("hint", *({"number": number} for number in numbers))
    assert hints[1]["idea"] == "corner"
    with default_engine(hash_mb=4) as engine:
        for number, hint in zip(numbers, hints, strict=True):
            idea = PuzzleRound([(number, PUZZLES[number - 1])], engine).hint()
            assert hint == {"idea": idea.name or None, "hint": idea.hint.to_dict()}


def test_puzzles_are_chosen_by_what_is_at_stake() -> None:
    choices = [{"goal": goal, "kind": "endgame"} for goal in GOALS]
    for goal, found in zip(GOALS, asked("next", *choices), strict=True):
        assert (found["goal"], found["kind"]) == (goal, "endgame")


def test_puzzles_that_were_seen_come_last() -> None:
    few = {"kind": "parity", "difficulty": [800, 1299]}
    numbers = [
        number
        for number, puzzle in enumerate(PUZZLES, 1)
        if puzzle.kind == "parity" and puzzle.difficulty < 1300
    ]
    first, *others = numbers
    only, oldest, last = asked(
        "next",
        {**few, "without": others},
        {**few, "without": [*numbers, 1]},
        {**few, "without": [*others, first]},
    )
    assert (only["number"], oldest["number"], last["number"]) == (first, numbers[-1], first)


def test_an_answer_against_the_clock_changes_no_rating(tmp_path: Path) -> None:
    answer = {"number": 1, "profile": "me", "move": str(PUZZLES[0].best)}
    first, second = asked("answer", {**answer, "rated": False}, answer, folder=tmp_path)
    assert first["kept"] and first["right"] and second["kept"]
    assert first["rating"] == 1500 < second["rating"]
    with Profile(tmp_path / "me.profile") as profile:
        assert len(profile.answers()) == 2


def test_a_puzzle_that_was_failed_is_asked_again(tmp_path: Path) -> None:
    """The one that waits longest first, until its first answer is right."""

    def told(act: str, **fields: object) -> Any:
        return asked(act, {"profile": "me", **fields}, folder=tmp_path)[0]

    def number(*without: int) -> object:
        return told("next", failed=True, without=[*without])["number"]

    none = pytest.raises(InvalidOption, match="no puzzle whose last answer was wrong: expected")
    with none:
        number()
    told("show", number=9)
    assert number() == 9
    told("show", number=3)
    assert (number(), number(9), number(3, 9)) == (9, 3, 9)
    told("answer", number=9, move=str(PUZZLES[8].best))
    assert number() == 3
    told("answer", number=3, move=str(PUZZLES[2].best))
    with none:
        number()


@pytest.fixture(scope="module")
def one_server() -> Iterator[Callable[[dict[str, object]], Any]]:
    """A server for requests that it refuses."""
    with serving_lines() as send:
        yield send


@pytest.mark.parametrize(
    ("act", "request_", "code", "message"),
    [
        ("next", {"failed": True}, "invalid_request", "no puzzle whose last answer was wrong"),
        ("next", {"goal": "loss"}, "invalid_request", "invalid goal 'loss'"),
        ("next", {"number": 2001}, "invalid_request", "no puzzle 2001: expected 1 to 2000"),
        ("next", {"day": "2026-13-01"}, "invalid_request", "invalid day '2026-13-01': expected"),
        ("next", {"day": "today"}, "invalid_request", "invalid day 'today'"),
        ("next", {"kind": "opening"}, "invalid_request", "no puzzle of kind 'opening': expected"),
        ("next", {"kind": "tactics"}, "invalid_request", "invalid kind 'tactics'"),
        ("next", {"difficulty": [2500, 2600]}, "invalid_request", "of difficulty 2500 to 2600: ex"),
        ("answer", {"number": 1, "move": "z9"}, "invalid_move", "invalid move 'z9'"),
        ("answer", {"number": 1, "move": "d4"}, "illegal_move", "illegal move 'd4' for "),
        ("answer", {"number": 1}, "invalid_request", "no move: expected a legal move"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    one_server: Callable[[dict[str, object]], Any],
    act: str,
    request_: dict[str, object],
    code: str,
    message: str,
) -> None:
    error = one_server({"do": f"puzzle.{act}", **request_})["error"]
    assert error["code"] == code
    assert message in error["message"]
