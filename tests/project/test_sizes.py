"""Sizes that keep the code readable: files, functions, parameters."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from support.source import SOURCE, text_of

FOLDERS = ("othello", "tools", "tests", "pyx")
SUFFIXES = (".py", ".pyx", ".pxd", ".pxi")

MOST_LINES_OF_FILE = 900
MOST_LINES_OF_FUNCTION = 60
MOST_PARAMETERS = 8
"""Those of public functions that can only be given by name are not counted."""

FUNCTION = re.compile(
    r"^(?P<indent> *)(?:def|cdef|cpdef)\b(?! class)[^=\n]*?(?P<name>\w+)"
    r"\((?P<parameters>[^)]*)\)[^\n]*:$",
    re.M,
)
"""The head of a function in Cython; a call's parentheses would follow an ``=``."""


class Function(NamedTuple):
    """A function: its name, how many lines it has, and how many parameters are counted."""

    name: str
    lines: int
    parameters: int


def python_functions(text: str) -> Iterator[Function]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            arguments = node.args
            named = [*arguments.posonlyargs, *arguments.args]
            if node.name.startswith("_") and node.name != "__init__":
                named += arguments.kwonlyargs
            counted = [argument for argument in named if argument.arg not in ("self", "cls")]
            assert node.end_lineno is not None
            yield Function(node.name, node.end_lineno - node.lineno + 1, len(counted))


def cython_functions(text: str) -> Iterator[Function]:
    lines = text.splitlines()
    for head in FUNCTION.finditer(text):
        # A comma inside brackets belongs to an array's type: ``const uint8_t[:, ::1] moves``.
        text_of_parameters = re.sub(r"\[[^]]*\]", "", head["parameters"])
        parameters = [name for name in text_of_parameters.split(",") if name.strip()]
        parameters = [name for name in parameters if name.split()[-1] not in ("self", "cls")]
        if "*" in map(str.strip, parameters) and not head["name"].startswith("_"):
            parameters = parameters[: [*map(str.strip, parameters)].index("*")]
        first = text.count("\n", 0, head.start())
        last = first + head[0].count("\n")
        indented = f"{head['indent']} "
        end = last + 1
        for number in range(last + 1, len(lines)):
            if lines[number].strip():
                if not lines[number].startswith(indented):
                    break
                end = number + 1
        yield Function(head["name"], end - first, len(parameters))


def files() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted(SOURCE.joinpath(folder).rglob("*")):
            if path.suffix in SUFFIXES:
                yield path


def too_large(path: Path) -> Iterator[str]:
    """Yield a message for each thing in a file that is larger than allowed."""
    text = text_of(path)
    name = path.relative_to(SOURCE).as_posix()
    n_lines = len(text.splitlines())
    if n_lines > MOST_LINES_OF_FILE:
        yield f"{name}: {n_lines} lines"
    functions = python_functions if path.suffix == ".py" else cython_functions
    for function in functions(text):
        if function.lines > MOST_LINES_OF_FUNCTION:
            yield f"{name}: {function.name} has {function.lines} lines"
        if function.parameters > MOST_PARAMETERS:
            yield f"{name}: {function.name} has {function.parameters} parameters"


def test_nothing_is_too_large() -> None:
    checked = [*files()]
    compiled = [text_of(path) for path in checked if path.suffix != ".py"]
    assert sum(1 for text in compiled for _ in cython_functions(text)) > 500
    assert [fault for path in checked for fault in too_large(path)] == []
