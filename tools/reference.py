"""Write what is made of declarations: the reference of the site, and keywords for type checkers.

python tools/reference.py
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from othello.commands import command_of
from othello.commands.catalogue import summaries
from othello.engine.options import EngineSettings
from othello.fields import JSON_ONLY, Field, fields_of
from othello.limits import Limits, Multipv
from othello.operation import answer_of, needs_of
from othello.operations import has_command, load_operation, operations

SOURCE = Path(__file__).parents[1]

OPERATIONS_HEAD = """# Operations

An operation is something that othello can be asked for, in the same words everywhere:

- on the command line: `othello explain f5d6 --level 6`
- over [the JSON API](../json-api.md): `{"do": "explain", "position": "f5d6", "level": 6}`
- in Python: `othello.explaining.operations.explain.Explain(position="f5d6", level=6).run(engine)`

The answers of `--json` and the API are the same.
"""

COMMANDS_HEAD = """# Commands

The arguments and options of each command, as `othello COMMAND --help` tells them.
[The command line](../cli.md) says how all commands are used."""

SHARED_HEAD = "Several of these commands have:"

SHARED_BY = 3
"""Number of commands of a heading from which an option with the same text is told once."""

NEEDS = {
    "engine": "It searches: `--threads`, `--hash` and `--weights` on the command line.",
    "evaluator": "On the command line with `--weights`.",
    "engines": "It searches with the engines that all requests share.",
    "book": "It asks the opening book: `--book FILE` on the command line.",
    "bases": "It asks the bases of games.",
    "profiles": "It asks the profiles, or keeps something there.",
    "progress": "It tells how far it is.",
}


# ---------------------------------------------------------------------- operations


def operations_page() -> str:
    """Return the text of the page of operations."""
    return "\n".join([OPERATIONS_HEAD, *(section(name) for name in operations())])


def section(name: str) -> str:
    """Return what the page says of an operation."""
    cls = load_operation(name)
    rows = [row(field, has_command(name)) for field in fields_of(cls)]
    table = ["| field | on the command line | value | |", "|---|---|---|---|", *rows]
    parts = [
        f"## {name}\n\n{cls.__doc__} {' '.join(NEEDS[need] for need in needs_of(cls))}".rstrip(),
        f"    {cls.example}",
        *(["\n".join(table)] if rows else []),
        f"Answer: {answer_text(cls)}",
    ]
    return "\n\n".join(parts) + "\n"


def answer_text(cls: Any) -> str:
    """Return what the answer is, as its class says, or else `run`."""
    answer = answer_of(cls)
    is_plain = answer.__module__ == "builtins"
    told = cls.run.__doc__.removeprefix("Return ") if is_plain else answer.__doc__
    return f"{told[0].upper()}{told[1:]}".splitlines()[0]


def row(field: Field, has_command: bool) -> str:
    """Return the row of a field in the table of its operation."""
    place = field.place if has_command and JSON_ONLY not in field.marks else ""
    cells = (f"`{field.name}`", f"`{place}`" if place else "", field.expected, field.help)
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")


# ---------------------------------------------------------------------- commands


def commands_page() -> str:
    """Return the text of the page of commands."""
    groups = {
        heading: [parser for name in names for parser in parsers_of(command_of(name)[1])]
        for heading, names in summaries().items()
    }
    parts = [COMMANDS_HEAD]
    for heading, parsers in groups.items():
        shared = shared_rows(parsers)
        parts += [f"## {heading}", SHARED_HEAD, table(sorted(shared))]
        parts += [command_section(parser, shared) for parser in parsers]
    return "\n\n".join(parts) + "\n"


def parsers_of(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield the parser of a command, and those of its verbs."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.values()


def shared_rows(parsers: Sequence[argparse.ArgumentParser]) -> set[str]:
    """Return the rows of the options that many commands have; of an option, its usual row."""
    uses = Counter(each for parser in parsers for each in rows_of(parser))
    usual = {
        name_in(each): each for each, n_uses in reversed(uses.most_common()) if n_uses >= SHARED_BY
    }
    return {each for name, each in usual.items() if name.startswith("`-")}


def name_in(row: str) -> str:
    """Return the first cell of a row."""
    return row.split(" | ")[0].removeprefix("| ")


def command_section(parser: argparse.ArgumentParser, shared: Set[str]) -> str:
    """Return what the page says of a command or of one of its verbs."""
    name = parser.prog.removeprefix("othello ")
    parts = [f"###{'#' * name.count(' ')} {name}", parser.description]
    if parser.epilog:
        _, *examples = parser.epilog.splitlines()
        parts.append("\n".join(f"  {example}" for example in examples))
    rows = rows_of(parser)
    if own := [each for each in rows if each not in shared]:
        parts.append(table(own))
    if others := [name_in(each) for each in rows if each in shared]:
        parts.append(f"Also, as above: {', '.join(others)}")
    return "\n\n".join(parts)


def table(rows: Sequence[str]) -> str:
    """Return a table of arguments and options."""
    return "\n".join(["| | |", "|---|---|", *rows])


def rows_of(parser: argparse.ArgumentParser) -> list[str]:
    """Return a row for each argument and option of a command."""
    return [
        option_row(parser, action)
        for action in parser._actions
        if action.dest != "help" and not isinstance(action, argparse._SubParsersAction)
    ]


def option_row(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """Return the row of an argument or option in the table of its command."""
    choices = f"{{{','.join(map(str, action.choices))}}}" if action.choices else ""
    value = action.metavar or choices or action.dest.upper() if action.nargs != 0 else ""
    told = parser._get_formatter()._expand_help(action)
    # As code, as Sphinx would else make one dash of two.
    told = re.sub(r"(?<![\w-])--[a-z][\w-]*(=[-\d,]*\d)?", r"`\g<0>`", told)
    shown = f"{', '.join(action.option_strings)} {value}".strip().replace("|", r"\|")
    return f"| `{shown}` | {told} |"


# ---------------------------------------------------------------------- keywords


KEYWORDS_HEAD = """# Written by tools/reference.py from the declared fields of Limits and Engine.
from collections.abc import Iterable
from typing import Any, Literal

from typing_extensions import TypedDict

from othello.notation import Move
"""


def limit_keywords() -> str:
    """Return the stub in which type checkers and editors find keyword arguments of the library."""
    limits = {**get_type_hints(Limits), "multipv": get_args(Multipv)[0]}
    settings = get_type_hints(EngineSettings) | {"deepen_hot": bool}
    return (
        KEYWORDS_HEAD
        + typed_dict("LimitKeywords", limits)
        + typed_dict("EngineKeywords", dict([*settings.items()][2:]))
    )


def typed_dict(name: str, kinds: dict[str, Any]) -> str:
    """Return the declaration of a dict with optional keys, as a stub has it."""
    rows = [f"    {key}: {name_of_type(kind)}\n" for key, kind in kinds.items()]
    return f"\nclass {name}(TypedDict, total=False):\n{''.join(rows)}"


def name_of_type(kind: Any) -> str:
    """Return a type as a stub has it.

    >>> name_of_type(int | None)
    'int | None'
    """
    if get_origin(kind) in (Union, UnionType):
        return " | ".join(map(name_of_type, get_args(kind)))
    if kind is NoneType:
        return "None"
    text = kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
    return re.sub(r"\b(?:\w+\.)+(?=[A-Z])", "", text).replace("'", '"')


STUB = SOURCE / "othello" / "_limit_keywords.pyi"


def write_pages() -> None:
    """Write the pages of the site that `docs/conf.py` wants; git ignores them."""
    folder = SOURCE / "docs" / "reference"
    folder.mkdir(exist_ok=True)
    for name, page in (("operations", operations_page), ("commands", commands_page)):
        folder.joinpath(f"{name}.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write_pages()
    STUB.write_text(limit_keywords(), encoding="utf-8")
