"""The server's request `puzzle`, in the real process."""

import asyncio
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
from othello.serving.scheduler import Scheduler
from othello.serving.tasks import carry_out

PUZZLES = shipped_set().puzzles
DAY = "2026-11-27"


def ask(*requests: dict[str, object]) -> list[dict[str, Any]]:
    """Return the answer to each request: its result, or its error."""
    lines = [
        json.dumps({"id": id, "do": "puzzle", **request}) for id, request in enumerate(requests)
    ]
    found = othello("serve", "--stdio", "--hash", 4, stdin="\n".join([*lines, ""]))
    assert (found.returncode, found.stderr) == (0, "")
    answers = {answer["id"]: answer for answer in map(json.loads, found.stdout.splitlines())}
    return [answers[id].get("result") or answers[id]["error"] for id in range(len(requests))]


def test_a_puzzle_is_given_without_its_solution() -> None:
    hard = {"kind": "corner", "difficulty": [1500, 2000]}
    first, same, hard_one, daily, again, shown = ask(
        *({"number": 7}, {"number": 7}, hard, {"day": DAY}, {"day": DAY}),
        {"number": 7, "show": True},
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
    solution = shown["solution"]
    expected = {"best": str(puzzle.best), "score": puzzle.score, "margin": puzzle.margin}
    assert expected.items() <= solution.items()
    assert solution["source"] == puzzle.source
    end = Board.from_moves(solution["line"], puzzle.board)
    assert end.is_over and (end.score() if end.turn == puzzle.board.turn else -end.score()) == (
        puzzle.score
    )


def test_every_move_of_a_puzzle_is_judged() -> None:
    number = 12
    puzzle = PUZZLES[number - 1]
    moves = puzzle.board.legal_moves()
    answers = ask(*({"number": number, "move": str(move)} for move in moves))
    with Engine(hash_mb=1) as engine:
        scores = {move: -engine.solve(puzzle.board.after(move)).score for move in moves}
    for move, answer in zip(moves, answers, strict=True):
        assert "solution" not in answer
        assert answer["right"] == (move == puzzle.best)
        assert (answer["move"], answer["score"]) == (str(move), scores[move])
        assert answer["loss"] == puzzle.score - scores[move]
        assert answer["margin"] == puzzle.margin
        if answer["right"]:
            assert answer["refutation"] == [] and answer["sentences"] == []
        else:
            end = Board.from_moves([str(move), *answer["refutation"]], puzzle.board)
            assert end.is_over
            own = end.score() if end.turn == puzzle.board.turn else -end.score()
            assert own == scores[move], "the refutation is best play to the end"


def test_an_answer_is_judged_as_in_a_round() -> None:
    number = 7
    puzzle = PUZZLES[number - 1]
    moves = puzzle.board.legal_moves()
    answers = ask(*({"number": number, "move": str(move), "show": True} for move in moves))
    with default_engine(hash_mb=4) as engine:
        for move, answer in zip(moves, answers, strict=True):
            asked = PuzzleRound([(number, puzzle)], engine)
            judgement, explained = asked.judge(move), answer["sentences"]
            assert (answer["right"], answer["loss"]) == (judgement.is_right, judgement.loss)
            reasons = [reason.says.to_dict() for reason in judgement.explanation.reasons]
            assert explained == reasons, move
            line = answer["solution"]["line"]
            assert line == [str(each) for each in judgement.explanation.best.pv]


def test_why_a_move_is_wrong_names_the_right_one_only_with_the_solution() -> None:
    number = 20
    puzzle = PUZZLES[number - 1]
    best, moves = str(puzzle.best), map(str, puzzle.board.legal_moves())
    wrong = [{"number": number, "move": move} for move in moves if move != best]
    answers = ask(*({**each, "show": show} for show in (False, True) for each in wrong))
    told = [[each["values"] for each in answer["sentences"]] for answer in answers]
    asked, shown = told[: len(wrong)], told[len(wrong) :]
    assert any(asked) and not any("better" in values for found in asked for values in found)
    assert all(shown) and {
        values["better"] for found in shown for values in found if "better" in values
    } == {best}
    assert all(answer["solution"]["best"] == best for answer in answers[len(wrong) :])


@pytest.mark.parametrize(("is_right", "n_searches"), [(True, 1), (False, 2)])
def test_no_move_is_solved_twice(is_right: bool, n_searches: int) -> None:
    puzzle = PUZZLES[6]
    move = next(m for m in puzzle.board.legal_moves() if (m == puzzle.best) == is_right)
    values = {"number": 7, "move": str(move), "show": True}
    searched: list[object] = []

    class Watched(Scheduler):
        def submit(self, board: Any, *arguments: Any, **keywords: Any) -> Any:
            searched.extend([board] if board == puzzle.board else [])
            return super().submit(board, *arguments, **keywords)

    async def answer() -> Any:
        scheduler = Watched(1, hash_mb=4)
        try:
            return await carry_out("puzzle", values, scheduler, print)
        finally:
            scheduler.close()

    found = asyncio.run(answer())
    assert found["right"] == is_right and found["solution"]["line"][0] == str(puzzle.best)
    assert len(searched) == n_searches


def test_puzzles_are_chosen_by_what_is_at_stake() -> None:
    for goal in GOALS:
        (found,) = ask({"goal": goal, "kind": "endgame"})
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
        {**few, "without": others},
        {**few, "without": [*numbers, 1]},
        {**few, "without": [*others, first]},
    )
    assert (only["number"], oldest["number"], last["number"]) == (first, numbers[-1], first)


def test_an_answer_against_the_clock_changes_no_rating(tmp_path: Path) -> None:
    words = ("serve", "--stdio", "--hash", 4, "--profiles", tmp_path)
    answer = {"do": "puzzle", "number": 1, "move": str(PUZZLES[0].best), "profile": "me"}
    ratings = []
    for given in ({"rated": False}, {}):
        line = json.dumps({"id": 1, **answer, **given})
        result = json.loads(othello(*words, stdin=f"{line}\n").stdout)["result"]
        assert result["kept"] and result["right"]
        ratings.append(result["rating"])
    assert ratings[0] == 1500 < ratings[1]
    with Profile(tmp_path / "me.profile") as profile:
        assert len(profile.answers()) == 2


def test_a_puzzle_that_was_failed_is_asked_again(tmp_path: Path) -> None:
    """The one that waits longest first, until its first answer is right."""
    again: dict[str, object] = {"failed": True}
    requests = (
        *(again, {"number": 9, "show": True}, again),
        *({"number": 3, "show": True}, again),
        *(again | {"without": [9]}, again | {"without": [3, 9]}),
        *({"number": 9, "move": str(PUZZLES[8].best)}, again),
        *({"number": 3, "move": str(PUZZLES[2].best)}, again),
    )
    with serving_lines("--profiles", tmp_path) as send:
        answers = [send({"do": "puzzle", "profile": "me", **request}) for request in requests]
    none, _, first, _, longest, skipped, again_longest, _, other, _, empty = (
        answer.get("result") or answer["error"] for answer in answers
    )
    assert none == empty and none["code"] == "invalid_request"
    assert none["message"] == "no puzzle whose last answer was wrong: expected some"
    assert first["number"] == 9
    assert (longest["number"], other["number"]) == (9, 3)
    assert (skipped["number"], again_longest["number"]) == (3, 9)


@pytest.fixture(scope="module")
def one_server() -> Iterator[Callable[[dict[str, object]], Any]]:
    """A server for requests that it refuses."""
    with serving_lines() as send:
        yield send


@pytest.mark.parametrize(
    ("request_", "code", "message"),
    [
        ({"failed": True}, "invalid_request", "failed without profile: expected both"),
        ({"number": 1, "goal": "win"}, "invalid_request", "number and goal: expected one of them"),
        ({"goal": "loss"}, "invalid_request", "invalid goal 'loss'"),
        ({"number": 1, "day": DAY}, "invalid_request", "number and day: expected one of them"),
        ({"number": 2001}, "invalid_request", "no puzzle 2001: expected 1 to 2000"),
        ({"day": "2026-13-01"}, "invalid_request", "invalid day '2026-13-01': expected one such"),
        ({"day": "today"}, "invalid_request", "invalid day 'today'"),
        ({"kind": "opening"}, "invalid_request", "no puzzle of kind 'opening': expected corner"),
        ({"kind": "tactics"}, "invalid_request", "invalid kind 'tactics'"),
        ({"difficulty": [2500, 2600]}, "invalid_request", "of difficulty 2500 to 2600: expected"),
        ({"number": 1, "move": "z9"}, "invalid_move", "invalid move 'z9'"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    one_server: Callable[[dict[str, object]], Any],
    request_: dict[str, object],
    code: str,
    message: str,
) -> None:
    error = one_server({"do": "puzzle", **request_})["error"]
    assert error["code"] == code
    assert message in error["message"]


def test_an_illegal_answer_is_refused() -> None:
    taken = next(
        square for square in ("a1", "d4", "e4") if PUZZLES[0].board.disc_at(square) is not None
    )
    (error,) = ask({"number": 1, "move": taken})
    assert error["code"] == "illegal_move"
    assert error["message"].startswith(f"illegal move '{taken}' for ")
