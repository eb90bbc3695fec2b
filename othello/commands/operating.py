"""Operations on the command line: options, ``--help`` and ``--json`` made from the declaration."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from othello.commands.arguments import (
    MACHINE,
    add_described,
    add_option,
    add_shared,
    add_verb,
    opened_book,
)
from othello.commands.catalogue import summary_of
from othello.commands.output import (
    EXIT_UNUSABLE_INPUT,
    Progress,
    print_fault,
    print_json,
    show_text,
)
from othello.commands.positions import parse_board, text_of
from othello.errors import InvalidOption
from othello.fields import JSON_ONLY, POSITION, WORDS, Field, fields_of
from othello.operation import answer_of, items_of, json_of, needs_of
from othello.operations import has_command, load_operation, operations

if TYPE_CHECKING:
    from othello.book import Book


class OperationCommand:
    """The command of an operation; it has what the module of another command has."""

    def __init__(self, name: str) -> None:
        self._cls: Any = load_operation(name)
        self._fields = [each for each in fields_of(self._cls) if JSON_ONLY not in each.marks]
        self._needs = needs_of(self._cls)
        self._draws = hasattr(answer_of(self._cls), "plot")
        self.EXAMPLE: str = self._cls.example
        self.description: str = self._cls.__doc__

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare an argument or option for each field, and for what the operation needs."""
        for field in self._fields:
            add_option(parser, field)
        if "engine" in self._needs:
            add_shared(parser, *MACHINE)
        if "evaluator" in self._needs:
            add_shared(parser, "weights_file")
        if "book" in self._needs:
            add_described(parser, "book", "ask this opening book (default: the shipped one)")
        if self._draws:
            add_shared(parser, "plot")
        add_shared(parser, "json")

    def run(self, arguments: argparse.Namespace) -> int:
        """Carry out the operation and print its answer."""
        given = {field.name: value_of(field, arguments) for field in self._fields}
        asked = self._cls(**{name: value for name, value in given.items() if value is not None})
        with ExitStack() as stack:
            lent = {need: OPENERS[need](arguments, stack) for need in self._needs}
            answer = asked.run(**lent)
        if self._draws and arguments.plot is not None:
            from othello.files.figures import check_figure_file

            check_figure_file(arguments.plot)
            answer.plot(arguments.plot)
        if arguments.json:
            print_as_json(answer)
        elif text := answer.text:
            show_text(text)
        fault = asked.fault(answer) if hasattr(asked, "fault") else None
        if fault is None:
            return 0
        print_fault(fault)
        return EXIT_UNUSABLE_INPUT


def add_operations(kinds: Any, group: str) -> None:
    """Add to the subcommands of a command the operations of its group, such as ``book.line``."""
    for name in operations():
        verb = name.removeprefix(f"{group}.")
        if verb not in (name, *kinds.choices) and has_command(name):
            command = OperationCommand(name)
            summary = summary_of(load_operation(name))
            one = add_verb(kinds, verb, summary, command.EXAMPLE)
            command.add_arguments(one)
            one.set_defaults(run=command.run)


def value_of(field: Field, arguments: argparse.Namespace) -> Any:
    """Return a field's value, None if it is not given."""
    value = getattr(arguments, field.name)
    if not field.marks & {WORDS, POSITION}:
        return value
    text = text_of(value)
    if text and POSITION in field.marks:
        parse_board(text)  # names a file that is meant
    return text or None


def print_as_json(answer: object) -> None:
    """Print an answer as JSON Lines: the items of its list, or itself; at the end the total."""
    record, items = json_of(answer), items_of(answer)
    if items is None:
        print_json(record)
        print_json({"total": {"positions": int(bool(answer))}})
        return
    for item in record[items]:
        print_json(item)
    print_json({"total": {**record, items: len(record[items])}})


# ---------------------------------------------------------------------- what an operation needs


def open_engine(arguments: argparse.Namespace, stack: ExitStack) -> object:
    """Return an engine; what it does is shown on stderr."""
    from othello.analysis.games import default_engine
    from othello.commands.searching import Working

    engine = stack.enter_context(default_engine(arguments.threads, arguments.hash))
    stack.enter_context(Progress(1)).watch(Working(engine).text)
    return engine


def open_evaluator(arguments: argparse.Namespace, stack: ExitStack) -> object:
    """Return an engine that only evaluates."""
    from othello.engine import Engine

    return Engine()


def open_book(arguments: argparse.Namespace, stack: ExitStack) -> Book:
    """Return the book of ``--book``, or the shipped one."""
    from othello.book import shipped_book

    book = stack.enter_context(opened_book(arguments.book or shipped_book()))
    if book is None:
        raise InvalidOption("no book came with this installation: expected --book FILE")
    return book


OPENERS: dict[str, Callable[[argparse.Namespace, ExitStack], object]] = {
    "engine": open_engine,
    "evaluator": open_evaluator,
    "book": open_book,
}
"""Functions that get what an operation needs, by the name of the need."""
