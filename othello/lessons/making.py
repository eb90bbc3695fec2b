"""Making the exercises of the lessons: positions of games in which the right move is about an idea.

A position becomes an exercise if one move is right and another seems good at first sight, and if
the question of a lesson is about the difference. Up to `SOLVED_EMPTIES` empty squares the solver
proves the right move; with more, two searches have to agree that it is best by `LEAST_MARGIN`
discs. What is about the rules alone is counted.
"""

from collections.abc import Iterable, Iterator

from othello.board import Board
from othello.engine import Engine
from othello.explaining.explanation import explain_lines, reasons_of
from othello.game import Game
from othello.lessons.exercises import LEVELS, SOLVED_EMPTIES, LessonExercise
from othello.lessons.questions import LESSONS, QUESTIONS, Choice, Question
from othello.limits import MAX_MULTIPV
from othello.notation import Move
from othello.practice.puzzle_making import LEAST_MOVES, rate
from othello.practice.puzzles import EASIEST, LEAST_MARGIN, Puzzle

LOOK = 2
"""Plies of the first look, by which a wrong move seems good."""

SIFTED_DEPTH = 6
"""Plies of the search that finds out where it pays to look closer."""

ENDING = "ending"
"""The question in which the end of the game is counted."""

MOST_SCORE = 24
"""Discs by which a side is ahead at most: with more the game is decided."""

EASIER = 0.7
"""The part of the exercises of a question, the easiest ones, out of which are chosen."""


def exercises_of_game(engine: Engine, item: tuple[Game, str]) -> list[LessonExercise]:
    """Return what could be asked in a game, not yet rated; what a worker calls."""
    game, source = item
    found = []
    for ply, board in enumerate(game.positions()):
        if not board.is_over and not board.must_pass:
            for question, choice in _asked(board, engine):
                found.append(LessonExercise(question, choice, 0, f"{source}, ply {ply}"))
    return found


def _asked(board: Board, engine: Engine) -> Iterator[tuple[Question, Choice]]:
    of_board = [
        each
        for each in QUESTIONS.values()
        if each.empties[0] <= board.n_empties <= each.empties[1]
        and len(board.legal_moves()) >= least_moves(each)
    ]
    for question in of_board:
        if question.rule is not None:
            choice = counted_choice(board, question)
            if question.fits(choice):
                yield question, choice
    judged = [each for each in of_board if each.rule is None]
    if not judged:
        return
    seems, found = (_ranking(board, depth, engine) for depth in (LOOK, SIFTED_DEPTH))
    best, second = found[0][0], found[1][1]
    tempting = next(move for move, _ in seems if move != best)
    choice = Choice(board, best, tempting, 0, 0)
    fitting = [each for each in judged if each.fits(choice)]
    if not fitting or (found[0][1] - second < 2 and board.n_empties > SOLVED_EMPTIES):
        return
    scored = proven(board, engine)
    if scored is None or scored[0] != best or abs(scored[1]) > MOST_SCORE:
        return
    choice = Choice(board, best, tempting, *scored[1:])
    for question in fitting:
        is_clear = choice.margin >= LEAST_MARGIN and question.fits(choice)
        if is_clear and is_about(question, choice, engine):
            yield question, choice


def least_moves(question: Question) -> int:
    """Return how many legal moves a position has at least; few, where the end is counted."""
    return 2 if question.name == ENDING else LEAST_MOVES


def counted_choice(board: Board, question: Question) -> Choice:
    """Return the best two moves by what a question of rules counts."""
    rule = question.rule
    assert rule is not None
    moves = sorted(board.legal_moves(), key=lambda move: -rule(board, move))
    return Choice(board, moves[0], moves[1], 0, 0)


def _ranking(board: Board, depth: int, engine: Engine) -> list[tuple[Move, float]]:
    """Return the moves and their scores by a search of so many plies, the best first."""
    engine.clear()
    depth = min(depth, board.n_empties)
    lines = engine.search(board, depth=depth, multipv=MAX_MULTIPV).lines
    return [(line.pv[0], line.score) for line in lines]


def proven(board: Board, engine: Engine) -> tuple[Move, float, float] | None:
    """Return the best move, its score and its margin; None if searches do not agree."""
    if board.n_empties <= SOLVED_EMPTIES:
        first, second = engine.solve(board, multipv=2).lines
        return first.pv[0], first.score, first.score - second.score
    found = []
    for level in LEVELS:
        engine.clear()
        first, second = engine.search(board, level=level, multipv=2).lines
        found.append((first.pv[0], round(first.score, 1), round(first.score - second.score, 1)))
        if found[-1][0] != found[0][0] or found[-1][2] < LEAST_MARGIN:
            return None
    return found[-1]


def is_about(question: Question, choice: Choice, engine: Engine) -> bool:
    """Return whether one of the reasons against the tempting move is one of the question's."""
    if not question.facts:
        return True
    board = choice.board
    best, played = (
        engine.search(board, level=LEVELS[0], moves=[move]).lines[0]
        for move in (choice.best, choice.tempting)
    )
    reasons = reasons_of(explain_lines(board, played, best, engine))
    return any(reason.fact in question.facts for reason in reasons[:2])


def rated(engine: Engine, exercise: LessonExercise) -> LessonExercise:
    """Return an exercise with its difficulty, which is that of a puzzle; what a worker calls.

    One about the rules is the more difficult, the more moves there are; and to count the end, the
    more empty squares.
    """
    board, best, *_ = exercise.choice
    if exercise.question.rule is not None:
        return exercise._replace(difficulty=EASIEST + 40 * len(board.legal_moves()))
    if exercise.question.name == ENDING:
        return exercise._replace(difficulty=EASIEST + 100 * board.n_empties)
    puzzle = rate(engine, Puzzle(board, best, 0, 0, "endgame", 0, ""))
    return exercise._replace(difficulty=puzzle.difficulty)


def chosen(exercises: Iterable[LessonExercise]) -> list[LessonExercise]:
    """Return those of the lessons, in their order: for each question some, no two of one game.

    They are spread over the easier ones that there are; in a lesson the easiest come first.
    """
    pool = sorted(exercises, key=lambda each: (each.difficulty, str(each)))
    taken: list[LessonExercise] = []
    games: set[str] = set()
    for question in QUESTIONS.values():
        listed = [each for each in pool if each.question is question]
        easier = listed[: max(question.number, int(EASIER * len(listed)))]
        for place in range(question.number):
            start = place * len(easier) // question.number
            fresh = (each for each in easier[start:] if _game_of(each) not in games)
            if (exercise := next(fresh, None)) is not None:
                taken.append(exercise)
                games.add(_game_of(exercise))
    order = {name: place for place, name in enumerate(QUESTIONS)}
    return [
        each
        for lesson in LESSONS
        for each in sorted(taken, key=lambda each: (each.difficulty, order[each.question.name]))
        if each.question.lesson == lesson
    ]


def _game_of(exercise: LessonExercise) -> str:
    return exercise.source.rpartition(",")[0]


def problem_of(engine: Engine, exercise: LessonExercise) -> str:
    """Return what is wrong with an exercise, an empty text if nothing; what a worker calls.

    All is searched or counted again, the proofs from an empty table.
    """
    question, choice = exercise.question, exercise.choice
    if len(choice.board.legal_moves()) < (least := least_moves(question)):
        return f"expected at least {least} legal moves"
    if not question.fits(choice):
        return f"no question {question.name}"
    if question.rule is not None:
        best = counted_choice(choice.board, question).best
        return "" if best == choice.best else f"best move {best}, not {choice.best}"
    engine.clear()
    found = proven(choice.board, engine)
    if found is None or found[0] != choice.best:
        return f"not the best move: {choice.best}"
    if exercise.is_proven and found[1:] != (choice.score, choice.margin):
        return f"score and margin {found[1:]}, not {(choice.score, choice.margin)}"
    return ""
