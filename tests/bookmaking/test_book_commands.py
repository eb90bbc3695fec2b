"""What ``othello book`` prints, as text and as JSON."""

import os
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from support.cli_process import answer, command, json_lines, othello
from support.databases import change
from support.systems import POSIX


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


def test_check_and_repair(path: Path) -> None:
    assert answer("book", "check", path) == "120 positions  0 problems\n"
    change(path, "UPDATE move SET value = value + 1 WHERE position = 2 AND child IS NOT NULL")
    done = othello("book", "check", path)
    problems = done.stderr.count("\n")
    assert problems > 1 and "\nposition 2 (" in done.stderr
    assert (done.returncode, done.stdout) == (1, f"120 positions  {problems} problems\n")
    (total,) = json_lines("book", "check", path, "--repair")
    assert total == {"total": {"positions": 120, "problems": 0}}
