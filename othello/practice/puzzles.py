"""Puzzles: positions with one right move, and sets of them in text files.

A set is a file of lines. The first names the format, its version, and the command that made the
set; lines that begin with ``#`` say more, such as where the games come from. Each other line is a
puzzle::

    othello puzzles 2: othello puzzles make g.ggf --count 1 --seed 1
    XOOOOOOOOOOOOX-XOOXOXXXX-OOXOXXX-XXOXXXX--OOXXOX-OXXXXXX--XXXXXX X a8 +4 6 endgame 1633 g.ggf:3

These are the board and the side to move, the best move, its score, its margin over the second best
move, the kind, the difficulty and the source. In a puzzle of several moves the replies and the
right moves after them stand behind the best move, such as ``a8b1c2``. The number of a puzzle counts
the puzzles, from 1.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from othello.board import Board
from othello.errors import FormatError, InvalidOption, quote
from othello.files.shipped import shipped
from othello.files.unpacking import text_of
from othello.formats.reading import read_lines
from othello.game import Game
from othello.notation import Move, split_moves
from othello.practice.kinds import KINDS

VERSION = 2
"""Version of the file. It grows when a line means something else; older ones are read."""

NAME = "othello puzzles"
HEAD = re.compile(rf"{NAME} (\d+): (.*)")

SHIPPED = "puzzles.txt"
"""The set that comes with the package, in its folder `data`."""

GOALS = ("win", "draw", "discs")
"""Goals that the right move alone reaches: see `Puzzle.goal`."""

LEAST_MARGIN = 4
"""Discs by which the best move is better than any other, unless it alone wins or draws."""

MOST_MOVES = 4
"""The solver's moves in a puzzle, at most."""

EASIEST, HARDEST = 800, 2400
"""Limits of the difficulty, on the scale of ratings."""

MOST_DIFFICULT = 9999

STRIDE = 1_000_003
"""Puzzles from that of a day to that of the next: a prime, so that every puzzle of a set comes."""

LINE = re.compile(
    r"(?P<board>\S{64} \S) (?P<moves>\S+) (?P<score>\S+) (?P<margin>\S+) "
    r"(?P<kind>\S+) (?P<difficulty>\d+) (?P<source>.+)"
)
EXPECTED = "expected board, side, move, score, margin, kind, difficulty and source"


def goal_of(score: float, second: float) -> str | None:
    """Return the goal that a best move alone reaches, by proven scores of it and of the second.

    >>> goal_of(2, 0), goal_of(0, -2), goal_of(8, 4), goal_of(8, 6)
    ('win', 'draw', 'discs', None)
    """
    if score > 0 >= second:
        return "win"
    if score == 0 > second:
        return "draw"
    return "discs" if score - second >= LEAST_MARGIN else None


class Puzzle(NamedTuple):
    """A position in which one move is right."""

    board: Board  #: the position
    best: Move  #: the right move
    score: float  #: its score in discs for the side to move; an int if it is proven
    margin: float  #: discs by which it is better than the second best move
    kind: str  #: one of `othello.practice.kinds.KINDS`
    difficulty: int  #: from 800, easy, to 2400, on the scale of Glicko ratings
    source: str  #: the game it is from
    #: In a puzzle of several moves, the best reply, the move that then alone is right, and so on.
    then: tuple[Move, ...] = ()

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves of both sides, the first and the last of them the solver's."""
        return (self.best, *self.then)

    @property
    def length(self) -> int:
        """The number of the solver's moves."""
        return 1 + len(self.then) // 2

    @property
    def is_proven(self) -> bool:
        """Whether score and margin are exact. Those of an opening are a search's."""
        return KINDS[self.kind].is_proven

    @property
    def goal(self) -> str:
        """The goal that the right move alone reaches.

        It is ``"win"``, ``"draw"``, or ``"discs"`` if it only is better by `LEAST_MARGIN` discs or
        more.
        """
        goal = goal_of(self.score, self.score - self.margin) if self.is_proven else None
        return goal or "discs"

    def to_dict(self) -> dict[str, object]:
        """Return the puzzle as a JSON object."""
        return {
            "position": self.board.to_obf(),
            "best": str(self.best),
            "score": self.score,
            "margin": self.margin,
            "kind": self.kind,
            "difficulty": self.difficulty,
            "source": self.source,
            "length": self.length,
            "line": [str(move) for move in self.line],
        }

    def __str__(self) -> str:
        moves, kind = "".join(map(str, self.line)), f"{self.kind} {self.difficulty}"
        return f"{self.board.to_obf()} {moves} {self.score:+g} {self.margin:g} {kind} {self.source}"


class PuzzleSet(NamedTuple):
    """Puzzles, and how they came about."""

    puzzles: tuple[Puzzle, ...]
    command: str  #: the command that made the set
    notes: tuple[str, ...] = ()  #: lines of text, such as where the games come from
    ids: tuple[str, ...] = ()  #: for each puzzle where it was read, as ``file:line``

    def puzzle(self, number: int) -> Puzzle:
        """Return the puzzle with a number. Raises InvalidOption if there is none."""
        if not 1 <= number <= len(self.puzzles):
            raise InvalidOption(f"no puzzle {number}: expected 1 to {len(self.puzzles)}")
        return self.puzzles[number - 1]

    def numbers(
        self,
        kind: str | None = None,
        difficulty: tuple[int, int] | None = None,
        goal: str | None = None,
        length: tuple[int, int] | None = None,
    ) -> list[int]:
        """Return the numbers of the puzzles of a kind and between two difficulties, both included.

        With a `goal`, one of `GOALS`, only those that have it; with a `length`, only those of so
        many moves, the fewest and the most.

        Raises
        ------
        InvalidOption
            If there are none.
        """
        if not self.puzzles:
            raise InvalidOption("a set without puzzles: expected some")
        of_kind = {
            number: puzzle.difficulty
            for number, puzzle in enumerate(self.puzzles, 1)
            if kind in (None, puzzle.kind)
        }
        if not of_kind:
            there = sorted({puzzle.kind for puzzle in self.puzzles})
            raise InvalidOption(f"no puzzle of kind {quote(kind)}: expected {', '.join(there)}")
        if goal is not None:
            goals = {number: self.puzzles[number - 1].goal for number in of_kind}
            of_kind = {number: of_kind[number] for number in of_kind if goals[number] == goal}
            if not of_kind:
                there = sorted({*goals.values()})
                raise InvalidOption(f"no such puzzle of goal {goal}: expected {', '.join(there)}")
        if length is not None:
            lengths = {number: self.puzzles[number - 1].length for number in of_kind}
            low, high = length
            of_kind = {n: of_kind[n] for n in of_kind if low <= lengths[n] <= high}
            if not of_kind:
                known = ", ".join(map(str, sorted({*lengths.values()})))
                raise InvalidOption(f"no such puzzle of {low} to {high} moves: expected {known}")
        low, high = difficulty or (0, MOST_DIFFICULT)
        found = [number for number, difficult in of_kind.items() if low <= difficult <= high]
        if not found:
            difficulties = of_kind.values()
            near = min(difficulties, key=lambda each: max(low - each, each - high))
            expected = (
                f"expected some of {min(difficulties)} to {max(difficulties)}, such as {near}"
            )
            raise InvalidOption(f"no puzzle of difficulty {low} to {high}: {expected}")
        return found


def parse_puzzle(text: str) -> Puzzle:
    """Read a puzzle from a line of a set.

    >>> line = "X" * 57 + "OOOOO-- X g8 +64 0 endgame 800 by hand"
    >>> parse_puzzle(line).best, str(parse_puzzle(line)) == line
    (Move('g8'), True)

    Raises
    ------
    OthelloError
        If it is none.
    """
    found = LINE.fullmatch(text)
    if found is None:
        raise InvalidOption(f"no puzzle {quote(text)}: {EXPECTED}")
    board, kind = Board.from_obf(found["board"]), found["kind"]
    line = split_moves(found["moves"])
    if len(line) % 2 == 0:
        expected = "expected the right move, or replies and right moves behind it"
        raise InvalidOption(f"invalid moves {quote(found['moves'])}: {expected}")
    Game(line, board)  # they can be played
    if kind not in KINDS:
        raise InvalidOption(f"invalid kind {quote(kind)}: expected one of {', '.join(KINDS)}")
    score, margin = (
        _discs(name, found[name], KINDS[kind].is_proven) for name in ("score", "margin")
    )
    known = (int(found["difficulty"]), found["source"])
    return Puzzle(board, line[0], score, margin, kind, *known, tuple(line[1:]))


def _discs(name: str, text: str, is_proven: bool) -> float:
    """Read discs, which are a whole number where they are proven."""
    try:
        return int(text) if is_proven else float(text)
    except ValueError:
        what = "whole discs" if is_proven else "discs"
        raise InvalidOption(f"invalid {name} {quote(text)}: expected {what}") from None


def read_set(
    lines: Iterable[str],
    source: str,
    span: tuple[int, int | None] = (1, None),
    on_error: Callable[[FormatError], object] | None = None,
) -> PuzzleSet:
    """Read a set from the lines of the file `source`.

    `span` is the first and the last line to read puzzles from, None for the end. `on_error` is
    called with the error of each line that is no puzzle; without it the first one is raised.

    Raises
    ------
    FormatError
        If it is no set, or one of another version.
    """
    rest = iter(lines)
    first = next(rest, "").removeprefix("\ufeff").strip()
    head = HEAD.fullmatch(first)
    if head is None:
        expected = f"expected {quote(f'{NAME} {VERSION}: …')}, as othello puzzles make writes it"
        raise FormatError(source, 1, f"no set of puzzles: {quote(first)}: {expected}")
    if not 1 <= int(head[1]) <= VERSION:
        expected = f"expected version {VERSION} or older; othello puzzles make makes a set of it"
        raise FormatError(source, 1, f"a set of version {head[1]}: {expected}")
    notes: list[str] = []

    def numbered_lines() -> Iterator[str]:
        yield ""  # in place of the head, so that errors have the numbers of the file's lines
        for line in rest:
            if line.startswith("#"):
                notes.append(line[1:].strip())
            yield line

    ids: list[str] = []

    def parse(text: str, id: str) -> Puzzle:
        puzzle = parse_puzzle(text)
        ids.append(id)
        return puzzle

    puzzles = tuple(read_lines(numbered_lines(), parse, source, span, on_error))
    return PuzzleSet(puzzles, head[2], tuple(notes), tuple(ids))


def of_day(day: str, numbers: Sequence[int]) -> int:
    """Return which of the puzzles of these numbers is that of a day, the same for everyone.

    From day to day it is another one, until all have come.

    >>> of_day("2026-11-27", [1, 2, 3]) != of_day("2026-11-28", [1, 2, 3])
    True
    """
    try:
        ordinal = date.fromisoformat(day).toordinal()
    except ValueError:
        raise InvalidOption(f"invalid day {quote(day)}: expected one such as 2026-11-27") from None
    return numbers[ordinal * STRIDE % len(numbers)]


@cache
def shipped_set() -> PuzzleSet:
    """Return the set that comes with the package.

    >>> len(shipped_set().puzzles)
    2265
    """
    return read_set(text_of(shipped(SHIPPED)).splitlines(), SHIPPED)


def format_set(puzzles: Iterable[Puzzle], command: str, notes: Iterable[str] = ()) -> Iterator[str]:
    """Yield the lines of a set."""
    yield f"{NAME} {VERSION}: {command}"
    for note in notes:
        yield f"# {note}"
    yield from map(str, puzzles)
