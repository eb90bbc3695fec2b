"""The operations ``lesson.…``: the lessons, their texts and their exercises."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple

from othello.board import Board
from othello.engine import Engine
from othello.errors import InvalidOption
from othello.explaining.wording import Phrase
from othello.fields import Length, Range
from othello.lessons.asking import LessonRound, solved_in
from othello.lessons.course import LESSONS, Page, lesson
from othello.lessons.exercises import LessonExercise, lesson_exercises
from othello.notation import Move
from othello.operation import ASIDE, SHORT, MoveText, operation
from othello.operations import PLAY
from othello.practice.exercises import legal_answer
from othello.practice.profiles import Kept, Profiles, ProfileText

LessonNumber = Annotated[int, Range(1, len(LESSONS)), "the lesson"]


class LessonTold(NamedTuple):
    """A lesson: its title, how many exercises it has, and which of them are solved."""

    title: Phrase
    exercises: int
    solved: tuple[int, ...]


@dataclass(frozen=True)
class LessonsTold:
    """The lessons, in their order."""

    lessons: tuple[LessonTold, ...]


@operation(ASIDE, PLAY)
class LessonList:
    """List the lessons, and which of their exercises a profile has solved."""

    example: ClassVar[str] = '{"do": "lesson.list"}'

    profile: ProfileText = None

    def run(self, profiles: Profiles) -> LessonsTold:
        """Look what is solved."""
        solved = profiles.read(self.profile, solved_in)
        told = (
            LessonTold(each.title, len(lesson_exercises()[number]), solved[number])
            for number, each in enumerate(LESSONS, 1)
        )
        return LessonsTold(tuple(told))


class ExerciseTold(NamedTuple):
    """An exercise without its solution."""

    number: int
    position: Board
    task: Phrase
    hint: Phrase


@dataclass(frozen=True)
class LessonText:
    """A lesson: its texts with positions and what is marked there, and its exercises."""

    title: Phrase
    pages: tuple[Page, ...]
    exercises: tuple[ExerciseTold, ...]


@operation(ASIDE, PLAY)
class LessonRead:
    """Tell the texts of a lesson, and its exercises without their solutions."""

    example: ClassVar[str] = '{"do": "lesson.read", "lesson": 1}'

    lesson: LessonNumber

    def run(self) -> LessonText:
        """Look it up."""
        found, exercises = lesson(self.lesson)
        told = (
            ExerciseTold(each.number, each.board, each.question.task, each.question.hint)
            for each in exercises
        )
        return LessonText(found.title, found.pages, tuple(told))


@dataclass(frozen=True, kw_only=True)
class AskedOfLesson(Kept):
    """Which exercise of a lesson is asked."""

    lesson: LessonNumber
    number: Annotated[int, Range(1), "the exercise"]
    wrong: Annotated[str | None, Length(0, 4), "a wrong move, to be explained"] = None

    @property
    def exercise(self) -> LessonExercise:
        """The exercise. Raises InvalidOption if there is none."""
        _, exercises = lesson(self.lesson)
        if self.number > len(exercises):
            raise InvalidOption(
                f"no exercise {self.number} of lesson {self.lesson}: expected 1 to {len(exercises)}"
            )
        return exercises[self.number - 1]

    def round(self, engine: Engine, profiles: Profiles) -> LessonRound:
        """Return a round of this exercise."""
        exercise, keeper = self.exercise, profiles.keeper(self.profile)
        wrong = None if self.wrong is None else legal_answer(exercise.board, self.wrong)
        return LessonRound([exercise], engine, keeper, wrong=wrong)


@dataclass(frozen=True)
class JudgedInLesson:
    """Whether a move is right, what it costs if not, and what is said of it."""

    move: Move
    right: bool
    loss: float | None  #: None where only a rule was asked
    refutation: tuple[Move, ...]
    sentences: tuple[Phrase, ...]
    kept: bool


@operation(SHORT, PLAY)
class LessonAnswer(AskedOfLesson):
    """Judge a move in an exercise of a lesson, and keep the answer."""

    example: ClassVar[str] = '{"do": "lesson.answer", "lesson": 8, "number": 1, "move": "h1"}'

    move: Annotated[MoveText, "a legal move of the position"]

    def run(self, engine: Engine, profiles: Profiles) -> JudgedInLesson:
        """Judge it in a round of this exercise."""
        asked = self.round(engine, profiles)
        found = asked.judge(self.move, self.seconds, self.once)
        return JudgedInLesson(
            *(found.move, found.is_right, found.loss, found.refutation, found.says, asked.is_kept)
        )


@dataclass(frozen=True)
class SolvedOfLesson:
    """The right move, and why."""

    best: Move
    sentences: tuple[Phrase, ...]
    kept: bool


@operation(SHORT, PLAY)
class LessonShow(AskedOfLesson):
    """Show the right move of an exercise, which is kept as an answer that is not right."""

    example: ClassVar[str] = '{"do": "lesson.show", "lesson": 8, "number": 1}'

    def run(self, engine: Engine, profiles: Profiles) -> SolvedOfLesson:
        """Reveal it in a round of this exercise."""
        asked = self.round(engine, profiles)
        found = asked.reveal(self.seconds, self.once)
        return SolvedOfLesson(found.choice.best, (found.why,), asked.is_kept)
