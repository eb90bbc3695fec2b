"""A round of exercises: one after the other, and those answered wrongly once more at the end.

Whatever is practised, a round is asked by the same methods: `next`, `judge`, `hint`, `reveal`. The
terminal keeps one until it is over. The server keeps none: it makes a round of the one exercise
that a request names.
"""

from collections import deque
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Generic, Protocol, TypeVar

from othello.board import Board
from othello.engine import Engine
from othello.errors import EngineError
from othello.notation import Move
from othello.practice.exercises import NO_IDEA, Exercise, Idea, Judgement, best_line, judge
from othello.practice.hints import hint_of
from othello.practice.profile import Profile, RecordedAnswer
from othello.result import Line


class Asked(Protocol):
    """A question: a position, in which a move is to be found."""

    @property
    def kind(self) -> str:
        """The kind of exercise, such as ``"mistake"``."""

    @property
    def key(self) -> str:
        """Its name in a profile: see `exercise_key`."""

    @property
    def board(self) -> Board:
        """The position."""

    def to_dict(self) -> dict[str, object]:
        """Return it as a JSON object, without its solution."""


class Keeper(Protocol):
    """A profile that is opened to keep an answer: one that is open, or `Profiles.keeper`."""

    def changing(self) -> AbstractContextManager[Profile]:
        """Read and write the profile as one change in this context."""


Item = TypeVar("Item", bound=Asked)
Verdict = TypeVar("Verdict")
Solution = TypeVar("Solution")


def known_last(items: Iterable[Item], profile: Profile | None) -> list[Item]:
    """Return the items with those last whose last answer in the profile was right."""
    listed = list(items)
    known: dict[tuple[str, str], bool] = {}
    if profile is not None:
        for kind in {each.kind for each in listed}:
            known |= {(kind, key): right for key, right in profile.last_right(kind).items()}
    return sorted(listed, key=lambda each: bool(known) and known.get((each.kind, each.key), False))


def given_up(item: Asked, idea: Idea = NO_IDEA) -> RecordedAnswer:
    """Return as a profile keeps it that the solution was shown, which is no right answer."""
    return RecordedAnswer(item.kind, idea.name, item.key, item.board.to_obf())


def answer_to(exercise: Exercise, judgement: Judgement | None) -> RecordedAnswer:
    """Return an answer that was judged as a profile keeps it; without one it was given up."""
    shown = given_up(exercise, exercise.idea)
    if judgement is None:
        return shown
    move, is_right, loss = str(judgement.move), judgement.is_right, judgement.loss
    return shown._replace(move=move, is_right=is_right, loss=loss)


class Queue(Generic[Item, Verdict, Solution]):
    """Items that are asked one after the other; those not answered rightly come again at the end.

    `judge` and `reveal` end what is asked, keep the answer and go on; if it cannot be kept, nothing
    changes. Once nothing is left, all but `next` raise EngineError.

    Parameters
    ----------
    items : iterable
        What is asked, in this order.
    keeper : Keeper, optional
        The profile that keeps each answer as soon as it is judged.
    repeats : bool
        Whether what was not answered rightly comes again.

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
    """

    def __init__(
        self, items: Iterable[Item], keeper: Keeper | None = None, *, repeats: bool = True
    ) -> None:
        self._waiting = deque((each, True) for each in items)
        self._keeper = keeper
        self.size = len(self._waiting)
        self.repeats = repeats
        self.n_asked = self.n_right = self.longest_row = self._row = 0
        self._seconds: float | None = 0.0  # that the moves before this one took

    def next(self) -> Item | None:
        """Return what is to be answered next; None at the end."""
        return self._waiting[0][0] if self._waiting else None

    def judge(
        self, move: Move | int | str, seconds: float | None = None, once: str | None = None
    ) -> Verdict:
        """Judge an answer, and keep it; `seconds` is how long it took.

        An answer that is given again with the same idempotency key `once` is kept once. Raises
        IllegalMove or InvalidMove if the move cannot be played; then nothing changes.
        """
        verdict, answer = self._judged(self.current(), move)
        if answer is not None:
            self._end(answer, seconds, once)
        else:
            self._seconds = self._spent(seconds)
        return verdict

    def hint(self) -> Idea | None:
        """Return what is to be thought of; None if there is nothing."""
        raise NotImplementedError

    def reveal(self, seconds: float | None = None, once: str | None = None) -> Solution:
        """Give up, which is kept as an answer that is not right; return what was right."""
        solution, answer = self._solved(self.current())
        self._end(answer, seconds, once)
        return solution

    def _judged(self, item: Item, move: Move | int | str) -> tuple[Verdict, RecordedAnswer | None]:
        """Return what a move is worth, and the answer to keep; None if more moves are to come."""
        raise NotImplementedError

    def _solved(self, item: Item) -> tuple[Solution, RecordedAnswer]:
        """Return what was right, and that it was shown, as it is to be kept."""
        raise NotImplementedError

    def _spent(self, seconds: float | None) -> float | None:
        """Return how long an item took whose last move took so long; None if that is not known."""
        return None if seconds is None or self._seconds is None else self._seconds + seconds

    def _end(self, answer: RecordedAnswer, seconds: float | None, once: str | None) -> None:
        """Keep the answer to what is asked, and go on."""
        if self._keeper is not None:
            with self._keeper.changing() as profile:
                self._keep(profile, answer._replace(seconds=self._spent(seconds)), once)
        self._go_on(answer.is_right)

    def _keep(self, profile: Profile, answer: RecordedAnswer, once: str | None) -> None:
        """Keep an answer in a profile, in a change of it."""
        profile.add_answer(answer, once)

    def step(self) -> Item:
        """Return what is to be answered now: what is left of `current` after moves in it."""
        return self.current()

    @property
    def board(self) -> Board:
        """The position in which a move is to be found."""
        return self.step().board

    @property
    def is_running(self) -> bool:
        """Whether a move of what is asked was played, and more are to come."""
        return False

    @property
    def is_kept(self) -> bool:
        """Whether answers are kept."""
        return self._keeper is not None

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
        self.current()
        self._waiting.popleft()
        self._begin()

    def _begin(self) -> None:
        """Forget what was played in the item before."""
        self._seconds = 0.0

    def _ask_instead(self, items: Iterable[Item]) -> None:
        """Replace what was not asked yet."""
        again = [each for each in self._waiting if not each[1]]
        self._waiting = deque([*((each, True) for each in items), *again])

    def current(self) -> Item:
        """Return what is to be answered next. Raises EngineError at the end."""
        item = self.next()
        if item is None:
            raise EngineError("the round is over: expected an exercise to answer")
        return item

    def _go_on(self, is_right: bool) -> None:
        self._begin()
        item, is_new = self._waiting.popleft()
        self.n_asked += is_new
        self.n_right += is_new and is_right
        if is_new:
            self._row = self._row + 1 if is_right else 0
            self.longest_row = max(self.longest_row, self._row)
        if self.repeats and not is_right:
            self._waiting.append((item, False))


class ExerciseRound(Queue[Exercise, Judgement, Line]):
    """Exercises that are asked one after the other; `engine` judges the answers."""

    def __init__(
        self,
        exercises: Iterable[Exercise],
        engine: Engine,
        keeper: Keeper | None = None,
        *,
        repeats: bool = True,
    ) -> None:
        super().__init__(list(exercises), keeper, repeats=repeats)
        self._engine = engine

    def hint(self) -> Idea | None:
        """Return what is to be thought of; None if no move is wrong."""
        return hint_of(self.step(), self._engine)

    def _judged(
        self, item: Exercise, move: Move | int | str
    ) -> tuple[Judgement, RecordedAnswer | None]:
        judgement = judge(item, move, self._engine)
        return judgement, answer_to(item, judgement)

    def _solved(self, item: Exercise) -> tuple[Line, RecordedAnswer]:
        return best_line(item, self._engine), answer_to(item, None)
