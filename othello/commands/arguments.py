"""Arguments that several commands share, and the functions that read their values.

A function that reads a value raises `argparse.ArgumentTypeError` for text it cannot read.
"""

from __future__ import annotations

import argparse
import math
import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from othello.board import Board
from othello.commands.output import is_file_name, is_path, not_found, print_fault
from othello.engine.strength import FULL_STRENGTH
from othello.errors import InvalidOption, OthelloError, counted, quote
from othello.fields import MISSING, Field, fields_of, is_list, with_point
from othello.files.access import STDIN
from othello.limits import FIELDS, MAX_DEPTH, MAX_SCORE, MOST_THREADS, Limits
from othello.notation import parse_position
from othello.operations import load_operation
from othello.rooms import provider

if TYPE_CHECKING:
    from pathlib import Path

    from othello.book import Book
    from othello.protocol.own_book import OwnBook


"""Greatest N of ``--cluster processes:N``."""


SHIPPED = "shipped"
"""Names the book that comes with the package; a file of this name is ``./shipped``."""

ONLY_READ = (
    f"{SHIPPED} is the engine's own book, which is only read: "
    f"expected another name (./{SHIPPED} is a file)"
)
"""Why a command does not change it."""


def file_name(text: str) -> Path:
    """Read the name of a file; an empty one would be the folder, and ``-`` stands for a stream."""
    if text in ("", STDIN):
        raise argparse.ArgumentTypeError(f"{text!r}: expected the name of a file")
    from pathlib import Path  # slow to import, and few commands to start at once name a file

    return Path(text)


def book_file(text: str) -> Path:
    """Read the name of a book to read; `SHIPPED` is the one that comes with the package.

    >>> book_file("shipped").name, book_file("./shipped").name
    ('opening.book', 'shipped')
    """
    if text != SHIPPED:
        return file_name(text)
    from othello.book import shipped_book

    if (path := shipped_book()) is None:
        raise argparse.ArgumentTypeError(f"{SHIPPED}: no book came with this installation")
    return path


def changed_book(text: str) -> Path:
    """Read the name of a book to change, which cannot be `SHIPPED`."""
    if text == SHIPPED:
        raise argparse.ArgumentTypeError(ONLY_READ)
    return file_name(text)


def whole_number(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return a function that reads a whole number from `low` to `high`; None is no upper limit.

    >>> whole_number(1, 100)("73")
    73
    """
    expected = f"{low} to {high}" if high is not None else f"{low} or more"

    def parse(text: str) -> int:
        try:
            number = int(text.replace("_", "?"))  # Python reads 1_0 as ten
        except ValueError:
            whole = "a whole number, " if high is None else ""
            reason = f"{quote(text)}: expected {whole}{expected}"
            raise argparse.ArgumentTypeError(reason) from None
        if number < low or (high is not None and number > high):
            raise argparse.ArgumentTypeError(f"{quote(text)}: expected {expected}")
        return number

    return parse


def number_where(holds: Callable[[float], bool], expected: str) -> Callable[[str], float]:
    """Return a function that reads a number for which `holds`; an error says what is `expected`."""

    def parse(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not holds(number):
            reason = f"{quote(text)}: expected {expected}{with_point(text)}"
            raise argparse.ArgumentTypeError(reason)
        return number

    return parse


def span(lowest: int, highest: int) -> Callable[[str], tuple[int, int]]:
    """Return a function that reads ``A-B``, ``A-`` or ``A``: numbers from `lowest` to `highest`.

    >>> span(0, 60)("0-6"), span(0, 60)("8-"), span(0, 60)("8")
    ((0, 6), (8, 60), (8, 8))
    """

    def parse(text: str) -> tuple[int, int]:
        low, dash, high = text.partition("-")
        fewest = whole_number(lowest, highest)(low)
        if dash and not high:
            return fewest, highest
        return fewest, whole_number(fewest, highest)(high or low)

    return parse


seconds = number_where(lambda number: 0 < number < math.inf, "seconds, more than 0")
no_or_more_seconds = number_where(lambda number: 0 <= number < math.inf, "seconds, 0 or more")
discs = number_where(lambda number: 0 <= number <= MAX_SCORE, f"discs, 0 to {MAX_SCORE}")
probability = number_where(lambda number: 0 < number < 0.5, "more than 0, less than 0.5")

# ---------------------------------------------------------------------- kinds of options

FLAG: Any = {"action": "store_true"}
FILE: Any = {"type": file_name, "metavar": "FILE"}
SECONDS: Any = {"type": seconds, "metavar": "S"}
DISCS: Any = {"type": discs, "metavar": "DISCS"}
"""Settings of `add_argument` for options of these kinds."""


def number(
    low: int, high: int | None = None, default: int | None = None, metavar: str = "N"
) -> Any:
    """Return the settings of `add_argument` for a whole number, as of `whole_number`."""
    return {"type": whole_number(low, high), "default": default, "metavar": metavar}


METAVARS = {int: "N", float: "X", str: "TEXT"}
UNITS = {"seconds": "S", "discs": "DISCS", "megabytes": "MB"}
"""Placeholders of values in the help, by type and by unit."""


def add_fields(parser: argparse._ActionsContainer, operation: str, *names: str) -> None:
    """Add the options of some fields of an operation, with their defaults."""
    known = {field.name: field for field in fields_of(load_operation(operation))}
    for name in names:
        add_option(parser, known[name])
        parser.set_defaults(**{name: known[name].default})


def add_option(parser: argparse._ActionsContainer, field: Field, *short: str) -> None:
    """Add the option of a declared field; `short` are other names of it, such as ``-l``."""
    if field.type is bool:
        parser.add_argument(field.place, **FLAG, help=field.help)
        return
    default = "" if field.default in (None, MISSING) else f" (default {told(field.default)})"
    settings: dict[str, Any] = {"help": (field.help + default).replace("%", "%%")}
    if not field.is_required:
        settings["default"] = field.default
    if field.choices is not None:
        settings |= {"choices": field.choices, "type": type(field.choices[0])}
    else:
        metavar = UNITS.get(field.range.unit) if field.range else None
        usual = "A-B" if is_list(field.type) else METAVARS[field.type]
        metavar = "|".join([metavar or usual, *field.words])
        settings |= {"type": reader_of(field), "metavar": metavar}
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
    if field.type is str:
        return str
    if is_list(field.type):
        assert field.range is not None and field.range.greatest is not None
        return span(field.range.least, field.range.greatest)
    if field.range is None:
        read = whole_number(0) if field.type is int else float
    elif field.type is int:
        read = whole_number(field.range.least, field.range.greatest)
    else:
        read = number_where(field.range.holds, field.range.expected)
    return lambda text: text.lower() if text.lower() in field.words else read(text)


def add_limit(
    parser: argparse._ActionsContainer,
    name: str,
    told: str = "",
    default: int | None = None,
    *short: str,
    is_required: bool = False,
) -> None:
    """Add the option of a limit of searches (`Limits`); `told` is said of it in place of its help.

    `short` are other names of it, such as ``-l``.
    """
    field = FIELDS[name]._replace(default=MISSING if is_required else default)
    if told:
        told, default_text, usual = told.partition(" (default")
        span = f", {field.range.expected}" if field.range and field.range.greatest else ""
        field = field._replace(help=f"{told}{span}{default_text}{usual}")
    add_option(parser, field, *short)


# ---------------------------------------------------------------------- options


def add_verb(verbs: Any, name: str, summary: str) -> argparse.ArgumentParser:
    """Add a verb to the subcommands `verbs` of a command, and return its parser."""
    parser: argparse.ArgumentParser = verbs.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        allow_abbrev=False,
    )
    return parser


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", **FLAG, help="print JSON Lines; the last line is the total")


def add_position(parser: argparse.ArgumentParser, more: str = "") -> None:
    """Add an optional POSITION; `board_of` reads it. `more` is what else it may be."""
    parser.add_argument(
        "position",
        metavar="POSITION",
        nargs="*",
        default=[],  # without it, argparse's messages call the argument required
        help="startpos (the default), an OBF board and side, a FEN, moves such as f5d6c3, or an "
        "opening's name" + more,
    )


def board_of(arguments: argparse.Namespace) -> Board:
    """Return the board that POSITION describes; see `parse_board`."""
    return parse_board(position_text(arguments))


def position_text(arguments: argparse.Namespace) -> str:
    """Return the text of POSITION, in one argument, in several or, as -, on stdin."""
    return text_of(arguments.position) or "startpos"


def text_of(words: Iterable[str]) -> str:
    """Return the text of a position, given in one word, in several or, as -, on stdin."""
    position = " ".join(words).strip()
    if position == STDIN:
        from othello.commands.input import open_text
        from othello.files.bounded import whole_text

        with open_text(STDIN) as file:
            position = _first_of(whole_text(file, STDIN).strip())
    return position


def parse_board(text: str, hint: str = "") -> Board:
    """Return the board that a text describes.

    Raises InvalidOption if it can only be meant for the name of a file; that ends with `hint` if
    there is such a file.
    """
    if not is_path(text):
        try:
            return Board.parse(text)
        except OthelloError:
            if not is_file_name(text):
                raise
    raise InvalidOption(not_found(text, "") + hint * os.path.lexists(text)) from None


def _first_of(text: str) -> str:
    """Return the first position of a text on stdin; say on stderr if others are not used."""
    from othello.notation.diagrams import split_diagrams

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # whoever uses the position warns
        if is_position(text) and isinstance(parse_position(text), list):
            return text
        lines = [item for item in enumerate(text.split("\n"), 1) if item[1].strip()]
        if lines and all(is_position(line) for _, line in lines):
            (_, first), *others = lines
        else:
            (_, first), *others = split_diagrams(text)
            if isinstance(parse_position(first), list):
                return text
    if not others:
        return text
    unused = counted(len(others), "more position")
    print_fault(f"-:{others[0][0]}: {unused} not used: expected one; othello search - reads all")
    return first


def is_position(text: str) -> bool:
    """Return whether a text describes a position."""
    try:
        Board.parse(text)
    except OthelloError:
        return False
    return True


def add_lines(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lines",
        type=line_span,
        default=(1, None),
        metavar="A-B",
        help="only these lines of each file, counted from 1; A- means to the end, A one line",
    )


def add_machine(parser: argparse.ArgumentParser, *short: str, hash_mb: int = 64) -> None:
    """Add ``--threads`` (`short` are other names, such as ``-t``), ``--hash``, ``--weights``."""
    add_threads(parser, *short)
    add_hash(parser, hash_mb)
    add_weights(parser)


def add_threads(parser: argparse.ArgumentParser, *short: str) -> None:
    """Add ``--threads``; `short` are other names of it, such as ``-t``."""
    parser.add_argument(
        *short,
        "--threads",
        **number(1, MOST_THREADS, default=1),
        help="number of threads (default 1)",
    )


def add_hash(parser: argparse.ArgumentParser, hash_mb: int = 64) -> None:
    """Add ``--hash`` (``--hash-mb`` is the same), by default `hash_mb` megabytes."""
    parser.add_argument(
        "--hash",
        "--hash-mb",
        **number(1, default=hash_mb, metavar="MB"),
        help="size of the transposition table in megabytes (default %(default)s)",
    )


def add_weights(parser: argparse.ArgumentParser) -> None:
    """Add ``--weights``; `othello.cli` loads the file before the command runs."""
    parser.add_argument(
        "--weights",
        dest="weights_file",
        metavar="FILE",
        help="file with the weights of the pattern evaluation (default: the shipped ones)",
    )


def add_book(parser: argparse.ArgumentParser, what: str = "play from this opening book") -> None:
    """Add ``--book``; `what` says what it is for."""
    told = f"{what}; othello book makes them"
    parser.add_argument("--book", type=book_file, metavar="FILE", help=told)


def opened_book(path: Path | None) -> AbstractContextManager[Book | None]:
    """Open the book in a file for a ``with`` block; None is no book."""
    if path is None:
        return nullcontext()
    from othello.book import Book

    return Book(path)


def add_book_play(parser: argparse.ArgumentParser) -> None:
    """Add ``--book`` and ``--no-book``, and how a book is played from."""
    add_book(parser, "play from this opening book (default: the shipped one, but none in ugi)")
    add_no_book(parser)
    parser.add_argument(
        "--book-randomness",
        **DISCS,
        help="let the moves of the book give away up to DISCS in a game (default 0; 1 for play at "
        "a terminal)",
    )
    parser.add_argument(
        "--book-depth",
        **number(0, MAX_DEPTH, default=MAX_DEPTH),
        help="use the book in the first N moves of a game (default: in all)",
    )


def add_no_book(parser: argparse.ArgumentParser) -> None:
    """Add ``--no-book``."""
    parser.add_argument("--no-book", **FLAG, help="use no opening book")


def has_book(arguments: argparse.Namespace) -> bool | None:
    """Return whether `add_book` and `add_no_book` ask for a book; None without either option."""
    if arguments.no_book and arguments.book is not None:
        raise InvalidOption(f"both --book {arguments.book} and --no-book: expected one of them")
    return arguments.book is not None or (False if arguments.no_book else None)


def own_book(arguments: argparse.Namespace, seed: int = 0, discs: float = 0.0) -> OwnBook:
    """Return the book that `add_book_play` has declared, opened if one is given by name.

    `discs` is what its moves may give away unless an option says otherwise.
    """
    from othello.protocol.own_book import OwnBook

    book = OwnBook(
        is_used=has_book(arguments) is not False,
        discs=discs if arguments.book_randomness is None else arguments.book_randomness,
        depth=arguments.book_depth,
        seed=seed,
    )
    if arguments.book is not None:
        book.open(str(arguments.book))
    return book


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
    for name in names:
        if (value := getattr(arguments, name)) != parser.get_default(name):
            yield f"--{name.removesuffix('_file').replace('_', '-')}", value


def add_limits(parser: argparse._ActionsContainer, *names: str) -> None:
    """Add the options of limits of searches, by default those that end one."""
    for name in names or ("depth", "seconds", "nodes", "level"):
        add_limit(parser, name)


def add_exact_from(
    parser: argparse.ArgumentParser, usual: int, *, level_decides: bool = False
) -> None:
    """Add ``--exact-from``, by default `usual`, or None if a ``--level`` that is given decides."""
    unless = ", or as --level says" if level_decides else ""
    parser.add_argument(
        "--exact-from",
        **number(0, MAX_DEPTH, default=None if level_decides else usual),
        help=f"solve from N empty squares on (default {usual}{unless})",
    )


def limits_of(arguments: argparse.Namespace, **others: Any) -> Limits:
    """Return the limits that `add_limits` has declared, and `others`."""
    given = {name: getattr(arguments, name, None) for name in FIELDS}
    return Limits(**{name: value for name, value in given.items() if value is not None}, **others)


def add_address(parser: argparse.ArgumentParser, port: int) -> None:
    """Add ``--port`` and ``--host`` of a server."""
    parser.add_argument(
        "--port",
        **number(0, 65535, default=port),
        help="the port (default %(default)s); 0 takes a free one",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="NAME",
        help="the address to listen on (default %(default)s: this machine only)",
    )


def add_strength(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--strength",
        **number(0, FULL_STRENGTH, default=FULL_STRENGTH),
        help="play like people, from 0 (a child in its first game) to 100 (nothing held back, the "
        "default)",
    )


def page_file(text: str) -> Path:
    """Read the name of a file for a web page."""
    return drawn_file(text, ".html", ".htm")


def drawn_file(text: str, *endings: str) -> Path:
    """Read the name of a file to write, with one of the endings or none.

    Another may be that of games, a base or a book, as with ``--html *.sgf``: the first of them
    would be overwritten.

    >>> drawn_file("board.svg", ".svg").name
    'board.svg'
    """
    file = file_name(text)
    if file.suffix.lower() not in (*endings, ""):
        raise argparse.ArgumentTypeError(f"{text}: expected a name with {' or '.join(endings)}")
    return file


def line_span(text: str) -> tuple[int, int | None]:
    """Read ``A-B``, ``A-`` or ``A``: the first and the last line, counted from 1.

    The last is None for ``A-``, which goes to the end of the file.

    >>> line_span("3-5"), line_span("3-"), line_span("3")
    ((3, 5), (3, None), (3, 3))
    """
    first, dash, last = text.partition("-")
    try:
        span = int(first), int(last) if last else None if dash else int(first)
    except ValueError:
        span = 0, None
    if span[0] < 1 or (span[1] is not None and span[1] < span[0]):
        raise argparse.ArgumentTypeError(f"{quote(text)}: expected A-B with 1 <= A <= B")
    return span
