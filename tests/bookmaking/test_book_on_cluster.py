"""Searches for a book on the workers of ``--cluster``: the book is that of one machine."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from support.books import contents
from support.cli_process import answer, command
from support.cluster_jobs import workers_of
from support.databases import change
from support.small_book import LEVEL, POSITIONS
from support.systems import LINUX


@LINUX
def test_a_build_is_that_of_one_machine_though_a_worker_dies(
    small_book: Path, tmp_path: Path
) -> None:
    path, wal = tmp_path / "a.book", tmp_path / "a.book-wal"
    words = ["build", path, "--positions", POSITIONS, "--level", LEVEL, "--hash", 1]
    run = command("book", *words, "--cluster", "processes:2")
    with subprocess.Popen(run, stdout=subprocess.PIPE) as process:
        while not (wal.exists() and workers_of(process.pid)):
            assert process.poll() is None
        os.kill(workers_of(process.pid)[0], signal.SIGKILL)
    assert process.returncode == 0
    assert contents(path) == contents(small_book)


@pytest.mark.parametrize("words", [("correct", "--level", 3), ("check", "--repair")])
def test_what_else_searches(words: tuple[object, ...], small_book: Path, tmp_path: Path) -> None:
    found = []
    for workers in ([], ["--cluster", "processes:2"]):
        path = Path(shutil.copy(small_book, tmp_path / f"{len(workers)}.book"))
        if "--repair" in words:
            change(path, "DELETE FROM move WHERE child IS NULL AND position IN (10, 60)")
        answer("book", words[0], path, *words[1:], *workers)
        found.append(contents(path))
    assert found[0] == found[1]
