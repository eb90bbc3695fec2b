"""The verbs of ``othello book`` that change a book."""

import argparse
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from inspect import signature

from othello.book.file import BookFile
from othello.bookmaking import BookBuilder
from othello.bookmaking.check import sound_positions
from othello.bookmaking.formats import FORMATS, read_records
from othello.bookmaking.growth import Round
from othello.commands.game_source import GameSource
from othello.commands.output import EXIT_UNUSABLE_INPUT, Faults, Progress, print_fault, show
from othello.commands.positions import parse_board
from othello.errors import FileError, OthelloError, counted
from othello.files.access import FilePath, named
from othello.game import Game


class Work:
    """Work on a book: the builder, the progress bar, and what was done at the end.

    `so_far`, if it is set, returns what the bar says of how far the work is.
    """

    def __init__(
        self, arguments: argparse.Namespace, builder: BookBuilder, progress: Progress
    ) -> None:
        self.builder = builder
        self.so_far: Callable[[], str] | None = None
        self._progress = progress
        self._json: bool = arguments.json
        self._began = time.perf_counter()
        self._before = len(builder)

    def tell_if_new(self) -> None:
        """Say on stderr that there was no such book before: its name may be mistyped."""
        if not self._before:
            self._progress.hide()
            print_fault(f"othello: {self.builder.file.path}: a new book")

    def on_round(self, done: Round) -> None:
        """Show how far the work is."""
        rate = done.searches / max(self.seconds, 1e-6)
        far = "" if self.so_far is None else f"  {self.so_far()}"
        self._progress.step(done.positions)
        self._progress.note(f"positions{far}  {rate:.1f} searches/s  {done.line}")

    def call(self, name: str, arguments: argparse.Namespace) -> None:
        """Call a method of the builder with those of the arguments that it takes; report."""
        method = getattr(self.builder, name)
        given = {**vars(arguments), "on_round": self.on_round}
        if "start" in given:
            given["start"] = parse_board(arguments.start)
        method(**{each: given[each] for each in signature(method).parameters})
        self.report()

    @property
    def seconds(self) -> float:
        """Seconds since the work began."""
        return time.perf_counter() - self._began

    def report(self, **more: object) -> None:
        """Print what was done."""
        self._progress.hide()
        positions, seconds = len(self.builder), self.seconds
        searches = self.builder.searches
        added = positions - self._before
        total = {
            "positions": positions,
            "added": added,
            "searches": searches,
            "seconds": round(seconds, 6),
            **more,
        }
        parts = [counted(positions, "position"), f"{added:+d}"]
        parts += [f"{number} {name}" for name, number in more.items()]
        parts += [counted(searches, "search", "searches"), f"{seconds:.3f} s"]
        show(self._json, {"total": total}, "  ".join(parts))


@contextmanager
def opened(arguments: argparse.Namespace, *, create: bool = False) -> Iterator[BookBuilder]:
    """Open the book to change it; the workers of ``--cluster`` search, if it is given."""
    level, threads = getattr(arguments, "level", None), getattr(arguments, "threads", 1)
    hash_mb, search_all = getattr(arguments, "hash", 1), None
    with ExitStack() as stack:
        if getattr(arguments, "cluster", None) is not None:
            from othello.bookmaking.with_cluster import leaf_searches

            # Before the book is opened: under MPI each rank comes here, and one alone may write.
            search_all, threads = stack.enter_context(leaf_searches(arguments))
        yield stack.enter_context(
            BookBuilder(
                arguments.book, level, threads, hash_mb, create=create, search_all=search_all
            )
        )


@contextmanager
def working(
    arguments: argparse.Namespace, total: int | None = None, *, create: bool = False
) -> Iterator[Work]:
    """Open the book to change it, and show a progress bar meanwhile.

    `total` is how many positions the book is to have, None if that is not known. After Ctrl-C what
    was done until then is printed.
    """
    with opened(arguments, create=create) as builder, Progress(total) as progress:
        work = Work(arguments, builder, progress)
        try:
            yield work
        except KeyboardInterrupt:
            work.report()
            print_fault("othello: interrupted; the same command goes on")
            raise


@contextmanager
def filling(
    arguments: argparse.Namespace, has_failed: Callable[[], object], total: int | None = None
) -> Iterator[Work]:
    """Open the book, or a new one, as `working` does.

    A new one is removed if it has no position at the end, and an error, or `has_failed`, says why.
    """
    was_there = os.path.lexists(arguments.book)
    is_useless = False
    try:
        with working(arguments, total, create=True) as work:
            try:
                yield work
                is_useless = bool(has_failed()) and not len(work.builder)
            except OthelloError:
                is_useless = not len(work.builder)
                raise
    finally:
        if is_useless and not was_there:
            os.remove(arguments.book)


def build(arguments: argparse.Namespace) -> int:
    """Grow the book from a position."""
    with filling(arguments, lambda: False, arguments.positions) as work:
        if arguments.seconds is not None:
            work.so_far = lambda: f"{work.seconds:.0f} of {arguments.seconds:g} s"
        work.call("grow", arguments)
    return 0


def change(arguments: argparse.Namespace) -> int:
    """Change the book by the builder's method that has the name of the verb."""
    with working(arguments) as work:
        work.call(arguments.act, arguments)
    return 0


def learn(arguments: argparse.Namespace) -> int:
    """Add the positions of games."""
    source = GameSource(arguments.games)
    with filling(arguments, lambda: source.faults) as work:
        work.tell_if_new()
        n_read = 0

        def read() -> Iterator[Game]:
            nonlocal n_read
            for found in source:
                n_read += 1
                yield found.game

        work.so_far = lambda: counted(n_read, "game")
        n_new = work.builder.learn(read(), plies=arguments.plies, on_round=work.on_round)
        work.report(games=n_new)
    return EXIT_UNUSABLE_INPUT if source.faults else 0


def merge(arguments: argparse.Namespace) -> int:
    """Put other books into the book."""
    faults = Faults()
    _check_there(arguments.others)
    with filling(arguments, lambda: faults.count) as work:
        work.tell_if_new()
        for path in arguments.others:
            try:
                with BookFile(path) as other, other.reading():
                    read, roots, games = other.load(), other.roots(), other.games()
            except FileError as error:
                faults.report(error)
                continue
            keys = {position.id: position.key for position in read}
            keys_of_roots = [keys[id_] for id_ in roots if id_ in keys]
            work.builder.merge(sound_positions(read, faults.report), keys_of_roots, games)
            faults.end_file(str(path))
        work.report()
    return EXIT_UNUSABLE_INPUT if faults.count else 0


def _check_there(paths: Iterable[FilePath]) -> None:
    """Raise FileError if one of the files is missing, before a new book is made."""
    for path in paths:
        with named(path):
            os.stat(path)


def import_files(arguments: argparse.Namespace) -> int:
    """Add the positions of files in other formats."""
    faults = Faults()
    known = None if arguments.format is None else FORMATS[arguments.format]
    _check_there(arguments.others)
    with filling(arguments, lambda: faults.count) as work:
        for path in arguments.others:
            records = list(read_records(path, faults.report, known))
            faults.end_file(str(path))
            roots = [record.position.key for record in records if record.is_root]
            work.builder.merge([record.position for record in records], roots)
        work.report()
    return EXIT_UNUSABLE_INPUT if faults.count else 0
