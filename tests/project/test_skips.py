"""Where skipped tests are not allowed, one that could have run is an error."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("reason", "allowed"),
    [("root may write anything", True), ("chromium is not installed", False)],
)
@pytest.mark.parametrize("no_skips", ["", "1"])
@pytest.mark.parametrize("xdist", [(), ("-n", "1")], ids=["alone", "xdist"])
def test_a_test_that_could_have_run_is_not_skipped(
    tmp_path: Path, reason: str, allowed: bool, no_skips: str, xdist: tuple[str, ...]
) -> None:
    Path(tmp_path, "test_one.py").write_text(
        f"import pytest\n\n\ndef test_one():\n    pytest.skip({reason!r})\n", encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "support.skips", "--rootdir", ".", *xdist, "."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": str(TESTS),
            "OTHELLO_NO_SKIPS": no_skips,
            "PYTEST_ADDOPTS": "",
        },
    )
    refused = bool(no_skips) and not allowed
    assert done.returncode == int(refused), done.stdout + done.stderr
    assert (f"skipped: {tmp_path}/test_one.py:5: {reason}" in done.stdout) == refused
