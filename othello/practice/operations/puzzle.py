"""The operations ``puzzle.…``: a puzzle of the set that comes with othello."""

from collections import Counter
from dataclasses import dataclass
from functools import partial
from random import Random, choice
from typing import Annotated, ClassVar, Literal, NamedTuple

from othello.board import Board
from othello.engine import Engine
from othello.explaining.explanation import Explanation
from othello.explaining.simple import VAGUE
from othello.explaining.wording import Phrase
from othello.fields import JSON_ONLY, Length, Range
from othello.notation import Move, split_moves
from othello.operation import ASIDE, SHORT, MoveText, operation
from othello.operations import PLAY
from othello.practice.exercises import Hint
from othello.practice.hints import ideas_of
from othello.practice.kinds import KINDS
from othello.practice.profiles import Kept, Profiles, ProfileText
from othello.practice.puzzles import GOALS, MOST_DIFFICULT, MOST_MOVES, of_day, shipped_set
from othello.practice.rounds import Keeper
from othello.practice.solving import PuzzleRound, failed, nearest_first


@dataclass(frozen=True, kw_only=True)
class Begun:
    """A puzzle, and what was played in it."""

    number: Annotated[int, Range(1), "the number of a puzzle in the set"]
    moves: Annotated[
        str, Length(0, 100), "both sides' moves so far, in a puzzle of several moves"
    ] = ""

    def round(
        self, engine: Engine, keeper: Keeper | None = None, *, rates: bool = True
    ) -> PuzzleRound:
        """Return a round of this puzzle, as far as it was played."""
        listed = [(self.number, shipped_set().puzzle(self.number))]
        return PuzzleRound(listed, engine, keeper, rates=rates, moves=split_moves(self.moves))


def standing(asked: PuzzleRound) -> tuple[bool, int | None, tuple[int, int] | None]:
    """Return whether a profile keeps an answer, and what it then says of the person; else None."""
    if not asked.is_kept:
        return False, None, None
    return True, round(asked.rating.rating), asked.rows_right


@dataclass(frozen=True)
class PuzzleQuestion:
    """A puzzle without its solution."""

    number: int
    position: Board
    moves: tuple[Move, ...]  #: that are legal
    kind: str
    goal: str
    difficulty: int
    length: int  #: how many moves are to be found


@operation(ASIDE, PLAY)
class PuzzleNext:
    """Choose a puzzle, by default one about as difficult as the person of the profile is strong."""

    example: ClassVar[str] = '{"do": "puzzle.next", "kind": "corner", "profile": "Ann"}'

    kind: Annotated[Literal[tuple(KINDS)] | None, "only puzzles of this kind"] = None  # type: ignore[valid-type]
    goal: Annotated[
        Literal[GOALS] | None,  # type: ignore[valid-type]
        "only puzzles whose right move alone wins, alone holds the draw, or only saves discs",
    ] = None
    length: Annotated[
        tuple[int, int] | None,
        Range(1, MOST_MOVES),
        "only puzzles in which so many moves are to be found, such as 2-4",
    ] = None
    difficulty: Annotated[
        tuple[int, int] | None,
        Range(0, MOST_DIFFICULT),
        "only puzzles of this difficulty, on the scale of ratings: 800 to 2400",
    ] = None
    failed: Annotated[
        bool,
        "only puzzles whose last answer was wrong, those that have waited longest first",
    ] = False
    day: Annotated[
        str | None,
        JSON_ONLY,
        Length(0, 10),
        "the puzzle of this day, such as 2026-11-27: the same for everyone",
    ] = None
    without: Annotated[
        tuple[int, ...],
        JSON_ONLY,
        Length(0, 1000),
        Range(0),
        "numbers to leave out while there are others; then the last of them comes",
    ] = ()
    number: Annotated[int | None, JSON_ONLY, Range(1), "this one, whatever else is given"] = None
    profile: ProfileText = None

    def run(self, profiles: Profiles) -> PuzzleQuestion:
        """Choose by the fields, and by chance between several."""
        number = self._number(profiles) if self.number is None else self.number
        puzzle = shipped_set().puzzle(number)
        legal, known = tuple(puzzle.board.legal_moves()), (puzzle.difficulty, puzzle.length)
        return PuzzleQuestion(number, puzzle.board, legal, puzzle.kind, puzzle.goal, *known)

    def _number(self, profiles: Profiles) -> int:
        puzzles = shipped_set()
        numbers = puzzles.numbers(self.kind, self.difficulty, self.goal, self.length)
        if self.failed and self.day is None:
            listed = {number: puzzles.puzzle(number) for number in numbers}
            numbers = [number for number, _ in profiles.read(self.profile, partial(failed, listed))]
        numbers = unseen(numbers, self.without)
        if self.day is not None:
            at_stake = [each for each in numbers if puzzles.puzzle(each).goal != "discs"]
            return of_day(self.day, at_stake or numbers)
        if self.failed:
            return numbers[0]
        if self.profile is None:
            return choice(numbers)
        listed = {number: puzzles.puzzle(number) for number in numbers}
        order = partial(nearest_first, listed, random=Random())
        return profiles.read(self.profile, order)[0][0]


def unseen(numbers: list[int], seen: tuple[int, ...]) -> list[int]:
    """Return the numbers that were not seen; if all were, the one that was seen longest ago.

    >>> unseen([1, 2, 3], (3, 2)), unseen([2, 3], (4, 3, 2, 5))
    ([1], [2])
    """
    known = {*seen}
    return [each for each in numbers if each not in known] or [max(numbers, key=seen.index)]


class KindTold(NamedTuple):
    """A kind of puzzles: what players call it, and how many there are in the set."""

    name: str
    label: Phrase
    puzzles: int


@dataclass(frozen=True)
class Kinds:
    """The kinds of the puzzles in the set."""

    kinds: tuple[KindTold, ...]


@operation(ASIDE, PLAY)
class PuzzleKinds:
    """List the kinds of puzzles that there are in the set."""

    example: ClassVar[str] = '{"do": "puzzle.kinds"}'

    def run(self) -> Kinds:
        """Count the puzzles of each kind."""
        counts = Counter(each.kind for each in shipped_set().puzzles)
        told = (KindTold(each.name, each.label, counts[each.name]) for each in KINDS.values())
        return Kinds(tuple(each for each in told if each.puzzles))


@dataclass(frozen=True)
class JudgedPuzzle:
    """The score of a move; of a wrong one nothing that gives the right move away."""

    move: Move
    right: bool
    score: float
    loss: float
    margin: float  #: discs by which the right move is better than any other
    refutation: tuple[Move, ...]
    reply: Move | None  #: after a right move the reply, if another move is to be found then
    sentences: tuple[Phrase, ...]
    simple: Phrase | None  #: the one thing to see after a wrong move, or a hint
    kept: bool
    rating: int | None  #: the person's, if a profile keeps the answer
    in_a_row: tuple[int, int] | None  #: how many it has right in a row, now and at most


def _seen(told: Explanation) -> Phrase | None:
    """Return the one thing to see after a wrong move, or else a hint of what it overlooks."""
    simple, ideas = told.simple, ideas_of(told)
    if simple is not None and simple.says.form != VAGUE.form:
        return simple.says
    return ideas[0].hint if ideas else None


@operation(SHORT, PLAY)
class PuzzleAnswer(Begun, Kept):
    """Judge a move of a puzzle, and keep the answer; the first try changes the ratings."""

    example: ClassVar[str] = '{"do": "puzzle.answer", "number": 7, "move": "c2", "profile": "Ann"}'

    move: Annotated[MoveText, "a legal move of the position"]
    rated: Annotated[bool, "false: the answer changes no rating, as against the clock"] = True

    def run(self, engine: Engine, profiles: Profiles) -> JudgedPuzzle:
        """Judge it in a round of this puzzle."""
        asked = self.round(engine, profiles.keeper(self.profile), rates=self.rated)
        margin = asked.margin
        judgement = asked.judge(self.move, self.seconds, self.once)
        explanation, is_right = judgement.explanation, judgement.is_right
        said = [reason.says for reason in explanation.reasons]
        return JudgedPuzzle(
            judgement.move,
            is_right,
            explanation.played.score,
            judgement.loss,
            margin,
            () if is_right else tuple(explanation.refutation),
            judgement.then,
            tuple(each for each in said if "better" not in each.values),
            None if is_right else _seen(explanation),
            *((False, None, None) if judgement.then else standing(asked)),
        )


@operation(SHORT, PLAY)
class PuzzleHint(Begun):
    """Say what a puzzle is about, without the move."""

    example: ClassVar[str] = '{"do": "puzzle.hint", "number": 7}'

    def run(self, engine: Engine) -> Hint:
        """Ask the round of this puzzle."""
        return Hint.of(self.round(engine).hint())


@dataclass(frozen=True)
class SolvedPuzzle:
    """The solution, and why the move in `wrong` is none."""

    best: Move
    score: float
    margin: float  #: discs by which it is better than any other move
    line: tuple[Move, ...]
    source: str  #: the game that it is from
    sentences: tuple[Phrase, ...]
    kept: bool
    rating: int | None  #: the person's, if a profile keeps it
    in_a_row: tuple[int, int] | None  #: how many it has right in a row, now and at most


@operation(SHORT, PLAY)
class PuzzleShow(Begun, Kept):
    """Show the solution of a puzzle, which is kept as an answer that is not right."""

    example: ClassVar[str] = '{"do": "puzzle.show", "number": 7, "wrong": "b2"}'

    wrong: Annotated[str | None, Length(0, 4), "a wrong move, to be explained"] = None

    def run(self, engine: Engine, profiles: Profiles) -> SolvedPuzzle:
        """Reveal it in a round of this puzzle."""
        asked = self.round(engine, profiles.keeper(self.profile))
        margin, sentences = asked.margin, tuple[Phrase, ...]()
        if self.wrong is not None:
            explanation = self.round(engine).judge(self.wrong).explanation
            sentences = tuple(reason.says for reason in explanation.reasons)
        best = asked.reveal(self.seconds, self.once)
        puzzle = shipped_set().puzzle(self.number)
        return SolvedPuzzle(
            *(best.pv[0], puzzle.score, margin, tuple(best.pv), puzzle.source),
            *(sentences, *standing(asked)),
        )
