"""Puzzles as exercises: ``othello practise puzzles``."""

import json
import re
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from support.cli_process import json_lines, judged_lines, othello, refused, written
from support.databases import full

from othello.analysis.games import default_engine
from othello.board import Board
from othello.commands import parse_arguments
from othello.errors import FileError
from othello.explaining.explanation import explain_move
from othello.limits import Limits
from othello.notation import SIDE_NAMES
from othello.practice.commands.practising import GOALS
from othello.practice.commands.puzzling import Countdown, lines_within, run
from othello.practice.exercises import NO_IDEA, idea_of
from othello.practice.profile import Profile
from othello.practice.puzzles import Puzzle, shipped_set
from othello.practice.rounds import answer_to
from othello.practice.solving import NEAREST, PuzzleRound, exercise_of, failed, nearest_first
from othello.web.assets import asset

PUZZLES = dict(enumerate(shipped_set().puzzles[:60], 1))


def two_alike() -> tuple[Puzzle, Puzzle, str]:
    """Return two puzzles with one right move, and a move that is wrong in both."""
    for one, other in combinations(PUZZLES.values(), 2):
        moves = {*one.board.legal_moves()} & {*other.board.legal_moves()} - {one.best}
        if one.kind == other.kind == "corner" and one.best == other.best and moves:
            return one, other, str(min(moves))
    raise AssertionError("no two puzzles with the same right move")


def set_of(path: Path, *puzzles: Puzzle) -> Path:
    """Write a set, and return its path."""
    return written(
        path / "my.puzzles", "\n".join(["othello puzzles 1: by hand", *map(str, puzzles)])
    )


def wrong_move(number: int) -> str:
    """Return a move of a puzzle that is not the right one."""
    puzzle = PUZZLES[number]
    return next(str(move) for move in puzzle.board.legal_moves() if move != puzzle.best)


def test_the_right_move_alone_is_right_and_both_are_rated(tmp_path: Path) -> None:
    with Profile(tmp_path / "me.profile") as profile, default_engine() as engine:
        asked = PuzzleRound([(1, PUZZLES[1]), (2, PUZZLES[2])], engine, profile)
        assert asked.judge(str(PUZZLES[1].best)).is_right
        after_first = profile.rating()
        assert after_first.rating > 1500 and after_first.deviation < 350
        judgement = asked.judge(wrong_move(2))
        assert not judgement.is_right and judgement.loss >= PUZZLES[2].margin
        after_second = profile.rating()
        assert after_second.rating < after_first.rating
        assert asked.is_again and asked.judge(str(PUZZLES[2].best)).is_right
        assert profile.rating() == after_second  # only the first answer counts
        assert [answer.kind for answer in profile.answers()] == ["puzzle"] * 3
        key = exercise_of(PUZZLES[1]).key
        assert profile.rating("puzzle", key).rating < PUZZLES[1].difficulty


def test_who_gives_up_has_lost(tmp_path: Path) -> None:
    with Profile(tmp_path / "me.profile") as profile, default_engine() as engine:
        asked = PuzzleRound([(3, PUZZLES[3])], engine, profile)
        asked.reveal()
        assert profile.rating().rating < 1500
        assert asked.is_again


@pytest.mark.parametrize("table", ["answer", "rating"])
def test_an_answer_that_cannot_be_kept_is_none(profile: Profile, table: str) -> None:
    """The puzzle is asked again, and neither the answer nor a rating is kept."""
    with default_engine() as engine:
        asked = PuzzleRound([(1, PUZZLES[1]), (2, PUZZLES[2])], engine, profile)
        first = asked.next()
        with full(profile, table):
            with pytest.raises(FileError, match="full"):
                asked.judge(PUZZLES[1].best)
            with pytest.raises(FileError, match="full"):
                asked.reveal()
        assert (asked.next(), asked.is_again, asked.n_asked) == (first, False, 0)
        assert (profile.answers(), profile.has_rating) == ([], False)
        assert first is not None and asked.reveal().pv[0] == first.best.pv[0]
        assert len(profile.answers()) == 1 and profile.rating().rating < 1500


def test_the_nearest_come_first_and_the_solved_last(tmp_path: Path) -> None:
    with Profile(tmp_path / "me.profile") as profile, default_engine() as engine:
        far = [abs(puzzle.difficulty - 1500) for _, puzzle in nearest_first(PUZZLES, profile)]
        assert far == sorted(far) and len(far) == len(PUZZLES)
        number, puzzle = nearest_first(PUZZLES, profile)[0]
        PuzzleRound([(number, puzzle)], engine, profile).judge(puzzle.best)
        assert nearest_first(PUZZLES, profile)[-1] == (number, puzzle)


def test_what_was_failed_is_asked_again_in_the_terminal(tmp_path: Path) -> None:
    """In the order of the last answers, and not what was solved since."""
    path = set_of(tmp_path, *(PUZZLES[number] for number in (1, 2, 3)))
    me = tmp_path / "me.profile"
    with Profile(me) as profile:
        for number, is_right in ((3, False), (2, False), (1, False), (2, True)):
            exercise = exercise_of(PUZZLES[number])
            profile.add_answer(answer_to(exercise, None)._replace(is_right=is_right))
    words = ("puzzles", path, "--failed", "--profile", me)
    asked = judged_lines(*words, "--json")
    assert [each["source"].split()[1] for each in asked[:-1]] == ["3", "1"]
    with Profile(me) as profile:
        assert [number for number, _ in failed(PUZZLES, profile)] == [3, 1]
    assert "no puzzle whose last answer was wrong" in refused(
        "practise", *words[:-2], "--no-profile"
    )
    message = refused("practise", "openings", "tiger", "--failed")
    assert "unrecognized arguments: --failed" in message


def test_the_order_of_what_was_failed_stays_after_an_answer(tmp_path: Path) -> None:
    farthest_first = [puzzle for _, puzzle in nearest_first(PUZZLES, None)][:-9:-1]
    me = tmp_path / "me.profile"
    with Profile(me) as profile:
        for puzzle in farthest_first:
            profile.add_answer(answer_to(exercise_of(puzzle), None))
    words = ("puzzles", set_of(tmp_path, *farthest_first), "--failed", "--profile", me)
    asked = judged_lines(*words, "--json", stdin="show\n")
    assert [each["source"].split()[1] for each in asked[:-1]] == [*"12345678"]


def test_chance_decides_between_the_nearest(tmp_path: Path) -> None:
    ten = [puzzle for _, puzzle in nearest_first(PUZZLES, None)[:NEAREST]]

    def first(profile: Profile | None, seed: int) -> Puzzle:
        found = nearest_first(PUZZLES, profile, random=Random(seed))
        assert sorted(found) == sorted(PUZZLES.items())
        return found[0][1]

    assert {first(None, seed).source for seed in range(99)} == {each.source for each in ten}
    with Profile(tmp_path / "me.profile") as profile:
        for puzzle in ten[:-1]:
            exercise = exercise_of(puzzle)
            profile.add_answer(answer_to(exercise, None)._replace(is_right=True))
        unsolved = [puzzle for puzzle in PUZZLES.values() if puzzle not in ten[:-1]]
        assert all(first(profile, seed) in unsolved for seed in range(9))


def test_rounds_in_the_terminal_begin_differently(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve of them begin with one of ten puzzles each: all with the same one never happens."""
    words = ["practise", "puzzles", "--no-profile", "--hash", "1"]
    arguments = parse_arguments(words)
    monkeypatch.setattr("sys.stdin", None)
    begun = set()
    for _ in range(12):
        run(arguments)
        begun.add(capsys.readouterr().out.split(")")[0])
    assert len(begun) > 1


def test_what_follows_is_chosen_by_chance_too() -> None:
    def second(seed: int) -> str:
        with default_engine(hash_mb=1) as engine:
            first, *others = PUZZLES.items()
            asked = PuzzleRound([first, *others], engine, random=Random(seed))
            asked.reveal()
            assert asked.next() is not None
            return asked.next().source

    assert len({second(seed) for seed in range(9)}) > 1
    assert second(1) == second(1)


def test_in_the_terminal(tmp_path: Path) -> None:
    profile = tmp_path / "me.profile"
    one, other, _ = two_alike()
    span = f"{min(one.difficulty, other.difficulty)}-{max(one.difficulty, other.difficulty)}"
    easier = one._replace(board=PUZZLES[1].board, best=PUZZLES[1].best, difficulty=1)
    path = set_of(tmp_path, one, easier, other, easier._replace(kind="swindle"))
    options = ("--kind", "corner", "--difficulty", span, "--count", 2)
    words = ("practise", "puzzles", path, *options)
    asked = judged_lines(*words[1:], "--json", "--no-profile")
    *records, last = asked
    assert last["total"] == {"puzzles": 2, "answered": 0, "right": 0, "in_a_row": 0, "rating": None}
    assert all(each["kind"] == "puzzle" and each["idea"] == "corner" for each in records)
    from_two = ("--kind", "corner", "--difficulty", "2-", "--no-profile")
    assert judged_lines("puzzles", path, *from_two)[-1]["total"]["puzzles"] == 2
    answers = "".join(f"{each['best'][0]}\n" for each in records)
    done = othello(*words, "--profile", profile, stdin=answers)
    assert done.stdout.count("right: ") == 2 and not done.stderr
    assert "2 of 2 puzzles right at the first answer, your rating 1" in done.stdout
    assert done.stdout.endswith("; 2 in a row\n")
    export = tmp_path / "all.json"
    othello("practise", "progress", "--profile", profile, "--export", export)
    assert len(json.loads(export.read_text())["ratings"]) == 3


@pytest.mark.parametrize("goal", ["win", "draw", "discs"])
def test_the_goal_is_said_as_the_page_says_it(tmp_path: Path, goal: str) -> None:
    puzzle = next(each for each in shipped_set().puzzles if each.goal == goal)
    words = ("practise", "puzzles", set_of(tmp_path, puzzle), "--no-profile")
    side = SIDE_NAMES[puzzle.board.turn]
    said = GOALS[goal]
    assert f"): {side} to move, {said}\n" in othello(*words).stdout
    assert f'{goal}: "{said[0].upper()}{said[1:]}."' in asset("puzzles.js")
    (asked, *_) = json_lines(*words)
    assert asked["goal"] == goal and "best" not in asked


def test_another_set_and_what_is_refused(tmp_path: Path) -> None:
    path = set_of(tmp_path, PUZZLES[5])
    *records, _ = judged_lines("puzzles", path, "--no-profile", "--json")
    assert [each["position"] for each in records] == [PUZZLES[5].board.to_obf()]
    games = written(tmp_path / "games.txt", "f5d6c3\n")
    assert "no set of puzzles: 'f5d6c3'" in refused("practise", "puzzles", games)
    told = refused("practise", "puzzles", "--difficulty=0-3")
    assert re.search(r"no puzzle of difficulty 0 to 3: expected some of (8\d\d) to .*as \1$", told)
    assert "(did you mean '--count 5'?)" in refused("practise", "puzzles", "5", cwd=tmp_path)
    empty = written(tmp_path / "empty.puzzles", "othello puzzles 1: by hand\n")
    assert "a set without puzzles" in refused("practise", "puzzles", empty, "--no-profile")


# ---------------------------------------------------------------------- hints and solutions


def test_a_hint_is_about_the_wrong_move_that_seems_best() -> None:
    numbers = [number for number, puzzle in PUZZLES.items() if puzzle.kind == "endgame"][:8]
    named = 0
    with default_engine() as engine:
        for number in numbers:
            board, best = PUZZLES[number].board, PUZZLES[number].best
            idea = PuzzleRound([(number, PUZZLES[number])], engine).hint()
            wrong = tuple(move for move in board.legal_moves() if move != best)
            seen = engine.search(board, Limits(depth=4, moves=wrong)).lines[0].pv[0]
            explained = explain_move(board, seen, engine, exact=True)
            assert idea == idea_of(explained.reasons), number
            named += idea is not NO_IDEA
    assert named > 4


def test_the_theme_of_a_puzzle_is_its_hint() -> None:
    number = next(number for number, puzzle in PUZZLES.items() if puzzle.kind == "corner")
    with default_engine() as engine:
        assert PuzzleRound([(number, PUZZLES[number])], engine).hint().name == "corner"


def test_a_solution_that_is_shown_goes_on(tmp_path: Path) -> None:
    words = ("practise", "puzzles", set_of(tmp_path, PUZZLES[5]), "--no-profile")
    out = othello(*words, stdin="show\n").stdout
    first, line = re.findall(r"^(\w\d) is best, its score exactly [+-]\d+: (.*)$", out, re.M)[0]
    moves = line.split()
    position = next(each for each in judged_lines(*words[1:]) if "best" in each)
    assert moves[0] == first == position["best"][0] and len(moves) >= 8
    start = Board.from_obf(position["position"])
    assert Board.from_moves(moves, start).n_empties < start.n_empties


# ---------------------------------------------------------------------- difficulty by answers


def wrong_answer(asked: PuzzleRound) -> str:
    """Return a move of the present puzzle that is not the right one."""
    exercise = asked.next()
    assert exercise is not None
    return next(str(move) for move in exercise.board.legal_moves() if move not in exercise.right)


def difficulties_after(answers: str, profile: Profile | None = None) -> list[int]:
    """Return the difficulties of a round's puzzles; answers are r, w, show (g) and skip (s)."""
    puzzles = dict(enumerate(shipped_set().puzzles, 1))
    found = []
    with default_engine() as engine:
        asked = PuzzleRound(nearest_first(puzzles, profile), engine, profile, count=9)
        for answer in answers:
            exercise = asked.next()
            assert exercise is not None and not asked.is_again
            found.append(int(exercise.source.rstrip(")").split()[-1]))
            if answer in "gs":
                asked.reveal() if answer == "g" else asked.skip()
            else:
                asked.judge(exercise.right[0] if answer == "r" else wrong_answer(asked))
        assert asked.size == 9 and len(asked.left) == 9 - len(answers)
        assert len({each.key for each in asked.left}) == len(asked.left)
    return found


def test_without_a_profile_the_difficulty_follows_the_answers_of_the_round() -> None:
    right, wrong = difficulties_after("rrrr"), difficulties_after("wwgw")
    assert right == sorted(set(right)) and right[-1] > 1750
    assert wrong == sorted(set(wrong), reverse=True) and wrong[-1] < 1250
    _, second, third, fourth = difficulties_after("rswr")
    assert abs(second - third) < 10, "to leave one out says nothing"
    assert fourth < third


def test_with_a_profile_too(path: Path) -> None:
    with Profile(path) as profile:
        first, *_, last = difficulties_after("rrrr", profile)
        assert last > first + 250
        assert abs(difficulties_after("r", profile)[0] - profile.rating().rating) < 250


def test_the_longest_row_counts_first_answers_only() -> None:
    with default_engine() as engine:
        asked = PuzzleRound(PUZZLES.items(), engine, count=6)
        rows = []
        for answer in "rrwrsrr":
            exercise = asked.next()
            assert exercise is not None
            if answer == "s":
                asked.skip()
            else:
                asked.judge(exercise.right[0] if answer == "r" else wrong_answer(asked))
            rows.append(asked.longest_row)
        assert rows == [1, 2, 2, 2, 2, 2, 2]
        assert asked.next() is None


# ---------------------------------------------------------------------- against the clock


def test_lines_count_that_come_in_time(capsys: pytest.CaptureFixture[str]) -> None:
    times = iter([100, 110, 219, 221])
    lines = iter(["a1", "b1", "c1", "d1"])
    countdown = Countdown(2, lambda: next(times))
    assert countdown.text == "2:00 left", "it has not begun"
    found = list(lines_within(lines, countdown, "time is up"))
    assert found == ["a1", "b1"] and next(lines) == "d1"
    assert capsys.readouterr().out == "time is up\n"


@pytest.mark.parametrize("goal", ["win", "draw", "discs"])
def test_puzzles_by_what_is_at_stake(goal: str) -> None:
    words = ("puzzles", "--no-profile", "--goal", goal, "--count", 3)
    *records, _ = judged_lines(*words)
    boards = {puzzle.board.to_obf(): puzzle for puzzle in shipped_set().puzzles}
    assert len(records) == 3
    assert {boards[each["position"]].goal for each in records} == {goal}


def test_a_run_against_the_clock_leaves_the_ratings_alone(path: Path) -> None:
    words = ("practise", "puzzles", "--profile", path)
    othello(*words, "--count", 1, stdin="show\n")
    with Profile(path) as profile:
        before = profile.rating()
        assert before.rating < 1500
    out = othello(*words, "--minutes", 60, stdin="show\nshow\nshow\n").stdout
    assert out.startswith("\n1: 60:00 left, puzzle ") and re.search(
        r"\n2: (60:00|59:\d\d) left, ", out
    )
    assert f"0 of 3 puzzles right at the first answer, your rating stays {before.rating:.0f}" in out
    with Profile(path) as profile, default_engine() as engine:
        assert profile.rating() == before and len(profile.answers()) == 4
        assert len(profile.export()["ratings"]) == 2
        # Within the run the puzzles follow the answers.
        puzzles = nearest_first(PUZZLES, profile)
        asked = PuzzleRound(puzzles, engine, profile, repeats=False, rates=False)
        first = asked.next()
        for _ in range(4):
            asked.reveal()
        last = asked.next()
        assert first is not None and last is not None
        difficulties = {exercise_of(puzzle).key: puzzle.difficulty for _, puzzle in puzzles}
        assert difficulties[last.key] < difficulties[first.key]


def test_a_run_against_the_clock(tmp_path: Path) -> None:
    one, other, wrong = two_alike()
    words = ("practise", "puzzles", set_of(tmp_path, one, other), "--no-profile", "--minutes", 60)
    first = judged_lines(*words[1:], stdin="show\n")[0]
    out = othello(*words, stdin=f"{wrong}\nhelp\nshow\nquit\n").stdout
    told = out.split("wrong: ")[1].split("\n")[0]
    assert told.startswith(f"{wrong} costs ") and f"that of {first['best'][0]} " in told
    assert re.search(r"\n1: .* left, puzzle", out) and re.search(r"\n2: .* left, puzzle", out)
    assert " answers " not in out
    assert "comes again" not in out and "0 of 2 puzzles right" in out
    record, total = judged_lines(*words[1:], stdin=f"{first['best'][0]}\n")
    assert record["right"] and total["total"] == {
        "puzzles": 1,
        "answered": 1,
        "right": 1,
        "in_a_row": 1,
        "rating": None,
    }
    again = judged_lines(*words[1:], "--count", 1, stdin=f"{wrong}\n")
    assert [each.get("right") for each in again] == [False, None]
    for minutes in ("0", "1e308"):
        told = refused("practise", "puzzles", "--minutes", minutes, "--no-profile")
        assert f"'{minutes}': expected minutes, more than 0, at most 1000000" in told
    out = othello(*words[:-1], 1_000_000, "--json", stdin="show\n").stdout
    assert json.loads(out.splitlines()[-1])["total"]["answered"] == 1
