"""match and tournament with --cluster: the games are those of one machine, each played once."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import command, json_lines, refused
from support.cluster_jobs import but_times, children_of, is_ending, workers_of
from support.patience import SECONDS
from support.systems import POSIX

# Deep enough that the match still goes on for a second when its first game has ended.
MATCH = ["match", "depth=7", "depth=9", "--games", 6, "--hash", 1]

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")


@pytest.fixture(scope="module")
def expected() -> list[dict[str, Any]]:
    """What one machine says of the match."""
    return but_times(json_lines(*MATCH))


@POSIX
def test_a_killed_worker_costs_no_game_and_the_log_goes_on(
    expected: list[dict[str, Any]], tmp_path: Path
) -> None:
    """A worker is killed, then the driver; what was played before is in the log."""
    words = [*MATCH, "--cluster", "processes:2", "--log", tmp_path / "log"]
    with subprocess.Popen(
        command(*words, "--json"), stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        first = process.stdout.readline()
        # A driver that stands still ends no worker while they are looked for.
        process.send_signal(signal.SIGSTOP)
        os.kill(workers_of(process.pid)[0], signal.SIGKILL)
        process.send_signal(signal.SIGCONT)
        second = process.stdout.readline()
        process.kill()
    assert [json.loads(line)["game"] for line in (first, second)] == [1, 2]
    kept = (tmp_path / "log" / "games.jsonl").read_text().splitlines()
    rest = json_lines(*words, "--resume")
    numbers = [json.loads(line)["game"] for line in kept] + [line.get("game") for line in rest]
    assert sorted(numbers[:-1]) == [1, 2, 3, 4, 5, 6]
    assert but_times(rest)[-1] == expected[-1]


def test_a_tournament_is_that_of_one_machine() -> None:
    words = ["tournament", "depth=1", "depth=2", "depth=3", "--games", 2, "--hash", 1]
    alone, together = (json_lines(*words, *more) for more in ([], ["--cluster", "processes:2"]))
    assert but_times(alone) == but_times(together)
    assert len(alone) == 7


def test_an_engine_that_does_not_start_ends_the_match(tmp_path: Path) -> None:
    program = tmp_path / "silent"
    program.write_text("#!/bin/sh\nexit 0\n")
    program.chmod(0o755)
    assert str(program) in refused(
        "match", "depth=1", f"ugi:{program}", "--depth", 1, "--cluster", "processes:1"
    )


DEAF = """
import os, pathlib, sys, time
folder = pathlib.Path(sys.argv[1])
(folder / f"pid-{os.getpid()}").touch()
for line in sys.stdin:
    if (word := line.split()[0]) == "go":
        (folder / "asked").touch()
        time.sleep(float(sys.argv[2]))
    if word == "quit":
        (folder / "told").touch()
    print({"ugi": "ugiok", "isready": "readyok", "go": "bestmove a1"}.get(word, ""), flush=True)
time.sleep(600)
"""
"""An engine that makes an illegal move after some seconds, and does not end when it is told to."""


def pids(folder: Path) -> set[int]:
    """Return the processes of such engines."""
    return {int(path.name.removeprefix("pid-")) for path in folder.glob("pid-*")}


@POSIX
def test_engines_end_with_workers_that_end_because_another_has_died(tmp_path: Path) -> None:
    """But for those of the one that was killed, which nobody could tell."""
    (tmp_path / "deaf.py").write_text(DEAF)
    engine = f"ugi:{sys.executable} {tmp_path / 'deaf.py'} {tmp_path} 600"
    words = ["match", engine, engine, "--depth", 1, "--games", 2, "--cluster", "processes:2"]
    with subprocess.Popen(command(*words), stdout=subprocess.DEVNULL) as process:
        try:
            while len(before := pids(tmp_path)) < 4:
                time.sleep(0.05)
            killed, other = workers_of(process.pid)
            of_killed, of_other = ([pid for pid, _ in children_of(w)] for w in (killed, other))
            assert before == {*of_killed, *of_other}
            os.kill(killed, signal.SIGKILL)
            assert all(map(is_ending, of_other))
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(SECONDS)
            for pid in pids(tmp_path):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


@POSIX
@pytest.mark.parametrize("seconds", [0, 600])
def test_engines_end_with_their_worker(tmp_path: Path, seconds: int) -> None:
    """They are told to quit, unless they are to think for 600 s when the match is interrupted."""
    (tmp_path / "deaf.py").write_text(DEAF)
    engine = f"ugi:{sys.executable} {tmp_path / 'deaf.py'} {tmp_path} {seconds}"
    words = ["match", engine, engine, "--depth", 1, "--games", 1, "--cluster", "processes:1"]
    with subprocess.Popen(command(*words), stdout=subprocess.DEVNULL) as process:
        while seconds and not (tmp_path / "asked").exists():
            time.sleep(0.05)
        if seconds:
            process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == (130 if seconds else 0)
    engines = pids(tmp_path)
    assert len(engines) == 2 and all(map(is_ending, engines))
    assert (tmp_path / "told").exists() == (not seconds)
