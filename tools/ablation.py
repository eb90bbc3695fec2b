"""Measure what each technique of the search gains: build the engine without it, and search again.

    python tools/ablation.py tests/positions/ffo-40-59.obf --lines 1-10
    python tools/ablation.py tests/positions/ffo-40-59.obf --lines 5-20 --depth 14

The first command solves; the second searches to a fixed depth, with selectivity 73.

For each technique a copy of the tree is made, built and run, in which a text of its source is
replaced so that the technique is off. The normal code thus needs no switches. Prints a Markdown
table of nodes and seconds, and how many scores or moves were right.
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
SELECTIVITY = "73"
# The exit code of `othello solve` and `othello test` if a score or a move differs from the file's.
WRONG = 1
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "build", "*.so", "__pycache__", ".tox")


class Technique(NamedTuple):
    """A technique, and the replacement in a file of pyx/ that switches it off."""

    name: str
    file: str
    old: str
    new: str


NOTHING = Technique("nothing (all on)", "search/midgame.pxd", "", "")

TECHNIQUES = (
    NOTHING,
    Technique(
        "enhanced transposition cutoffs", "base/tuning.pxd", "(ETC_DEPTH, 5,", "(ETC_DEPTH, 99,"
    ),
    Technique(
        "the same, up to 12 empties", "search/endgame.pxd", "ETC_EMPTIES = 9 ", "ETC_EMPTIES = 99 "
    ),
    Technique(
        "stability cutoffs, last squares",
        "search/cutoff.pxd",
        "return 2 * n_empties - 6",
        "return 64",
    ),
    Technique(
        "stability cutoffs, above",
        "search/cutoff.pxd",
        "return DISC * (3 * n_empties // 2 - 10)",
        "return DISC * 64",
    ),
    Technique(
        "selective solves first",
        "python/plan.pxi",
        "if n_empties >= SELECTIVE_EMPTIES:",
        "if False:",
    ),
    Technique(
        "the shared table at 12 empties",
        "search/midgame.pxd",
        "in_table = node.n_empties == ENDGAME_EMPTIES",
        "in_table = False",
    ),
    Technique(
        "presearch (a guess of the score)",
        "base/tuning.pxd",
        "(PRESEARCH_GAP, 11,",
        "(PRESEARCH_GAP, 60,",
    ),
    Technique(
        "sorting the moves of 6 and 7 empties",
        "search/endgame.pxd",
        "SORTED_EMPTIES = 6 ",
        "SORTED_EMPTIES = 8 ",
    ),
    Technique(
        "parity when sorting",
        "search/endgame.pxd",
        "cost -= 5 * (parity",
        "cost -= 0 * (parity",
    ),
    Technique(
        "parity without sorting",
        "search/last_squares.pxd",
        "odd = legal & odd_squares[parity]",
        "odd = legal",
    ),
    Technique(
        "mobility",
        "base/tuning.pxd",
        "(ORDER_MOBILITY_SOLVE, 375,",
        "(ORDER_MOBILITY_SOLVE, 0,",
    ),
    Technique(
        "potential mobility",
        "base/tuning.pxd",
        "(ORDER_POTENTIAL_MOBILITY_SOLVE, 120,",
        "(ORDER_POTENTIAL_MOBILITY_SOLVE, 0,",
    ),
    Technique(
        "internal iterative deepening",
        "search/midgame.pxd",
        "IID_EMPTIES = 18 ",
        "IID_EMPTIES = 99 ",
    ),
    Technique(
        "the workers' endgame tables",
        "search/endgame.pxd",
        "entry.opponent == opponent:\n        if entry.lower > alpha:",
        "entry.opponent == opponent and False:\n        if entry.lower > alpha:",
    ),
)

MIDGAME_TECHNIQUES = (
    NOTHING,
    Technique("ProbCut", "base/tuning.pxd", "(PROBCUT_DEPTH, 3,", "(PROBCUT_DEPTH, 99,"),
    Technique("ProbCut's gate", "base/tuning.pxd", "(PROBCUT_GATE, 40,", "(PROBCUT_GATE, 0,"),
    Technique(
        "futility pruning",
        "search/frontier.pxd",
        "if selectivity < NO_SELECTIVITY and beta == alpha + 1:",
        "if selectivity < NO_SELECTIVITY and beta == alpha + 1 and False:",
    ),
    Technique(
        "late-move reductions", "base/tuning.pxd", "(LMR_MIN_DEPTH, 2,", "(LMR_MIN_DEPTH, 99,"
    ),
    Technique(
        "reducing by the gap of the scores",
        "base/tuning.pxd",
        "(LMR_SCORE_GAP, 200,",
        "(LMR_SCORE_GAP, 99999,",
    ),
    Technique(
        "aspiration windows", "base/tuning.pxd", "(ASPIRATION_DEPTH, 5,", "(ASPIRATION_DEPTH, 99,"
    ),
    Technique(
        "enhanced transposition cutoffs", "base/tuning.pxd", "(ETC_DEPTH, 5,", "(ETC_DEPTH, 99,"
    ),
    Technique(
        "the table's moves first",
        "search/ordering.pxd",
        "if not move_to_front(listed, entry.move):",
        "if True:",
    ),
    Technique(
        "ordering by the evaluation",
        "search/ordering.pxd",
        "(-move.static_value",
        "(0",
    ),
    Technique("mobility", "base/tuning.pxd", "(ORDER_MOBILITY, 27,", "(ORDER_MOBILITY, 0,"),
    Technique(
        "potential mobility",
        "base/tuning.pxd",
        "(ORDER_POTENTIAL_MOBILITY, 26,",
        "(ORDER_POTENTIAL_MOBILITY, 0,",
    ),
    Technique("killers", "base/tuning.pxd", "(ORDER_KILLER, 179,", "(ORDER_KILLER, 0,"),
    Technique(
        "history",
        "search/ordering.pxd",
        "move.score += worker.history[move.square]",
        "move.score += 0 * worker.history[move.square]",
    ),
)


def build(technique: Technique, into: Path) -> Path:
    """Install the engine without `technique`; return the folder to import it from."""
    tree = into / "tree"
    shutil.copytree(ROOT, tree, ignore=NOT_COPIED)
    source = tree / "pyx" / technique.file
    text = source.read_text()
    if technique.old not in text:
        raise SystemExit(f"{technique.file} no longer holds {technique.old!r}")
    source.write_text(text.replace(technique.old, technique.new, 1))
    target = into / "installed"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation"]
    subprocess.run([*command, "--no-deps", "--target", target, tree], check=True)
    return target


def search(installed: Path, arguments: list[str]) -> dict[str, float]:
    """Return the totals of `othello solve` or `othello test`."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-m", "othello", *arguments, "--json"]
    run = subprocess.run(command, env=environment, cwd=installed, stdout=subprocess.PIPE, text=True)
    if run.returncode > WRONG:
        raise SystemExit(run.returncode)
    total: dict[str, float] = json.loads(run.stdout.splitlines()[-1])["total"]
    return total


def main() -> None:
    """Build and measure every variant."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--lines", metavar="A-B", help="of the file")
    parser.add_argument("--hash", default="64", help="megabytes")
    parser.add_argument("--depth", metavar="N", help="search so deep instead of solving")
    options = parser.parse_args()
    arguments = ["solve", str(options.file.resolve()), "--hash", options.hash]
    if options.lines:
        arguments += ["--lines", options.lines]
    techniques = TECHNIQUES
    if options.depth:
        arguments = ["test", *arguments[1:], "--depth", options.depth, "--selectivity", SELECTIVITY]
        techniques = MIDGAME_TECHNIQUES
    print("| without | million nodes | seconds | right |\n|---|---|---|---|", flush=True)
    for technique in techniques:
        with tempfile.TemporaryDirectory() as folder:
            total = search(build(technique, Path(folder)), arguments)
        print(
            f"| {technique.name} | {total['nodes'] / 1e6:.1f} | {total['seconds']:.2f} "
            f"| {total['correct']:.0f} of {total['positions']:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
