"""Puzzles as exercises: ``othello practise --puzzles``."""

import json
from pathlib import Path

from support.cli_process import judged_lines, othello, refused, written

from othello.analysis.games import default_engine
from othello.practice.profile import Profile
from othello.practice.puzzles import shipped_set
from othello.practice.solving import PuzzleRound, exercise_of, nearest_first

PUZZLES = dict(enumerate(shipped_set().puzzles[:60], 1))


def wrong_move(number: int) -> str:
    """Return a move of a puzzle that is not the right one."""
    puzzle = PUZZLES[number]
    return next(str(move) for move in puzzle.board.legal_moves() if move != puzzle.best)


def test_the_right_move_alone_is_right_and_both_are_rated(tmp_path: Path) -> None:
    with Profile(tmp_path / "me.profile") as profile, default_engine() as engine:
        asked = PuzzleRound([(1, PUZZLES[1]), (2, PUZZLES[2])], engine, profile)
        assert asked.answer(str(PUZZLES[1].best)).is_right
        after_first = profile.rating()
        assert after_first.rating > 1500 and after_first.deviation < 350
        judgement = asked.answer(wrong_move(2))
        assert not judgement.is_right and judgement.loss >= PUZZLES[2].margin
        after_second = profile.rating()
        assert after_second.rating < after_first.rating
        assert asked.is_again and asked.answer(str(PUZZLES[2].best)).is_right
        assert profile.rating() == after_second  # only the first answer counts
        assert [answer.kind for answer in profile.answers()] == ["puzzle"] * 3
        key = exercise_of(PUZZLES[1]).key
        assert profile.rating("puzzle", key).rating < PUZZLES[1].difficulty


def test_who_gives_up_has_lost(tmp_path: Path) -> None:
    with Profile(tmp_path / "me.profile") as profile, default_engine() as engine:
        asked = PuzzleRound([(3, PUZZLES[3])], engine, profile)
        asked.give_up()
        assert profile.rating().rating < 1500
        assert asked.is_again


def test_the_nearest_come_first_and_the_solved_last(tmp_path: Path) -> None:
    with Profile(tmp_path / "me.profile") as profile, default_engine() as engine:
        far = [abs(puzzle.difficulty - 1500) for _, puzzle in nearest_first(PUZZLES, profile)]
        assert far == sorted(far) and len(far) == len(PUZZLES)
        number, puzzle = nearest_first(PUZZLES, profile)[0]
        PuzzleRound([(number, puzzle)], engine, profile).answer(puzzle.best)
        assert nearest_first(PUZZLES, profile)[-1] == (number, puzzle)


def test_in_the_terminal(tmp_path: Path) -> None:
    profile = tmp_path / "me.profile"
    options = ("--kind", "corner", "--difficulty", "1000-1800", "--count", 2)
    words = ("practise", "--puzzles", *options)
    asked = judged_lines(*words[1:], "--json", "--no-profile")
    *records, last = asked
    assert last["total"] == {"puzzles": 2, "answered": 0, "right": 0, "rating": None}
    assert all(each["kind"] == "puzzle" and each["idea"] == "corner" for each in records)
    answers = "".join(f"{each['best'][0]}\n" for each in records)
    done = othello(*words, "--profile", profile, stdin=answers)
    assert done.stdout.count("right: ") == 2 and not done.stderr
    assert "2 of 2 puzzles right at the first answer, your rating 1" in done.stdout
    export = tmp_path / "all.json"
    othello("practise", "--profile", profile, "--export", export)
    assert len(json.loads(export.read_text())["ratings"]) == 3


def test_another_set_and_what_is_refused(tmp_path: Path) -> None:
    lines = ["othello puzzles 1: by hand", str(PUZZLES[5])]
    path = written(tmp_path / "my.puzzles", "\n".join(lines))
    *records, _ = judged_lines("--puzzles", path, "--no-profile", "--json")
    assert [each["position"] for each in records] == [PUZZLES[5].board.to_obf()]
    games = written(tmp_path / "games.txt", "f5d6c3\n")
    assert "no set of puzzles: 'f5d6c3'" in refused("practise", "--puzzles", games)
    assert "--kind without --puzzles" in refused("practise", "--kind", "corner")
    assert "no puzzle of difficulty 0 to 3" in refused("practise", "--puzzles", "--difficulty=0-3")
