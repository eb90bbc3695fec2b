"""``othello convert``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from othello.commands.arguments import add_json, add_machine, whole_number
from othello.commands.output import (
    EXIT_UNUSABLE_INPUT,
    EXIT_WRONG_RESULT,
    Progress,
    print_fault,
    print_json,
)
from othello.convert import (
    FORMATS,
    Format,
    Item,
    format_of,
    positions_at,
    problem,
    wrong_result,
)
from othello.engine import Engine
from othello.errors import InvalidOption, OthelloError, quote
from othello.formats import STDIN
from othello.formats.wthor_names import NameList, WthorNames

EXAMPLE = "othello convert games.wtb problems.obf --positions 12 --dedupe"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("source", metavar="IN", help="the file to read, - for stdin")
    parser.add_argument("target", metavar="OUT", help="the file to write, - for stdout")
    for option, of in (("--from", "IN"), ("--to", "OUT")):
        parser.add_argument(
            option,
            dest=of,
            choices=FORMATS,
            help=f"the format of {of}; told by its name if left out",
        )
    parser.add_argument(
        "--dedupe",
        action="store_true",
        help="leave out what symmetry makes the same as something before it",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="report stated results that the final positions contradict, and bad variations",
    )
    parser.add_argument(
        "--positions",
        type=whole_number(1, 60),
        metavar="N",
        help="write the positions with N empties, solved: each move's exact score",
    )
    add_machine(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read one format and write another; what cannot be used is reported and left out."""
    conversion = Conversion(arguments)
    with ExitStack() as stack:
        source = _open_source(arguments.source, conversion.format_in, stack)
        target = stack.enter_context(_Target(arguments.target, conversion.format_out))
        progress = stack.enter_context(Progress(None))
        engine = stack.enter_context(Engine(threads=arguments.threads, hash_mb=arguments.hash))
        natives = conversion.natives(source, engine, progress)
        conversion.format_out.write(target.file, natives)
        if not conversion.read and not conversion.faults:
            raise InvalidOption(f"{arguments.source}: no games or positions")
        target.keep()
    if conversion.names.players.names[1:] and arguments.target != STDIN:
        conversion.names.write_beside(arguments.target)
    conversion.report(arguments)
    if conversion.faults:
        return EXIT_UNUSABLE_INPUT
    return EXIT_WRONG_RESULT if conversion.wrong else 0


class Conversion:
    """What is read, chosen and counted on the way from one file to the other."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.n_empties: int | None = arguments.positions
        self.format_in = _format(arguments.IN, arguments.source)
        self.format_out = _format(arguments.OUT, arguments.target)
        if self.n_empties is not None and self.format_out is not FORMATS["obf"]:
            raise InvalidOption("--positions writes OBF: expected OUT to end in .obf, or --to obf")
        self.source: str = arguments.source
        self.dedupe: bool = arguments.dedupe
        self.check: bool = arguments.check
        self.names = WthorNames(NameList(), NameList())
        self.seen: set[object] = set()
        self.read = self.faults = self.wrong = self.duplicates = self.written = 0

    def natives(self, file: IO[Any], engine: Engine, progress: Progress) -> Iterator[Any]:
        """Yield what is to be written."""

        def fault(error: object) -> None:
            progress.hide()
            self.faults += 1
            print_fault(error)

        for item in self.format_in.read(file, self.source, fault):
            self.read += 1
            progress.step()
            if self.check and (reason := wrong_result(item)):
                progress.hide()
                self.wrong += 1
                print_fault(f"{self.source}: item {self.read}: {reason}")
            try:
                for native in self._chosen(item, engine):
                    self.written += 1
                    yield native
            except OthelloError as error:
                fault(f"{self.source}: item {self.read}: {error}")

    def _chosen(self, item: Item, engine: Engine) -> Iterator[Any]:
        if self.n_empties is not None:
            for board in positions_at(item.game, self.n_empties):
                if self._is_new(board.canonical()):
                    yield problem(board, engine)
        elif self._is_new(item.game.canonical_key()):
            if self.format_in is self.format_out:
                yield item.native
            else:
                yield self.format_out.of_game(item.game, self.names)

    def _is_new(self, key: object) -> bool:
        if not self.dedupe:
            return True
        if key in self.seen:
            self.duplicates += 1
            return False
        self.seen.add(key)
        return True

    def report(self, arguments: argparse.Namespace) -> None:
        """Say how many there were, unless stdout has the file."""
        total = {
            "read": self.read,
            "unusable": self.faults,
            "wrong": self.wrong,
            "duplicates": self.duplicates,
            "written": self.written,
        }
        if arguments.target == STDIN:
            return
        if arguments.json:
            print_json({"total": total})
        else:
            print("  ".join(f"{number} {name}" for name, number in total.items()))


def _format(name: str | None, path: str) -> Format:
    return FORMATS[name] if name else format_of(path)


def _open_source(path: str, known: Format, stack: ExitStack) -> IO[Any]:
    if path == STDIN:
        if sys.stdin is None:
            raise InvalidOption("nothing to read: stdin is closed")
        return sys.stdin.buffer if known.is_binary else sys.stdin
    if known.is_binary:
        return stack.enter_context(open(path, "rb"))
    return stack.enter_context(open(path, encoding="utf-8-sig", errors="surrogateescape"))


class _Target:
    """The file to write, under its own name only once it is whole."""

    def __init__(self, path: str, known: Format) -> None:
        self._path = path
        self._known = known
        self._partial: Path | None = None

    def __enter__(self) -> _Target:
        if self._path == STDIN:
            self.file: IO[Any] = sys.stdout.buffer if self._known.is_binary else sys.stdout
            return self
        folder = Path(self._path).parent
        if not folder.is_dir():
            raise InvalidOption(f"no folder {quote(str(folder))} for the file")
        self._partial = Path(f"{self._path}.partial")
        if self._known.is_binary:
            self.file = self._partial.open("wb")
        else:
            self.file = self._partial.open("w", encoding="utf-8", errors="surrogateescape")
        return self

    def keep(self) -> None:
        """Give the file its name."""
        if self._partial is not None:
            self.file.close()
            os.replace(self._partial, self._path)
            self._partial = None

    def __exit__(self, *_: object) -> None:
        if self._partial is not None:
            self.file.close()
            self._partial.unlink()
