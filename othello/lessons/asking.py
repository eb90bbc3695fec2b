"""A round of the exercises of a lesson: how an answer is judged, and what is said of it."""

from collections.abc import Iterable
from typing import NamedTuple

from othello.engine import Engine
from othello.explaining.line_statistics import CORNERS
from othello.explaining.simple import Sight
from othello.explaining.wording import Phrase
from othello.lessons.exercises import KIND, LessonExercise, lesson_exercises
from othello.notation import Move
from othello.practice.exercises import Idea, judge, legal_answer
from othello.practice.profile import Profile, RecordedAnswer
from othello.practice.rounds import Keeper, Queue, given_up


class LessonVerdict(NamedTuple):
    """The judgement of an answer."""

    move: Move
    is_right: bool
    says: tuple[Phrase, ...]  #: why it is right, or what is wrong with it
    loss: float | None = None  #: discs that it costs; None where only a rule was asked
    refutation: tuple[Move, ...] = ()  #: how play goes on after a wrong move

    @property
    def text(self) -> str:
        """The sentences on it, in English."""
        return " ".join(map(str, self.says))


class LessonRound(Queue[LessonExercise, LessonVerdict, LessonExercise]):
    """Exercises of a lesson that are asked one after the other; `engine` judges wrong answers.

    `wrong` is the last wrong answer to the first one, with which the right one is compared.
    """

    def __init__(
        self,
        exercises: Iterable[LessonExercise],
        engine: Engine,
        keeper: Keeper | None = None,
        *,
        wrong: Move | None = None,
    ) -> None:
        super().__init__(exercises, keeper)
        self._engine = engine
        self._wrong = wrong

    def hint(self) -> Idea:
        """Return what the question is about."""
        return self.current().searched.idea

    def _judged(
        self, item: LessonExercise, move: Move | int | str
    ) -> tuple[LessonVerdict, RecordedAnswer]:
        verdict = self._verdict(item, legal_answer(item.board, move))
        self._wrong = None if verdict.is_right else verdict.move
        is_right, loss = verdict.is_right, verdict.loss
        answer = given_up(item)._replace(move=str(verdict.move), is_right=is_right, loss=loss)
        return verdict, answer

    def _verdict(self, item: LessonExercise, move: Move) -> LessonVerdict:
        question, choice = item.question, item.choice
        if move == choice.best:
            return LessonVerdict(
                move, True, (item.compared(self._wrong).why,), None if question.rule else 0
            )
        if question.told is not None:
            return LessonVerdict(move, False, (question.told(choice._replace(best=move)),))
        found = judge(item.searched, move, self._engine)
        simple, refutation = found.explanation.simple, tuple(found.explanation.refutation)
        says = question.hint
        if simple is not None and ("corner" in question.facts or _is_used(simple, refutation)):
            says = simple.says
        return LessonVerdict(move, False, (says,), found.loss, refutation)

    def _solved(self, item: LessonExercise) -> tuple[LessonExercise, RecordedAnswer]:
        return item.compared(self._wrong), given_up(item)


def _is_used(simple: Sight, refutation: tuple[Move, ...]) -> bool:
    """Return whether play after the move takes the corners whose danger is named."""
    return {*CORNERS} & {*simple.squares} <= {*refutation}


def solved_in(profile: Profile | None) -> dict[int, tuple[int, ...]]:
    """Return which exercises of each lesson were answered rightly, at the last answer."""
    last = {} if profile is None else profile.last_right(KIND)
    return {
        lesson: tuple(each.number for each in listed if last.get(each.key))
        for lesson, listed in lesson_exercises().items()
    }
