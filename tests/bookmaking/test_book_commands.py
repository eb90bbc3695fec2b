"""What ``othello book`` prints, as text and as JSON."""

import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from support.cli_process import answer, command, json_lines, othello, refused
from support.databases import change
from support.systems import POSIX

from othello.book import Book


@pytest.fixture
def book(tmp_path: Path, small_book: Path) -> Path:
    """A copy that may be changed."""
    return Path(shutil.copy(small_book, tmp_path / "a.book"))


def test_build_and_what_it_says(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    (total,) = json_lines("book", "build", path, "--positions", 30, "--level", 1)
    counts = total["total"]
    assert {name: counts[name] for name in ("positions", "added")} == {
        "positions": 30,
        "added": 30,
    }
    assert counts["searches"] >= 30 and counts["seconds"] > 0
    text = answer("book", "build", path, "--time", 0.2, "--from", "f5f4")
    assert text.split("  ")[0].endswith(" positions")
    with Book(path) as built:
        assert len(built) > 30 and built.grade("startpos").source == "level 1"


def test_the_shipped_book_has_a_name(book: Path, tmp_path: Path) -> None:
    """Also where a file has this name."""
    assert "no such file" in refused("book", "show", "./shipped", cwd=tmp_path)
    book.rename(tmp_path / "shipped")
    positions = {
        name: json_lines("book", "check", name, cwd=tmp_path)[-1]["total"]["positions"]
        for name in ("shipped", "./shipped")
    }
    assert positions["shipped"] > 1000 > positions["./shipped"]
    shown, _ = json_lines("book", "show", "shipped", "f5d6", cwd=tmp_path)
    answered, _ = json_lines("search", "f5d6", "--book", "shipped", cwd=tmp_path)
    assert answered["book"] and answered["move"] == shown["moves"][0]["move"]


@POSIX
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("learn", "new.book", "f5d6c3", "f5f6", "f5f4"), b"  3 games  "),
        (("build", "new.book", "--time", "600"), b" of 600 s  "),
    ],
)
def test_the_bar_says_how_far_it_is(tmp_path: Path, words: tuple[str, ...], said: bytes) -> None:
    ours, theirs = os.openpty()
    run = command("book", *words, "--level", 1)
    shown = b""
    with subprocess.Popen(run, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=theirs) as process:
        os.close(theirs)
        with suppress(OSError):  # at the end, when nobody has the terminal any more
            while said not in shown and (more := os.read(ours, 10**4)):
                shown += more
        process.kill()
    os.close(ours)
    assert said in shown


def test_check_and_repair(book: Path) -> None:
    assert answer("book", "check", book) == "120 positions  0 problems\n"
    change(book, "UPDATE move SET value = value + 1 WHERE position = 2 AND child IS NOT NULL")
    done = othello("book", "check", book)
    problems = done.stderr.count("\n")
    assert problems > 1 and "\nposition 2 (" in done.stderr
    assert (done.returncode, done.stdout) == (1, f"120 positions  {problems} problems\n")
    (total,) = json_lines("book", "check", book, "--repair")
    assert total == {"total": {"positions": 120, "problems": 0}}
