"""The command line: run a command and return the exit code.

`othello` without arguments starts the protocol loop, and so does ``othello ugi``. They must start
fast, so argparse and the commands are imported only for another command or an option.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from othello.errors import OthelloError, printable

if TYPE_CHECKING:
    from types import FrameType

EXIT_UNUSABLE_INPUT = 2
EXIT_INTERRUPTED = 128 + signal.SIGINT

IMPORTING = "<frozen importlib._bootstrap>"
"""File name that Python gives the code that imports modules."""

LATER = 0.01
"""Seconds after which a signal is sent again that came at a bad time."""

WAITING = (
    "othello waits for commands of UGI, GTP, NBoard, XBoard or Cassio, such as help; "
    "to play a game: othello play; all commands: othello --help"
)
"""Message for a person who starts the protocol loop in a terminal."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command named on the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        The command line without the program's name; by default that of the process.

    Returns
    -------
    int
        The exit code: 0; 1 if a checked result is wrong; 2 for unusable input; 130 after SIGINT;
        143 after SIGTERM.
    """
    status = EXIT_UNUSABLE_INPUT
    try:
        status = _run(list(sys.argv[1:] if arguments is None else arguments))
        print(end="", flush=True)
    except OSError as error:
        # Without this, Python would flush stdout once more at exit and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            error.filename = "stdout"
            failed = _fail(error)
            return status or failed
    return status


def _run(words: list[str]) -> int:
    try:
        return _run_loop(words) if words in ([], ["ugi"]) else _run_command(words)
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else 0
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        return 0  # whoever read the output has had enough of it
    except (OthelloError, OSError, MemoryError) as error:
        if isinstance(error, OSError) and error.filename is None:
            print(end="", flush=True)  # if that is what failed, `main` says so
        return _fail(error)


def _fail(error: Exception) -> int:
    """Report an error in one line on stderr; return the exit code."""
    print(f"othello: {printable(_reason(error))}", file=sys.stderr)
    return EXIT_UNUSABLE_INPUT


def _reason(error: Exception) -> str:
    """Return an error's message; for a file error, the file's name and the reason, no errno."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error) or "out of memory"


def _run_loop(words: list[str]) -> int:
    from othello.protocol.main import ChoosingHandler
    from othello.protocol.main import main as run_loop
    from othello.protocol.ugi import UgiHandler

    warnings.showwarning = _show_warning
    if words:
        return run_loop(UgiHandler)
    if sys.stdin is not None and sys.stdin.isatty():
        print(WAITING, file=sys.stderr, flush=True)
    return run_loop(ChoosingHandler)


def _run_command(words: list[str]) -> int:
    from io import TextIOWrapper

    from othello.commands import parse_arguments
    from othello.commands.output import ClosedStdout

    if sys.stderr is None:  # closed from the start; Python would print to stdout instead
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = ClosedStdout()
    # Elsewhere the encoding is the terminal's. On Windows a console takes all of Unicode, and for
    # pipes and files Python would choose an old code page.
    encoding = "utf-8" if sys.platform == "win32" else None
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # not if closed from the start
            stream.reconfigure(encoding=encoding, errors="backslashreplace")
    warnings.showwarning = _show_warning
    try:
        arguments = parse_arguments(words)
    except SystemExit:
        if isinstance(sys.stdout, ClosedStdout):
            sys.stdout.check()  # of --help
        raise
    if getattr(arguments, "weights_file", None) is not None:
        from othello.weights import load_weights

        load_weights(arguments.weights_file)
    # A shell starts background processes with SIGINT ignored. Handle it all the same, so that
    # SIGINT always ends a command.
    before = {number: signal.signal(number, _end) for number in (signal.SIGINT, signal.SIGTERM)}
    sys.unraisablehook = _report_unraisable
    try:
        status: int = arguments.run(arguments)
        if isinstance(sys.stdout, ClosedStdout):
            sys.stdout.check()
        return status
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning as one line, without the source file and line that Python adds."""
    print(f"othello: warning: {message}", file=sys.stderr)


def _end(number: int, frame: FrameType | None) -> None:
    """End the command after SIGINT or SIGTERM by an exception.

    In the middle of an import an exception may be lost, so there the signal is sent again later.
    """
    while frame is not None and frame.f_code is not _run_command.__code__:
        if frame.f_code.co_filename == IMPORTING:
            return _send_later(number)
        frame = frame.f_back
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(128 + number)


def _report_unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    """Report an exception that Python had to ignore; if it is Ctrl-C, send that again instead."""
    if isinstance(unraisable.exc_value, KeyboardInterrupt):
        _send_later(signal.SIGINT)
    else:
        sys.__unraisablehook__(unraisable)


def _send_later(number: int) -> None:
    """Send this process a signal in `LATER` seconds."""
    from threading import Timer

    if sys.platform == "win32":  # `os.kill` would end the process there
        timer = Timer(LATER, signal.raise_signal, (number,))
    else:
        timer = Timer(LATER, os.kill, (os.getpid(), number))
    timer.daemon = True
    timer.start()
