"""Files without an end, and files that cannot be read: an error at a stated length, memory flat."""

import os
import subprocess
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from support.cli_process import command, refused
from support.patience import SECONDS
from support.rooms import needs
from support.systems import LINUX
from support.watched import unwatched

from othello import read_games
from othello.errors import FileError, FormatError
from othello.files.access import reading
from othello.files.bounded import LONGEST_LINE, lines_of, whole_file, whole_text
from othello.rooms import is_there

LARGE = 1 << 30
"""Bytes of address space that a command may have: its libraries, and no endless line."""


def test_lines_up_to_one_that_is_too_long() -> None:
    text = "one\n" + "x" * (LONGEST_LINE - 1) + "\nlast"
    assert [len(line) for line in lines_of(StringIO(text), "f")] == [4, LONGEST_LINE, 4]
    assert whole_text(StringIO(text), "f") == text and whole_text(BytesIO(b""), "f") == b""
    found = []
    with pytest.raises(FormatError, match="^f:2: a line without an end: expected 16777216 char"):
        found.extend(lines_of(BytesIO(b"one\n" + bytes(LONGEST_LINE + 1)), "f"))
    assert found == [b"one\n"]
    assert [*lines_of(["x" * (LONGEST_LINE + 1)], "f")], "lines that are there already"


ENDLESS = [
    ("analyse", "/dev/zero", "--level", "1"),
    ("analyse", "-", "--level", "1"),
    ("solve", "/dev/zero"),
    ("solve", "-"),
    ("test", "/dev/zero", "--depth", "1"),
    ("scaling", "/dev/zero"),
    ("tune", "/dev/zero"),
    ("match", "level=1", "level=2", "--openings", "/dev/zero", "--games", "2"),
    ("match", "level=1", "level=2", "--openings", "-", "--games", "2"),
    ("tournament", "--engines", "/dev/zero"),
    ("convert", "/dev/zero", "out.ggf", "--from", "pasted"),
    ("convert", "-", "out.ggf", "--from", "transcript"),
    ("convert", "/dev/zero", "out.ggf", "--from", "sgf"),
    ("convert", "-", "out.sgf", "--from", "ggf"),
    ("convert", "/dev/zero", "out.obf", "--from", "obf", "--positions", "10"),
    ("play",),
]


@LINUX
@unwatched
@needs("ggf", "sgf", "wthor")
@pytest.mark.parametrize("words", ENDLESS, ids=" ".join)
def test_an_endless_line_ends_each_command(words: tuple[str, ...], tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    letters = ["tr", "\\0", "x"]
    with (
        open("/dev/zero", "rb") as zeros,
        subprocess.Popen(letters, stdin=zeros, stdout=subprocess.PIPE) as endless,
    ):
        result = subprocess.run(
            command(*words),
            stdin=endless.stdout,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            cwd=tmp_path,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (LARGE, LARGE)),
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        )
        endless.kill()
    assert result.returncode == 2
    if "/dev/zero" in words:
        assert "/dev/zero: not a text file\n" in result.stderr
    else:
        assert ":1: a line without an end: expected 16777216 characters at most" in result.stderr
    assert "Traceback" not in result.stderr


@LINUX
@needs("ggf", "sgf", "wthor")
def test_an_error_while_reading_names_the_file(tmp_path: Path) -> None:
    broken = "/proc/self/mem"  # its first byte gives EIO
    reason = "^/proc/self/mem: Input/output error$"
    for call in (whole_file, lambda path: [*read_games(path)]):
        with pytest.raises(FileError, match=reason):
            call(broken)
    with reading(broken) as file, pytest.raises(FileError, match=reason):
        file.read()
    for words in (
        ("analyse", broken),
        ("solve", broken),
        ("convert", broken, tmp_path / "out.ggf", "--from", "wthor"),
        ("convert", broken, tmp_path / "out.ggf", "--from", "sgf"),
        ("eval", "startpos", "--weights", broken),
        *[("match", "level=1", "level=2", "--openings", broken)] * is_there("matches"),
    ):
        assert f"{broken}: Input/output error\n" in refused(*words)
