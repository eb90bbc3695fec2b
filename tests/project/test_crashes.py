"""A test that ends its process: the others run all the same, each once, and the run ends."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
N_FILES = 9


@pytest.mark.parametrize("n_processes", [1, 2])
@pytest.mark.parametrize("crashing", [1, 4, N_FILES])
def test_all_other_tests_run(tmp_path: Path, crashing: int, n_processes: int) -> None:
    for number in range(1, N_FILES + 1):
        ends = "os._exit(1)" if number == crashing else "pass"
        file = tmp_path / f"test_{number}.py"
        file.write_text(
            f"import os\n\n\ndef test_before():\n    print('before {number}')\n\n\n"
            f"def test_it():\n    open('ran', 'a').write('{number} ')\n    {ends}\n\n\n"
            "def test_after():\n    pass\n",
            encoding="utf-8",
        )
    words = ["-p", "support.crashes", "-n", str(n_processes), "--dist", "loadfile", "-q"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, "--rootdir", ".", "."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=180,
        env={**os.environ, "PYTHONPATH": str(TESTS), "PYTEST_ADDOPTS": ""},
    )
    assert done.returncode == 1
    assert re.search(rf"\b1 failed, {3 * N_FILES - 1} passed\b", done.stdout), done.stdout
    ran = (tmp_path / "ran").read_text(encoding="utf-8").split()
    assert sorted(map(int, ran)) == list(range(1, N_FILES + 1)), "no test ran twice"
