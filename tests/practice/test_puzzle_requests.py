"""The operations of puzzles over the JSON API, in the real process."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import othello
from support.server import serving_lines

from othello.analysis.games import default_engine
from othello.board import Board
from othello.engine import Engine
from othello.practice.profile import Profile
from othello.practice.puzzles import GOALS, shipped_set
from othello.practice.solving import PuzzleRound

PUZZLES = shipped_set().puzzles
DAY = "2026-11-27"


def ask(act: str, *requests: dict[str, object]) -> list[dict[str, Any]]:
    """Return the answer to each request: its result, or its error."""
    lines = [
        json.dumps({"id": id, "do": f"puzzle.{act}", **request})
        for id, request in enumerate(requests)
    ]
    found = othello("serve", "--stdio", "--hash", 4, stdin="\n".join([*lines, ""]))
    assert (found.returncode, found.stderr) == (0, "")
    answers = {answer["id"]: answer for answer in map(json.loads, found.stdout.splitlines())}
    return [answers[id].get("result") or answers[id]["error"] for id in range(len(requests))]


def test_a_puzzle_is_given_without_its_solution() -> None:
    hard = {"kind": "corner", "difficulty": [1500, 2000]}
    first, same, hard_one, daily, again = ask(
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
    (solution,) = ask("show", {"number": 7})
    expected = {"best": str(puzzle.best), "score": puzzle.score, "margin": puzzle.margin}
    assert expected.items() <= solution.items()
    assert solution["source"] == puzzle.source and not solution["kept"]
    end = Board.from_moves(solution["line"], puzzle.board)
    assert end.is_over and (end.score() if end.turn == puzzle.board.turn else -end.score()) == (
        puzzle.score
    )


def test_every_move_of_a_puzzle_is_judged() -> None:
    number = 12
    puzzle = PUZZLES[number - 1]
    moves = puzzle.board.legal_moves()
    answers = ask("answer", *({"number": number, "move": str(move)} for move in moves))
    with Engine(hash_mb=1) as engine:
        scores = {move: -engine.solve(puzzle.board.after(move)).score for move in moves}
    for move, answer in zip(moves, answers, strict=True):
        assert answer["right"] == (move == puzzle.best)
        assert (answer["move"], answer["score"]) == (str(move), scores[move])
        assert answer["loss"] == puzzle.score - scores[move]
        assert answer["margin"] == puzzle.margin
        assert (answer["kept"], answer["rating"]) == (False, None)
        if answer["right"]:
            assert answer["refutation"] == [] and answer["sentences"] == []
        else:
            end = Board.from_moves([str(move), *answer["refutation"]], puzzle.board)
            assert end.is_over
            own = end.score() if end.turn == puzzle.board.turn else -end.score()
            assert own == scores[move], "the refutation is best play to the end"


def test_why_a_move_is_wrong_names_the_right_one_only_with_the_solution() -> None:
    """As in a round."""
    number = 20
    puzzle = PUZZLES[number - 1]
    wrong = [move for move in puzzle.board.legal_moves() if move != puzzle.best]
    answers = ask("answer", *({"number": number, "move": str(move)} for move in wrong))
    solutions = ask("show", *({"number": number, "wrong": str(move)} for move in wrong))
    with default_engine(hash_mb=4) as engine:
        for move, answer, solution in zip(wrong, answers, solutions, strict=True):
            explanation = PuzzleRound([(number, puzzle)], engine).judge(move).explanation
            reasons = [reason.says.to_dict() for reason in explanation.reasons]
            assert solution["sentences"] == reasons, move
            assert answer["sentences"] == [
                each for each in reasons if "better" not in each["values"]
            ]
            assert solution["best"] == str(puzzle.best)
    named = [each["values"].get("better") for found in solutions for each in found["sentences"]]
    assert {*named} == {str(puzzle.best), None}
    assert any(answer["sentences"] for answer in answers)


def test_puzzles_are_chosen_by_what_is_at_stake() -> None:
    asked = [{"goal": goal, "kind": "endgame"} for goal in GOALS]
    for goal, found in zip(GOALS, ask("next", *asked), strict=True):
        assert (found["goal"], found["kind"]) == (goal, "endgame")


def test_puzzles_that_were_seen_come_last() -> None:
    few = {"kind": "parity", "difficulty": [800, 1299]}
    numbers = [
        number
        for number, puzzle in enumerate(PUZZLES, 1)
        if puzzle.kind == "parity" and puzzle.difficulty < 1300
    ]
    first, *others = numbers
    only, oldest, last = ask(
        "next",
        {**few, "without": others},
        {**few, "without": [*numbers, 1]},
        {**few, "without": [*others, first]},
    )
    assert (only["number"], oldest["number"], last["number"]) == (first, numbers[-1], first)


def test_an_answer_against_the_clock_changes_no_rating(tmp_path: Path) -> None:
    answer = {"id": 1, "do": "puzzle.answer", "number": 1, "profile": "me"}
    answer |= {"move": str(PUZZLES[0].best)}
    ratings = []
    for given in ({"rated": False}, {}):
        line = json.dumps({**answer, **given})
        words = ("serve", "--stdio", "--hash", 4, "--profiles", tmp_path)
        result = json.loads(othello(*words, stdin=f"{line}\n").stdout)["result"]
        assert result["kept"] and result["right"]
        ratings.append(result["rating"])
    assert ratings[0] == 1500 < ratings[1]
    with Profile(tmp_path / "me.profile") as profile:
        assert len(profile.answers()) == 2


def test_a_puzzle_that_was_failed_is_asked_again(tmp_path: Path) -> None:
    """The one that waits longest first, until its first answer is right."""
    with serving_lines("--profiles", tmp_path) as send:

        def told(act: str, **request: object) -> Any:
            answer = send({"do": f"puzzle.{act}", "profile": "me", **request})
            return answer.get("result") or answer["error"]

        def number(*without: int) -> object:
            return told("next", failed=True, without=[*without])["number"]

        none = told("next", failed=True)
        told("show", number=9)
        assert number() == 9
        told("show", number=3)
        assert (number(), number(9), number(3, 9)) == (9, 3, 9)
        told("answer", number=9, move=str(PUZZLES[8].best))
        assert number() == 3
        told("answer", number=3, move=str(PUZZLES[2].best))
        assert told("next", failed=True) == none
        assert none == {
            "message": "no puzzle whose last answer was wrong: expected some",
            "code": "invalid_request",
        }


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
