"""The bases of games that a server answers from, and the files of games that are added to its own.

A server of this machine's alone has a folder of the user's. The bases in it are answered from like
those that the command names, and files of games that the user drops into the page become bases in
it: WTHOR's files one, all others another. Files come in parts, as a message is small.
"""

from __future__ import annotations

import argparse
import os
import re
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING, Any

from othello.analysis.game_texts import MAX_FAULTS, NoGame, more_than_listed
from othello.convert import REMARKS
from othello.errors import InvalidOption, OthelloError, quote
from othello.files.access import FilePath, is_same_file, named, reading
from othello.files.unpacking import plain_name, unpacked
from othello.operation import Progress, Service
from othello.wthor.names import WthorNames

# What needs numpy is imported where there is a base: where there is none, numpy may be missing.
if TYPE_CHECKING:
    from othello.gamebase.base import GameBase
    from othello.gamebase.file import GameRow

NAME = "bases"
"""The name by which operations ask for them."""

MAX_UPLOAD_BYTES = 1 << 28
MAX_UPLOADED_FILES = 1000

BLOCK = 1 << 20
"""Bytes that are unpacked at once."""

GAMES_OF_REPORT = 2000

FAULTS_OF_ERROR = 5
"""Faults that an error lists, where files have no game."""

ENDING = ".base"
WTHOR_BASE, OTHER_BASE = "wthor", "games"
"""The bases that dropped files become."""

FILE_NAME = re.compile(r"[^./\\:\0-\x1f][^/\\:\0-\x1f]*")
"""Name of a file that may be uploaded: none that is hidden or lies in another folder."""

WTHOR_GAMES = ".wtb"
WTHOR_NAMES = (".jou", ".trn")


class Bases(Service):
    """Bases by name: that of the file without its end, or the whole path where two are alike.

    Parameters
    ----------
    paths : iterable of path
        The files of bases.

    Raises
    ------
    FileError
        If one is no base.
    """

    def __init__(self, paths: Iterable[FilePath] = ()) -> None:
        self._opened: dict[str, GameBase] = {}
        self._folder: Path | None = None
        self._uploads: Path | None = None
        self._lock = Lock()  # for the bases and the uploads: requests come in many threads
        with ExitStack() as stack:
            self._stack = stack
            for path in paths:
                self._open(Path(path))
            self._stack = stack.pop_all()

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._stack.close()

    def use_folder(self, folder: Path, warn: Callable[[object], object]) -> None:
        """Answer from the bases of a folder too, and add files there; `warn` of what is none."""
        self._folder = folder
        for path in sorted(folder.glob(f"*{ENDING}")):
            try:
                self._open(path)
            except OthelloError as error:
                warn(error)

    def _open(self, path: Path) -> str:
        """Open a base, unless it is; return its name."""
        from othello.gamebase.base import GameBase

        for name, base in self._opened.items():
            if is_same_file(path, base.path):
                return name
        base = self._stack.enter_context(GameBase(path))
        name = path.name.removesuffix(ENDING)
        if name in self._opened:
            name = str(path)
        self._opened[name] = base
        return name

    # ------------------------------------------------------------------ asking

    def names(self) -> dict[str, Any]:
        """Return the names of the bases with their games, and whether files can be added."""
        with self._lock:
            found = [{"name": name, "games": len(base)} for name, base in self._opened.items()]
        return {"bases": found, "folder": None if self._folder is None else str(self._folder)}

    def named(self, name: str | None) -> tuple[str, GameBase]:
        """Return an open base and its name, by default the first one. Threads may read it at once.

        Raises OthelloError if there is no such base.
        """
        with self._lock:
            if not self._opened:
                raise InvalidOption("no base is in use: expected othello serve --base FILE")
            if name is None:
                name = next(iter(self._opened))
            if name not in self._opened:
                known = ", ".join(map(quote, self._opened))
                raise InvalidOption(f"no base {quote(name)}: expected {known}")
            return name, self._opened[name]

    # ------------------------------------------------------------------ adding

    def upload(self, name: str, part: str, at: int = 0, batch: str = "") -> dict[str, Any]:
        """Take a part of a file, in base64; `at` is how many bytes came before, 0 begins it anew.

        Files of another `batch` may have the same name.

        Raises OthelloError if the server takes no files, or not so large ones: then all are
        forgotten.
        """
        self._own_folder()
        if not FILE_NAME.fullmatch(name):
            raise InvalidOption(f"invalid name {quote(name)}: expected a file's, without a folder")
        try:
            content = b64decode(part, validate=True)
        except (Base64Error, ValueError):
            raise InvalidOption(f"invalid part {quote(part)}: expected base64") from None
        with self._lock:
            if self._uploads is None:
                folder = TemporaryDirectory(prefix="othello-", ignore_cleanup_errors=True)
                self._uploads = Path(self._stack.enter_context(folder))
            path = self._uploads / _folder_of(batch) / name
            sizes = {file: file.stat().st_size for file in self._uploads.glob("*/*")}
            size = sizes.pop(path, 0)
            if at > size:
                raise InvalidOption(f"invalid at {at}: expected 0 to {size}, the bytes before")
            n_bytes = at + len(content)
            if sum(sizes.values()) + n_bytes > MAX_UPLOAD_BYTES or len(sizes) >= MAX_UPLOADED_FILES:
                self._forget(self._uploads.glob("*/*"))
                raise InvalidOption(
                    f"{quote(name)} is too much: expected at most {MAX_UPLOAD_BYTES >> 20} MB "
                    f"in {MAX_UPLOADED_FILES} files"
                )
            with named(name):
                path.parent.mkdir(exist_ok=True)
            with named(name), open(path, "r+b" if at else "wb") as file:
                file.seek(at)
                file.write(content)
                file.truncate()
        return {"name": name, "size": n_bytes}

    def add(self, files: Collection[str], batch: str, progress: Progress) -> dict[str, Any]:
        """Add the games of uploaded files to the bases of the folder; the files are then forgotten.

        `progress` is told the file and how many games were read, now and then. In the
        answer, ``left_out`` names what a base does not keep of the games that were read, and
        ``doubts`` tell of stated results that the moves contradict or that say nothing. Of many
        faults or doubts it has the first, and in ``more_faults`` or ``more_doubts`` the number of
        the others.

        Raises OthelloError if the server takes no files, one was not uploaded, or there is no game
        in any. If they are too large when they are unpacked, all are forgotten.
        """
        folder = self._own_folder()
        paths = self._uploaded(files, batch)
        faults, doubts = Texts(), Texts()
        extras: set[str] = set()
        to: list[str] = []  # the bases that they were added to
        added = known = read = 0
        try:
            self._check_unpacked(paths)
            for name, some in _by_base(paths).items():

                def rows(some: list[Path] = some) -> Iterator[GameRow]:
                    nonlocal read
                    for path in some:
                        for row in _rows(path, faults, doubts, extras):
                            if read % GAMES_OF_REPORT == 0:
                                progress({"file": path.name, "games": read})
                            read += 1
                            yield row

                path = folder / f"{name}{ENDING}"
                counts = self._add_rows(path, rows())
                added, known = added + counts[0], known + counts[1]
                if any(counts):
                    with self._lock:
                        to.append(self._open(path))
        finally:
            self._forget(paths)
        if not read:
            raise NoGame(f"no game: {faults.few() or 'only names of WTHOR are there'}")
        told: dict[str, object] = {
            "faults": faults.first,
            "doubts": doubts.first,
            **more_than_listed(faults=faults.count, doubts=doubts.count),
            "left_out": sorted(REMARKS & extras),
        }
        return {"added": added, "known": known, "to": to, **told, **self.names()}

    def _uploaded(self, files: Collection[str], batch: str) -> list[Path]:
        # A name is looked up, not made a path: it might lead to another folder.
        found = [] if self._uploads is None else self._uploads.glob(f"{_folder_of(batch)}/*")
        there = {file.name: file for file in found}
        for name in files:
            if name not in there:
                raise InvalidOption(f"no file {quote(name)}: expected one that was uploaded")
        return [there[name] for name in files]

    def _check_unpacked(self, paths: Iterable[Path]) -> None:
        """Raise InvalidOption if files have too many bytes when they are unpacked.

        Those beside them count too, as names of WTHOR are read from there.
        """
        n_bytes = 0
        for path in sorted({file for each in paths for file in each.parent.iterdir()}):
            # What is wrong with a damaged one is told when it is read.
            with suppress(OthelloError), unpacked(reading(path), str(path)) as file:
                while n_bytes <= MAX_UPLOAD_BYTES and (block := file.read(BLOCK)):
                    n_bytes += len(block)
            if n_bytes > MAX_UPLOAD_BYTES:
                with self._lock:
                    self._forget(path.parent.glob("*"))
                raise InvalidOption(
                    f"{quote(path.name)} is too much: expected at most {MAX_UPLOAD_BYTES >> 20} MB "
                    "in all files when they are unpacked"
                )

    def _add_rows(self, path: Path, rows: Iterator[GameRow]) -> tuple[int, int]:
        """Add games to a base of the folder, which is made for the first of them."""
        from othello.gamebase.base import GameBase

        first = next(rows, None)
        if first is None:
            return 0, 0
        with named(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
        with GameBase(path, is_new=True) as base:
            return base.add_rows(chain([first], rows))

    def _own_folder(self) -> Path:
        if self._folder is None:
            raise InvalidOption(
                "this server takes no files: expected one for this machine alone, without "
                "--host and --host-name; othello games build makes bases too"
            )
        return self._folder

    @staticmethod
    def _forget(paths: Iterable[Path]) -> None:
        for path in [*paths]:
            path.unlink(missing_ok=True)


class Texts:
    """The first of the texts that were added, and the number of all."""

    def __init__(self) -> None:
        self.first: list[str] = []
        self.count = 0

    def add(self, text: str) -> None:
        if len(self.first) < MAX_FAULTS:
            self.first.append(text)
        self.count += 1

    def few(self) -> str:
        """Return some of them in one line, and how many there are more."""
        listed = self.first[:FAULTS_OF_ERROR]
        n_others = self.count - len(listed)
        return "; ".join([*listed, *([f"and {n_others} more"] if n_others else [])])


def _folder_of(batch: str) -> str:
    """Return the name of the folder for the uploads of a batch, whose own may be any text."""
    return sha256(batch.encode()).hexdigest()[:16]


def _by_base(paths: Collection[Path]) -> dict[str, list[Path]]:
    """Return the files of games by the base that they belong to."""
    found: dict[str, list[Path]] = {}
    for path in paths:
        ending = Path(plain_name(path.name)).suffix.lower()
        if ending not in WTHOR_NAMES:
            name = WTHOR_BASE if ending == WTHOR_GAMES else OTHER_BASE
            found.setdefault(name, []).append(path)
    return found


def _rows(path: Path, faults: Texts, doubts: Texts, extras: set[str]) -> Iterator[GameRow]:
    """Yield an uploaded file's games; add what is wrong to `faults`, what is lost to `extras`.

    What is doubtful of games that are read is added to `doubts`.
    """
    from othello.gamebase.reading import read_rows

    def tell(told: Texts, what: object) -> None:
        told.add(str(what).replace(f"{path.parent}{os.sep}", ""))

    fail, doubt = partial(tell, faults), partial(tell, doubts)

    try:
        # The same games would come again under names, if these were found later.
        if Path(plain_name(path.name)).suffix.lower() == WTHOR_GAMES and not WthorNames.beside(
            plain_name(str(path)), lambda error: None
        ):
            fail(f"{path.name}: no names: expected WTHOR.JOU and WTHOR.TRN with it")
            return
        with unpacked(reading(path), str(path)) as file:
            yield from read_rows(file, str(path), fail, extras.update, doubt, warn=fail)
    except OthelloError as error:
        fail(error)


# ---------------------------------------------------------------------- the service of a server


def add_options(parser: argparse.ArgumentParser) -> None:
    from othello.commands.values import FILE  # the site has no commands

    parser.add_argument(
        "--base",
        **FILE,
        action="append",
        default=[],
        help="answer requests of clients from this base of games (othello games build makes them); "
        "may be given several times",
    )


def open_service(arguments: argparse.Namespace | None) -> Bases:
    """Open the bases that ``--base`` names."""
    return Bases(() if arguments is None else arguments.base)
