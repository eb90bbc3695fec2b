"""What fuzzers of the protocols share: the rules, choices, the engine at hand, sessions."""

import random
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from support import reference
from support.engine_process import UgiProcess

STEPS = 60
"""Lines in a session; the next begins with a new game."""
SHOWN = 40
"""Lines shown of what was said before a failure."""

SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
COLOURS = {"X": "black", "O": "white"}

T = TypeVar("T")


class Position(str):
    """A position in OBF, with its rules."""

    __slots__ = ()

    @property
    def turn(self) -> str:
        return self[-1]

    @property
    def legal(self) -> tuple[str, ...]:
        """The squares where the side to move can play."""
        return legal_squares(self)

    @property
    def must_pass(self) -> bool:
        return not self.legal and bool(self.passed().legal)

    @property
    def is_over(self) -> bool:
        return not self.legal and not self.passed().legal

    @property
    def black_score(self) -> int:
        return reference.final_score(grid_of(self), "X")

    def passed(self) -> "Position":
        return Position(self[:-1] + reference.OTHER[self.turn])

    def played(self, move: str) -> "Position | None":
        """Return what follows ``pass``, or a move with a forced pass before; None if illegal."""
        before = self.passed() if self.must_pass else self
        if move == "pass":
            return before if self.must_pass else None
        return after(before, move) if move in before.legal else None


START = Position("---------------------------OX------XO--------------------------- X")


def grid_of(obf: str) -> reference.Grid:
    return [list(obf[start : start + 8]) for start in range(0, 64, 8)]


@lru_cache(1 << 16)
def legal_squares(obf: Position) -> tuple[str, ...]:
    moves = reference.legal_moves(grid_of(obf), obf.turn)
    return tuple("abcdefgh"[file] + str(rank + 1) for rank, file in moves)


@lru_cache(1 << 16)
def after(obf: Position, square: str) -> Position:
    """Return the position after a legal move."""
    move = int(square[1]) - 1, "abcdefgh".index(square[0])
    grid = reference.play(grid_of(obf), obf.turn, move)
    return Position(reference.show(grid, reference.OTHER[obf.turn]))


class Choices(random.Random):
    """Random choices that a seed repeats."""

    below = random.Random.randrange


def pick(choices: Choices, items: Sequence[T]) -> T:
    return items[choices.below(len(items))]


def odd_line(choices: Choices, words: Sequence[str]) -> bytes:
    """Return a line of random bytes or of random words of the protocol."""
    if choices.below(3) == 0:
        return choices.randbytes(choices.below(41)).replace(b"\n", b" ")
    blanks = pick(choices, [" ", " ", " ", "  ", "\t"])
    line = blanks.join(pick(choices, words) for _ in range(1 + choices.below(6)))
    return line.encode() + pick(choices, [b"", b"", b"\r"])


def first_word(line: bytes) -> str:
    return "".join(line.decode("utf-8", "backslashreplace").split()[:1])


class Fuzz:
    """One protocol's lines, and what must come of them.

    `position` is the model's. `said` has the last lines sent; `n_lines` counts those whose
    outcome was checked.
    """

    rules: Sequence[Callable[..., None]]

    def __init__(self, engine: UgiProcess) -> None:
        self.engine = engine
        self.position = START
        self.said: deque[bytes] = deque(maxlen=SHOWN)
        self.n_lines = 0

    def session(self, choices: Choices) -> None:
        """Begin a game and send some lines."""
        self.begin()
        for _ in range(STEPS):
            pick(choices, self.rules)(self, choices)
            self.check()

    def begin(self) -> None:
        """Begin a new game."""
        raise NotImplementedError

    def check(self) -> None:
        """Compare the engine's position with the model's."""
        raise NotImplementedError

    def ask(self, *lines: str | bytes) -> list[str]:
        return self.engine.ask(*self.count(lines))

    def count(self, lines: Sequence[str | bytes]) -> list[bytes]:
        raw = [line.encode() if isinstance(line, str) else line for line in lines]
        self.said.extend(raw)
        self.n_lines += len(raw)
        return raw

    def some_game(self, choices: Choices, plies: int) -> tuple[list[tuple[str, str]], Position]:
        """Return random moves from the start, each with its side, and the position after them."""
        obf, moves = START, []
        for _ in range(plies):
            if obf.is_over:
                break
            move = "pass" if obf.must_pass else pick(choices, obf.legal)
            moves.append((obf.turn, move))
            obf = obf.passed() if move == "pass" else after(obf, move)
        return moves, obf

    def some_board(self, choices: Choices) -> Position:
        discs = "".join(pick(choices, "XO-") for _ in range(64))
        return Position(f"{discs} {pick(choices, 'XO')}")
