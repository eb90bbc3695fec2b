"""What the commands, protocols and requests answered once, compared with what they answer now.

Each line of a folder's ``recorded.jsonl`` is one line for the shell (``run``) with its exit code
and output. It runs in an empty folder with the suites in ``positions/``. What differs from run to
run, such as a time, is masked. To add a case, append ``{"run": "…"}``; to record what has no output
yet, and what has changed on purpose, run ``python tests/golden/test_golden.py``, with a word for
the cases alone that have it.

What a case is to show may be its ``name``. ``run`` is a list of lines if there are several; then
the exit code of a line is written where it is not 0. ``details.jsonl`` is for the full suite:
refusals, messages, forms of input.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

import pytest

from othello.commands.catalogue import summaries
from othello.rooms import ROOMS, folders, is_there

HERE = Path(__file__).parent
RECORDED = sorted(HERE.parent.glob("*/recorded.jsonl"))
DETAILS = sorted(HERE.parent.glob("*/details.jsonl"))
LONGEST_SECONDS = 600

MASKS = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(?<=[ (])\d+\.\d+ s\b", "… s"),
        (r"\b\d+(\.\d+)? (M )?(nodes|leaves|evaluations)/s", "… \\3/s"),
        (r"\b\d+ nps\b", "… nps"),
        (r'("(?:seconds|nps|evals_per_second|processor|slowest)\w*": )[\d.e+-]+', "\\1…"),
        (r"\b\d+ M/s", "… M/s"),
        (r'("(?:isa|version)": )"[^"]*"', '\\1"…"'),
        (r"\bnps \d+", "nps …"),
        (r"\btime \d+(\.\d+)?", "time …"),
        (r"\bisa v?\w+", "isa …"),
        # Some versions of Python quote the words.
        (r"\(choose from [^)]*\)", "(choose from …)"),
        (r"(nodestats \d+) [\d.]+", "\\1 …"),
        (r"(=== \S+/[-+\d.]+)/[\d.]+", "\\1/…"),
        (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*", "…"),
        (r"\b\d+\.\d+\.\d+(\.dev\w*)?\b", "VERSION"),
        # Said after five seconds: no run before this one has used its home folder.
        (r"Matplotlib is building the font cache; this may take a moment\.\n", ""),
    )
]
"""What differs between runs, processors or versions, and what is written in its place."""

LIBRARIES = {
    "--plot ": "matplotlib",
    "othello.env": "gymnasium",
    "practise openings": "fsrs",
    "drill.answer": "fsrs",
}
"""Words in a line for the shell, and what such a line needs; not every machine has it."""


def cases(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def name(case: dict[str, Any]) -> str:
    return str(case.get("name") or case["run"][:60])


def commands_of(case: dict[str, Any]) -> set[str]:
    return set(re.findall(r"\bothello ([a-z]+)", str(case["run"])))


def masked(text: str, folder: str) -> str:
    text = text.replace(folder, "FOLDER")
    for pattern, replacement in MASKS:
        text = pattern.sub(replacement, text)
    return text


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """Run a case, and return it with its exit code and its masked output."""
    run = case["run"]
    if isinstance(run, list):
        run = "\n".join(["trap 'echo exit code $?' ERR", *run])
    scripts = sysconfig.get_path("scripts")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(HERE.parent / "positions", Path(folder, "positions"))
        done = subprocess.run(
            ["bash", "-c", run],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=LONGEST_SECONDS,
            env={
                "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
                "HOME": folder,
                "COLUMNS": "100",
                "LANG": "C.UTF-8",
                "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            },
        )
        return {
            **{key: case[key] for key in ("name", "run") if key in case},
            "code": done.returncode,
            "out": masked(done.stdout, folder),
            "err": masked(done.stderr, folder),
        }


@pytest.mark.skipif(
    not os.environ.keys().isdisjoint({"ASAN_OPTIONS", "TSAN_OPTIONS"}),
    reason="the shell starts the installed command, whose Python has no sanitizer",
)
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            id=f"{file.parent.name}: {name(case)}",
            marks=pytest.mark.full if file in DETAILS else (),
        )
        for file in (*RECORDED, *DETAILS)
        for case in cases(file)
    ],
)
def test_the_answer_is_the_recorded_one(case: dict[str, Any]) -> None:
    known = {name for commands in summaries().values() for name in commands}
    if len(folders()) < len(ROOMS) and not commands_of(case) <= known:
        pytest.skip("of a room that was taken out")
    if not is_there("people") and "Most players would" in str(case):
        pytest.skip("says what the room of people knows")
    for words, library in LIBRARIES.items():
        if words in str(case["run"]):
            pytest.importorskip(library)
    assert answer(case) == case


def record(word: str = "") -> None:
    """Write the answers of this build over those recorded, and say which have changed.

    With a `word`, only those in whose call it stands.
    """
    for file in (*RECORDED, *DETAILS):
        lines = []
        for case in cases(file):
            now = answer(case) if word in name(case) else case
            if now != case:
                print(
                    f"{'new' if 'code' not in case else 'changed'}: {name(case)}", file=sys.stderr
                )
            lines.append(json.dumps(now, ensure_ascii=False))
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record(*sys.argv[1:])
