"""Output of the commands: JSON Lines on stdout, progress and faults on stderr, exit codes."""

from __future__ import annotations

import os
import re
import shlex
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from typing import TextIO

from othello.errors import OthelloError, counted, printable, quote

EXIT_WRONG_RESULT = 1
EXIT_UNUSABLE_INPUT = 2
"""Exit codes that a command's `run` returns; `othello.cli` has those for signals."""

MOST_FAULTS = 20
"""Faults of one file that are printed."""

BAR_WIDTH = 30
PATH_STARTS = ("~", "/", "./", "../")
EXTENSION = r"(?is)\S.*\.[a-z]{1,5}"

CLEAR_LINE = "\r\x1b[K"
USUAL_COLUMNS = 80

TICK = 0.5
"""Seconds after which the progress bar asks again what is being done."""


class ClosedStdout(StringIO):
    """A stand-in for a stdout that was closed from the start.

    The command does its work, which may be to write a file. Then it fails if it has printed
    anything: Python would drop that, and the command would seem to have succeeded.
    """

    def write(self, text: str, /) -> int:
        """Keep the start of the first text only: it shows that there was one."""
        if not self.tell():
            super().write(text[:1])
        return len(text)

    def check(self) -> None:
        """Raise OthelloError if anything was printed."""
        if self.tell():
            raise OthelloError("nowhere to write: stdout is closed")


def print_json(record: Mapping[str, object]) -> None:
    """Print one JSON object on a line of its own and flush stdout."""
    import json  # which the protocols, that start at once, have no use for

    print(json.dumps(record), flush=True)


def show_text(text: str) -> None:
    """Print text and flush stdout: whoever answers it has to see it."""
    print(text, flush=True)


def show(as_json: bool, record: Mapping[str, object], text: str) -> None:
    """Print a result on a line of its own, as a JSON object or as text, and flush stdout."""
    if as_json:
        print_json(record)
    else:
        print(text, flush=True)


def print_fault(fault: object) -> None:
    """Print a fault of the input (an error or a text) as one line on stderr."""
    print(printable(str(fault)), file=sys.stderr, flush=True)


class Faults:
    """Faults in files: printed on stderr, the first `MOST_FAULTS` of each, and counted."""

    def __init__(self) -> None:
        self.count = self._in_file = 0

    def report(self, fault: object) -> None:
        """Print and count a fault."""
        self.count += 1
        self._in_file += 1
        if self._in_file <= MOST_FAULTS:
            print_fault(fault)

    def end_file(self, name: str) -> None:
        """Say how many faults of a file were not printed; what follows is of another file."""
        if (more := self._in_file - MOST_FAULTS) > 0:
            print_fault(f"{name}: … and {counted(more, 'more line')} like these")
        self._in_file = 0


def not_found(argument: str, reason: str) -> str:
    """Return the error message for an argument that names no file, and for `reason` no game either.

    >>> not_found("nosuch.wtb", "no move")
    "'nosuch.wtb': file not found"
    >>> not_found("f5f5", "illegal move 'f5'")
    "illegal move 'f5' (and there is no file 'f5f5')"
    """
    if not is_file_name(argument):
        return f"{reason} (and there is no file {quote(argument)})"
    if os.path.lexists(argument):
        hint = f"copy one from it; othello board - < {shlex.quote(argument)} prints the one in it"
        return f"{quote(argument)}: a position is expected here, not a file: {hint}"
    return f"{quote(argument)}: file not found"


def no_game_with(option: str, name: str, base: object, known: Sequence[str]) -> str:
    """Return the message that no game of a base has a name; `known` are names like it.

    >>> no_game_with("player", "Anne", "my.base", ["Ann", "Anna"])
    "no game with --player 'Anne' in my.base; did you mean 'Ann' or 'Anna'?"
    """
    hint = f"; did you mean {' or '.join(map(quote, known))}?" * bool(known)
    return f"no game with --{option} {quote(name)} in {base}{hint}"


def is_path(argument: str) -> bool:
    """Return whether an argument begins as only a path does.

    >>> is_path("./f5d6"), is_path("f5d6")
    (True, False)
    """
    return argument.startswith(PATH_STARTS)


def is_file_name(argument: str) -> bool:
    """Return whether an argument that is no moves must be the name of a file.

    >>> is_file_name("g3.txt"), is_file_name("./f5"), is_file_name("1. f5"), is_file_name("f5")
    (True, True, False, False)
    """
    return is_path(argument) or re.fullmatch(EXTENSION, argument) is not None


def columns(stream: TextIO) -> int:
    """Return how wide the terminal on a stream is; some say 0, or nothing. $COLUMNS comes first."""
    if (told := os.environ.get("COLUMNS", "")).isdecimal() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(stream.fileno()).columns or USUAL_COLUMNS
    except (OSError, ValueError):
        return USUAL_COLUMNS


class Progress:
    """A progress bar on stderr, shown while the ``with`` block runs if stderr is a terminal.

    `total` is how many steps there will be, None if that is unknown; `quiet` shows no bar.
    """

    def __init__(self, total: int | None, quiet: bool = False) -> None:
        self._total = total
        self._done = 0
        self._note = self._doing = ""
        self._shown = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._visible = False
        self._drawing = threading.Lock()
        self._over = threading.Event()

    def __enter__(self) -> Progress:
        self._draw()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.hide()

    def watch(self, doing: Callable[[], str]) -> None:
        """Show what `doing` returns to the right of the bar, asked anew twice a second.

        It is called in another thread, so that the bar goes on while a search runs.
        """
        if self._shown:
            threading.Thread(target=self._tick, args=(doing,), daemon=True).start()

    def _tick(self, doing: Callable[[], str]) -> None:
        while not self._over.wait(TICK):
            text = doing()
            with self._drawing:
                self._doing = f"  {text}" if text else ""
                if self._visible:
                    self._write()

    def step(self, done: int | None = None) -> None:
        """Count one more step, or set the number of steps done; redraw the bar."""
        self._done = self._done + 1 if done is None else done
        self._note = self._doing = ""
        self._draw()

    def note(self, text: str) -> None:
        """Show `text` to the right of the bar until the next step."""
        self._note = f"  {text}"
        self._draw()

    def hide(self) -> None:
        """Erase the bar before other output; the next step draws it again."""
        if self._shown:
            with self._drawing:
                self._visible = False
                print(CLEAR_LINE, end="", file=sys.stderr, flush=True)

    def _draw(self) -> None:
        if self._shown:
            with self._drawing:
                self._visible = True
                self._write()

    def _write(self) -> None:
        if self._total:
            filled = BAR_WIDTH * self._done // self._total
            bar = f"[{'#' * filled:{BAR_WIDTH}}] {self._done}/{self._total}"
        else:
            bar = f"{self._done} done"
        # A line that is wrapped could not be erased.
        line = (bar + self._note + self._doing)[: columns(sys.stderr) - 1]
        print(CLEAR_LINE + line, end="", file=sys.stderr, flush=True)
