"""Files that are no book, or that cannot be used now: one line says so, and nothing is harmed."""

import os
import random
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from support.books import boards_of, problems
from support.cli_process import command, othello, refused
from support.databases import change, older
from support.random_games import random_game
from support.systems import POSIX

from othello.book import Book
from othello.book.file import BookFile
from othello.bookmaking import BookBuilder
from othello.bookmaking.check import problems_of
from othello.errors import FileError


@POSIX
def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    os.mkfifo(path)
    for opened in (lambda: Book(path), lambda: BookBuilder(path)):
        with pytest.raises(FileError) as caught:
            opened()
        assert (
            str(caught.value)
            == f"{path}: no plain file: expected a book, as othello book build makes it"
        )
    assert path.is_fifo()


@POSIX
def test_a_link_to_no_book_yet_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "a.book", tmp_path / "link"
    link.symlink_to(path)
    with BookBuilder(link, 0, hash_mb=1) as builder:
        builder.grow(positions=2)
        with pytest.raises(FileError, match="in use by process"):
            BookBuilder(path)
    assert link.is_symlink()
    with Book(path) as book:
        assert len(book) == 2


def test_a_second_builder_is_told_who_writes(path: Path) -> None:
    with BookBuilder(path, hash_mb=1):
        told = refused("book", "build", path, "--positions", 500)
        assert told == f"othello: {path}: in use by process {os.getpid()}\n"
        assert othello("book", "show", path).returncode == 0


def test_what_is_closed_says_so(path: Path) -> None:
    with BookBuilder(path, hash_mb=1) as builder, Book(path) as book:
        builder.grow(positions=1)
    builder.close()
    calls: list[Callable[[], object]] = [
        lambda: len(book),
        lambda: book.moves("f5"),
        lambda: len(builder),
        lambda: builder.grow(positions=1),  # it has so many
        lambda: builder.learn([]),
        builder.deepen,
        builder.correct,
        lambda: builder.prune(discs=64),
        builder.repair,
    ]
    for call in calls:
        with pytest.raises(FileError) as raised:
            call()
        assert str(raised.value) == f"{path}: the book is closed: expected an open one"


def test_a_full_disk(path: Path) -> None:
    """A file may not grow any more: one line says so, and what was there is there."""
    resource = pytest.importorskip("resource")
    limit = path.stat().st_size
    done = subprocess.run(
        command("book", "build", path, "--positions", 10**6, "--level", 1),
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"othello: {path}: ") and done.stderr.count("\n") == 1
    with BookFile(path) as book:
        assert book.count() >= 120 and list(problems_of(book)) == []


def test_a_file_that_may_only_be_read(path: Path) -> None:
    path.chmod(0o444)
    with Book(path) as book:
        assert book.moves("f5")
    if os.name != "posix" or os.geteuid():  # root may write it all the same
        done = othello("book", "build", path, "--positions", 500)
        assert done.returncode == 2 and done.stderr.count("\n") == 1
        assert problems(path) == []


def test_a_damaged_book_cannot_grow(path: Path) -> None:
    change(path, "DELETE FROM move WHERE position = 5")
    told = refused("book", "build", path, "--positions", 500)
    assert told.startswith(f"othello: {path}: position 5 is damaged: othello book check --repair")


def test_a_book_without_checksums_is_read_and_gets_them(path: Path, small_book: Path) -> None:
    older(path)
    before = path.read_bytes()
    with Book(path) as book, Book(small_book) as other:
        assert book.moves("f5") == other.moves("f5") and book.moves(random_game(1, 20).board) == []
    assert path.read_bytes() == before
    with BookBuilder(path, hash_mb=1, create=False):
        pass
    change(path, "UPDATE move SET value = value + 1 WHERE position = 7")
    with Book(path) as book, pytest.raises(FileError, match="position 7 is damaged: othello book"):
        [book.moves(board) for board, _ in boards_of(path)]


def test_whatever_a_book_says_moves_are_legal(path: Path) -> None:
    """Squares where nobody can move, and values beyond all scores, lead to no illegal move."""
    change(
        path,
        "UPDATE OR REPLACE move SET square = (square * 7 + position) % 64, value = value * 1000",
    )
    older(path)
    with Book(path) as book:
        for board, _ in boards_of(path):
            for image in board.symmetries():
                legal = image.legal_moves()
                assert {known.move for known in book.moves(image)} <= set(legal)
                chosen = book.choose(image, 64.0)
                assert chosen is None or chosen.move in legal


def repair(path: Path) -> None:
    with BookBuilder(path, 0, hash_mb=1, create=False) as builder:
        builder.repair()
    assert problems(path) == []


def test_bytes_that_were_changed(tmp_path: Path, small_book: Path) -> None:
    """A book is mended, or named as one that cannot be read, whatever is in its file."""
    path, n_mended = tmp_path / "a.book", 0
    for seed in (99, 189, 235, *range(30)):
        chance, data = random.Random(seed), bytearray(small_book.read_bytes())
        for _ in range(chance.choice([1, 3, 30])):
            data[chance.randrange(len(data))] = chance.choice([0, 255, chance.randrange(256)])
        path.write_bytes(data)
        with suppress(FileError):
            repair(path)
            n_mended += 1
    assert n_mended


@pytest.mark.parametrize("kind", ["key = NULL", "games = NULL"])
def test_what_is_no_number(path: Path, kind: str) -> None:
    """SQLite writes nothing of a wrong kind into a book, but a damaged page may hold it."""
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(
            "CREATE TABLE other AS SELECT * FROM position; DROP TABLE position;"
            f"ALTER TABLE other RENAME TO position; UPDATE position SET {kind} WHERE id = 3"
        )
    with BookFile(path) as book:
        assert len(list(problems_of(book))) >= (kind == "key = NULL")
    with Book(path) as book:
        assert book.games("f5") in (0, 1) and book.moves("startpos")


def test_one_state_is_read_though_another_is_written_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    with BookBuilder(path, level=1) as builder:
        builder.grow(positions=20)

        def grow_after_positions_are_read(sql: str) -> None:
            if "FROM root" in sql or "count(*)" in sql:
                builder.grow(positions=len(builder) + 20)

        with BookFile(path) as book:
            with closing(sqlite3.connect(path)) as log:
                assert log.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            book._database.set_trace_callback(grow_after_positions_are_read)
            assert list(problems_of(book)) == []
            assert len(builder) > 20
            with book.reading():
                n_before = len(book.load())
                assert book.count() == n_before < len(builder)
