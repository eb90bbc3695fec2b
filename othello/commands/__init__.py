"""The commands of the command line, one module each; those of a room are in the room.

A command's module has `EXAMPLE` (shown by ``--help``), `add_arguments(parser)` and
`run(arguments)`, which returns the exit code. If it has `with_verb(words)`, that adds a verb that
is left out, or spelled as it was before. The other modules have what several commands use.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from othello.commands.catalogue import ALIASES, find_module, sentence, summaries
from othello.commands.output import columns
from othello.errors import OthelloError, counted, quote
from othello.notation import SIDES, SQUARE_CHARACTERS
from othello.operations import has_command
from othello.spelling import meant_word

__all__ = ["parse_arguments"]

BOARD_CHARACTERS = frozenset(SQUARE_CHARACTERS + "12345678/")
SHORTEST_BOARD = 8  # an empty board as a FEN without slashes

NUMBERS = re.compile(r"-\.?\d[\d.,e+-]*$")
"""Matches numbers of which the first is negative, such as -5,0. They are no options."""


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Makes lines as wide as the terminal, as argparse's own does, but without `shutil`.

    A parser makes a formatter for each argument, and `shutil` is slow to import.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=columns(sys.stdout) - 2)


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line and suggests the nearest option."""

    _negative_number_matcher: re.Pattern[str]
    _words: Sequence[str] = ()

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        # argparse's own matches single numbers only, and takes -5,0 for an option.
        self._negative_number_matcher = NUMBERS

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Return the parsed arguments; exit with code 2 if one is not known.

        A parser of subcommands calls this of the one that is named.
        """
        self._words = args or ()
        arguments, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(self._unrecognized(unknown))
        return arguments, unknown

    def _unrecognized(self, unknown: Sequence[str]) -> str:
        """Return the message for unknown words, with the options that may be meant."""
        options = [word.partition("=")[0] for word in unknown if word.startswith("-")]
        known = [name for name in self._option_string_actions if name.startswith("--")]
        known.remove("--help")  # the message names it anyway
        meant = "".join(did_you_mean(option, known) for option in options)
        return f"unrecognized arguments: {' '.join(unknown)}{meant}"

    def error(self, message: str) -> NoReturn:
        """Print `message` as one line on stderr and exit with code 2."""
        if message.partition(":")[0].endswith("required"):
            # What is missing may be there with a mistake in its name.
            options = self._option_string_actions
            unknown = [word for word in self._words if word.startswith("--")]
            unknown = [word for word in unknown if word.partition("=")[0] not in options]
            message = self._unrecognized(unknown) if unknown else message
        # argparse quotes some arguments unchanged, with their line breaks.
        one_line = " ".join(message.splitlines())
        self.exit(2, f"{self.prog}: {one_line}; {self.prog} --help shows what is expected\n")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a suggestion to append to an error message; empty if no known word is like `word`.

    >>> did_you_mean("analyze", ["analyse", "solve"]), did_you_mean("xyzzy", ["solve"])
    (" (did you mean 'analyse'?)", '')
    """
    meant = meant_word(word, known)
    return f" (did you mean '{meant}'?)" if meant else ""


def parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    """Parse a command line of at least one word, without the program's name.

    The attribute `run` of what is returned is the function that runs the command.
    """
    if words[0] in ("help", "-h", "--help"):
        words = [*words[1:], "--help"]
    if words == ["--version"]:  # at once, as programs ask for it
        return argparse.Namespace(run=_print_version)
    found = None if words[0].startswith("-") else command_of(ALIASES.get(words[0], words[0]))
    if found is None:
        return _parse_program_arguments(words)
    command, parser = found
    words = _join_boards(words[1:])
    return parser.parse_args(command.with_verb(words) if hasattr(command, "with_verb") else words)


def command_of(name: str) -> tuple[Any, Parser] | None:
    """Return a command's module and its parser; None if there is no such command."""
    if found := find_module(name):
        command: Any = import_module(found[0])
        description = sentence(found[1])
    elif has_command(name):
        from othello.commands.operating import OperationCommand

        command = OperationCommand(name)
        description = command.description
    else:
        return None
    parser = Parser(
        prog=f"othello {name}",
        description=description,
        epilog=f"example:\n  {command.EXAMPLE}",
        formatter_class=HelpFormatter,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    if hasattr(command, "run"):  # its verbs have functions of their own otherwise
        parser.set_defaults(run=command.run)
    return command, parser


def _parse_program_arguments(words: Sequence[str]) -> argparse.Namespace:
    """Parse a command line without a command: ``--version``, or options of the protocol loop."""
    from othello.commands.protocol import add_protocol_arguments

    needing = [w for w in words if w in ("-h", "--help") or (w[:1] != "-" and not w.isdigit())]
    groups = summaries() if needing else {}  # that takes long
    names = [name for commands in groups.values() for name in commands]
    listed = "\n\n".join(
        f"{heading}:\n" + "\n".join(f"  {name:11}{told}" for name, told in commands.items())
        for heading, commands in groups.items()
    )
    parser = Parser(
        prog="othello",
        usage="othello [COMMAND ...] [--help] [--version]",
        description="An Othello engine. Without a command it speaks UGI, GTP, or the protocol of "
        f"NBoard, XBoard or Cassio: the first line decides which.\n\n{listed}",
        epilog="example:\n  othello solve --help",
        formatter_class=HelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="store_true", help="show the version, the processor and the threads"
    )
    add_protocol_arguments(parser)
    if not words[0].startswith("-"):
        expected = (
            _command_for(words)
            or did_you_mean(words[0], [*names, "--version"])
            or f", expected one of {', '.join(names)}"
        )
        parser.error(f"{quote(words[0])} is no command{expected}")
    if later := [word for word in words if word in names]:
        parser.error(f"the command comes first: othello {later[0]} ...")
    arguments = parser.parse_args(words)
    arguments.run = _print_version if arguments.version else _run_loop
    return arguments


def _command_for(words: Sequence[str]) -> str:
    """Return the command lines that a file's name or a position without a command may mean."""
    from shlex import quote as quoted

    from othello.board import Board
    from othello.formats.registry import formats

    name = words[0].lower()
    if name.endswith(formats()["obf"].suffixes):
        return f": to solve the positions of a file: othello solve {quoted(words[0])}"
    endings = tuple(suffix for known in formats().values() for suffix in known.suffixes)
    if os.path.isfile(words[0]) or name.endswith(endings):
        return f": to analyse the games of a file: othello analyse {quoted(words[0])}"
    position = " ".join(words)
    try:
        Board.parse(position)
    except OthelloError:
        return ""
    position = quoted(position)
    return (
        f": to search a position: othello search {position}; to play from it: "
        f"othello play --position {position}"
    )


def _run_loop(arguments: argparse.Namespace) -> int:
    from othello.commands.protocol import speak
    from othello.protocol.main import ChoosingHandler

    return speak(ChoosingHandler, arguments)


def _print_version(_: argparse.Namespace) -> int:
    from othello._core import core
    from othello._version import __version__

    threads = f"--threads 1 to {core.max_threads()}" if core.OPENMP else "1 thread (no OpenMP)"
    here = counted(core.processors(), "processor")
    kinds = ", debug" * core.DEBUG + ", tuning" * core.TUNING
    print(f"othello {__version__}, isa {core.ISA}, {core.COMPILER}, {here}, {threads}{kinds}")
    return 0


def _join_boards(words: Sequence[str]) -> list[str]:
    """Return the words of a command line with each board as one word that is no option.

    An OBF board may begin with `-`, an empty square. A blank put before it keeps argparse from
    reading the board as an option. Where a board and its side to move are two words, because they
    were not quoted in the shell, they become one.
    """
    joined: list[str] = []
    for word in words:
        if word.lower() in SIDES and joined and _is_board(joined[-1]):
            joined[-1] += f" {word}"
        elif word.startswith("-") and _is_board(word.split()[0]):
            joined.append(f" {word}")
        else:
            joined.append(word)
    return joined


def _is_board(word: str) -> bool:
    squares = word.strip()
    return len(squares) >= SHORTEST_BOARD and BOARD_CHARACTERS.issuperset(squares)
