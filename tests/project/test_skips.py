"""Where skipped tests are not allowed, one that could have run is an error."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


ALLOWED, REFUSED = "root may write anything", "chromium is not installed"
XDIST = ("-p", "xdist.plugin", "-n", "1")


@pytest.mark.parametrize("no_skips", ["", "1"])
@pytest.mark.parametrize("xdist", [(), XDIST], ids=["alone", "xdist"])
def test_a_test_that_could_have_run_is_not_skipped(
    tmp_path: Path, no_skips: str, xdist: tuple[str, ...]
) -> None:
    done = run_skipped(tmp_path, (ALLOWED, REFUSED), no_skips, xdist)
    assert done.returncode == int(bool(no_skips)), done.stdout + done.stderr
    told = re.findall("^OTHELLO_NO_SKIPS: skipped: (.*)$", done.stdout, re.M)
    assert told == ([f"{tmp_path}/test_1.py:5: {REFUSED}"] if no_skips else [])


def run_skipped(
    folder: Path, reasons: tuple[str, ...], no_skips: str, words: tuple[str, ...]
) -> subprocess.CompletedProcess[str]:
    """Run tests that are skipped for some reasons, each in a file of its own."""
    for number, reason in enumerate(reasons):
        (folder / f"test_{number}.py").write_text(
            f"import pytest\n\n\ndef test_it():\n    pytest.skip({reason!r})\n", encoding="utf-8"
        )
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "support.skips", "--rootdir", ".", *words, "."],
        cwd=folder,
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": str(TESTS),
            "OTHELLO_NO_SKIPS": no_skips,
            "PYTEST_ADDOPTS": "",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # others take time to load
        },
    )
