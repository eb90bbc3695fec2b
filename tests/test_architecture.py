"""docs/architecture.md names every source file, and each uses only files that stand above it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent
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


def imported(path: Path) -> Iterator[str]:
    """Yield the modules of the package that are imported when this one is."""
    package = "othello"
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == package:
            assert node.module is not None
            if (SOURCE / node.module.replace(".", "/")).with_suffix(".pyi").exists():
                continue  # compiled
            yield node.module.partition(".")[2] or "__init__"
        elif isinstance(node, ast.Import):
            for name in node.names:
                assert name.name.split(".")[0] != package, path


def module_name(file: str) -> str:
    """Return a file's name as `imported` gives it."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@pytest.mark.parametrize(
    ("folder", "suffixes"), [("pyx", (".pxd", ".pxi", ".pyx")), ("othello", (".py",))]
)
def test_every_file_is_on_the_map(folder: str, suffixes: tuple[str, ...]) -> None:
    names = mapped(folder)
    assert len(names) == len(set(names))
    files = existing(folder, *suffixes)
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


def test_python_modules_use_only_modules_above() -> None:
    names = mapped("othello")
    uses = 0
    for place, name in enumerate(names):
        above = {module_name(file) for file in names[:place]}
        for used in imported(SOURCE / "othello" / name):
            assert used in above, f"{name} imports {used}"
            uses += 1
    assert uses > 50


def test_the_tests_it_names_exist() -> None:
    for name in re.findall(r"`((?:tests/)?(?:test_\w+|reference)\.py)`", PAGE.read_text("utf-8")):
        assert SOURCE.joinpath("tests", Path(name).name).exists(), name


def cython_functions(path: Path) -> Iterator[tuple[str, int, int]]:
    """Yield the name, parameters and lines of each function of a Cython file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = re.compile(r"(\s*)(?:cdef|def)\b(?! class)[^=#]*?(\w+)\(")
    for first, line in enumerate(lines):
        if (match := start.match(line)) is None or line.lstrip().startswith("cdef extern"):
            continue
        text = "\n".join(lines[first:])
        head = re.sub(r"\[.*?\]", "", text[match.end() : text.index(")", match.end())])
        body = [
            place
            for place, other in enumerate(lines[first + 1 :], first + 1)
            if other.strip() and len(other) - len(other.lstrip()) <= len(match[1])
        ]
        # The lines of a head that goes on are indented further than its first.
        last = body[0] if body else len(lines)
        n_lines = len("\n".join(lines[first:last]).rstrip().splitlines())
        names = [name for name in head.split("*, ")[0].split(",") if name.strip() not in ("", "*")]
        if ":" in text.split(")", 1)[1].split("\n")[0]:
            yield match[2], len([name for name in names if name.strip() != "self"]), n_lines


def test_cython_functions_and_files_are_small() -> None:
    """At most 60 lines and 8 parameters (keywords not counted) a function, 400 lines a file."""
    n_functions = 0
    for file in existing("pyx", ".pxd", ".pxi", ".pyx"):
        path = SOURCE / "pyx" / file
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, file
        for name, n_parameters, n_lines in cython_functions(path):
            assert n_parameters <= 8 and n_lines <= 60, (file, name, n_parameters, n_lines)
            n_functions += 1
    assert n_functions > 200
