"""Puzzles as exercises: ``othello practise puzzles``."""

from pathlib import Path
from random import Random

import pytest
from support.databases import full

from othello.analysis.games import default_engine
from othello.board import Board
from othello.errors import FileError, InvalidOption
from othello.explaining.explanation import Explanation, full_line, reasons_of
from othello.game import Game
from othello.limits import Limits
from othello.practice.commands.puzzling import Countdown
from othello.practice.exercises import CORNER, EDGE, IDEAS
from othello.practice.hints import hint_of
from othello.practice.mistakes import mistake_at
from othello.practice.profile import Profile
from othello.practice.puzzles import Puzzle, shipped_set
from othello.practice.rounds import ExerciseRound, answer_to
from othello.practice.solving import NEAREST, PuzzleRound, exercise_of, nearest_first
from othello.result import Line

ALL = dict(enumerate(shipped_set().puzzles, 1))
OF_ONE_MOVE = {number: puzzle for number, puzzle in ALL.items() if puzzle.length == 1}
PUZZLES = dict(enumerate([*OF_ONE_MOVE.values()][:60], 1))


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
        far = [abs(puzzle.difficulty - 1150) for _, puzzle in nearest_first(PUZZLES, profile)]
        assert far == sorted(far) and len(far) == len(PUZZLES)
        number, puzzle = nearest_first(PUZZLES, profile)[0]
        PuzzleRound([(number, puzzle)], engine, profile).judge(puzzle.best)
        assert nearest_first(PUZZLES, profile)[-1] == (number, puzzle)


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


# ---------------------------------------------------------------------- several moves


@pytest.fixture
def long() -> tuple[int, Puzzle]:
    """Return a puzzle of three moves or more, and its number."""
    return next((number, puzzle) for number, puzzle in ALL.items() if puzzle.length > 2)


def test_a_puzzle_of_several_moves_is_one_answer(path: Path, long: tuple[int, Puzzle]) -> None:
    with Profile(path) as profile, default_engine() as engine:
        asked, line = PuzzleRound([long], engine, profile), long[1].line
        for own, reply in zip(line[::2], line[1::2], strict=False):
            assert (found := asked.judge(own, 2)).is_right and found.then == reply
            assert profile.answers() == [] and asked.is_running
        assert asked.judge(line[-1], 2).then is None and asked.next() is None
        (kept,) = profile.answers()
        assert kept.is_right and kept.seconds == 2 * long[1].length
        assert kept.key == exercise_of(long[1]).key and profile.rating().rating > 1500


def test_a_later_wrong_move_is_a_wrong_answer(path: Path, long: tuple[int, Puzzle]) -> None:
    """The puzzle comes again from its beginning."""
    with Profile(path) as profile, default_engine() as engine:
        asked, line = PuzzleRound([long], engine, profile), long[1].line
        asked.judge(line[0])
        board = asked.board
        assert board == Game(line[:2], long[1].board).board
        wrong = next(move for move in board.legal_moves() if move != line[2])
        found = asked.judge(wrong)
        assert not found.is_right and found.loss >= 2 and found.reply is not None
        (kept,) = profile.answers()
        assert (kept.position, kept.move, kept.is_right) == (board.to_obf(), str(wrong), False)
        assert asked.is_again and asked.board == long[1].board
        asked.judge(line[0])
        assert asked.reveal().pv[0] == line[2]


def test_a_round_begins_within_a_puzzle(long: tuple[int, Puzzle]) -> None:
    with default_engine() as engine:
        line = long[1].line
        assert PuzzleRound([long], engine, moves=line[:2]).judge(line[2]).is_right
        for moves in (line[:1], line[1:3], line[2:4]):
            with pytest.raises(InvalidOption, match="expected how this puzzle goes on"):
                PuzzleRound([long], engine, moves=moves)


# ---------------------------------------------------------------------- hints and solutions


def test_a_hint_speaks_for_the_right_move() -> None:
    """Against the second best and the first look's move, and no other move is better by it."""
    named = 0
    with default_engine() as engine:
        for puzzle in Random(3).sample([*ALL.values()], 200):
            board = puzzle.board
            engine.clear()
            idea = hint_of(exercise_of(puzzle), engine)
            engine.clear()  # of lines that are as good it finds the same again
            best, *others = engine.search(board, exact=True, multipv=99).lines
            wrong = {line.pv[0]: line for line in others}
            look = engine.search(board, Limits(depth=4, moves=tuple(wrong))).lines[0].pv[0]
            assert idea is not None
            if puzzle.kind == "trap":
                assert str(idea.hint).startswith("Every move loses: ")
                continue
            if not idea.name:
                assert str(idea.hint).startswith(("Look at the ", "Count the moves "))
                continue
            named += 1

            def ideas(worse: Line, better: Line, board: Board = board) -> set[str]:
                worse, better = (
                    line._replace(pv=full_line(engine, board, line.pv)) for line in (worse, better)
                )
                reasons = reasons_of(Explanation(board, worse, better, ()))
                names = {IDEAS[reason.fact].name for reason in reasons}
                return names | ({"corner"} & {name.replace("x_square", "corner") for name in names})

            for line in (others[0], wrong[look]):
                assert idea.name in ideas(line, best), puzzle
            assert not any(idea.name in ideas(best, line) for line in others), puzzle
    assert named > 120


def test_a_hint_does_not_lead_to_a_wrong_move() -> None:
    """Such as to a corner that nobody can take next, or to an edge on which the wrong move is."""
    with default_engine() as engine:
        second = PuzzleRound([(2020, ALL[2020])], engine, moves=ALL[2020].line[:2])
        assert str(second.step().best.pv[0]) == "c3"
        hint = second.hint()
        assert hint is not None and hint not in (CORNER, EDGE)


def test_a_hint_of_a_mistake_holds_too() -> None:
    """In the middle of a game, where nothing is solved."""
    with default_engine() as engine:
        board = Board("f5d6c3d3c4f4f6f3")
        exercise = mistake_at(board, 8, "", engine)
        hint = ExerciseRound([exercise], engine).hint()
        assert hint is not None and str(exercise.best.pv[0]) not in str(hint.hint)


# ---------------------------------------------------------------------- difficulty by answers


def wrong_answer(asked: PuzzleRound) -> str:
    """Return a move of the present puzzle that is not the right one."""
    exercise = asked.next()
    assert exercise is not None
    return next(str(move) for move in exercise.board.legal_moves() if move not in exercise.right)


def difficulties_after(answers: str, profile: Profile | None = None) -> list[int]:
    """Return the difficulties of a round's puzzles; answers are r, w, show (g) and skip (s)."""
    found = []
    with default_engine() as engine:
        asked = PuzzleRound(nearest_first(OF_ONE_MOVE, profile), engine, profile, count=9)
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
    assert right == sorted(set(right)) and right[0] <= 1200 and right[-1] > 1600
    assert wrong[0] > wrong[1] > max(wrong[2:]), "ever easier, down to the easiest"
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
    countdown = Countdown(2, "time is up\n", lambda: next(times))
    assert countdown.text == "2:00 left", "it has not begun"
    found = list(countdown.lines_within(lines))
    assert found == ["a1", "b1"] and next(lines) == "d1"
    assert capsys.readouterr().out == "time is up\n"
