"""Arguments that several commands share, and options made from declared fields."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from othello.commands.catalogue import sentence
from othello.commands.values import (
    FLAG,
    book_file,
    file_name,
    line_span,
    number_where,
    span,
    whole_number,
)
from othello.errors import InvalidOption
from othello.fields import (
    MISSING,
    POSITION,
    WORDS,
    Field,
    Range,
    Word,
    fields_of,
    is_list,
)
from othello.limits import FIELDS, MAX_DEPTH, Limits
from othello.operation import PositionText
from othello.operations import load_operation
from othello.protocol.options import SETTINGS
from othello.rooms import provider

if TYPE_CHECKING:
    from othello.book import Book


class Shared:
    """The options that several commands have, besides those of `Limits` and `Settings`."""

    position: Annotated[PositionText, POSITION] = "startpos"
    lines: Annotated[
        tuple[int, int | None],
        Word("A-B", line_span),
        "only these lines of each file, counted from 1; A- means to the end, A one line",
    ] = (1, None)
    json: Annotated[bool, "print JSON Lines; the last line is the total"] = False
    weights_file: Annotated[
        str | None,
        Word("FILE"),
        "file with the weights of the pattern evaluation (default: the shipped ones)",
    ] = None
    exact_from: Annotated[int, Range(0, MAX_DEPTH), "solve from N empty squares on"]
    count: Annotated[int | None, Range(1), "so many at most"] = None
    book: Annotated[
        Path | None,
        Word("FILE", book_file),
        "play from this opening book (default: the shipped one, but none in ugi); othello book "
        "makes them",
    ] = None
    no_book: Annotated[bool, "use no opening book"] = False
    port: Annotated[int, Range(0, 65535), "the port; 0 takes a free one"]
    host: Annotated[
        str, Word("NAME"), "the address to listen on (default 127.0.0.1: this machine only)"
    ] = "127.0.0.1"
    plot: Annotated[Path | None, Word("FILE", file_name), "also draw it into FILE"] = None


SHARED = (
    {name: field._replace(default=None) for name, field in FIELDS.items()}
    | {name: SETTINGS[name] for name in ("threads", "hash", "seed", "strength", "book_depth")}
    | {field.name: field for field in fields_of(Shared)}
)
SHARED["book_randomness"] = SETTINGS["book_randomness"]._replace(
    default=None, help=f"{SETTINGS['book_randomness'].help} (default 0; 1 for play at a terminal)"
)

MACHINE = ("threads", "hash", "weights_file")
BOOK_PLAY = ("book", "no_book", "book_randomness", "book_depth")
"""Names of shared options that go together."""

METAVARS = {int: "N", float: "X", str: "TEXT"}
UNITS = {"seconds": "S", "milliseconds": "MS", "discs": "DISCS", "megabytes": "MB"}
"""Placeholders of values in the help, by type and by unit."""


def add_shared(parser: argparse._ActionsContainer, *names: str, **defaults: Any) -> None:
    """Add shared options; `defaults` are those that differ from the declared ones."""
    for name in names:
        field = SHARED[name]
        add_option(parser, field._replace(default=defaults.get(name, field.default)))


def add_described(
    parser: argparse._ActionsContainer, name: str, told: str, default: Any = None
) -> None:
    """Add a shared option of which something else is said than usual; `MISSING` is no default."""
    field = SHARED[name]
    text, default_text, usual = told.partition(" (default")
    span = f", {field.range.expected}" if field.range and field.range.greatest else ""
    told = f"{text}{span}{default_text}{usual}"
    add_option(parser, field._replace(default=default, help=told))


def add_fields(parser: argparse._ActionsContainer, declared: str | type, *names: str) -> None:
    """Add the options of some fields of an operation or a class, with their defaults.

    Without `names` they are those of all fields that have a help.
    """
    cls = load_operation(declared) if isinstance(declared, str) else declared
    known = {field.name: field for field in fields_of(cls) if field.help}
    for name in names or known:
        add_option(parser, known[name])
        parser.set_defaults(**{name: known[name].default})


def add_option(parser: argparse._ActionsContainer, field: Field, *short: str) -> None:
    """Add the argument or option of a declared field; `short` are other names, such as ``-l``."""
    if field.type is bool:
        parser.add_argument(field.place, dest=field.name, **FLAG, help=field.help)
        return
    is_told = field.default not in (None, "", MISSING) and field.word is None
    default = f" (default {told(field.default)})" * is_told
    settings: dict[str, Any] = {"help": (field.help + default).replace("%", "%%")}
    if field.marks & {WORDS, POSITION}:
        # Without a default, argparse's messages call an argument required that may be left out.
        settings |= {"nargs": "+"} if field.is_required else {"nargs": "*", "default": []}
        parser.add_argument(field.name, metavar=field.place, **settings)
        return
    if field.choices is not None:
        settings |= {"choices": field.choices, "type": type(field.choices[0])}
    else:
        settings |= {"type": reader_of(field), "metavar": metavar_of(field)}
    if field.is_argument:  # with nargs="?" no option could stand before it
        shown = field.place if field.is_required else f"[{field.place}]"
        settings |= {"metavar": shown, "help": field.help}
        parser.add_argument(field.name, **settings).required = field.is_required
        return
    if not field.is_required:
        settings["default"] = field.default
    parser.add_argument(
        *short, *field.options, dest=field.name, required=field.is_required, **settings
    )


def told(default: Any) -> str:
    """Return a default as it is written on the command line.

    >>> told((8, 12)), told(2.0)
    ('8-12', '2')
    """
    if isinstance(default, tuple):
        return "-".join(map(str, default))
    return f"{default:g}" if isinstance(default, float) else str(default)


def reader_of(field: Field) -> Callable[[str], Any]:
    """Return a function that reads a field's value from a word of the command line."""
    read: Callable[[str], Any]
    if field.word is not None:
        return field.word.read
    if field.type is str:
        return str
    if is_list(field.type):
        assert field.range is not None
        return span(field.range.least, field.range.greatest)
    if field.range is None:
        read = whole_number(0) if field.type is int else float
    elif field.type is int:
        read = whole_number(field.range.least, field.range.greatest)
    else:
        read = number_where(field.range.holds, field.range.expected)
    return lambda text: text.lower() if text.lower() in field.words else read(text)


def metavar_of(field: Field) -> str:
    """Return the placeholder of a field's value in the help."""
    if field.word is not None:
        return field.word.place
    usual = "A-B" if is_list(field.type) else METAVARS[field.type]
    unit = UNITS.get(field.range.unit, usual) if field.range else usual
    return "|".join([unit, *field.words])


def add_verb(
    verbs: Any, name: str, summary: str, example: str | None = None
) -> argparse.ArgumentParser:
    """Add a verb to the subcommands `verbs` of a command, and return its parser."""
    parser: argparse.ArgumentParser = verbs.add_parser(
        name,
        help=summary,
        description=sentence(summary),
        epilog=example and f"example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    return parser


def add_cluster(
    parser: argparse.ArgumentParser, *, keeps: bool = True, each: str = "each with --threads"
) -> None:
    """Add ``--cluster``, and ``--keep`` where the outcomes can be kept in a file.

    There are no workers, and no such options, without a room for them.
    """
    parser.set_defaults(cluster=None, keep=None)
    if options := provider("cluster options"):
        options.add_cluster(parser, keeps=keeps, each=each)


def check_cluster_options(arguments: argparse.Namespace) -> None:
    """Raise InvalidOption for ``--keep`` or ``--store`` without ``--cluster``."""
    if getattr(arguments, "cluster", None) is None:
        for option in ("keep", "store"):
            if (file := getattr(arguments, option, None)) is not None:
                raise InvalidOption(f"--{option} {file} without --cluster: expected both")


def refuse_options(
    arguments: argparse.Namespace,
    add_arguments: Callable[[argparse.ArgumentParser], None],
    names: Iterable[str],
    reason: str,
) -> None:
    """Raise InvalidOption if an option of `names`, which has no effect, differs from its default.

    `add_arguments` declares the options; `reason` is the end of the message, after the option.
    """
    for option, _ in given_options(arguments, add_arguments, names):
        raise InvalidOption(f"{option} {reason}")


def given_options(
    arguments: argparse.Namespace,
    add_arguments: Callable[[argparse.ArgumentParser], None],
    names: Iterable[str],
) -> Iterator[tuple[str, Any]]:
    """Yield the options of `names` that differ from their default, such as ``--hash``, with values.

    `add_arguments` declares the options.
    """
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    actions = {action.dest: action for action in parser._actions}
    for name in names:
        if (value := getattr(arguments, name)) != parser.get_default(name):
            yield next(each for each in actions[name].option_strings if each[:2] == "--"), value


def opened_book(path: Path | None) -> AbstractContextManager[Book | None]:
    """Open the book in a file for a ``with`` block; None is no book."""
    if path is None:
        return nullcontext()
    from othello.book import Book

    return Book(path)


def has_book(arguments: argparse.Namespace) -> bool | None:
    """Return whether ``--book`` and ``--no-book`` ask for a book; None without either option."""
    if arguments.no_book and arguments.book is not None:
        raise InvalidOption(f"both --book {arguments.book} and --no-book: expected one of them")
    return arguments.book is not None or (False if arguments.no_book else None)


def limits_of(arguments: argparse.Namespace, **others: Any) -> Limits:
    """Return the limits that options have set, and `others`."""
    given = {name: getattr(arguments, name, None) for name in FIELDS}
    return Limits(**{name: value for name, value in given.items() if value is not None}, **others)
