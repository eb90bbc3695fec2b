"""A test that ends its process: the others run all the same, each once, and the run ends."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
N_FILES = 9


WAITS = """\
open('here{number}', 'w')
    while not (os.path.exists('here1') and os.path.exists('here2')):
        time.sleep(0.01)
    os._exit(1)"""
"""Ends a process when the other one has come so far, too."""


SLOW_TO_COLLECT = """\
import os
import time

def pytest_collection(session):
    time.sleep({'gw2': 1.5, 'gw3': 3}.get(os.environ.get('PYTEST_XDIST_WORKER'), 0))
"""


@pytest.mark.parametrize("n_processes", [1, 2])
@pytest.mark.parametrize("crashing", [1, 4, N_FILES])
def test_all_other_tests_run(tmp_path: Path, crashing: int, n_processes: int) -> None:
    check_others_run(tmp_path, {crashing: "os._exit(1)"}, n_processes)


def test_two_processes_end_at_once(tmp_path: Path) -> None:
    """Of the two that come in their place, one is ready before the other."""
    (tmp_path / "conftest.py").write_text(SLOW_TO_COLLECT, encoding="utf-8")
    ends = {number: WAITS.format(number=number) for number in (1, 2)}
    check_others_run(tmp_path, ends, n_processes=2)


def check_others_run(tmp_path: Path, crashing: dict[int, str], n_processes: int) -> None:
    """Run tests, some of which end their processes so; check that all the others run, each once."""
    for number in range(1, N_FILES + 1):
        ends = crashing.get(number, "pass")
        file = tmp_path / f"test_{number}.py"
        file.write_text(
            f"import os\nimport time\n\n\ndef test_before():\n    print('before {number}')\n\n\n"
            f"def test_it():\n    open('ran', 'a').write('{number} ')\n    {ends}\n\n\n"
            "def test_after():\n    pass\n",
            encoding="utf-8",
        )
    words = f"-p xdist.plugin -p support.crashes -n {n_processes} --dist loadfile -q".split()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, "--rootdir", ".", "."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=180,
        env={
            **os.environ,
            "PYTHONPATH": str(TESTS),
            "PYTEST_ADDOPTS": "",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # others take time to load
        },
    )
    assert done.returncode == 1
    expected = f"{len(crashing)} failed, {3 * N_FILES - len(crashing)} passed"
    assert re.search(rf"\b{expected}\b", done.stdout), done.stdout
    ran = (tmp_path / "ran").read_text(encoding="utf-8").split()
    assert sorted(map(int, ran)) == list(range(1, N_FILES + 1)), "no test ran twice"
