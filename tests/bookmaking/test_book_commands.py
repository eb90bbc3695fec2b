"""What ``othello book`` prints, as text and as JSON."""

import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from support.cli_process import answer, command, json_lines, othello, refused, written
from support.databases import change
from support.systems import POSIX

from othello.book import Book

GAMES = "1. f5 d6 2. c3 d3\nf5f6e6f4\n"


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


def test_show(book: Path) -> None:
    shown, total = json_lines("book", "show", book, "f5d6")
    assert list(shown) == ["position", "score", "error", "grade", "games", "name", "moves"]
    assert total == {"total": {"positions": 1}}
    with Book(book) as read:
        known = read.moves("f5d6")
    assert [move["move"] for move in shown["moves"]] == [str(each.move) for each in known]
    assert shown["moves"][0] == {
        "move": str(known[0].move),
        "score": round(known[0].score, 2),
        "error": round(known[0].error, 2),
        "grade": known[0].grade.text(58),
        "games": 0,
        "name": shown["moves"][0]["name"],
    }
    assert [shown[key] for key in ("score", "error")] == [
        shown["moves"][0][key] for key in ("score", "error")
    ]
    assert shown["name"] == "Perpendicular Opening"
    text = answer("book", "show", book, "f5d6").splitlines()
    assert text[0] == f"{shown['position']}  {shown['name']}"
    assert [line[:2] for line in text[2 : 2 + len(known)]] == [str(each.move) for each in known]


def test_show_a_position_with_a_forced_pass(book: Path) -> None:
    """It is that behind the pass."""
    line = "e6f6c4e7e8d8g7f8"
    answer("book", "learn", book, f"{line}h6h8", "--level", 1)
    shown, _ = json_lines("book", "show", book, line)
    assert "h6" in [move["move"] for move in shown["moves"]]
    assert [shown] == json_lines("book", "show", book, f"{line}pass")[:1]


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


def test_show_a_position_that_is_not_there(book: Path) -> None:
    shown, total = json_lines("book", "show", book, "f5d6c3d3c4f4f6f3e6e7d7c5b6b5")
    assert (shown["score"], shown["grade"], shown["moves"]) == (None, None, [])
    assert total == {"total": {"positions": 0}}
    assert answer("book", "show", book, "f5d6c3d3c4f4f6f3e6e7d7c5b6b5").endswith(
        "\nnot in the book\n"
    )


def test_learn(book: Path, tmp_path: Path) -> None:
    """Games come from files and the command line; faults are named and the rest is learned."""
    file = written(tmp_path / "games.txt", f"{GAMES}f5f5\n")
    done = othello("book", "learn", book, file, "f5d6c4", "--plies", 3)
    assert done.returncode == 2 and done.stderr.startswith(f"{file}:3: ")
    assert "  3 games  " in done.stdout
    shown, _ = json_lines("book", "show", book, "f5")
    assert shown["games"] == 3
    assert {move["move"]: move["games"] for move in shown["moves"]}["d6"] == 2


@pytest.mark.parametrize(("act", "what"), [("learn", "f5d6"), ("merge", None)])
def test_a_new_book_is_told(book: Path, tmp_path: Path, act: str, what: str | None) -> None:
    """The name of the book may be mistyped."""
    path = tmp_path / "new.book"
    for said in (f"othello: {path}: a new book\n", ""):
        done = othello("book", act, path, what or book, "--level", 1)
        assert (done.returncode, done.stderr) == (0, said)


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


def test_stats(book: Path) -> None:
    *plies, total = json_lines("book", "stats", book)
    assert [each["ply"] for each in plies] == list(range(len(plies)))
    assert sum(each["positions"] for each in plies) == total["total"]["positions"] == 120
    assert total["total"]["problems"] == total["total"]["games"] == 0
    assert sum(total["total"]["grades"].values()) > 100
    assert answer("book", "stats", book).endswith("120 positions  0 games  0 problems\n")


def test_check_and_repair(book: Path) -> None:
    assert answer("book", "check", book) == "120 positions  0 problems\n"
    change(book, "UPDATE move SET value = value + 1 WHERE position = 2 AND child IS NOT NULL")
    done = othello("book", "check", book)
    problems = done.stderr.count("\n")
    assert problems > 1 and "\nposition 2 (" in done.stderr
    assert (done.returncode, done.stdout) == (1, f"120 positions  {problems} problems\n")
    (total,) = json_lines("book", "check", book, "--repair")
    assert total == {"total": {"positions": 120, "problems": 0}}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["build"], "one of the arguments --time/--seconds --positions is required"),
        (["build", "--positions", "0"], "expected 1 or more"),
        (["build", "--positions", "9", "--from", "f5f5"], "f5"),
        (["build", "--positions", "9", "--from", "X" * 64 + " X"], "the game is over"),
        (["prune"], "nothing to remove: expected --discs, --positions or --empties"),
        (["correct"], "required: --level"),
        (
            ["build", "--positions", "9", "--threads", "2", "--cluster", "processes:2"],
            "--threads 2 with --cluster processes:2: expected one of them",
        ),
        (["deviate", "--discs", "x"], "expected discs, 0 to 64"),
        (["burn"], "invalid choice: 'burn'"),
    ],
)
def test_refused(book: Path, words: list[str], reason: str) -> None:
    assert reason in refused("book", words[0], book, *words[1:])
