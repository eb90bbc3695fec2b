"""A round of exercises: one after the other, and those answered wrongly once more at the end."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Generic, TypeVar

from othello.analysis.explanation import full_line
from othello.engine import Engine
from othello.errors import EngineError
from othello.notation import Move
from othello.practice.exercises import Exercise, Idea, Judgement, judge
from othello.practice.profile import Answer, Profile

__all__ = ["Queue", "Round", "answer_to", "known_last"]

Item = TypeVar("Item")


def known_last(exercises: Iterable[Exercise], profile: Profile | None) -> list[Exercise]:
    """Return the exercises with those last whose last answer in the profile was right."""
    listed = list(exercises)
    known: dict[tuple[str, str], bool] = {}
    if profile is not None:
        for kind in {each.kind for each in listed}:
            known |= {(kind, key): right for key, right in profile.last_right(kind).items()}
    return sorted(listed, key=lambda each: known.get((each.kind, each.key), False))


def answer_to(
    exercise: Exercise, judgement: Judgement | None, seconds: float | None = None
) -> Answer:
    """Return an answer that was judged as a profile keeps it; `seconds` is how long it took.

    Without a judgement the solution was shown.
    """
    shown = Answer(exercise.kind, exercise.idea.name, exercise.key, exercise.board.to_obf())
    if judgement is None:
        return shown._replace(seconds=seconds)
    move, is_right, loss = str(judgement.move), judgement.is_right, judgement.loss
    return shown._replace(move=move, is_right=is_right, loss=loss, seconds=seconds)


class Queue(Generic[Item]):
    """What is asked one after the other; what was not answered rightly comes once more at the end.

    Attributes
    ----------
    size : int
        How much there is to ask.
    n_asked : int
        How much of it was answered or given up so far, each counted once.
    n_right : int
        How much of it was right at the first answer.
    longest_row : int
        How much at most was right in a row, at the first answer.
    repeats : bool
        Whether what was not answered rightly comes again.
    """

    def __init__(self, items: Iterable[Item], *, repeats: bool = True) -> None:
        self._waiting = deque((each, True) for each in items)
        self.size = len(self._waiting)
        self.repeats = repeats
        self.n_asked = self.n_right = self.longest_row = self._row = 0

    @property
    def current(self) -> Item | None:
        """What is asked; None at the end."""
        return self._waiting[0][0] if self._waiting else None

    @property
    def is_again(self) -> bool:
        """Whether it was answered wrongly before, in this round."""
        return bool(self._waiting) and not self._waiting[0][1]

    @property
    def left(self) -> list[Item]:
        """What was not asked yet."""
        return [each for each, is_new in self._waiting if is_new]

    def give_up(self) -> Item:
        """Go on to the next one; return this one, which comes again."""
        item = self._asked()
        self._go_on(False, comes_again=True)
        return item

    def skip(self) -> None:
        """Go on to the next one; this one does not come again."""
        self._asked()
        self._waiting.popleft()

    def _ask_instead(self, items: Iterable[Item]) -> None:
        """Replace what was not asked yet."""
        again = [each for each in self._waiting if not each[1]]
        self._waiting = deque([*((each, True) for each in items), *again])

    def _asked(self) -> Item:
        if self.current is None:
            raise EngineError("the round is over: expected an exercise to answer")
        return self.current

    def _go_on(self, is_right: bool, *, comes_again: bool) -> None:
        item, is_new = self._waiting.popleft()
        self.n_asked += is_new
        self.n_right += is_new and is_right
        if is_new:
            self._row = self._row + 1 if is_right else 0
            self.longest_row = max(self.longest_row, self._row)
        if comes_again and self.repeats:
            self._waiting.append((item, False))


class Round(Queue[Exercise]):
    """Exercises that are asked one after the other.

    Parameters
    ----------
    exercises : iterable of Exercise
        In the order in which they are asked.
    engine : Engine
        Judges the answers.
    profile : Profile, optional
        Where each answer is kept as soon as it is judged.
    repeats : bool
        Whether what was not answered rightly comes again.
    """

    def __init__(
        self,
        exercises: Iterable[Exercise],
        engine: Engine,
        profile: Profile | None = None,
        *,
        repeats: bool = True,
    ) -> None:
        listed = list(exercises)
        super().__init__(listed, repeats=repeats)
        self._engine = engine
        self._profile = profile

    def answer(self, move: Move | int | str, seconds: float | None = None) -> Judgement:
        """Judge an answer, keep it, and go on to the next exercise; a wrong one comes again.

        `seconds` is how long it took. Raises IllegalMove or InvalidMove if the move cannot be
        played; then nothing changes.
        """
        exercise = self._asked()
        judgement = judge(exercise, move, self._engine)
        self._keep(answer_to(exercise, judgement, seconds))
        self._go_on(judgement.is_right, comes_again=not judgement.is_right)
        return judgement

    def hint(self) -> Idea:
        """Return what the exercise is about."""
        return self._asked().idea

    def best_line(self, exercise: Exercise) -> tuple[Move, ...]:
        """Return the best move of an exercise and how play goes on, for `HORIZON` plies or more."""
        return full_line(self._engine, exercise.board, exercise.best.pv)

    def give_up(self) -> Exercise:
        """Go on to the next exercise; return this one, which is kept as not right, comes again."""
        self._keep(answer_to(self._asked(), None))
        return super().give_up()

    def _keep(self, answer: Answer) -> None:
        """Keep an answer to what is asked, before the round goes on: this may fail."""
        if self._profile is not None:
            self._profile.add_answer(answer)
