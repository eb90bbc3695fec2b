"""The rooms of pyx/ in docs/architecture.md: every file has one, and files use only what is below.

A file uses what it cimports and what it includes.
"""

import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from support.rooms import PAGE, SOURCE, floors, rooms

CORE = SOURCE / "pyx"
CIMPORT = re.compile(
    r"^(?:from +(?P<module>\w[\w.]*) +)?cimport +(?P<names>\([^)]*\)|[^\n#]*)", re.M
)
INCLUDE = re.compile(r'^include "(.+)"', re.M)

if not PAGE.exists():
    pytest.skip("the tests are not in their source tree", allow_module_level=True)


def files() -> dict[str, Path]:
    """Return the files of pyx/ by name: ``search/table.pxd``."""
    return {
        path.relative_to(CORE).as_posix(): path
        for path in CORE.rglob("*")
        if path.suffix in (".pxd", ".pxi", ".pyx")
    }


def room_of(name: str) -> str:
    folder, slash, _ = name.partition("/")
    return f"{folder}/" if slash else folder


def cimported(text: str) -> Iterator[tuple[str, str]]:
    """Yield each name that a Cython text cimports, as it is called there, and its module.

    A module that is cimported as a whole stands as ``("pattern", "pattern")``.
    """
    for match in CIMPORT.finditer(text):
        for part in match["names"].strip("()").split(","):
            if part.strip():
                name = part.split()[-1]
                yield name, match["module"] or name


def graph() -> dict[str, set[str]]:
    """Return the files of pyx/ that each of them cimports or includes."""
    known = files()
    used_by: dict[str, set[str]] = {}
    for name, path in known.items():
        text = path.read_text(encoding="utf-8")
        used = {f"{module}.pxd" for _, module in cimported(text)} | {*INCLUDE.findall(text)}
        # A kernel's file depends on the include path: the files of that name in all kernels count.
        used_by[name] = {other for other in known if Path(other).name in used}
    return used_by


def test_every_file_has_a_room() -> None:
    named = [name for row in rooms("pyx") for name in row]
    assert len(named) == len(set(named))
    assert set(named) == {room_of(name) for name in files()}


def test_no_two_files_have_one_name() -> None:
    """All folders are on the include path together, of those in kernels/ only one."""
    names = [Path(name).name for name in files() if not name.startswith("kernels/")]
    assert len(names) == len(set(names))


def test_files_use_only_what_is_below() -> None:
    floor = floors("pyx")
    uses = 0
    for name, used in graph().items():
        for other in used:
            assert floor[room_of(name)] <= floor[room_of(other)], f"{name} uses {other}"
            uses += 1
    assert uses > 150


def test_no_file_uses_itself() -> None:
    """No file uses itself, directly or through others, within a room either."""
    list(TopologicalSorter(graph()).static_order())  # raises CycleError


def test_included_files_cimport_what_they_use() -> None:
    """An included file sees all that its module cimports; its own cimports tell the reader."""
    texts = {
        name: path.read_text(encoding="utf-8")
        for name, path in files().items()
        if name.startswith("python/")
    }
    # Not those of another compiled module: what is included there has them without a cimport.
    known = {
        name
        for text in texts.values()
        for name, module in cimported(text)
        if not module.startswith("othello.")
    }
    assert len(known) > 50
    # A module's name may be a variable's as well: it is used where a dot follows.
    modules = {
        name for text in texts.values() for name, module in cimported(text) if name == module
    }
    missing = []
    for file, text in texts.items():
        own = {name for name, _ in cimported(text)}
        code = re.sub(r'""".*?"""|"[^"\n]*"|#[^\n]*', "", CIMPORT.sub("", text), flags=re.S)
        for name in sorted(known - own):
            dot = r"\." if name in modules else ""
            if re.search(rf"(?<![\w.]){name}\b{dot}", code):
                missing.append(f"{file}: {name}")
    assert missing == []


def test_macros_of_c_have_a_prefix() -> None:
    """Without one they might be names of system headers, as `check` is on macOS."""
    macros = [
        (path.name, name)
        for path in files().values()
        for name in re.findall(r"#\s*define +(\w+)", path.read_text(encoding="utf-8"))
    ]
    assert len(macros) > 40
    assert [(file, name) for file, name in macros if not name.lower().startswith("othello_")] == []


def test_the_tests_it_names_exist() -> None:
    page = PAGE.read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/.]+)`", page)
    assert [name for name in named if not SOURCE.joinpath(name).exists()] == []
    folders = {
        f"tests/{path.name}/" for path in SOURCE.joinpath("tests").iterdir() if path.is_dir()
    }
    assert folders - {"tests/fuzz/", "tests/__pycache__/"} <= set(named)
