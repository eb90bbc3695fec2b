"""The positions that FILE and POSITION arguments name: in files, on stdin, or written out."""

import argparse
import os
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from io import BufferedReader
from typing import cast

from othello.board import Board
from othello.commands.input import Sources, open_text, tell_missing
from othello.commands.output import is_file_name, is_path, not_found, print_fault
from othello.errors import InvalidOption, OthelloError, counted
from othello.files.bounded import lines_of, whole_text
from othello.formats import STDIN
from othello.formats.obf import ScoredPosition, parse_position, read_positions
from othello.notation import parse_position as moves_or_board
from othello.notation.diagrams import begins_with_diagram, split_diagrams

GAMES = (
    "games, not positions: othello analyse reads them, "
    "othello convert IN OUT.obf --positions N takes positions from them"
)
BLANKS = b"\xef\xbb\xbf \t\r\n"
GAMES_BEGIN = re.compile(rb"\(;|\[\w+ \"|.*\n\s*([2-9]|\d\d+)\. ?[a-h][1-8]", re.I)
"""First characters of files that do not have one game a line: GGF or SGF, tags, numbers that go
on."""
LARGE = 1 << 24
"""Bytes of a file from which on its positions are read one by one."""


class PositionSource(Sources[ScoredPosition]):
    """Iterate over positions in files, on stdin (``-``) and on the command line itself.

    With `positions_first` what is a position is never taken for the name of a file.
    """

    NOTHING, SPAN, SPAN_OPTION = "no positions", "in lines", "--lines"

    def __init__(
        self,
        sources: Sequence[str],
        span: tuple[int, int | None] = (1, None),
        *,
        positions_first: bool = False,
    ) -> None:
        super().__init__(sources, span)
        self._positions_first = positions_first

    def read(self) -> tuple[Iterator[ScoredPosition], int | None]:
        """Return the positions and their number, None if they are read one by one.

        Those from stdin and from large files are read each when it is asked for.
        """
        if any(source == STDIN or _size(source) > LARGE for source in self._sources):
            return iter(self), None
        positions = list(self)
        return iter(positions), len(positions)

    def _is_file(self, source: str) -> bool:
        """Return whether a source is a file, and not to be taken for a position of this name."""
        if self._positions_first and not is_path(source):
            with suppress(OthelloError):
                parse_position(source.strip(), source)
                return False
        return super()._is_file(source)

    def _written(self, text: str, id: str) -> ScoredPosition:
        return parse_position(text, id)

    def _in_file(self, source: str) -> Iterator[ScoredPosition]:
        with open_text(source) as file:
            head = cast(BufferedReader, file.buffer).peek(1).lstrip(BLANKS)
            head = b"\n".join(head.splitlines())
            if GAMES_BEGIN.match(head):
                self.report(f"{source}: {GAMES}")
                return
            lines: Iterable[str] = file
            if begins_with_diagram(head.decode("utf-8", "replace")):
                text = whole_text(file, source).removeprefix("\ufeff").rstrip("\n")
                boards = dict(split_diagrams(text))
                lines = [boards.get(n, "") for n in range(1, text.count("\n") + 2)]
            n_lines = 0

            def counted_lines(lines: Iterable[str]) -> Iterator[str]:
                nonlocal n_lines
                for line in lines_of(lines, source):
                    n_lines += 1
                    yield line

            yield from read_positions(counted_lines(lines), source, self._span, self.report)
            tell_missing(source, self._span, n_lines, "line", self.report)


def _size(path: str) -> int:
    """Return the bytes of a file; 0 if there is none."""
    try:
        return os.path.getsize(path)
    except (OSError, ValueError):
        return 0


# ---------------------------------------------------------------------- one position


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
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # whoever uses the position warns
        if is_position(text) and isinstance(moves_or_board(text), list):
            return text
        lines = [item for item in enumerate(text.split("\n"), 1) if item[1].strip()]
        if lines and all(is_position(line) for _, line in lines):
            (_, first), *others = lines
        else:
            (_, first), *others = split_diagrams(text)
            if isinstance(moves_or_board(first), list):
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
