"""Tests of a room that was taken out are left out: files of tests that import it, and `needs`.

A room has its tests in a folder of its name. Other tests may use it too, of what rooms do together.
"""

import ast
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

import othello
from othello.rooms import is_there

TESTS = Path(__file__).parents[1]


@cache
def is_importable(path: Path) -> bool:
    """Return whether all that a file of tests imports at its head is there, in the package."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        top, *rest = node.module.split(".")
        names = rest[:1] or [alias.name for alias in node.names]
        if top == "support":
            files = [TESTS / "support" / f"{name}.py" for name in names]
            found = all(map(is_importable, filter(Path.is_file, files)))
        else:
            found = top != "othello" or all(map(is_known, names))
        if not found:
            return False
    return True


def is_known(name: str) -> bool:
    """Return whether the package has a module or another name."""
    return find_spec(f"othello.{name}") is not None or hasattr(othello, name)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out a file of tests if a room that it imports is not there."""
    is_tests = collection_path.suffix == ".py" and TESTS in collection_path.parents
    return True if is_tests and not is_importable(collection_path) else None


def needs(*names: str) -> pytest.MarkDecorator:
    """Return a mark for a test that uses rooms beside its own."""
    missing = [name for name in names if not is_there(name)]
    return pytest.mark.skipif(bool(missing), reason=f"without {', '.join(missing)}")
