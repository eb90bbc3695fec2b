"""The operation `puzzle.next`: a puzzle of the set that comes with othello."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random, choice
from typing import Annotated, ClassVar, Literal

from othello.board import Board
from othello.fields import JSON_ONLY, Length, Range
from othello.notation import Move
from othello.operation import ASIDE, operation
from othello.operations import PLAY
from othello.practice.profiles import Profiles
from othello.practice.puzzles import GOALS, KINDS, MOST_DIFFICULT, of_day, shipped_set
from othello.practice.request_fields import ProfileText
from othello.practice.solving import failed, nearest_first

Number = Annotated[int, Range(1), "the number of a puzzle in the set"]


@dataclass(frozen=True)
class PuzzleQuestion:
    """A puzzle without its solution."""

    number: int
    position: Board
    moves: tuple[Move, ...]  #: that are legal
    kind: str
    goal: str
    difficulty: int


@operation(ASIDE, PLAY)
class PuzzleNext:
    """Choose a puzzle, by default one about as difficult as the person of the profile is strong."""

    example: ClassVar[str] = '{"do": "puzzle.next", "kind": "corner", "profile": "Ann"}'

    kind: Annotated[Literal[KINDS] | None, "only puzzles of this kind"] = None  # type: ignore[valid-type]
    goal: Annotated[
        Literal[GOALS] | None,  # type: ignore[valid-type]
        "only puzzles whose right move alone wins, alone holds the draw, or only saves discs",
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
        board = puzzle.board
        return PuzzleQuestion(
            number, board, tuple(board.legal_moves()), puzzle.kind, puzzle.goal, puzzle.difficulty
        )

    def _number(self, profiles: Profiles) -> int:
        puzzles = shipped_set()
        numbers = puzzles.numbers(self.kind, self.difficulty, self.goal)
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
