"""The terminal: boards, plain or in colours with the last move marked, and lines that are typed."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import TextIO

from othello.board import BLACK, Board, Move
from othello.commands.input import open_input
from othello.files.access import STDIN
from othello.files.bounded import lines_of
from othello.notation import MOVES, SIDE_NAMES, WHITE

QUIT = ("quit", "exit", "q")
"""Lines that end a game or a round in the terminal."""

RESET = "\x1b[0m"
SQUARE, LAST_SQUARE = "\x1b[48;5;29m", "\x1b[48;5;136m"
"""Backgrounds from the 256 colours: green, and for the last move's square a dark yellow."""

DISCS = {BLACK: "\x1b[38;5;16m●", WHITE: "\x1b[38;5;231m●"}
LEGAL = "\x1b[38;5;114m·"
SCORE = "\x1b[38;5;231m"


def has_colours(stream: TextIO | None) -> bool:
    """Return whether `stream` is a terminal that shows colours, and the user wants them.

    The environment variable ``NO_COLOR`` turns them off, as does the terminal type ``dumb``.
    """
    if stream is None or not stream.isatty() or os.environ.get("NO_COLOR"):
        return False
    try:
        "●·".encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return os.environ.get("TERM", "dumb") != "dumb"


def draw(board: Board, last_move: Move | None = None, *, in_colour: bool = False) -> str:
    """Return the board as lines of text; without colours that is ``str(board)``.

    >>> draw(Board()) == str(Board())
    True
    >>> "●" in draw(Board(), in_colour=True)
    True
    """
    if not in_colour:
        return str(board)
    legal = set(board.legal_moves())

    def square(move: Move) -> str:
        background = LAST_SQUARE if move == last_move else SQUARE
        side = board.disc_at(move)
        content = DISCS[side] if side else LEGAL if move in legal else " "
        return f"{background} {content} {RESET}"

    rows = _rows(square)
    header = "   " + "  ".join("abcdefgh")
    black, white = board.disc_counts()
    state = "game over" if board.is_over else f"{SIDE_NAMES[board.turn]} to move"
    return "\n".join([header, *rows, f"{state}, black {black}, white {white}"])


def draw_scores(board: Board, scores: Mapping[Move, float], *, in_colour: bool = False) -> str:
    """Return the board with a score on each square of `scores`, in whole discs for the mover.

    >>> print(draw_scores(Board(), {Move("d3"): 1.2})[:124])
        a   b   c   d   e   f   g   h
    1   -   -   -   -   -   -   -   -
    2   -   -   -   -   -   -   -   -
    3   -   -   -  +1
    """
    best = max(scores.values(), default=0)

    def square(move: Move) -> str:
        side = board.disc_at(move)
        if move in scores:
            text = f"{round(scores[move]):+d}"
            if not in_colour:
                return f"{text:>4}"
            background = LAST_SQUARE if scores[move] == best else SQUARE
            return f"{background}{SCORE}{text:>3} {RESET}"
        if in_colour:
            return f"{SQUARE}  {DISCS[side] if side else ' '} {RESET}"
        return f"{side or '-':>4}"

    header = "  " + "".join(f"{file:>4}" for file in "abcdefgh")
    return "\n".join([header, *_rows(square)])


def _rows(square: Callable[[Move], str]) -> list[str]:
    """Return eight lines: the rank's number and its squares."""
    return [
        f"{rank + 1} {''.join(map(square, MOVES[8 * rank : 8 * rank + 8]))}" for rank in range(8)
    ]


def piped_lines() -> Iterator[str]:
    """Yield the lines of stdin, each as soon as it can be read."""
    yield from lines_of(TextIOWrapper(open_input(STDIN), "utf-8-sig", "backslashreplace"), STDIN)


def typed_lines(prompt: str) -> Iterator[str]:
    """Yield the lines that are typed; prompt for each and allow line editing."""
    with suppress(ImportError):  # not on every system
        import_module("readline")  # importing it adds line editing to `input`
    while True:
        try:
            yield input(prompt)
        except EOFError:
            print()
            return
        except KeyboardInterrupt:
            print()  # so that the shell's prompt starts on a new line
            raise
