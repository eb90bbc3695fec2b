"""A round of exercises: one after the other, and those answered wrongly once more at the end.

Whatever is practised, a round is asked by the same methods: `next`, `judge`, `hint`, `reveal`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

from othello.board import Board
from othello.engine import Engine
from othello.errors import EngineError
from othello.notation import Move
from othello.practice.exercises import Exercise, Idea, Judgement, best_line, judge
from othello.practice.profile import Answer, Profile
from othello.result import Line


class Asked(Protocol):
    """A question: a position, in which a move is to be found."""

    @property
    def board(self) -> Board:
        """The position."""

    def to_dict(self) -> dict[str, object]:
        """Return it as a JSON object, without its solution."""


Item = TypeVar("Item", bound=Asked)
Verdict = TypeVar("Verdict")
Solution = TypeVar("Solution")


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


class Queue(Generic[Item, Verdict, Solution]):
    """Items that are asked one after the other; those not answered rightly come again at the end.

    `judge` and `reveal` end what is asked, and go on. Once nothing is left, all but `next` raise
    EngineError.

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

    def next(self) -> Item | None:
        """Return what is to be answered next; None at the end."""
        return self._waiting[0][0] if self._waiting else None

    def judge(self, move: Move | int | str, seconds: float | None = None) -> Verdict:
        """Judge an answer, and keep it; `seconds` is how long it took.

        Raises IllegalMove or InvalidMove if the move cannot be played; then nothing changes.
        """
        raise NotImplementedError

    def hint(self) -> Idea | None:
        """Return what is to be thought of; None if there is nothing."""
        raise NotImplementedError

    def reveal(self) -> Solution:
        """Give up, which is kept as an answer that is not right; return what was right."""
        raise NotImplementedError

    @property
    def board(self) -> Board:
        """The position in which a move is to be found."""
        return self._asked().board

    @property
    def is_running(self) -> bool:
        """Whether a move of what is asked was played, and more are to come."""
        return False

    @property
    def is_again(self) -> bool:
        """Whether it was answered wrongly before, in this round."""
        return bool(self._waiting) and not self._waiting[0][1]

    @property
    def left(self) -> list[Item]:
        """Items that were not asked yet."""
        return [each for each, is_new in self._waiting if is_new]

    def skip(self) -> None:
        """Go on to the next one; this one does not come again."""
        self._asked()
        self._waiting.popleft()

    def _ask_instead(self, items: Iterable[Item]) -> None:
        """Replace what was not asked yet."""
        again = [each for each in self._waiting if not each[1]]
        self._waiting = deque([*((each, True) for each in items), *again])

    def _asked(self) -> Item:
        item = self.next()
        if item is None:
            raise EngineError("the round is over: expected an exercise to answer")
        return item

    def _go_on(self, is_right: bool) -> None:
        item, is_new = self._waiting.popleft()
        self.n_asked += is_new
        self.n_right += is_new and is_right
        if is_new:
            self._row = self._row + 1 if is_right else 0
            self.longest_row = max(self.longest_row, self._row)
        if self.repeats and not is_right:
            self._waiting.append((item, False))


class Round(Queue[Exercise, Judgement, Line]):
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

    def judge(self, move: Move | int | str, seconds: float | None = None) -> Judgement:
        """Judge an answer, keep it, and go on; a wrong one is asked again at the end."""
        exercise = self._asked()
        judgement = judge(exercise, move, self._engine)
        self._keep(answer_to(exercise, judgement, seconds))
        self._go_on(judgement.is_right)
        return judgement

    def hint(self) -> Idea:
        """Return what the exercise is about."""
        return self._asked().idea

    def reveal(self) -> Line:
        """Return the best line, and go on; the exercise comes again."""
        exercise = self._asked()
        best = best_line(exercise, self._engine)
        self._keep(answer_to(exercise, None))
        self._go_on(False)
        return best

    def _keep(self, answer: Answer) -> None:
        """Keep an answer to what is asked, before the round goes on: this may fail."""
        if self._profile is not None:
            self._profile.add_answer(answer)
