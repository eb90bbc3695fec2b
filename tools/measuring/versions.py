"""Figures of the project by version, of real builds: docs/history/versions.json.

A commit is built in a folder of its own, outside the repository, which is kept. It solves endgames
in turn with a fixed older build, the reference, and plays the version before it.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from measuring.tables import FFO, processor
from othello.errors import OthelloError
from othello.matches.compare import START, output_of
from othello.matches.games import Match
from othello.matches.openings import shipped_openings
from othello.matches.players import CPU_TIME, Effort, own_player
from othello.matches.score import MatchScore

ROOT = Path(__file__).resolve().parents[2]
FIGURES = ROOT / "docs" / "history" / "versions.json"

REFERENCE = "d8c5291e"
"""The build beside which all versions are timed, so that machines cancel out."""

FFO_LINES = range(6, 11)
"""FFO #45 to #49."""
ROUNDS = 5
STARTS = 15
GAMES = 300
MOVE_MILLISECONDS = 10

LINES = {"Python": {".py"}, "Cython": {".pyx", ".pxd", ".pxi"}, "JavaScript": {".js"}}
"""Languages whose lines are counted, with the endings of their files."""

Version = dict[str, Any]
"""The figures of a version, as in the file."""

Command = Sequence[str]
"""The words that start an engine."""


class Build(NamedTuple):
    """A commit's sources, the command of its build, and what it took."""

    source: Path
    command: Command
    seconds: float
    wheel: int


class Run(NamedTuple):
    """A program's processor time, and what it printed."""

    seconds: float
    printed: str


# ---------------------------------------------------------------------- commits and builds


def git(*words: str) -> str:
    """Return what git says of this repository."""
    return output_of(["git", "-C", str(ROOT), *words]).strip()


def version_of(commit: str) -> str:
    """Return the version that a commit was made after, with the number of commits since then."""
    path = "othello/_version.py"
    named = git("show", f"{commit}:{path}").split('"')[-2]
    set_by = git("log", "-1", "--format=%H", commit, "--", path)
    since = int(git("rev-list", "--count", f"{set_by}..{commit}"))
    return f"{named}+{since}" if since else named


def build(commit: str) -> Build:
    """Build the wheel of a commit, all variants, if it is not there from an earlier call."""
    folder = Path(tempfile.gettempdir(), "othello-versions", commit)
    source, site, start = folder / "source", folder / "site", folder / "othello.py"
    took = folder / "took.json"
    if not took.exists():
        shutil.rmtree(folder, ignore_errors=True)
        git("clone", "--quiet", "--shared", "--no-checkout", str(ROOT), str(source))
        git("-C", str(source), "checkout", "--quiet", "--detach", commit)
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
        seconds = timed([*pip, str(folder), "--no-build-isolation", str(source)]).seconds
        (wheel,) = folder.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(site)
        output_of([sys.executable, "-m", "compileall", "-q", str(site)])
        start.write_text(START.format(site=str(site)), encoding="utf-8")
        took.write_text(json.dumps([seconds, wheel.stat().st_size]), encoding="utf-8")
    seconds, size = json.loads(took.read_text(encoding="utf-8"))
    return Build(source, [sys.executable, str(start)], seconds, size)


def timed(words: Command, script: str = "") -> Run:
    """Run a program to its end.

    Raises OthelloError if it fails.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, cwd=ROOT, input=script, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise OthelloError(f"{' '.join(words)}: {done.stderr}")
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(seconds, done.stdout)


# ---------------------------------------------------------------------- the figures


def signature(command: Command) -> int:
    """Return the node count of `othello bench`."""
    return int(total_of(timed([*command, "bench", "--json"]).printed)["nodes"])


def total_of(printed: str) -> dict[str, Any]:
    """Return the total of a command with ``--json``."""
    return dict(json.loads(printed.splitlines()[-1])["total"])


def solving(command: Command, reference: Command, lines: Sequence[int], rounds: int) -> Version:
    """Solve positions in turn with the reference; return the ratio of the times, and the nodes.

    A position's time is the least of its runs: other work on the machine can only add to it.
    """
    own, beside, nodes = 0.0, 0.0, 0
    for line in lines:
        words = ["solve", FFO, "--lines", str(line), "--json"]
        runs = [[timed([*each, *words]) for each in (reference, command)] for _ in range(rounds)]
        nodes += total_of(runs[0][1].printed)["nodes"]
        beside += min(run.seconds for run, _ in runs)
        own += min(run.seconds for _, run in runs)
    return {
        "ffo_relative": round(own / beside, 3),
        "ffo_seconds": round(own, 2),
        "ffo_nodes": nodes,
    }


def starting(command: Command, times: int) -> float:
    """Return the least processor time from the start to `readyok` and the end."""
    return round(min(timed(command, "isready\nquit\n").seconds for _ in range(times)), 4)


def playing(command: Command, older: Command, games: int, milliseconds: int) -> Version:
    """Play a match against an older build at equal processor time."""
    options, machine = {CPU_TIME: "true"}, {"threads": "1", "hash": "16"}
    own = own_player("", options, Effort(movetime=milliseconds), machine)
    players = [
        own._replace(name=name, command=(*words, "ugi"))
        for name, words in (("newer", command), ("older", older))
    ]
    score = MatchScore()
    for record in Match(players, shipped_openings(), games).run():
        score.add(record)
    for reason in filter(None, score.reasons):
        print(f"a game lost by a fault: {reason}", flush=True)
    elo = score.elo
    return {
        "elo": None if elo is None else round(elo.difference),
        "elo_error": None if elo is None else round(elo.error),
        "games": [score.wins, score.draws, score.losses],
    }


def lines_of(source: Path) -> dict[str, int]:
    """Count the lines of the engine's sources, without tests, tools and docs."""
    files = output_of(["git", "-C", str(source), "ls-files", "othello", "pyx"]).split()
    return {
        name: sum(
            len((source / file).read_bytes().splitlines())
            for file in files
            if Path(file).suffix in endings
        )
        for name, endings in LINES.items()
    }


# ---------------------------------------------------------------------- the file


def read_versions() -> list[Version]:
    """Return the figures of all versions, the oldest first."""
    return list(json.loads(FIGURES.read_text(encoding="utf-8")))


def write_versions(versions: Sequence[Version]) -> None:
    """Write the figures of all versions, each on a line."""
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in versions)
    FIGURES.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def with_version(versions: Sequence[Version], new: Version) -> list[Version]:
    """Return the versions with one more, or with newer figures of a commit, in order of dates."""
    others = [each for each in versions if each["commit"] != new["commit"]]
    return sorted([*others, new], key=date_of)


def date_of(version: Version) -> datetime:
    """Return when a version was committed."""
    return datetime.fromisoformat(version["committed"])


def measure_version(revision: str, versions: Sequence[Version]) -> Version:
    """Build and measure a commit; it plays the one before it among `versions`."""
    commit = git("rev-parse", "--short=8", "--verify", f"{revision}^{{commit}}")
    new: Version = {
        "version": version_of(commit),
        "commit": commit,
        "committed": git("log", "-1", "--format=%cI", commit),
        "measured": f"{date.today()}",
        "processor": processor(),
        "load": round(os.getloadavg()[0], 1),
        "against": None,
        "elo": None,
        "elo_error": None,
    }
    print(f"{new['version']}: building and measuring", flush=True)
    built, reference = build(commit), build(REFERENCE)
    new |= {
        "signature": signature(built.command),
        "compile_seconds": round(built.seconds, 1),
        "wheel_bytes": built.wheel,
        "lines": lines_of(built.source),
        "start_seconds": starting(built.command, STARTS),
        **solving(built.command, reference.command, FFO_LINES, ROUNDS),
    }
    print(json.dumps(new, ensure_ascii=False), flush=True)
    if older := [each for each in versions if date_of(each) < date_of(new)]:
        before = build(older[-1]["commit"])
        new["against"] = older[-1]["version"]
        new |= playing(built.command, before.command, GAMES, MOVE_MILLISECONDS)
    return new
