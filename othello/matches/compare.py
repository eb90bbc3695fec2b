"""Compare two installations of the engine: signature and speed.

Whoever changes the engine runs this before a commit, as ``othello compare HEAD~1``: is it the same
search, and is it faster and stronger? The revision is built in a temporary folder, so that nobody
needs to keep an installation of each.
"""

import json
import math
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from othello.errors import OthelloError, quote
from othello.matches.statistics import CONFIDENCE_95

MIN_ROUNDS = 4
"""Fewer pairs of runs do not show how far runs scatter."""

SHOWN_LINES = 3
"""Last lines on a failed program's stderr that an error quotes."""

START = """\
import sys
sys.path.insert(0, {site!r})
sys.meta_path[:] = [
    finder for finder in sys.meta_path
    if not getattr(finder, "__module__", "").startswith("__editable__")]
from othello.cli import main
sys.exit(main())"""
"""A program that runs the build in folder `site`.

It removes the import finder of an editable installation. That finder would give the build compiled
cores for instruction sets that the build itself does not have.
"""


class BenchRun(NamedTuple):
    """The result of one run of ``bench``: its node count (the signature) and nodes per second."""

    nodes: int
    nps: float


class Speed(NamedTuple):
    """The first installation's speed divided by the second's, and its 95 % interval."""

    ratio: float
    low: float
    high: float


def alternate_benches(
    commands: Sequence[Sequence[str]], rounds: int, arguments: Sequence[str] = ()
) -> Iterator[tuple[BenchRun, BenchRun]]:
    """Run ``bench`` of two installations in turns; yield both results of each round.

    The order changes from round to round, so that a machine that warms up or slows down treats both
    alike. `commands` are the words that start each installation, `arguments` are more for
    ``bench``. Raises OthelloError; see `run_bench`.
    """
    for number in range(rounds):
        order = (0, 1) if number % 2 == 0 else (1, 0)
        runs = {which: run_bench(commands[which], arguments) for which in order}
        yield runs[0], runs[1]


def run_bench(command: Sequence[str], arguments: Sequence[str]) -> BenchRun:
    """Run ``bench`` of an installation once.

    Raises OthelloError if it cannot be started, fails, or does not print a benchmark's total.
    """
    output = output_of([*command, "bench", "--json", *arguments])
    try:
        total = json.loads(output.splitlines()[-1])["total"]
        run = BenchRun(int(total["nodes"]), float(total["nps"]))
        if not 0 < run.nps < math.inf:  # such a speed has no ratio
            raise ValueError
    except (IndexError, KeyError, TypeError, ValueError, OverflowError):
        shown = quote(output[-60:])
        raise OthelloError(f"{command[0]} bench: expected a benchmark, got {shown}") from None
    return run


def output_of(words: Sequence[str]) -> str:
    """Run a program and return its stdout.

    Raises OthelloError if it cannot be started or fails, with its last lines on stderr.
    """
    try:
        result = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace")
    except OSError as error:
        raise OthelloError(f"{words[0]}: {error.strerror}") from None
    if result.returncode:
        said = " / ".join(result.stderr.strip().splitlines()[-SHOWN_LINES:])
        raise OthelloError(f"{words[0]} left with exit code {result.returncode}: {quote(said)}")
    return result.stdout


def paired_speed(pairs: Sequence[tuple[BenchRun, BenchRun]]) -> Speed:
    """Return how many times as fast the first installation is, with its 95 % interval.

    The two runs of a round follow each other, so their ratio hardly depends on the machine's load.
    The result is the geometric mean of the ratios; the interval is Student's.

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
    """Build a commit of the repository in the working directory; return the command that runs it.

    `revision` is a name for which `is_revision` is true, `folder` an empty folder for the sources
    and the build. Raises OthelloError if git or the build fails.
    """
    source, site = folder / "source", folder / "site"
    root = output_of(["git", "rev-parse", "--show-toplevel"]).strip()
    commit = output_of(["git", "rev-parse", "--verify", f"{revision}^{{commit}}"]).strip()
    output_of(["git", "clone", "--quiet", "--shared", "--no-checkout", root, str(source)])
    output_of(["git", "-C", str(source), "checkout", "--quiet", "--detach", commit])
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    output_of([*install, "--target", str(site), str(source)])
    return [sys.executable, "-c", START.format(site=str(site))]
