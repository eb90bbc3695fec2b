"""The rooms of othello/ in docs/architecture.md: every module has one, and imports only go down.

The whole tree of each module is read: what a function imports when it runs counts as well. What is
imported for type checkers only does not.
"""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from support.rooms import PAGE, SOURCE, floors, rooms

PACKAGE = SOURCE / "othello"
MOST_TOP_MODULES = 24

if not PAGE.exists():
    pytest.skip("the tests are not in their source tree", allow_module_level=True)


def modules() -> dict[str, Path]:
    """Return the package's modules by name, ``client.client`` or ``client.__init__``."""
    return {
        ".".join(path.relative_to(PACKAGE).with_suffix("").parts): path
        for path in PACKAGE.rglob("*.py")
    }


def room_of(module: str) -> str:
    package, dot, _ = module.partition(".")
    return f"{package}/" if dot else package


def imported_nodes(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports anywhere below `tree`, apart from those for type checkers."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        yield from imported_nodes(node)


def imports_of(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """Yield which modules of the package a file imports; compiled ones are left out."""
    for node in imported_nodes(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                assert alias.name.split(".")[0] != "othello", f"{path}: import names from it"
        elif node.level or (node.module or "").split(".")[0] == "othello":
            assert node.level == 0 and node.module is not None, f"{path}: relative import"
            name = node.module.partition(".")[2]
            for alias in node.names:
                inside = f"{name}.{alias.name}".lstrip(".")
                for module in (inside, f"{inside}.__init__", name, f"{name}.__init__".lstrip(".")):
                    if module in known:
                        yield module
                        break


def graph() -> dict[str, set[str]]:
    known = modules()
    return {module: set(imports_of(path, known)) for module, path in known.items()}


def test_every_module_has_a_room() -> None:
    named = [name for row in rooms("othello") for name in row]
    assert len(named) == len(set(named))
    assert set(named) == {room_of(module) for module in modules()}


def test_few_modules_stand_at_the_top() -> None:
    assert len([module for module in modules() if "." not in module]) <= MOST_TOP_MODULES


def test_what_is_below_never_imports_what_is_above() -> None:
    floor = floors("othello")
    uses = 0
    for module, used in graph().items():
        for other in used:
            assert floor[room_of(module)] <= floor[room_of(other)], f"{module} imports {other}"
            uses += 1
    assert uses > 300


def test_no_imports_go_in_a_circle() -> None:
    """No module imports itself through others, within a room either."""
    list(TopologicalSorter(graph()).static_order())  # raises CycleError
