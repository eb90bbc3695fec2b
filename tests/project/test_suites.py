"""The quick and the full tests: what the table of full ones names is there."""

import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from support.full import FULL

TESTS = Path(__file__).parents[1]
NAMES = {
    path.stem: re.findall(r"^ *(?:async )?def test_(\w+)", path.read_text(encoding="utf-8"), re.M)
    for path in TESTS.rglob("test_*.py")
}


@pytest.mark.parametrize("files", FULL)
def test_every_full_test_is_there(files: str) -> None:
    """But for those of rooms that were taken out."""
    found = [name for file in NAMES if fnmatchcase(file, files) for name in NAMES[file]]
    for name in FULL[files].split() if found else ():
        assert any(fnmatchcase(test, name.lstrip("+")) for test in found), name
