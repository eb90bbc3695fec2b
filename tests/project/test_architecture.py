"""The parts in docs/architecture.md: every file has one, and files use only what is below.

Of a Python module the whole tree is read: what a function imports when it runs counts as well, and
what is imported for type checkers. A file of Cython uses what it cimports and includes.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from support.source import SOURCE, text_of

from othello.rooms import ROOMS, rooms

PAGE = "docs/architecture.md"
PACKAGE = SOURCE / "othello"
CORE = SOURCE / "pyx"
CIMPORT = re.compile(
    r"^(?:from +(?P<module>\w[\w.]*) +)?cimport +(?P<names>\([^)]*\)|[^\n#]*)", re.M
)
INCLUDE = re.compile(r'^include "(.+)"', re.M)
MOST_TOP_MODULES = 26
COMPILED = {path.stem for path in CORE.glob("*.pyx")} | {"_core_generic"}

LEAST_USES = {"othello": 300, "pyx": 150}
"""How many uses a test must find in each folder, so that it has looked at all."""

in_each_folder = pytest.mark.parametrize("folder", LEAST_USES)


def parts(folder: str) -> list[list[str]]:
    """Return the rows of the table of `folder` from the top: the names in each first cell.

    A name that ends in a slash is a folder, every other one a file or a module.
    """
    (section,) = re.findall(rf"^## {folder}/:.*?\n(.*?)^## ", text_of(PAGE), re.S | re.M)
    (table,) = re.findall(r"^\| part \|.*\n((?:\|.*\n)+)", section, re.M)
    first_cells = re.findall(r"^\|([^|]*)\|", table, re.M)
    return [names for cell in first_cells if (names := re.findall(r"`([^`]+)`", cell))]


def floors(folder: str) -> dict[str, int]:
    """Return the number of the row in which each part of `folder` stands, 0 for the top one."""
    return {name: number for number, row in enumerate(parts(folder)) for name in row}


def part_of(name: str) -> str:
    folder, slash, _ = name.partition("/")
    return f"{folder}/" if slash else folder


def room_of(name: str) -> str | None:
    """Return the room that a module of the package belongs to, None for the core."""
    folder, slash, _ = name.partition("/")
    homes = {each: room for room, says in rooms().items() for each in (room, *says.packages)}
    return homes.get(folder) if slash else None


@cache
def uses(folder: str) -> dict[str, set[str]]:
    """Return the files of a folder that each of them uses."""
    return python_uses() if folder == "othello" else cython_uses()


# ---------------------------------------------------------------------- what a file uses


def imports_of(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """Yield which modules of the package a file imports; compiled ones are left out."""
    for node in ast.walk(ast.parse(text_of(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                assert alias.name.split(".")[0] != "othello", f"{path}: import names from it"
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("othello"):
            name = (node.module or "").partition(".")[2].replace(".", "/")
            for alias in node.names:
                if not name and alias.name in COMPILED:
                    continue
                inside = f"{name}/{alias.name}".lstrip("/")
                for module in (inside, f"{inside}/__init__", name, f"{name}/__init__".lstrip("/")):
                    if module in known:
                        yield module
                        break


def python_uses() -> dict[str, set[str]]:
    """Return the modules that each module imports, by names such as ``client/client``."""
    known = {
        path.relative_to(PACKAGE).with_suffix("").as_posix(): path for path in PACKAGE.rglob("*.py")
    }
    return {module: set(imports_of(path, known)) for module, path in known.items()}


def files() -> dict[str, Path]:
    """Return the files of pyx/ by name: ``search/table.pxd``."""
    return {
        path.relative_to(CORE).as_posix(): path
        for path in CORE.rglob("*")
        if path.suffix in (".pxd", ".pxi", ".pyx")
    }


def cimported(text: str) -> Iterator[tuple[str, str]]:
    """Yield each name that a Cython text cimports, as it is called there, and its module.

    A module that is cimported as a whole stands as ``("pattern", "pattern")``.
    """
    for match in CIMPORT.finditer(text):
        for part in match["names"].strip("()").split(","):
            if part.strip():
                name = part.split()[-1]
                yield name, match["module"] or name


def cython_uses() -> dict[str, set[str]]:
    """Return the files of pyx/ that each of them cimports or includes."""
    known = files()
    found: dict[str, set[str]] = {}
    for name, path in known.items():
        text = text_of(path)
        used = {f"{module}.pxd" for _, module in cimported(text)} | {*INCLUDE.findall(text)}
        # A kernel's file depends on the include path: the files of that name in all kernels count.
        found[name] = {other for other in known if Path(other).name in used}
    return found


# ---------------------------------------------------------------------- parts and rooms


def core_uses(folder: str) -> dict[str, set[str]]:
    """Return what each file uses, of the package without the rooms."""
    if folder == "pyx":
        return uses(folder)
    return {name: used for name, used in uses(folder).items() if room_of(name) is None}


@in_each_folder
def test_every_file_has_a_part(folder: str) -> None:
    named = [name for row in parts(folder) for name in row]
    assert len(named) == len(set(named))
    assert set(named) == {part_of(name) for name in core_uses(folder)}


@in_each_folder
def test_files_use_only_what_is_below(folder: str) -> None:
    floor = floors(folder)
    pairs = [(name, other) for name, used in core_uses(folder).items() for other in used]
    assert len(pairs) > LEAST_USES[folder]
    found = [
        f"{name} uses {other}"
        for name, other in pairs
        if floor[part_of(name)] > floor.get(part_of(other), -1)
    ]
    assert found == []


def is_with(name: str, other: str) -> bool:
    """Return whether a module of a room is for what it does together with the room `other`."""
    return name.endswith(f"/with_{other}")


def test_what_two_rooms_do_together_is_imported_when_it_is_asked_for() -> None:
    """Where one of them is not there, the other still is."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(text_of(path)).body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                assert ".with_" not in ast.unparse(node), f"{path} imports it at once"


def test_rooms_use_the_core_and_the_rooms_that_they_name() -> None:
    pairs = [
        (name, other, room, room_of(other))
        for name, used in uses("othello").items()
        if (room := room_of(name)) is not None
        for other in used
        if room_of(other) not in (None, room)
    ]
    found = [
        f"{name} uses {other}"
        for name, other, room, its in pairs
        if its not in ROOMS[room] and not is_with(name, its)
    ]
    assert found == []
    used = {(room, its) for name, _, room, its in pairs if not is_with(name, its)}
    assert {(room, its) for room, those in ROOMS.items() for its in those} - used == set()
    list(TopologicalSorter(ROOMS).static_order())  # raises CycleError


@in_each_folder
def test_no_file_uses_itself(folder: str) -> None:
    """No file uses itself through others, within a part either."""
    list(TopologicalSorter(uses(folder)).static_order())  # raises CycleError


def test_few_modules_stand_at_the_top() -> None:
    assert len([module for module in uses("othello") if "/" not in module]) <= MOST_TOP_MODULES


def test_no_two_files_have_one_name() -> None:
    """All folders are on the include path together, of those in kernels/ only one."""
    names = [Path(name).name for name in files() if not name.startswith("kernels/")]
    assert len(names) == len(set(names))


def test_included_files_cimport_what_they_use() -> None:
    """An included file sees all that its module cimports; its own cimports tell the reader."""
    texts = {name: text_of(path) for name, path in files().items() if path.suffix == ".pxi"}
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
        code = code_of(text)
        for name in sorted(known - own):
            dot = r"\." if name in modules else ""
            if re.search(rf"(?<![\w.]){name}\b{dot}", code):
                missing.append(f"{file}: {name}")
    assert missing == []


def code_of(text: str) -> str:
    """Return a Cython text without its texts, comments and cimports."""
    return re.sub(r'""".*?"""|"[^"\n]*"|#[^\n]*', "", CIMPORT.sub("", text), flags=re.S)


def c_names(text: str) -> set[str]:
    """Return the functions, structs and constants of C that a Cython text defines; no classes."""
    functions = re.findall(r"^cdef (?!class|struct|enum|extern)[^\n=]*?(\w+)\(", text, re.M)
    structs = re.findall(r"^cdef struct (\w+)", text, re.M)
    enums = re.findall(r"^cdef enum:\n((?: .*\n|\n)+)", text, re.M)
    constants = [name for enum in enums for name in re.findall(r"^ +([A-Z]\w*)", enum, re.M)]
    return {*functions, *structs, *constants}


def test_included_files_share_only_classes() -> None:
    """What else two files of a module need is in a .pxd, not seen by the order of inclusion.

    Apart from moving.pxi: it holds what the classes of `_board` have in common.
    """
    known = files()
    declared = c_names(text_of("othello/_common.pxd"))
    n_defined = 0
    for module in [path for path in known.values() if path.suffix == ".pyx"]:
        included = INCLUDE.findall(text_of(module))
        texts = {name: code_of(text_of(known[f"python/{name}"])) for name in included}
        for name in included:
            defined = c_names(texts[name]) - declared
            n_defined += len(defined)
            for other in set(included) - {name, "board.pxi", "walking.pxi"}:
                used = set(re.findall(r"(?<![\w.])[A-Za-z_]\w*", texts[other]))
                assert not used & defined - c_names(texts[other]), f"{other} uses {name}"
    assert n_defined > 60


def test_macros_of_c_have_a_prefix() -> None:
    """Without one they might be names of system headers, as `check` is on macOS."""
    macros = [
        (path.name, name)
        for path in files().values()
        for name in re.findall(r"#\s*define +(\w+)", text_of(path))
    ]
    assert len(macros) > 40
    assert [(file, name) for file, name in macros if not name.lower().startswith("othello_")] == []


def test_the_tests_it_names_exist() -> None:
    """It names each folder of tests that is not that of a part or room of the same name."""
    named = re.findall(r"`(tests/[\w/.]+)`", text_of(PAGE))
    assert [name for name in named if not SOURCE.joinpath(name).exists()] == []
    folders = {path.name for path in SOURCE.joinpath("tests").iterdir() if path.is_dir()}
    parts = {path.name for path in PACKAGE.iterdir() if path.is_dir()}
    others = {f"tests/{name}/" for name in folders - parts - {"__pycache__"}}
    assert others - set(named) == set()
