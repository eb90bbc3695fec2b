"""What fuzzers of the protocols share: the rules, choices, the engine at hand, sessions.

A position is a text in OBF; tests/support/reference.py knows the rules.
"""

import io
import os
import random
import threading
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

from support import reference
from support.engine_process import UgiProcess

from othello.protocol.action import Handler
from othello.protocol.loop import Loop
from othello.protocol.options import Settings

SHOWN = 40
"""Lines shown of what was said before a failure."""

SMALL = Settings(hash_mb=1, level=1)
SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
START = "---------------------------OX------XO--------------------------- X"
COLOURS = {"X": "black", "O": "white"}

T = TypeVar("T")


def grid_of(obf: str) -> reference.Grid:
    return [list(obf[start : start + 8]) for start in range(0, 64, 8)]


@lru_cache(1 << 16)
def legal_squares(obf: str) -> tuple[str, ...]:
    """Return the squares where the side to move can play."""
    moves = reference.legal_moves(grid_of(obf), obf[-1])
    return tuple("abcdefgh"[file] + str(rank + 1) for rank, file in moves)


@lru_cache(1 << 16)
def after(obf: str, square: str) -> str:
    """Return the position after a legal move."""
    move = int(square[1]) - 1, "abcdefgh".index(square[0])
    return reference.show(reference.play(grid_of(obf), obf[-1], move), reference.OTHER[obf[-1]])


def passed(obf: str) -> str:
    return obf[:-1] + reference.OTHER[obf[-1]]


def must_pass(obf: str) -> bool:
    return not legal_squares(obf) and bool(legal_squares(passed(obf)))


def is_over(obf: str) -> bool:
    return not legal_squares(obf) and not legal_squares(passed(obf))


def played(obf: str, move: str) -> str | None:
    """Return the position after ``pass`` or a move, with a forced pass before; None if illegal."""
    if move == "pass":
        return passed(obf) if must_pass(obf) else None
    if must_pass(obf):
        obf = passed(obf)
    return after(obf, move) if move in legal_squares(obf) else None


def black_score(obf: str) -> int:
    return reference.final_score(grid_of(obf), "X")


class Choices(Protocol):
    """The source of the fuzzer's random choices."""

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""

    def blob(self, size: int) -> bytes:
        """Return at most `size` bytes."""


class SeededChoices(random.Random):
    """Random choices that a seed repeats."""

    below = random.Random.randrange

    def blob(self, size: int) -> bytes:
        return self.randbytes(self.below(size + 1))


def pick(choices: Choices, items: Sequence[T]) -> T:
    return items[choices.below(len(items))]


def odd_line(choices: Choices, words: Sequence[str]) -> bytes:
    """Return a line of random bytes or of random words of the protocol."""
    if choices.below(3) == 0:
        return choices.blob(40).replace(b"\n", b" ")
    blanks = pick(choices, [" ", " ", " ", "  ", "\t"])
    line = blanks.join(pick(choices, words) for _ in range(1 + choices.below(6)))
    return line.encode() + pick(choices, [b"", b"", b"\r"])


def first_word(line: bytes) -> str:
    return "".join(line.decode("utf-8", "backslashreplace").split()[:1])


class LoopInThread:
    """The engine in a thread of this process, with the methods of `subprocess.Popen` used here."""

    def __init__(self, make_handler: Callable[[Loop], Handler]) -> None:
        stdin, to_loop = os.pipe()
        from_loop, stdout = os.pipe()
        self.stdin = open(to_loop, "wb")  # noqa: SIM115 (closed by its user)
        self.stdout = open(from_loop, "rb")  # noqa: SIM115
        self.stderr = io.BytesIO()
        self._loop = Loop(make_handler, stdin=stdin, stdout=stdout)
        self._end = stdout
        self._code: int | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self._code = self._loop.run()
        # stdin stays open: after `quit` the loop's thread may read it once more, and a later pipe
        # of the same number would lose a line to it.
        os.close(self._end)

    def wait(self, timeout: float) -> int:
        self._thread.join(timeout)
        assert self._code is not None, "the loop does not end"
        return self._code

    def kill(self) -> None:
        """Do nothing: a thread ends by itself."""


class Fuzz:
    """One protocol's lines, and what must come of them.

    `position` is the model's, in OBF. `said` has the last lines sent; `n_lines` counts those whose
    outcome was checked, `n_checks` those sent to check it.
    """

    rules: Sequence[Callable[..., None]]

    def __init__(self, engine: UgiProcess) -> None:
        self.engine = engine
        self.position = START
        self.said: deque[bytes] = deque(maxlen=SHOWN)
        self.n_lines = 0
        self.n_checks = 0

    def session(self, choices: Choices, steps: int, exhausted: Callable[[], bool]) -> None:
        """Begin a game and send up to `steps` lines."""
        self.begin()
        for _ in range(steps):
            if exhausted():
                break
            pick(choices, self.rules)(self, choices)
            self.check()

    def begin(self) -> None:
        """Begin a new game."""
        raise NotImplementedError

    def check(self) -> None:
        """Compare the engine's position with the model's."""
        raise NotImplementedError

    def ask(self, *lines: str | bytes) -> list[str]:
        return self.engine.ask(*self.count(lines, 1))

    def count(self, lines: Sequence[str | bytes], checks: int = 0) -> list[bytes]:
        raw = [line.encode() if isinstance(line, str) else line for line in lines]
        self.said.extend(raw)
        self.n_lines += len(raw)
        self.n_checks += checks
        return raw

    def some_game(self, choices: Choices, plies: int) -> tuple[list[tuple[str, str]], str]:
        """Return random moves from the start, each with its side, and the position after them."""
        obf, moves = START, []
        for _ in range(plies):
            if is_over(obf):
                break
            move = "pass" if must_pass(obf) else pick(choices, legal_squares(obf))
            moves.append((obf[-1], move))
            obf = passed(obf) if move == "pass" else after(obf, move)
        return moves, obf

    def some_board(self, choices: Choices) -> str:
        discs = "".join(pick(choices, "XO-") for _ in range(64))
        return f"{discs} {pick(choices, 'XO')}"
