"""Puzzles as exercises: near the person's rating, and both are rated by the first answer."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from random import Random

from othello.engine import Engine
from othello.errors import InvalidOption, quote
from othello.game import Game
from othello.levels import NO_PRUNING, level_settings
from othello.notation import Move
from othello.practice.exercises import Exercise, Judgement, exercise_key
from othello.practice.kinds import KINDS
from othello.practice.profile import Profile, RecordedAnswer, time_text
from othello.practice.puzzles import Puzzle
from othello.practice.rounds import ExerciseRound, Keeper
from othello.ratings.glicko import NEW, Rating, rated
from othello.result import Line

KIND = "puzzle"
"""The kind of these exercises."""

DEVIATION = 200.0
"""Deviation, in rating points, of the difficulty of a puzzle that nobody has tried."""

STEADY = 200.0
"""Deviation of a person's rating from which on it is taken as it is."""

NEAREST = 10
"""Chance decides between so many puzzles: those nearest to the person's rating, not solved."""

ONE_ATTEMPT = timedelta(hours=1)
"""Time after an attempt in which another one at the same puzzle is not rated."""

SEARCHED_LEVEL = 14
"""Level of searches of other moves of an opening's puzzle: that of the second search that found
it."""


def exercise_of(puzzle: Puzzle, number: int = 1, played: Sequence[Move] = ()) -> Exercise:
    """Return a puzzle as an exercise, after the first moves of its line; `number` is its set's.

    >>> from othello.practice.puzzles import parse_puzzle
    >>> exercise = exercise_of(parse_puzzle("X" * 57 + "OOOOO-- X g8 +64 0 endgame 800 by hand"), 7)
    >>> exercise.source, exercise.limits.depth
    ('puzzle 7 (endgame, 800)', 2)
    """
    board, right = Game(played, puzzle.board).board, puzzle.line[len(played)]
    empties = board.n_empties
    depth, selectivity = (
        (empties, NO_PRUNING) if puzzle.is_proven else level_settings(SEARCHED_LEVEL).at(empties)
    )
    best = Line(depth, selectivity, puzzle.score, None, puzzle.is_proven, (right,), empties)
    source = f"{KIND} {number} ({puzzle.kind}, {puzzle.difficulty})"
    idea = KINDS[puzzle.kind].idea
    return Exercise(board, (best,), KIND, idea, source, goal=puzzle.goal)


def nearest_first(
    puzzles: Mapping[int, Puzzle],
    profile: Profile | None,
    rating: float | None = None,
    random: Random | None = None,
) -> list[tuple[int, Puzzle]]:
    """Return puzzles with their numbers: first those that are about as strong as the person.

    Those that the person has solved come last. `rating` is that of the person, by default
    `cautious` of the profile's. `random` puts the first `NEAREST` in any order, before those that
    are solved.
    """
    if rating is None:
        rating = cautious(NEW if profile is None else profile.rating())
    listed = sorted(puzzles.items(), key=lambda item: abs(item[1].difficulty - rating))
    solved = {} if profile is None else profile.last_right(KIND)
    fresh: list[tuple[int, Puzzle]] = []
    known: list[tuple[int, Puzzle]] = []
    for item in listed:
        is_known = bool(solved) and solved.get(exercise_key(item[1].board), False)
        (known if is_known else fresh).append(item)
    if random is not None:
        first = fresh or known
        first[:NEAREST] = random.sample(first[:NEAREST], len(first[:NEAREST]))
    return fresh + known


def cautious(rating: Rating) -> float:
    """Return how strong somebody is at least, most likely; of somebody unknown that is little.

    >>> cautious(NEW), cautious(Rating(1700, STEADY))
    (1150.0, 1700)
    """
    if rating.deviation <= STEADY:
        return rating.rating
    return rating.rating - NEW.deviation * (rating.deviation - STEADY) / (NEW.deviation - STEADY)


def failed(puzzles: Mapping[int, Puzzle], profile: Profile | None) -> list[tuple[int, Puzzle]]:
    """Return those of some puzzles whose last answer was not right, with their numbers.

    Those that have waited longest come first. Raises InvalidOption if there are none.
    """
    last = {} if profile is None else profile.last_right(KIND)
    by_key = {exercise_key(item[1].board): item for item in puzzles.items()} if last else {}
    found = [by_key[key] for key, is_right in last.items() if not is_right and key in by_key]
    if not found:
        raise InvalidOption("no puzzle whose last answer was wrong: expected some")
    return found


def rating_of(puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle before anybody has tried it."""
    return Rating(puzzle.difficulty, DEVIATION)


class PuzzleRound(ExerciseRound):
    """Puzzles that are asked one after the other; see `ExerciseRound`.

    A puzzle of several moves goes on after each right one with its reply; the first wrong move is
    the answer to all of it.

    The first answer to each counts as a game between the person and the puzzle: whoever wins it
    gains rating, unless the puzzle was rated within the hour. To give up is to lose. The puzzle
    that follows is near the new rating.

    Parameters
    ----------
    puzzles : iterable of (int, Puzzle)
        Those that may be asked, with their numbers. The first one is asked first.
    engine : Engine
        Judges the answers.
    keeper : Keeper, optional
        Keeps answers and ratings. Without one, the person's rating is that of this round.
    count : int, optional
        So many at most; by default all.
    repeats : bool
        Whether what was not answered rightly comes again.
    random : random.Random, optional
        Chooses among the nearest puzzles; without it the nearest one follows.
    rates : bool
        Whether the profile keeps ratings; if not, the person's is that of this round at its end.
    in_order : bool
        Whether the puzzles come in their order, not near the new rating.
    moves : iterable of Move
        Those played in the first one. Raises InvalidOption unless these moves begin its line.
    """

    def __init__(
        self,
        puzzles: Iterable[tuple[int, Puzzle]],
        engine: Engine,
        keeper: Keeper | None = None,
        *,
        count: int | None = None,
        repeats: bool = True,
        random: Random | None = None,
        rates: bool = True,
        in_order: bool = False,
        moves: Iterable[Move] = (),
    ) -> None:
        listed, played = list(puzzles), tuple(moves)
        self._unasked = dict(listed)
        self._known: dict[str, tuple[int, Puzzle]] = {}  # by the key of its exercise
        self._random = random
        self._rates = rates
        self._in_order = in_order
        self._strength: Rating | None = None  # of the person, by which puzzles are chosen
        self.rating = NEW
        """The person's rating after the last answer, as the profile has it."""
        self.rows_right = (0, 0)
        """The puzzles solved in a row, now and at most, by the profile."""
        super().__init__(self._exercises(listed[:count]), engine, keeper, repeats=repeats)
        if len(played) % 2 or (played and played != listed[0][1].line[: len(played)]):
            given = quote("".join(map(str, played)))
            raise InvalidOption(f"moves {given}: expected how this puzzle goes on, to your move")
        self._played = played

    def step(self) -> Exercise:
        """Return the puzzle as it is after the moves that were played."""
        number, puzzle = self._known[self.current().key]
        return exercise_of(puzzle, number, self._played)

    @property
    def margin(self) -> float:
        """Discs by which the right move is better than any other now."""
        _, puzzle = self._known[self.current().key]
        if not self._played:
            return puzzle.margin
        best, second = self._engine.solve(self.board, multipv=2).lines
        return best.score - second.score

    @property
    def is_running(self) -> bool:
        """Whether a move of the puzzle was found, and another is to be."""
        return bool(self._played)

    def skip(self) -> None:
        """Go on to the next puzzle; this one does not come again."""
        self._unasked.pop(self._known[self.current().key][0], None)
        super().skip()

    def _judged(
        self, item: Exercise, move: Move | int | str
    ) -> tuple[Judgement, RecordedAnswer | None]:
        judgement, answer = super()._judged(self.step(), move)
        assert answer is not None
        _, puzzle = self._known[item.key]
        reply = puzzle.line[len(self._played) + 1 :][:1]
        if not judgement.is_right or not reply:
            return judgement, answer._replace(key=item.key)
        self._played += (judgement.move, *reply)
        return judgement._replace(then=reply[0]), None

    def _solved(self, item: Exercise) -> tuple[Line, RecordedAnswer]:
        best, answer = super()._solved(self.step())
        return best, answer._replace(key=item.key)

    def _begin(self) -> None:
        super()._begin()
        self._played = ()

    def _exercises(self, puzzles: Iterable[tuple[int, Puzzle]]) -> list[Exercise]:
        found = []
        for number, puzzle in puzzles:
            found.append(exercise_of(puzzle, number))
            self._known[found[-1].key] = number, puzzle
        return found

    def _keep(self, profile: Profile, answer: RecordedAnswer, once: str | None) -> None:
        """Keep an answer, and the ratings after it if it is the first one."""
        _, puzzle = self._known[answer.key]
        self._strength = self._strength or profile.rating()
        is_new = profile.add_answer(answer, once)
        if is_new and self._rates and not self.is_again:
            before, latest = (
                profile.last_rated(answer.key),
                datetime.now(timezone.utc) - ONE_ATTEMPT,
            )
            if before is None or before < time_text(latest):
                profile.rate(answer.key, rating_of(puzzle), answer.is_right)
        self.rating = profile.rating()
        self.rows_right = profile.rows_right(answer.kind)

    def _go_on(self, is_right: bool) -> None:
        """Go on, and choose the puzzles that follow, unless this one was asked again."""
        number, puzzle = self._known[self.current().key]
        is_again = self.is_again
        super()._go_on(is_right)
        if is_again:
            return
        self._unasked.pop(number, None)
        if self._keeper is not None and self._rates:
            self._strength = self.rating
        else:
            self._strength = rated(self._strength or NEW, [(rating_of(puzzle), int(is_right))])
        if not self._in_order:
            self._choose(cautious(self._strength))

    def _choose(self, rating: float) -> None:
        """Choose the puzzles that follow: those that are nearest to a rating."""
        if self._keeper is None:
            nearest = nearest_first(self._unasked, None, rating, self._random)
        else:
            with self._keeper.changing() as profile:
                nearest = nearest_first(self._unasked, profile, rating, self._random)
        self._ask_instead(self._exercises(nearest[: len(self.left)]))
