"""``othello convert``."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from io import StringIO, TextIOWrapper
from typing import IO, Any

from othello.commands.arguments import MACHINE, add_shared, refuse_options
from othello.commands.input import open_input
from othello.commands.output import (
    EXIT_UNUSABLE_INPUT,
    EXIT_WRONG_RESULT,
    ClosedStdout,
    Faults,
    Progress,
    print_fault,
    show,
)
from othello.commands.overwriting import tells_overwritten
from othello.commands.searching import long_wait
from othello.commands.values import FLAG, number
from othello.convert import (
    format_of,
    open_format,
    positions_at,
    problem,
    warnings_of,
    write_file,
    wrong_result,
)
from othello.engine import Engine
from othello.errors import InvalidOption, OthelloError, counted, printable
from othello.files.access import is_same_file
from othello.files.writing import writable
from othello.formats import STDIN
from othello.formats.dropped_headers import without_headers
from othello.formats.obf import ScoredPosition
from othello.formats.registry import Format, Item, formats

EXAMPLE = "othello convert games.wtb problems.obf --positions 12 --dedupe"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="IN", help="the file to read, - for stdin")
    parser.add_argument("target", metavar="OUT", help="the file to write, - for stdout")
    for option, of, told in (
        ("--from", "IN", "told by the file's name and contents"),
        ("--to", "OUT", "told by the file's name"),
    ):
        parser.add_argument(
            option, dest=of, choices=formats(), help=f"the format of {of} (default: {told})"
        )
    parser.add_argument(
        "--dedupe",
        **FLAG,
        help="leave out games or positions that equal an earlier one up to symmetry",
    )
    parser.add_argument(
        "--check",
        **FLAG,
        help="report results that the final positions contradict, and faulty variations",
    )
    parser.add_argument(
        "--positions",
        **number(1, 60),
        help="write the positions with N empties, solved, with the exact score of each move",
    )
    add_shared(parser, *MACHINE, "json")


def run(arguments: argparse.Namespace) -> int:
    """Read one format and write another; report and leave out items that cannot be used."""
    if arguments.positions is None:
        idle = ("threads", "hash", "weights_file")
        refuse_options(arguments, add_arguments, idle, "without a search: expected --positions too")
    if arguments.target == STDIN:
        reason = "with the converted file on stdout: expected the name of a file for OUT"
        refuse_options(arguments, add_arguments, ("json",), reason)
    conversion = Conversion(arguments)
    if arguments.target != STDIN:
        writable(arguments.target)
    with ExitStack() as stack:
        source = conversion.open(stack)
        if not is_same_file(arguments.source, arguments.target):
            stack.enter_context(tells_overwritten(arguments.target))
        progress = stack.enter_context(Progress(None))
        engine = stack.enter_context(Engine(threads=arguments.threads, hash_mb=arguments.hash))
        natives = conversion.natives(source, engine, progress)
        try:
            conversion.write(natives, arguments.target)
        except _NothingWritten:
            conversion.faults.end_file(arguments.source)
            if not conversion.faults.count:
                what = "no games to write" if conversion.read else "no games or positions"
                if conversion.read and arguments.positions is not None:
                    what = conversion.no_position()
                raise InvalidOption(f"{arguments.source}: {what}") from None
    conversion.report(arguments)
    if conversion.faults.count:
        return EXIT_UNUSABLE_INPUT
    return EXIT_WRONG_RESULT if conversion.wrong else 0


class _NothingWritten(Exception):
    """There is nothing to write. Raised so that no file is replaced by an empty one."""


class Conversion:
    """One conversion: reads items, selects some, writes them and counts."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.n_empties: int | None = arguments.positions
        self.format_in = formats()[arguments.IN] if arguments.IN else None
        self.format_out = formats()[arguments.OUT] if arguments.OUT else format_of(arguments.target)
        if self.n_empties is not None and self.format_out is not formats()["obf"]:
            raise InvalidOption("--positions writes OBF: expected OUT to end in .obf, or --to obf")
        self.source: str = arguments.source
        self.is_stdout = arguments.target == STDIN
        self.dedupe: bool = arguments.dedupe
        self.check: bool = arguments.check
        self.beside = self.format_out.beside()
        self.seen: set[object] = set()
        self.lost_headers: set[str] = set()
        self.changed_headers: set[str] = set()
        self.lost_extras: set[str] = set()
        self.faults, self.remarks = Faults(), Faults()
        self.read = self.wrong = self.duplicates = self.written = 0
        self.without_position = 0  # games without one that --positions asks for

    def open(self, stack: ExitStack) -> IO[Any]:
        """Open the file to read for `natives`; `stack` closes it."""
        if self.source == STDIN and sys.stdin is None:
            raise InvalidOption("nothing to read: stdin is closed")
        file = stack.enter_context(open_input(self.source))
        opened, self.format_in = open_format(file, self.source, self.format_in)
        if self.format_in is self.format_out and self.source != STDIN:
            # Games that are copied keep the numbers of their names.
            # What is wrong with files of names is said when the games are read.
            found = self.format_out.beside.beside(self.source, lambda error: None)
            self.beside = found or self.beside
        return stack.enter_context(opened)

    def natives(self, file: IO[Any], engine: Engine, progress: Progress) -> Iterator[Any]:
        """Yield the records to write, in the output format's own type ("native").

        `engine` solves the positions that ``--positions`` asks for.
        """

        def fault(error: object) -> None:
            progress.hide()
            self.faults.report(error)

        assert self.format_in is not None
        kind = "position" if self.format_in is formats()["obf"] else "game"
        for item in self.format_in.read(file, self.source, fault):
            self.read += 1
            progress.step()
            place = f"{self.source}: {kind} {item.number}"
            warnings = warnings_of(item, None if self._copies(item) else self.format_out.places)
            if self.check and (wrong := wrong_result(item)) is not None:
                self.wrong += 1
                warnings += [wrong] * (not any(warning.startswith(wrong) for warning in warnings))
            for warning in warnings:
                progress.hide()
                say = print_fault if self.check else self.remarks.report
                say(f"{place}: {warning}")
            try:
                for native in self._chosen(item, engine, progress):
                    self.written += 1
                    yield native
            except OthelloError as error:
                fault(f"{place}: {error}")
        if self.source != STDIN:
            file.close()  # Windows replaces no file that is open
        if not (self.read if self.is_stdout else self.written):
            raise _NothingWritten

    def write(self, natives: Iterator[Any], path: str) -> None:
        """Write the records to `path`, and files with names beside it.

        Raises _NothingWritten if there are no records; files are left as they were.
        """
        if self.is_stdout:
            self.format_out.write(_stdout(self.format_out), natives)
        else:
            write_file(path, self.format_out, natives, self.beside)

    def _chosen(self, item: Item, engine: Engine, progress: Progress) -> Iterator[Any]:
        if self.n_empties is not None:
            boards = list(positions_at(item.game, self.n_empties))
            self.without_position += not boards
            for board in boards:
                if self._is_new(board.canonical()):
                    if not self.written and (wait := long_wait(board)):
                        progress.hide()
                        print_fault(f"{self.source}: {wait}")
                    yield problem(board, engine)
        elif self._is_new(item.game.canonical_key()):
            if self._copies(item):
                if isinstance(item.native, ScoredPosition):
                    self.lost_extras |= item.native.lost_in_obf()
                yield item.native
            else:
                native = self.format_out.of_game(item.game, self.beside)
                self.lost_headers.update(self.format_out.places.lost(item.game))
                self.changed_headers.update(self.format_out.places.changed(item.game))
                self.lost_extras |= item.extras()
                yield native

    def _copies(self, item: Item) -> bool:
        """Return whether an item is written as it was read."""
        return self.format_in is self.format_out and isinstance(item.native, self.format_out.native)

    def _is_new(self, key: object) -> bool:
        if not self.dedupe:
            return True
        if key in self.seen:
            self.duplicates += 1
            return False
        self.seen.add(key)
        return True

    def no_position(self) -> str:
        """Return that there is none of the positions asked for."""
        assert self.n_empties is not None
        return f"no position with {counted(self.n_empties, 'empty', 'empties')}"

    def report(self, arguments: argparse.Namespace) -> None:
        """Print the counts, unless stdout holds the converted file."""
        self.remarks.end_file(self.source)
        self.faults.end_file(self.source)
        for lost in self.beside.lost():
            self.faults.report(f"{arguments.target}: {lost}")
        self.faults.end_file(arguments.target)
        if self.is_stdout and self.beside.has_names:
            print_fault(f"{STDIN}: left out the names: expected the name of a file for OUT")
        lost_headers = without_headers(self.lost_headers, self.lost_extras, self.changed_headers)
        for lost in [*self.beside.lost_dates(), *lost_headers]:
            print_fault(f"{arguments.target}: {lost}")
        if self.without_position:
            kind = "line" if self.format_in is formats()["obf"] else "game"
            left_out = counted(self.without_position, kind)
            print_fault(f"{self.source}: {self.no_position()} in {left_out}")
        total = {
            "read": self.read,
            "unusable": self.faults.count,
            "wrong": self.wrong,
            "duplicates": self.duplicates,
            "written": self.written,
        }
        if not self.is_stdout:
            text = "  ".join(f"{number} {name}" for name, number in total.items())
            show(arguments.json, {"total": total}, text)


def _stdout(known: Format) -> IO[Any]:
    if isinstance(sys.stdout, ClosedStdout):
        raise InvalidOption("nowhere to write: stdout is closed")
    if known.is_binary:
        return sys.stdout.buffer
    if sys.stdout.isatty():
        return _Terminal()
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    return sys.stdout


class _Terminal(StringIO):
    """A text file that prints to a terminal with control characters escaped."""

    def write(self, text: str, /) -> int:
        """Print `text`; return the number of characters printed."""
        return sys.stdout.write(printable(text))
