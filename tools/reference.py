"""Write docs/operations.md: every operation with its fields, from what is declared.

python tools/reference.py
"""

from pathlib import Path
from typing import Any

from othello.operation import JSON_ONLY, Field, answer_of, fields_of, needs_of
from othello.operations import has_command, load_operation, operations

PAGE = Path(__file__).parents[1] / "docs" / "operations.md"

HEAD = """# Operations

An operation is something that othello can be asked for, in the same words everywhere:

- on the command line: `othello explain f5d6 --level 6`
- over [the API](serve.md#the-api): `{"do": "explain", "position": "f5d6", "level": 6}`
- in Python: `othello.operations.explain.Explain(position="f5d6", level=6).run(engine)`

The answers of `--json` and the API are the same. `python tools/reference.py` writes this page.
"""

NEEDS = {
    "engine": "It searches: `--threads`, `--hash` and `--weights` on the command line.",
    "evaluator": "On the command line with `--weights`.",
    "engines": "It searches with the engines that all requests share.",
    "book": "It asks the opening book: `--book FILE` on the command line.",
    "bases": "It asks the bases of games.",
    "profiles": "It asks the profiles, or keeps something there.",
    "progress": "It tells how far it is.",
}


def reference() -> str:
    """Return the text of the page."""
    return "\n".join([HEAD, *(section(name) for name in operations())])


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


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
