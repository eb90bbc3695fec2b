"""Each protocol under any lines in any order: the fuzzer of tests/fuzz/, for a short while."""

import os

import pytest
from fuzz_protocols import PROTOCOLS, send_lines

N_LINES = int(os.environ.get("OTHELLO_FUZZ_LINES", "2000"))


@pytest.mark.parametrize("name", PROTOCOLS)
def test_any_lines(name: str) -> None:
    print(send_lines(name, 0, 1, N_LINES))
