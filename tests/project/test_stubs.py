"""The type stub of the compiled core has its names and signatures."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from types import ModuleType

import othello

STUB = ast.parse(Path(othello.__file__).with_name("_core_generic.pyi").read_text(encoding="utf-8"))


def declared(body: list[ast.stmt]) -> dict[str, ast.FunctionDef | None]:
    """Return the public names of a module or class in the stub; None for what is no function."""
    names: dict[str, ast.FunctionDef | None] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            is_property = bool(node.decorator_list)
            names[node.name] = None if is_property else node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names[node.target.id] = None
        elif isinstance(node, ast.ClassDef):
            names[node.name] = None
    return names


def expect_same(owner: object, body: list[ast.stmt]) -> None:
    for name, function in declared(body).items():
        assert hasattr(owner, name), name
        if function is not None and name != "__init__":
            arguments = function.args
            wanted = [argument.arg for argument in arguments.args + arguments.kwonlyargs]
            parameters = inspect.signature(getattr(owner, name)).parameters.values()
            assert [parameter.name for parameter in parameters] == wanted, name
            defaults = [*arguments.defaults, *filter(None, arguments.kw_defaults)]
            assert [
                parameter.default
                for parameter in parameters
                if parameter.default is not parameter.empty
            ] == [ast.literal_eval(default) for default in defaults], name


def test_every_core_has_the_stubs_names_and_signatures(core: ModuleType) -> None:
    expect_same(core, STUB.body)
    classes = [node for node in STUB.body if isinstance(node, ast.ClassDef)]
    assert classes
    for described in classes:
        expect_same(getattr(core, described.name), described.body)


def test_the_stub_has_every_constant_and_class(core: ModuleType) -> None:
    names = {
        name
        for name, value in vars(core).items()
        if not name.startswith("_") and (name.isupper() or isinstance(value, type))
    }
    assert names - set(declared(STUB.body)) == set()
