"""Each room can be taken out: what is left works, and its tests pass.

A room goes with its line in `ROOMS`, its folders, its tests, its pages, and the rooms that use it.
"""

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from support.source import SOURCE

from othello.rooms import ROOMS, rooms

LEFT_BEHIND = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "shared", "*.egg-info")

IMPORT_ALL = """
import importlib, pkgutil, othello
for module in pkgutil.walk_packages(othello.__path__, "othello.", onerror=print):
    if not module.name.endswith("__main__"):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:  # of an extra that is not installed
            assert not (error.name or "").startswith("othello"), (module.name, error)
print(othello.__file__)
"""

WITHOUT_WHOLE = [
    f"--ignore=tests/project/test_{name}.py"
    for name in ("build", "docs", "library", "readme", "rooms")
]
"""Leaves out tests that read what says something of all rooms."""


def with_users(room: str) -> set[str]:
    """Return a room and those that use it, whatever they are between."""
    users = {user for user, used in ROOMS.items() if room in used}
    return {room}.union(*map(with_users, users))


def take_out(those: Iterable[str], tree: Path) -> set[str]:
    """Copy the source into `tree` without some rooms; return what went."""
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(SOURCE, tree, ignore=LEFT_BEHIND, copy_function=os.link)
    gone = set().union(*map(with_users, those))
    for each in gone:
        says = rooms()[each]
        for folder in (each, *says.packages):
            shutil.rmtree(tree / "othello" / folder)
            shutil.rmtree(tree / "tests" / folder, ignore_errors=True)
        for page in says.docs:
            for file in tree.joinpath("docs").rglob(f"{page}.md"):
                file.unlink()
        for file in [*tree.joinpath("othello").rglob(f"with_{each}.py")]:
            file.unlink()
        rewrite(tree / "othello/rooms.py", rf'    "{each}": \(.*\),\n')
        tables = rf"\| `(?:{each}/|tests/(?:{'|'.join((each, *says.packages))})/)`.*\n"
        rewrite(tree / "docs/architecture.md", tables)
    return gone


def rewrite(file: Path, lines: str) -> None:
    """Take lines out of a file; its other links keep them."""
    text, n_lines = re.subn(lines, "", file.read_text(encoding="utf-8"))
    assert n_lines, f"{lines} in {file}"
    file.unlink()
    file.write_text(text, encoding="utf-8")


def output(tree: Path, words: Sequence[str], stdin: str = "") -> str:
    """Return what Python writes, with the package in `tree`; it must not fail."""
    done = subprocess.run(
        [sys.executable, *words],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        cwd=tree,
        env={
            **os.environ,
            "PYTHONPATH": str(tree),
            # Tests of what two rooms do together are skipped without one of them.
            "OTHELLO_NO_SKIPS": "",
            # Most files are the same without another room: they are compiled once.
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(tree.parent / "bytecode"),
        },
    )
    assert done.returncode == 0, done.stdout[-9000:] + done.stderr[-5000:]
    return done.stdout


@pytest.fixture
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the copy, the same for all tests, which run one after another."""
    return tmp_path_factory.getbasetemp() / "tree"


def check_what_is_left(tree: Path, gone: set[str], *tests: str) -> None:
    """Check imports, the command line and the engine, and run `tests`; all others can be loaded."""
    assert output(tree, ["-W", "error", "-c", IMPORT_ALL]).startswith(str(tree))
    told = output(tree, ["-m", "othello", "--help"])
    listed = {
        name for room in gone for commands in rooms()[room].commands.values() for name in commands
    }
    assert listed.isdisjoint(re.findall(r"^  (\w+)", told, re.M))
    told = output(tree, ["-m", "othello"], "position startpos\ngo depth 4\nquit\n")
    assert "bestmove" in told
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    output(tree, [*words, *WITHOUT_WHOLE, *tests])


def test_a_room_can_be_taken_out(tree: Path) -> None:
    """One of them, another each time; the full suite takes out each in turn."""
    room = random.SystemRandom().choice([*ROOMS])
    print("without", room)
    check_what_is_left(tree, take_out([room], tree), "-k", "test_architecture")


@pytest.mark.parametrize("room", ROOMS)
def test_each_room_can_be_taken_out(room: str, tree: Path) -> None:
    check_what_is_left(tree, take_out([room], tree), "-k", "test_architecture")


@pytest.mark.timeout(1200)
def test_the_core_works_alone(tree: Path) -> None:
    """Without any room, the quick tests of what is left pass.

    Those of rules and searches are left out: no room is part of what is compiled.
    """
    left_out = [f"--ignore=tests/{name}" for name in ("golden", "rules", "search")]
    check_what_is_left(tree, take_out(ROOMS, tree), *left_out)
