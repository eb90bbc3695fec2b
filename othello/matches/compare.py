"""Two installations of the engine beside each other: signature and speed."""

from __future__ import annotations

import importlib.util
import json
import math
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from othello.errors import OthelloError, quote
from othello.matches.elo import CONFIDENCE_95

__all__ = ["Speed", "alternate_benches", "build_revision", "is_revision", "paired_speed"]

MIN_ROUNDS = 4
"""Fewer pairs of measurements say too little of their scatter."""

SHOWN_LINES = 3
"""Of what a failed program said."""

START = """\
import sys
sys.path.insert(0, {site!r})
sys.meta_path[:] = [
    finder for finder in sys.meta_path
    if not getattr(finder, "__module__", "").startswith("__editable__")]
from othello.cli import main
sys.exit(main())"""
"""What runs a build in a folder. An installation for development is found by a finder, which would
lend the build the instruction sets that it does not have itself."""


class BenchRun(NamedTuple):
    """What one run of ``bench`` said: the signature, and nodes a second."""

    nodes: int
    nps: float


class Speed(NamedTuple):
    """How fast the first installation is beside the second, and the 95 % interval of that."""

    ratio: float
    low: float
    high: float


def alternate_benches(
    commands: Sequence[Sequence[str]], rounds: int, arguments: Sequence[str] = ()
) -> Iterator[tuple[BenchRun, BenchRun]]:
    """Run ``bench`` of two installations in turns, and yield what both said, round by round.

    Whoever began the round before comes second in the next: what warms up or slows down the machine
    meanwhile does the same to both.

    Parameters
    ----------
    commands : sequence of two commands
        What starts either.
    rounds : int
        How often each is run.
    arguments : sequence of str
        More arguments for ``bench``.
    """
    for number in range(rounds):
        order = (0, 1) if number % 2 == 0 else (1, 0)
        runs = {which: run_bench(commands[which], arguments) for which in order}
        yield runs[0], runs[1]


def run_bench(command: Sequence[str], arguments: Sequence[str]) -> BenchRun:
    """Run ``bench`` once.

    Raises
    ------
    OthelloError
        If it fails, or says something else than a benchmark does.
    """
    output = output_of([*command, "bench", "--json", *arguments])
    try:
        total = json.loads(output.splitlines()[-1])["total"]
        return BenchRun(int(total["nodes"]), float(total["nps"]))
    except (IndexError, KeyError, TypeError, ValueError):
        shown = quote(output[-60:])
        raise OthelloError(f"{command[0]} bench: expected a benchmark, got {shown}") from None


def output_of(words: Sequence[str]) -> str:
    """Return what a program prints; what it says when it fails is quoted."""
    try:
        result = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace")
    except OSError as error:
        raise OthelloError(f"{words[0]}: {error.strerror}") from None
    if result.returncode:
        said = " / ".join(result.stderr.strip().splitlines()[-SHOWN_LINES:])
        raise OthelloError(f"{words[0]} left with exit code {result.returncode}: {quote(said)}")
    return result.stdout


def paired_speed(pairs: Sequence[tuple[BenchRun, BenchRun]]) -> Speed:
    """Return how fast the first is beside the second, from runs that followed each other.

    >>> runs = [(BenchRun(1, 1.02 + x), BenchRun(1, 1.0 + x)) for x in (0, 0.5, 0.1, 0.2)]
    >>> speed = paired_speed(runs)
    >>> speed.low < 1.017 < speed.high
    True
    """
    logarithms = [math.log(first.nps / second.nps) for first, second in pairs]
    mean = statistics.fmean(logarithms)
    deviation = statistics.stdev(logarithms) / math.sqrt(len(logarithms))
    half = student_quantile(len(logarithms) - 1) * deviation
    return Speed(math.exp(mean), math.exp(mean - half), math.exp(mean + half))


def student_quantile(freedom: int) -> float:
    """Return Student's t for a 95 % interval (Abramowitz and Stegun, 26.7.5).

    >>> [round(student_quantile(freedom), 2) for freedom in (3, 9, 30, 1000)]
    [3.16, 2.26, 2.04, 1.96]
    """
    z, n = CONFIDENCE_95, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


# ---------------------------------------------------------------------- revisions


def is_revision(text: str) -> bool:
    """Return whether `text` names a commit of the repository in the working directory."""
    words = ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{text}^{{commit}}"]
    try:
        return subprocess.run(words, capture_output=True).returncode == 0
    except OSError:  # no git
        return False


def build_revision(revision: str, folder: Path) -> list[str]:
    """Build a commit of the repository in the working directory; return what starts it.

    Parameters
    ----------
    revision : str
        See `is_revision`.
    folder : Path
        Empty; the build stays there.
    """
    source, site = folder / "source", folder / "site"
    root = output_of(["git", "rev-parse", "--show-toplevel"]).strip()
    commit = output_of(["git", "rev-parse", "--verify", f"{revision}^{{commit}}"]).strip()
    output_of(["git", "clone", "--quiet", "--shared", "--no-checkout", root, str(source)])
    output_of(["git", "-C", str(source), "checkout", "--quiet", "--detach", commit])
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    if importlib.util.find_spec("Cython") and importlib.util.find_spec("setuptools"):
        install.append("--no-build-isolation")
    output_of([*install, "--target", str(site), str(source)])
    return [sys.executable, "-c", START.format(site=str(site))]
