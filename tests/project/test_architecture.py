"""docs/architecture.md names every file of pyx/, and each uses only files that stand above it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2]
PAGE = SOURCE / "docs" / "architecture.md"

if not PAGE.exists():
    pytest.skip("the tests are not in their source tree", allow_module_level=True)


def mapped(folder: str) -> list[str]:
    """Return the files of the map of `folder` in their order."""
    text = PAGE.read_text(encoding="utf-8")
    (section,) = re.findall(rf"^## {folder}/:.*?\n(.*?)^## ", text, re.S | re.M)
    return [
        name
        for first_cell in re.findall(r"^\|([^|]*)\|", section, re.M)
        for name in re.findall(r"`([^`]+[^/])`", first_cell)
    ]


def existing(folder: str, *suffixes: str) -> list[str]:
    root = SOURCE / folder
    return [
        path.relative_to(root).as_posix() for path in root.rglob("*") if path.suffix in suffixes
    ]


def used_by(path: Path) -> Iterator[str]:
    """Yield the files that a Cython file cimports or includes."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if included := re.match(r'include "(.+)"', line):
            yield included[1]
        match = re.match(r"\s*(?:from\s+(\w[\w.]*)\s+)?cimport\s+(\w+)", line)
        if match and (match[1] or match[2]).split(".")[0] not in ("libc", "cython", "cpython"):
            yield f"{match[1] or match[2]}.pxd"


def test_every_file_is_on_the_map() -> None:
    names = mapped("pyx")
    assert len(names) == len(set(names))
    files = existing("pyx", ".pxd", ".pxi", ".pyx")
    assert set(files) - set(names) == set(), "files that docs/architecture.md does not name"
    assert set(names) - set(files) == set(), "files that docs/architecture.md names"


def test_cython_files_use_only_files_above() -> None:
    names = mapped("pyx")
    uses = 0
    for place, name in enumerate(names):
        # Which kernel is meant depends on the include path: all must stand above.
        above = set(names[:place])
        for used in used_by(SOURCE / "pyx" / name):
            files = {other for other in names if Path(other).name == used}
            assert files and files <= above, f"{name} uses {used}"
            uses += 1
    assert uses > 50


def test_the_tests_it_names_exist() -> None:
    page = PAGE.read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/.]+)`", page)
    assert [name for name in named if not SOURCE.joinpath(name).exists()] == []
    folders = {
        f"tests/{path.name}/" for path in SOURCE.joinpath("tests").iterdir() if path.is_dir()
    }
    assert folders - {"tests/fuzz/", "tests/__pycache__/"} <= set(named)
