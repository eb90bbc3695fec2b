"""Lines of a text with moves: each fits one rule of the grammar (see `move_text`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from othello.board import Board, illegal_as_number
from othello.errors import IllegalMove, quote
from othello.formats.headers import TAG, Headers, headers_of, is_comment
from othello.formats.reading import Record
from othello.formats.results import early_end, find_results, read_result
from othello.formats.table import LINES_OF_A_ROW, game_rows, has_rows_of, is_heading
from othello.notation import PASS, Move
from othello.notation.move_lists import (
    LONGEST_GAME,
    TITLE,
    WIDE,
    Token,
    blanked,
    find_variations,
    tokens_of,
    without_comments,
)
from othello.notation.move_numbers import MOVE_NUMBER

START = Board()
FIRST_MOVES = tuple(START.legal_moves())

LEADING_NUMBER = re.compile(r"[^\w-]*(\d{1,3})(?:[.):…\s]|[a-h][1-8]|$)", re.I)
NUMBER_OF_REPLY = re.compile(r"[^\w-]*\d{1,3}(?:\.\s?\.|\.?\s?…)")
"""Beginning of a line that goes on with white's move, such as ``3... f4``."""
LONGEST_RESULT = 200
"""Characters of a line with but a result."""
LINES_OF_A_RESULT = 3
"""Lines of a block that is a result alone."""
LONGEST_COMMENT = LINES_OF_A_ROW
"""Lines; a brace without its other one costs no more."""


# ---------------------------------------------------------------------- moves


class Played(NamedTuple):
    """The moves of a text up to its first fault, the position behind them, and this fault."""

    board: Board
    moves: list[Move]
    fault: tuple[int, str] | None  #: its place, and the reason


def play(board: Board, tokens: Sequence[Token], before: Sequence[Move] = ()) -> Played:
    """Play the moves among `tokens`, and forced passes that are left out, up to the first fault.

    `before` are the moves played before, passes included. A fault has its move's number in the
    game, where passes count, those that are left out too.

    >>> play(Board(), tokens_of("f5 d6 f5")).fault
    (6, "illegal move 'f5' (move 3): expected c3 c4 c5 c6 c7")
    """
    moves: list[Move] = []
    end = ""
    for token in tokens:
        if token.kind == "number" and token.fits_as_number([*before, *moves]):
            continue
        if token.kind == "end" and (moves or before):
            end = token.text
            continue
        move = token.move
        if token.kind == "dashes":
            if not board.must_pass:
                continue
            move = PASS
        elif move is PASS and board.is_over:
            continue
        if move is not None and not end:
            try:
                if move is not PASS and board.must_pass:
                    board = board.after(PASS)
                    moves.append(PASS)
                board = board.after(move)
                moves.append(move)
            except IllegalMove:
                pass
            else:
                continue
        number = len(before) + len(moves) + 1 + (board.must_pass and move is not PASS)
        where = f" (move {number})" if moves else ""
        if move is not None and end:
            reason = f"{quote(token.text)} (move {number}) stands behind {quote(end)}"
            reason += ": expected no more moves"
        elif move is not None:
            reason = str(illegal_as_number(number, move, board))
        else:
            hint = "comments stand in braces"
            if token.kind == "word" and number == 1 and any(t.square for t in tokens):
                hint = "names stand on lines such as Black: Ann"
            reason = f"{quote(token.text)} is no move{where}: expected moves such as f5 ({hint})"
        return Played(board, moves, (token.place, reason))
    return Played(board, moves, None)


# ---------------------------------------------------------------------- lines


class TextLine:
    """A line of a text, and what can be told of it alone.

    `bare` is its text with blanks for comments and variations; it may have been a part of one.
    `block` is the number of the first line of its block; 0 of a result that is a block of its own.
    """

    def __init__(
        self, number: int, text: str, bare: str, headers: Headers | None, block: int = 0
    ) -> None:
        self.number, self.text, self.block = number, text, block
        self.has_variation = False
        self.bare = bare = bare[:LONGEST_GAME]
        self.headers = headers or {}
        self.is_comment = is_comment(bare)
        self.states_result = self.headers.keys() == {"Result"} and TAG.match(text) is None
        has_moves = headers is None and not self.is_comment
        self.tokens = tokens = tokens_of(bare) if has_moves else []
        self.kinds = {token.kind for token in tokens}
        self.squares = [move for token in tokens if (move := token.square) is not None]
        self.is_titled = TITLE.match(bare.lstrip()) is not None
        self.has_words = bool(self.headers) or not self.kinds.isdisjoint(("word", "typo"))
        self.may_begin = bool(self.squares) and self.squares[0] in FIRST_MOVES
        # Headers or words, and no moves before them.
        self.begins_with_words = self.has_words and (not tokens or tokens[0].kind == "word")

    @cached_property
    def number_of_move(self) -> int | None:
        """The number with which it begins."""
        leading = LEADING_NUMBER.match(self.bare.translate(WIDE))
        return int(leading[1]) if leading else None

    @cached_property
    def numbers_reply(self) -> bool:
        """Whether it goes on with white's move by its number."""
        return NUMBER_OF_REPLY.match(self.bare) is not None

    @cached_property
    def numbers(self) -> list[int]:
        """The numbers before its moves."""
        return [int(number) for number in MOVE_NUMBER.findall(self.bare)]

    @cached_property
    def is_lone_result(self) -> bool:
        """Whether it has a result and nothing else."""
        if self.states_result:
            return True
        alone = self.text.strip(" .()[]")
        return (
            len(alone) < LONGEST_RESULT
            and [match[0] for match in find_results(self.text)] == [alone]
            and (read_result(alone) is not None or early_end(alone) != "")
        )

    @property
    def kind_of_result(self) -> str:
        """Where a result stands: in a ``label`` or tag, or ``alone``; nothing if it has none."""
        return "label" if "Result" in self.headers else "alone" * self.is_lone_result

    @cached_property
    def has_result(self) -> bool:
        """Whether it has a result, behind its moves or without any."""
        if self.is_lone_result or "end" in self.kinds:
            return True
        last = next((token for token in reversed(self.tokens) if token.kind != "dashes"), None)
        behind = self.bare[last.place :] if last else self.text[:LONGEST_GAME]
        return any(sum(map(int, re.findall(r"\d+", m[0]))) == 64 for m in find_results(behind))

    def lead(self) -> None:
        """Make a result alone, if it is no evaluation, a header of the game behind it."""
        if self.is_lone_result and not self.headers and self.text.strip(" (")[:1] != "+":
            self.headers = {"Result": result_in(find_results(self.text))}

    @property
    def remark(self) -> Record:
        """The line as a part of the text that is no game."""
        return Record(self.text, self.number, headers=self.headers, is_item=False)


def result_in(found: Sequence[re.Match[str]]) -> str:
    """Return the result of what stands behind the moves; nothing if it has none.

    >>> texts = (" White resigns", " (Black 33, White 31)", " 0-1 on time", " 3.")
    >>> [result_in(find_results(text)) for text in texts]
    ['B+R', 'Black 33, White 31', 'W+T', '']
    """
    ends = "".join(early_end(match[0]) for match in found)
    for match in found:
        if (stated := read_result(match[0])) is not None:
            is_early = stated.difference is None and ends and "+" not in match[0]
            return f"{stated.winner}+{ends[0].upper()}" if is_early else match[0]
    for match in found:  # what nobody can tell is kept, but for 3-5 on a line of its own
        digits = sum(map(str.isdigit, match[0]))
        if not 0 < digits < 3 or "\n" not in match.string[: match.start()]:
            return match[0]
    return ""


# ---------------------------------------------------------------------- blocks


class Block:
    """Lines between empty lines; of a table with a heading, also those behind empty lines."""

    def __init__(self, first: int, lines: Sequence[str]) -> None:
        self.first, self.lines = first, lines

    @cached_property
    def rows(self) -> list[Record]:
        """The games of a table; none if it is no table."""
        return [row._replace(line=self.first + row.line - 1) for row in game_rows(self.lines)]

    def has_variations_alone(self) -> bool:
        """Return whether it has variations, and nothing else."""
        bare = without_comments("\n".join(self.lines))
        variations = find_variations(bare)
        return bool(variations) and not re.search(r"\w", blanked(bare, variations))

    def read(self) -> Iterator[TextLine]:
        """Yield the lines; a result alone, or before words alone, is a block of its own."""
        if len(self.lines) <= LINES_OF_A_RESULT and (result := self._result("\n".join(self.lines))):
            yield result
            return
        start = 0
        if (result := self._result(self.lines[0])) and all(
            line.is_comment or (line.has_words and not line.squares and not line.headers)
            for line in self._lines(1)
        ):
            yield result
            start = 1
        yield from self._lines(start)

    def _result(self, text: str) -> TextLine | None:
        line = TextLine(self.first, text, text, headers_of([text])[0])
        return line if line.is_lone_result else None

    def _lines(self, start: int) -> Iterator[TextLine]:
        whole = self.lines[start:]
        texts = [line[:LONGEST_GAME] for line in whole]
        headers = headers_of(texts)
        # Comments and variations may go over several lines.
        bare = without_comments("\n".join(texts)).split("\n")
        bare = ["" if of is not None else line for line, of in zip(bare, headers, strict=True)]
        moves = "\n".join(bare)
        played = blanked(moves, find_variations(moves)).split("\n")
        for n, (text, of) in enumerate(zip(whole, headers, strict=True)):
            line = TextLine(self.first + start + n, text, played[n], of, self.first + start)
            line.has_variation = played[n] != bare[n]
            yield line


def blocks_of(lines: Iterable[str]) -> Iterator[Block]:
    """Yield the blocks of a text."""
    parts: list[Block] = []
    for block in _between_empty_lines(lines):
        if parts and not has_rows_of(parts[0].lines[0], block.lines):
            yield from _joined(parts)
            parts = []
        parts.append(block)
    yield from _joined(parts)


def _joined(parts: Sequence[Block]) -> Iterator[Block]:
    """Yield the parts of a table as one block; as they are if there is no table."""
    if len(parts) > 1:
        lines: list[str] = []
        for part in parts:
            lines += [""] * (part.first - parts[0].first - len(lines))
            lines += part.lines
        if (table := Block(parts[0].first, lines)).rows:
            parts = [table]
    yield from parts


def _between_empty_lines(lines: Iterable[str]) -> Iterator[Block]:
    """Yield the blocks between empty lines; in comments and cells these divide nothing."""
    block: list[str] = []
    opened = number = 0  # opened: the line with the brace or quote that has not ended yet
    in_table = False
    for number, line in enumerate(lines, 1):
        if line.strip() or (opened and number - opened < LONGEST_COMMENT):
            in_table = in_table or (not block and is_heading(line))
            block.append(line.rstrip("\n"))
            if in_table and line.count('"') % 2:
                opened = 0 if opened else number
            elif "{" in line or "}" in line:
                opened = number if line.rfind("{") > line.rfind("}") else 0
        elif block:
            yield from _divided(block, number - len(block), bool(opened))
            block, opened = [], 0
    yield from _divided(block, number - len(block) + 1, bool(opened))


def _divided(lines: Sequence[str], first: int, is_open: bool) -> Iterator[Block]:
    """Yield lines as one block, or those between empty lines if a comment or cell has no end."""
    if not is_open and "{" not in without_comments("\n".join(lines)):
        if any(map(str.strip, lines)):
            yield Block(first, lines)
        return
    for is_empty, run in groupby(enumerate(lines, first), lambda item: not item[1].strip()):
        numbers, texts = zip(*run, strict=True)
        if not is_empty:
            yield Block(numbers[0], texts)
