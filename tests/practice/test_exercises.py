"""Exercises: which answers are right, what refutes the others, and mistakes counted by kind."""

from collections.abc import Iterator

import pytest
from support.known_games import PLAYED

from othello.analysis.games import analyse_game, default_engine
from othello.analysis.moves import GameAnalysis
from othello.board import BLACK, Board
from othello.engine import Engine
from othello.errors import InvalidOption
from othello.explaining.explanation import reasons_of
from othello.game import Game
from othello.notation import WHITE, Move
from othello.practice.exercises import (
    IDEAS,
    NO_IDEA,
    RIGHT_WITHIN,
    X_SQUARE,
    Exercise,
    exercise_key,
    judge,
)
from othello.practice.mistakes import exercises_of, grouped, once_each
from othello.practice.profile import Profile
from othello.practice.rounds import ExerciseRound, known_last
from othello.result import Line

LEVEL = 8


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with default_engine(hash_mb=16) as engine:
        engine.endgame_depth = 14
        yield engine


@pytest.fixture(scope="module")
def analysis(engine: Engine) -> GameAnalysis:
    return analyse_game(Game(PLAYED), engine, level=LEVEL)


@pytest.fixture(scope="module")
def exercises(engine: Engine, analysis: GameAnalysis) -> list[Exercise]:
    return exercises_of(analysis, engine, "game")


def scored(board: Board, scores: dict[str, float]) -> Exercise:
    """Return an exercise whose moves have these scores, the best one's first."""
    lines = [Line(4, 100, score, None, False, (Move(move),), 60) for move, score in scores.items()]
    return Exercise(board, tuple(lines), "mistake", NO_IDEA, "")


# ---------------------------------------------------------------------- mistakes


def test_each_mistake_is_an_exercise(
    analysis: GameAnalysis, exercises: list[Exercise], engine: Engine
) -> None:
    wrong = [move for move in analysis.moves if move.loss >= 2]
    assert len(wrong) > 8
    assert [(each.board, each.played) for each in exercises] == [
        (move.board, move.move) for move in wrong
    ]
    for each, move in zip(exercises, wrong, strict=True):
        assert each.source == f"game, move {move.ply}"
        assert each.loss == pytest.approx(move.loss)
        assert each.best.score == move.best.score and each.right == (move.best.pv[0],)
        assert [*each.scores] == each.board.legal_moves()
        known = {move.best.pv[0]: move.best.score, move.move: move.played.score}
        assert {m: s for m, s in each.scores.items() if s is not None} == known
    black = exercises_of(analysis, engine, "game", sides=BLACK)
    white = exercises_of(analysis, engine, "game", sides=WHITE)
    assert {each.board.turn for each in black} == {BLACK}
    assert len(black) + len(white) == len(exercises) and black and white
    large = exercises_of(analysis, engine, "game", least=5)
    assert large == [each for each in exercises if each.loss >= 5]


def test_no_mistake_is_so_small_that_it_would_be_right(
    analysis: GameAnalysis, engine: Engine
) -> None:
    found = exercises_of(analysis, engine, least=0)
    assert min(each.loss for each in found) > RIGHT_WITHIN
    assert not any(judge(each, each.played or "", engine).is_right for each in found)
    with pytest.raises(InvalidOption, match="invalid least -1"):
        exercises_of(analysis, engine, least=-1)


def test_the_idea_is_that_of_the_weightiest_reason(
    exercises: list[Exercise], engine: Engine
) -> None:
    assert len({each.idea.name for each in exercises}) > 3
    for each in exercises:
        assert each.played is not None
        reasons = reasons_of(judge(each, each.played, engine).explanation)
        heaviest = max(reasons, key=lambda reason: reason.worth, default=None)
        assert each.idea == (NO_IDEA if heaviest is None else IDEAS[heaviest.fact])


def test_a_hint_and_a_question_name_no_move(exercises: list[Exercise]) -> None:
    for each in exercises:
        told = {**each.to_dict(), "position": "", "source": ""}
        for line in each.lines:
            if line.pv[0] != each.played:
                assert str(line.pv[0]) not in str(told)
        asked = each.to_dict(solution=True)
        assert asked["best"] == [str(each.best.pv[0])] and asked["score"] is not None


def test_mistakes_of_a_kind_are_counted(exercises: list[Exercise]) -> None:
    groups = grouped([*exercises, *exercises])
    for group in groups:
        losses = [each.loss for each in exercises if each.idea == group.idea]
        assert group.times == 2 * len(losses) and group.lost == pytest.approx(2 * sum(losses))
    assert [group.lost for group in groups] == sorted((g.lost for g in groups), reverse=True)
    assert sum(group.times for group in groups) == 2 * len(exercises)
    assert grouped([]) == []


def test_an_x_square_is_counted_as_one(engine: Engine) -> None:
    """Black plays b2 beside an empty corner, and white takes it."""
    game = Game("e6d6c3d3c4f5g4b3b2")
    assert game.moves[-1] == Move("b2")
    moves = [
        move
        for move in exercises_of(analyse_game(game, engine, level=LEVEL), engine)
        if move.played == Move("b2")
    ]
    assert [each.idea for each in moves] == [X_SQUARE]
    assert grouped(moves)[0].idea.name == "x_square"


def test_a_position_is_asked_once_however_it_is_turned() -> None:
    boards = Board("f5d6").symmetries()
    first = scored(boards[0], {"c3": 5.0, "c4": 1.0})._replace(played=Move("c4"))
    board = boards[3]
    best, bad, *_ = board.legal_moves()
    turned = scored(board, {str(best): 5.0, str(bad): -3.0})._replace(played=bad)
    other = scored(Board("f5f6"), {"e6": 5.0, "d6": -5.0})._replace(played=Move("d6"))
    assert first.key == turned.key == exercise_key(boards[5])
    assert once_each([first, turned, other]) == [turned, other]  # 4 + 8 discs before 10
    assert once_each([other, other, first, turned]) == [other, turned]


def test_every_mistake_of_an_analysis_is_asked(
    analysis: GameAnalysis, exercises: list[Exercise]
) -> None:
    """Also one of two moves: *Next mistake* visits it too."""
    wrong = [move.board for move in analysis.moves if move.is_mistake]
    asked = [each.board for each in once_each(exercises)]
    assert sorted(map(str, asked)) == sorted(map(str, wrong)) and len(wrong) > 2
    assert any(len(board.legal_moves()) == 2 for board in wrong)


# ---------------------------------------------------------------------- answers


@pytest.mark.parametrize(
    ("loss", "is_right"), [(0.0, True), (0.49, True), (0.5, True), (0.51, False), (4.0, False)]
)
def test_within_half_a_disc_is_right(engine: Engine, loss: float, is_right: bool) -> None:
    exercise = scored(Board("f5"), {"d6": 3.0, "f6": 3.0 - loss, "f4": -9.0})
    judgement = judge(exercise, "f6", engine)
    assert judgement.is_right == is_right and judgement.loss == pytest.approx(loss)
    assert (Move("f6") in exercise.right) == is_right
    assert Move("f4") not in exercise.right


def test_every_answer_in_an_endgame_is_judged_by_its_exact_score(
    exercises: list[Exercise], engine: Engine
) -> None:
    exact = [each for each in exercises if each.best.exact]
    assert len(exact) > 4
    for each in exact:
        scores = {
            line.pv[0]: line.score
            for line in engine.solve(each.board, multipv=len(each.board.legal_moves())).lines
        }
        assert max(scores.values()) == each.best.score
        for move, score in scores.items():
            judgement = judge(each, move, engine)
            assert judgement.explanation.exact
            assert judgement.loss == each.best.score - score
            assert judgement.is_right == (score == each.best.score)


def test_a_wrong_answer_is_refuted(exercises: list[Exercise], engine: Engine) -> None:
    wrong = 0
    for each in exercises:
        for move in each.board.legal_moves():
            judgement = judge(each, move, engine)
            told = judgement.to_dict()
            assert told["right"] == judgement.is_right and told["move"] == str(move)
            if judgement.is_right:
                assert told["hint"] is None
                continue
            wrong += 1
            after = each.board.after(move)
            if after.is_over:
                assert judgement.reply is None
            else:
                assert judgement.reply in after.legal_moves()
            assert f"{move} costs" in judgement.explanation.text
            assert told["hint"] == judgement.idea.hint.to_dict()
    assert wrong > 20


# ---------------------------------------------------------------------- rounds


def test_what_was_answered_rightly_before_comes_last(
    exercises: list[Exercise], engine: Engine, tmp_path: object
) -> None:
    first, second, third = exercises[:3]
    with Profile(f"{tmp_path}/me.profile") as profile:
        asked = ExerciseRound([first, second], engine, profile)
        asked.judge(first.right[0])
        asked.judge(second.played or "")
        assert known_last([first, second, third], profile) == [second, third, first]
        asked.judge(second.right[0])
        assert known_last([first, second, third], profile) == [third, first, second]
    assert known_last([first, second, third], None) == [first, second, third]
