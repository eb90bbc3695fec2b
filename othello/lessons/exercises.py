"""The exercises of the lessons: a file of lines, as the program that makes them writes it.

Each line that is no note is an exercise: the question, the board and the side to move, the right
move, a wrong one that seems good, the score and the margin of the right one, the difficulty, and
the game it is from::

    turns ---------------------------OX------XO--------------------------- X d3 c4 0 0 800 g.ggf:3
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pkgutil import get_data
from typing import NamedTuple

from othello.board import Board
from othello.errors import InvalidOption, quote
from othello.explaining.wording import Phrase
from othello.lessons.questions import QUESTIONS, Choice, Question
from othello.levels import NO_PRUNING, level_settings
from othello.notation import SIDE_NAMES, Move
from othello.practice.exercises import Exercise, Idea, exercise_key
from othello.result import Line

KIND = "lesson"
"""The kind of the answers that a profile keeps."""

FILE = "data/lessons.txt"

SOLVED_EMPTIES = 20
"""Empty squares up to which the right move is proven; with more, searches find it."""

LEVELS = (10, 14)
"""The searches that have to agree where nothing is proven."""

LINE = re.compile(
    r"(?P<question>\S+) (?P<board>\S{64} \S) (?P<best>\S+) (?P<tempting>\S+) (?P<score>\S+) "
    r"(?P<margin>\S+) (?P<difficulty>\d+) (?P<source>.+)"
)


class LessonExercise(NamedTuple):
    """A position of a lesson, in which one move is right."""

    question: Question
    choice: Choice
    difficulty: int  #: from 800, easy, to 2400, as that of a puzzle
    source: str  #: the game it is from
    number: int = 0  #: in its lesson, from 1

    @property
    def kind(self) -> str:
        """The kind of exercise."""
        return KIND

    @property
    def board(self) -> Board:
        """The position."""
        return self.choice.board

    @property
    def key(self) -> str:
        """See `exercise_key`."""
        return exercise_key(self.board)

    @property
    def why(self) -> Phrase:
        """A sentence on why the right move is right."""
        return self.question.why(self.choice)

    def compared(self, wrong: Move | None) -> "LessonExercise":
        """Return it with a wrong answer as the move that seemed good, if the question fits that."""
        if wrong is None or wrong == self.choice.best:
            return self
        other = self.choice._replace(tempting=wrong)
        return self._replace(choice=other) if self.question.fits(other) else self

    @property
    def is_proven(self) -> bool:
        """Whether the solver proves the right move."""
        return self.question.rule is None and self.board.n_empties <= SOLVED_EMPTIES

    @property
    def searched(self) -> Exercise:
        """The same as an exercise whose other moves a search can judge."""
        empties, choice = self.board.n_empties, self.choice
        depth, selectivity = (
            (empties, NO_PRUNING) if self.is_proven else level_settings(LEVELS[-1]).at(empties)
        )
        score = int(choice.score) if self.is_proven else choice.score
        best = Line(depth, selectivity, score, None, self.is_proven, (choice.best,), empties)
        idea = Idea("", self.question.hint, self.question.hint)
        return Exercise(self.board, (best,), KIND, idea, self.source)

    def to_dict(self) -> dict[str, object]:
        """Return the exercise as a JSON object, without its solution."""
        return {
            "lesson": self.question.lesson,
            "number": self.number,
            "kind": KIND,
            "position": self.board.to_obf(),
            "side": SIDE_NAMES[self.board.turn],
            "task": str(self.question.task),
        }

    def __str__(self) -> str:
        board, best, tempting, score, margin = self.choice
        told = f"{best} {tempting} {score:+g} {margin:g} {self.difficulty}"
        return f"{self.question.name} {board.to_obf()} {told} {self.source}"


def parse_exercise(text: str) -> LessonExercise:
    """Read an exercise from a line of the file. Raises OthelloError if it is none."""
    found = LINE.fullmatch(text)
    if found is None or found["question"] not in QUESTIONS:
        expected = "expected question, board, side, two moves, score, margin, difficulty and source"
        raise InvalidOption(f"no exercise {quote(text)}: {expected}")
    choice = Choice(
        Board.from_obf(found["board"]),
        *(Move(found["best"]), Move(found["tempting"])),
        *(float(found["score"]), float(found["margin"])),
    )
    question, difficulty = QUESTIONS[found["question"]], int(found["difficulty"])
    return LessonExercise(question, choice, difficulty, found["source"])


def exercises_in(lines: Iterable[str]) -> dict[int, tuple[LessonExercise, ...]]:
    """Return the exercises of each lesson, from the lines of a file."""
    found: dict[int, list[LessonExercise]] = {}
    for line in lines:
        if line.strip() and not line.startswith("#"):
            each = parse_exercise(line.strip())
            listed = found.setdefault(each.question.lesson, [])
            listed.append(each._replace(number=len(listed) + 1))
    return {lesson: tuple(listed) for lesson, listed in found.items()}


@cache
def lesson_exercises() -> dict[int, tuple[LessonExercise, ...]]:
    """Return the exercises of each lesson."""
    contents = get_data("othello.lessons", FILE)
    assert contents is not None
    return exercises_in(contents.decode().splitlines())


def format_exercises(
    exercises: Iterable[LessonExercise], command: str, notes: Iterable[str] = ()
) -> Iterator[str]:
    """Yield the lines of a file."""
    yield from (f"# {note}" for note in (command, *notes))
    yield from map(str, exercises)
