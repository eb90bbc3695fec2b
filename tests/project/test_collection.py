"""Each process of pytest-xdist has to collect the same tests, or none of them is run."""

import os
import subprocess
import sys
import time

from support.source import SOURCE

COLLECT = ["-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "-m", ""]
"""The words of a process that collects all tests, also full and slow ones."""


def test_names_of_tests_come_of_no_clock_and_no_set() -> None:
    """In the parameters of a test, a set or a packed file gives it another name each time."""
    collecting = []
    for seed in ("1", "2"):
        collecting.append(
            subprocess.Popen(
                [sys.executable, *COLLECT],
                cwd=SOURCE,
                env={**os.environ, "PYTHONHASHSEED": seed, "PYTEST_ADDOPTS": ""},
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        time.sleep(2)  # packed files hold the time in seconds
    first, second = (
        [line for line in process.communicate()[0].splitlines() if "::" in line]
        for process in collecting
    )
    assert len(first) > 1000
    assert first == second
