"""A command with a log that is killed and resumed until it has come to its end."""

import json
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from support.cli_process import command


def run_with_kills(
    words: Sequence[object], settings: Path, key: str, pauses: Sequence[float]
) -> tuple[dict[int, dict[str, Any]], int]:
    """Run a command again and again; return the JSON objects shown, by number, and how often.

    Each run but those after the last pause is killed, after its first line and a pause of so many
    seconds. It is resumed where the file with its `settings` exists. The number of an object is in
    its `key`; none may be shown twice.
    """
    shown: dict[int, dict[str, Any]] = {}
    runs = 0
    while True:
        again = ["--resume"] if settings.exists() else []
        with subprocess.Popen(command(*words, "--json", *again), stdout=subprocess.PIPE) as process:
            line = process.stdout.readline()
            if runs < len(pauses):
                time.sleep(pauses[runs])
                process.send_signal(signal.SIGKILL)
            lines = [line, *process.stdout]
        runs += 1
        for found in map(json.loads, filter(lambda line: line.endswith(b"\n"), lines)):
            if key in found:
                assert found[key] not in shown
                shown[found[key]] = found
        if process.returncode == 0:
            return shown, runs
