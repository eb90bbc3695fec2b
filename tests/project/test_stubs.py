"""The type stubs of the compiled modules have their names and signatures."""

import ast
import doctest
import inspect
from pathlib import Path
from types import ModuleType

import pytest

import othello
import othello.board
from othello import _board, _common, _patterns, _tree

PACKAGE = Path(othello.__file__).parent


def stub_of(name: str) -> list[ast.stmt]:
    return ast.parse(PACKAGE.joinpath(f"{name}.pyi").read_text(encoding="utf-8")).body


STUB = stub_of("_core_generic")
COMMON_STUB = stub_of("_common")


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


def classes_of(stub: list[ast.stmt]) -> list[ast.ClassDef]:
    return [node for node in stub if isinstance(node, ast.ClassDef)]


@pytest.mark.parametrize("module", [_common, _patterns, _tree], ids=lambda module: module.__name__)
def test_modules_have_their_stubs_names_and_signatures(module: ModuleType) -> None:
    stub = stub_of(module.__name__.rpartition(".")[2])
    expect_same(module, stub)
    classes = classes_of(stub)
    assert classes
    for described in classes:
        expect_same(getattr(module, described.name), described.body)


def test_every_core_has_the_stubs_names_and_signatures(core: ModuleType) -> None:
    expect_same(core, STUB)
    shared = [node for node in COMMON_STUB if not isinstance(node, ast.ClassDef)]
    expect_same(core, shared)
    assert issubclass(core.Searcher, _common.Searcher)


def test_the_stub_has_every_constant_and_class(core: ModuleType) -> None:
    names = {
        name
        for name, value in vars(core).items()
        if not name.startswith("_") and (name.isupper() or isinstance(value, type))
    }
    assert names - set(declared(STUB)) - set(declared(COMMON_STUB)) == set()


def test_boards_have_the_stubs_names_and_signatures_and_docstrings() -> None:
    classes = classes_of(stub_of("_board"))
    assert [described.name for described in classes] == ["BaseBoard", "Board", "Position"]
    for described in classes:
        owner = getattr(_board, described.name)
        expect_same(owner, described.body)
        functions = [node for node in described.body if isinstance(node, ast.FunctionDef)]
        names = {name for name in vars(owner) if not name.startswith("_")}
        assert [name for name in names if not inspect.getdoc(getattr(owner, name))] == []
        assert names == {node.name for node in functions if not node.name.startswith("_")}


def test_examples_of_the_compiled_boards() -> None:
    """pytest looks for doctests in files of Python only."""
    finder = doctest.DocTestFinder()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    n_examples = 0
    for name in ("BaseBoard", "Board", "Position"):
        for test in finder.find(getattr(_board, name), name, globs=vars(othello.board).copy()):
            result = runner.run(test)
            assert result.failed == 0, test.name
            n_examples += result.attempted
    assert n_examples > 30
