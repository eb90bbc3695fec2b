"""Each protocol under any lines in any order: the fuzzer of tests/fuzz/, for a short while."""

import os
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "fuzz"))
from fuzz_protocols import PROTOCOLS, run

N_LINES = int(os.environ.get("OTHELLO_FUZZ_LINES", "2000"))


@pytest.mark.parametrize("name", PROTOCOLS)
def test_any_lines(name: str) -> None:
    print(run(name, seed=0, n_lines=N_LINES, in_process=False))
