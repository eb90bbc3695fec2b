"""What each technique of the solver gains: build the engine without it, and solve again.

    python tools/ablation.py tests/positions/ffo-40-59.obf --lines 1-10

Each technique is switched off by replacing a line of its source in a copy of the tree, which is
built and run on its own, so that the shipped code needs no switches. Prints a Markdown table of
nodes and seconds; the scores are checked in every build.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "build", "*.so", "__pycache__", ".tox")


class Technique(NamedTuple):
    """A technique and the edit that takes it out."""

    name: str
    file: str
    old: str
    new: str


TECHNIQUES = (
    Technique("all of them", "endgame.pxd", "", ""),
    Technique("enhanced transposition cutoffs", "midgame.pxd", "ETC_DEPTH = 5 ", "ETC_DEPTH = 99 "),
    Technique(
        "stability cutoffs, last squares", "endgame.pxd", "return 2 * n_empties - 6", "return 64"
    ),
    Technique(
        "stability cutoffs, above",
        "midgame.pxd",
        "STABILITY_MARGIN * n_empties // 2 - 10",
        "STABILITY_MARGIN * 0 + 64",
    ),
    Technique("selective passes", "plan.pxi", "SOLVING_PASSES = (73,)", "SOLVING_PASSES = ()"),
    Technique(
        "rehearsal (a guess of the score)", "plan.pxi", "REHEARSAL_GAP = 12 ", "REHEARSAL_GAP = 60 "
    ),
    Technique(
        "sorting the moves of 6 and 7 empties",
        "endgame.pxd",
        "SORTED_EMPTIES = 6 ",
        "SORTED_EMPTIES = 8 ",
    ),
    Technique(
        "parity when sorting", "endgame.pxd", "if parity & quadrant_bit[square]:", "if False:"
    ),
    Technique(
        "parity without sorting",
        "endgame.pxd",
        "group = legal & odd_squares[parity]\n    for _round in range(2):",
        "group = legal\n    for _round in range(1):",
    ),
    Technique(
        "counting replies", "ordering.pxd", "REPLY_COST_EXACT = 300 ", "REPLY_COST_EXACT = 0 "
    ),
    Technique("counting the frontier", "ordering.pxd", "FRONTIER_COST = 30 ", "FRONTIER_COST = 0 "),
    Technique(
        "the workers' small tables",
        "endgame.pxd",
        "entry.opponent == opponent:\n        if entry.lower > alpha:",
        "entry.opponent == opponent and False:\n        if entry.lower > alpha:",
    ),
)


def build(technique: Technique, into: Path) -> Path:
    """Install the engine without `technique`; return the folder to import it from."""
    tree = into / "tree"
    shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
    source = tree / "pyx" / technique.file
    text = source.read_text()
    if technique.old:
        if technique.old not in text:
            raise SystemExit(f"{technique.file} no longer holds {technique.old!r}")
        source.write_text(text.replace(technique.old, technique.new, 1))
    target = into / "installed"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation"]
    subprocess.run([*command, "--no-deps", "--target", target, tree], check=True)
    return target


def solve(installed: Path, arguments: list[str]) -> dict[str, float]:
    """Return the totals of `othello solve`."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-m", "othello", "solve", "--json", *arguments]
    run = subprocess.run(
        command, env=environment, cwd=installed, capture_output=True, text=True, check=True
    )
    total: dict[str, float] = json.loads(run.stdout.splitlines()[-1])["total"]
    return total


def main() -> None:
    """Build and measure every variant."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--lines", metavar="A-B", help="of the file")
    parser.add_argument("--hash", default="64", help="megabytes")
    options = parser.parse_args()
    arguments = [str(options.file.resolve()), "--hash", options.hash]
    if options.lines:
        arguments += ["--lines", options.lines]
    print("| without | million nodes | seconds | right |\n|---|---|---|---|", flush=True)
    for technique in TECHNIQUES:
        with tempfile.TemporaryDirectory() as folder:
            total = solve(build(technique, Path(folder)), arguments)
        name = technique.name if technique.old else "nothing (all on)"
        print(
            f"| {name} | {total['nodes'] / 1e6:.1f} | {total['seconds']:.2f} "
            f"| {total['correct']:.0f} of {total['positions']:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
