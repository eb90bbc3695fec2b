"""Run the command line as a user does: another process, arguments, pipes, signals."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from support.patience import SECONDS

POSITIONS = Path(__file__).parents[1] / "positions"

#: A position whose solve takes far longer than any test.
ENDLESS = "startpos"


def othello(
    *arguments: object, stdin: str = "", cwd: Path | None = None, **environment: str
) -> Any:
    """Run a command to its end; the result has `returncode`, `stdout` and `stderr`."""
    return subprocess.run(
        command(*arguments),
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        cwd=cwd,
        env=os.environ | environment,
    )


def start(*arguments: object, **streams: Any) -> subprocess.Popen[str]:
    """Start a command and let it run."""
    return subprocess.Popen(command(*arguments), encoding="utf-8", **streams)


def command(*arguments: object) -> list[str]:
    """Return the argument list of a process."""
    return [sys.executable, "-m", "othello", *map(str, arguments)]


def refused(*arguments: object, **keywords: Any) -> str:
    """Run a command that refuses its arguments; return the one line that says why."""
    result = othello(*arguments, **keywords)
    assert (result.returncode, result.stdout) == (2, ""), result.stderr
    assert result.stderr.count("\n") == 1
    return result.stderr


def answer(*arguments: object, **keywords: Any) -> str:
    """Run a command that succeeds without a word on stderr; return its stdout."""
    result = othello(*arguments, **keywords)
    assert (result.returncode, result.stderr) == (0, "")
    return str(result.stdout)


def written(path: Path, contents: str | bytes | bytearray) -> Path:
    """Write a file, as UTF-8 if `contents` is a text, and return its path."""
    path.write_bytes(contents.encode() if isinstance(contents, str) else contents)
    return path


def run_with_size_limit(n_bytes: int, words: Sequence[object], **options: Any) -> Any:
    """Run a program that may write no file of more than `n_bytes`, as `ulimit -f` limits them."""
    resource = pytest.importorskip("resource")
    return subprocess.run(
        [*map(str, words)],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, n_bytes)),
        **options,
    )


def json_lines(*arguments: object, **keywords: Any) -> list[dict[str, Any]]:
    """Run a command with ``--json``; return its objects after checking how they come."""
    result = othello(*arguments, "--json", **keywords)
    assert result.stderr == "", result.stderr
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert list(records[-1]) == ["total"], "the last line is the total"
    return records


def judged_lines(*arguments: object, **keywords: Any) -> list[dict[str, Any]]:
    """Run ``othello practise`` as `json_lines` does; leave out the exercises as they are asked."""
    return [each for each in json_lines("practise", *arguments, **keywords) if "legal" not in each]
