"""The lessons: their texts and marks, their exercises, and how answers are kept."""

from pathlib import Path
from typing import Any

import pytest
from support.asking import ask

from othello.board import Board
from othello.engine import Engine
from othello.lessons.asking import solved_in
from othello.lessons.course import LESSONS
from othello.lessons.exercises import exercises_in, format_exercises, lesson_exercises
from othello.lessons.making import problem_of
from othello.lessons.questions import QUESTIONS, Choice, is_wedge, trap
from othello.notation import Move
from othello.practice.profile import Profile

EXERCISES = [each for listed in lesson_exercises().values() for each in listed]


def test_each_lesson_has_three_texts_and_five_to_eight_exercises() -> None:
    assert len(LESSONS) == len(lesson_exercises()) == 8
    assert all(len(each.pages) == 3 for each in LESSONS)
    assert all(5 <= len(each) <= 8 for each in lesson_exercises().values())


def test_exercises_become_more_difficult_and_none_comes_twice() -> None:
    for listed in lesson_exercises().values():
        difficulties = [each.difficulty for each in listed]
        assert difficulties == sorted(difficulties)
    assert len({each.key for each in EXERCISES}) == len(EXERCISES)


def test_all_are_proven_or_searched_again() -> None:
    with Engine(hash_mb=8) as engine:
        assert [problem for each in EXERCISES if (problem := problem_of(engine, each))] == []


def test_a_wrong_solution_is_found_out() -> None:
    with Engine(hash_mb=8) as engine:
        for each in (lesson_exercises()[lesson][0] for lesson in (1, 4, 8)):
            board, best, tempting, score, margin = each.choice
            wrong = each._replace(choice=Choice(board, tempting, best, score, margin))
            assert problem_of(engine, wrong), each


def test_the_file_is_what_is_written_of_it() -> None:
    lines = [*format_exercises(EXERCISES, "othello lessons make")]
    assert exercises_in(lines) == lesson_exercises()


def test_the_right_move_is_compared_with_the_wrong_one_that_was_played() -> None:
    exercise = lesson_exercises()[2][1]
    known = str(exercise.why.values["tempting"])
    (other,) = {"g2", "g8"} - {known}
    assert str(exercise.compared(Move(other)).why.values["tempting"]) == other
    for kept in (None, exercise.choice.best):
        assert exercise.compared(kept) == exercise


def test_every_question_is_asked() -> None:
    assert {each.question.name for each in EXERCISES} == QUESTIONS.keys()


@pytest.mark.parametrize("number", range(1, 9))
def test_lines_of_play_on_the_texts_can_be_played(number: int) -> None:
    for page in LESSONS[number - 1].pages:
        board = page.position
        assert not board.must_pass
        for move in page.marks.moves:
            board = board.after(move)


def inside(board: Board, side: str) -> list[str]:
    """Return the discs of a side that have no empty square beside them."""
    rows = [f" {board.to_obf()[row : row + 8]} " for row in range(0, 64, 8)]
    rows = [" " * 10, *rows, " " * 10]
    return [
        f"{' abcdefgh'[x]}{y}"
        for y in range(1, 9)
        for x in range(1, 9)
        if rows[y][x] == side and not any("-" in row[x - 1 : x + 2] for row in rows[y - 1 : y + 2])
    ]


TAUGHT = {
    (1, 1): lambda board: board.flips("f5") == 1 << int(Move("e5")),
    (1, 2): lambda board: board.flips("c5").bit_count() == 4,
    (2, 1): lambda board: Move("h8") in board.legal_moves(),
    (2, 3): lambda board: Move("a8") not in board.after("a5").legal_moves(),
    (3, 1): lambda board: [*map(str, board.legal_moves())] == ["g1", "a2", "g2", "b8"],
    (3, 3): lambda board: (board.disc_counts(), len(board.legal_moves())) == ((7, 21), 15),
    (4, 1): lambda board: inside(board, "X") == ["d4", "d6"],
    (5, 2): lambda board: trap(board, Move("b7")) == (Move("a8"), Move("a7"), Move("a1")),
    (5, 3): lambda board: is_wedge(Choice(board, Move("d8"), Move("b2"), 0, 0)),
    (6, 3): lambda board: board.n_empties == 15,
    (8, 1): lambda board: board.after("a1").disc_counts() == (26, 38),
    (8, 2): lambda board: (
        board.after("a7").after("a2").disc_counts() == (31, 33)
        and board.after("a2").after("pass").after("a7").disc_counts() == (38, 26)
    ),
    (8, 3): lambda board: board.after("h2").must_pass,
}
"""What the texts say of their positions."""


@pytest.mark.parametrize("place", TAUGHT)
def test_what_a_text_says_is_so(place: tuple[int, int]) -> None:
    lesson, page = place
    assert TAUGHT[place](LESSONS[lesson - 1].pages[page - 1].position)


# ---------------------------------------------------------------------- requests


def asked(act: str, *requests: dict[str, object], **how: Any) -> list[Any]:
    return ask(*({"do": f"lesson.{act}", **request} for request in requests), **how)


def test_a_lesson_does_not_give_its_answers_away() -> None:
    (found,) = asked("read", {"lesson": 5})
    assert len(found["pages"]) == 3
    assert found["exercises"][0].keys() == {"number", "position", "task", "hint"}


def test_answers_are_judged() -> None:
    for lesson, listed in lesson_exercises().items():
        _, best, tempting, *_ = listed[0].choice
        where = {"lesson": lesson, "number": 1}
        right, wrong = asked("answer", *({**where, "move": str(each)} for each in (best, tempting)))
        (shown,) = asked("show", where)
        assert (right["right"], wrong["right"], shown["best"]) == (True, False, str(best))
        assert right["sentences"] == shown["sentences"]
        assert (wrong["loss"] is None) == (lesson == 1)
        assert wrong["loss"] is None or wrong["loss"] >= 3


def test_a_danger_of_a_corner_is_told_only_if_play_takes_it() -> None:
    """But in lessons about corners; else the question's hint is said."""
    where = {"lesson": 3, "number": 1}
    g2, g7 = asked("answer", *({**where, "move": move} for move in ("g2", "g7")))
    assert (g2["refutation"][0], g7["refutation"][0]) == ("g8", "h8")
    assert [told["sentences"][0]["form"][:8] for told in (g2, g7)] == ["Look for", "{move} i"]


def test_a_profile_keeps_what_was_solved(tmp_path: Path) -> None:
    best = str(lesson_exercises()[8][1].choice.best)
    answer = {"lesson": 8, "number": 2, "move": best, "profile": "Ann", "once": "1"}
    (found,) = asked("answer", answer, folder=tmp_path)
    assert found["kept"]
    (told,) = asked("list", {"profile": "Ann"}, folder=tmp_path)
    assert [each["solved"] for each in told["lessons"]] == [[]] * 7 + [[2]]
    with Profile(tmp_path / "Ann.profile") as profile:
        assert solved_in(profile)[8] == (2,)
