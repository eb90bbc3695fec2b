"""Lines of moves as people paste them: what is on one, and whether it goes on with a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from othello.board import Board
from othello.formats.pasted_headers import TAG, headers_of, is_comment
from othello.formats.pasted_moves import Played, play
from othello.formats.reading import Record
from othello.formats.results import early_end, find_results, read_result
from othello.notation import Move
from othello.notation.move_lists import (
    LONGEST_GAME,
    TITLE,
    WIDE,
    blanked,
    find_variations,
    tokens_of,
    without_comments,
)
from othello.notation.move_numbers import MOVE_NUMBER, fits_as_number

START = Board()
FIRST_MOVES = tuple(START.legal_moves())

LEADING_NUMBER = re.compile(r"[^\w-]*(\d{1,3})(?:[.):…\s]|[a-h][1-8]|$)", re.I)
NUMBER_OF_REPLY = re.compile(r"[^\w-]*\d{1,3}(?:\.\s?\.|\.?\s?…)")
"""How a line begins that goes on with white's move, such as ``3... f4``."""
LONGEST_RESULT = 200
"""Characters of a line with but a result."""
SURE_MOVES = 4
"""It is no accident if so many moves of a line can be played from the start."""


def lines_of(block: Record) -> Iterator[Line]:
    whole = block.text.split("\n")
    texts = [line[:LONGEST_GAME] for line in whole]
    headers = headers_of(texts)
    # Comments and variations may go over several lines.
    bare = without_comments("\n".join(texts)).split("\n")
    bare = [line if of is None else "" for line, of in zip(bare, headers, strict=True)]
    moves = "\n".join(bare)
    played = blanked(moves, find_variations(moves)).split("\n")
    for number, (text, of) in enumerate(zip(whole, headers, strict=True)):
        has_variation = played[number] != bare[number]
        yield Line(block.line + number, text, played[number], of, has_variation)


class Line:
    """A line of a text, and what can be told of it alone.

    `bare` is its text with blanks for comments and variations; it may have been a part of one.
    """

    def __init__(
        self,
        number: int,
        text: str,
        bare: str,
        headers: dict[str, str] | None,
        has_variation: bool = False,
    ) -> None:
        self.number = number
        self.text = text
        bare = self.bare = bare[:LONGEST_GAME]
        self.headers = headers or {}
        self.is_comment = is_comment(bare)
        self.is_result = self.headers.keys() == {"Result"} and TAG.match(text) is None
        has_moves = headers is None and not self.is_comment
        self.tokens = tokens = tokens_of(bare) if has_moves else []
        self.squares = [move for token in tokens if (move := token.square) is not None]
        self.has_variation = has_variation
        self.is_titled = TITLE.match(bare.lstrip()) is not None
        self.has_words = bool(self.headers) or self.is_comment or any(t.is_wrong for t in tokens)
        self.may_begin = bool(self.squares) and self.squares[0] in FIRST_MOVES

    @cached_property
    def leading_number(self) -> int | None:
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

    @property
    def last_number(self) -> int | None:
        """The last number before its moves."""
        return self.numbers[-1] if self.numbers else self.leading_number

    @cached_property
    def is_lone_result(self) -> bool:
        """Whether it has a result and nothing else."""
        if self.is_result:
            return True
        alone = self.text.strip(" .()[]")
        return (
            len(alone) < LONGEST_RESULT
            and [match[0] for match in find_results(self.text)] == [alone]
            and (read_result(alone) is not None or early_end(alone) != "")
        )

    @cached_property
    def has_result(self) -> bool:
        """Whether it has a result, behind its moves or without any."""
        kinds = [token.kind for token in self.tokens]
        if self.is_lone_result or "end" in kinds:
            return True
        last = next((token for token in reversed(self.tokens) if token.kind != "dashes"), None)
        after = self.bare[last.place :] if last else self.text[:LONGEST_GAME]
        return any(sum(map(int, re.findall(r"\d+", m[0]))) == 64 for m in find_results(after))

    @property
    def begins_with_words(self) -> bool:
        """Whether there are words or headers, and no moves before them."""
        return self.has_words and (not self.tokens or self.tokens[0].kind == "word")

    def lead(self) -> None:
        """Make its result, if it has nothing else, a header of the game behind it."""
        if not self.headers and (result := result_alone(self.text)):
            self.headers = {"Result": result}

    def is_words_alone(self) -> bool:
        """Return whether there are words, and neither moves nor headers."""
        return self.has_words and not self.squares and not self.headers

    @property
    def remark(self) -> Record:
        """The line as a part of the text that is no game."""
        return Record(self.text, self.number, headers=self.headers, is_item=False)

    def is_remark(self, game: OpenGame | None) -> bool:
        """Return whether it has no move, and none that is mistyped, of `game` or of a new one."""
        if self.is_comment:
            return True
        kinds = {token.kind for token in self.tokens}
        if game is None and self.has_variation and not self.has_words:
            return False
        if not self.squares and "typo" not in kinds:
            if kinds == {"dashes"}:
                return game is None or not game.board.must_pass or self.is_lone_result
            return kinds <= {"end"} or "word" in kinds
        if not self.has_words or self.may_begin:
            return False
        if game is None or game.board.is_over:
            return True
        return "typo" not in kinds and game.seen.issuperset(self.squares)


class OpenGame:
    """The lines of a game so far, with remarks between them, and what came of them.

    `seen` are the squares in its lines, and `words` are lines between its moves that cost nothing,
    as they are comments, or the numbers of the moves go on behind them. It `is_faulty` if a line
    could not be played, or had other words before it; it `has_result` if one was read behind its
    moves so far.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.words: list[Line] = []
        self.board = START
        self.moves: list[Move] = []
        self.seen: set[Move] = set()
        self.is_faulty = self.has_result = False

    def add(self, remarks: Sequence[Line], line: Line) -> None:
        """Add a line, and the remarks before it."""
        self.words += [remark for remark in remarks if remark.is_comment]
        words = [remark for remark in remarks if remark.has_words and not remark.is_comment]
        if self.numbers_go_on(line):
            self.words += words
            words = []
        if not self.is_faulty:
            self.board, moves, fault = self._play(line)
            self.moves += moves
            self.is_faulty = bool(words) or fault is not None
        self.seen.update(line.squares)
        self.has_result |= line.has_result
        self.lines += [*remarks, line]

    def goes_on_with(self, line: Line, remarks: Sequence[Line]) -> bool:
        """Return whether a line that is no remark belongs to this game, not to a new one."""
        if line.is_titled:
            return False
        played = self._play(line)
        if not line.may_begin:
            return played.fault is None or not self._ends_before(line, remarks)
        if line.leading_number == 1:
            return False
        if self.numbers_go_on(line):
            return True
        is_seen = line.squares[0] in self.seen
        is_closed = self.has_result or any(
            remark.has_words or remark.has_result for remark in remarks
        )
        new = play(START, line.tokens)
        if self.is_faulty:
            is_new = new.fault is None and len(new.moves) >= SURE_MOVES
            return not (is_new or is_seen or is_closed)
        if played.fault is None:
            return new.fault is not None or not (is_closed or self._numbers_another(line))
        if new.fault is None:
            fits = line.leading_number is not None and not self._numbers_another(line)
            return fits and not is_seen and not is_closed and len(new.moves) < SURE_MOVES
        return 0 < len(played.moves) >= len(new.moves)

    def _ends_before(self, line: Line, remarks: Sequence[Line]) -> bool:
        """Return whether a line that cannot be played must be of another game.

        Behind the end of the game, a result or the names of players it is, and where its number is
        1 again. It also is if it has squares of this game, and is a game from the start once its
        first move is corrected.
        """
        names = {name for remark in remarks for name in remark.headers}
        if self.board.is_over or self.has_result or {"Black", "White", "Result"} & names:
            return True
        if any(remark.has_result for remark in remarks):
            return True
        if line.leading_number == 1 and not fits_as_number(1, self.moves):
            return True
        others = tokens_of(line.bare[line.tokens[0].place + 2 :])
        return any(token.square in self.seen for token in others) and any(
            len(play(START.after(first), others, [first]).moves) + 1 >= SURE_MOVES
            for first in FIRST_MOVES
        )

    def numbers_go_on(self, line: Line) -> bool:
        """Return whether a line has the number behind this game's last one, and its next move.

        That of white's move is the last one again, as in ``3. c4`` and ``3... f4``.
        """
        last = next((each.last_number for each in self.lines[::-1] if each.squares), None)
        number = line.leading_number
        if number is None or self.is_faulty or self.board.is_over:
            return False
        is_reply = line.numbers_reply and last in (None, number)
        if not (is_reply or (last is not None and number == last + 1)):
            return False
        if not self.moves or not fits_as_number(number, self.moves):
            return False
        n_moves = len(self._play(line).moves)
        may_be_list = not is_reply and last == (self.lines[0].leading_number or 0)
        if not may_be_list or line.numbers[:2] == [number, number + 1]:
            return n_moves > 0
        return n_moves > len(play(START, line.tokens).moves)  # else it may be a second game

    def _play(self, line: Line) -> Played:
        return play(self.board, line.tokens, self.moves)

    def _numbers_another(self, line: Line) -> bool:
        """Return whether a line has the number after this game's, which is not its next move's."""
        first, number = self.lines[0].leading_number, line.leading_number
        if first is None or number is None:
            return False
        return number == first + 1 and not fits_as_number(number, self.moves)


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


def result_alone(line: str) -> str:
    """Return the result of a line that has nothing else; nothing if it has more, or an evaluation.

    >>> result_alone("(40-24)"), result_alone("40-24 f5"), result_alone("+12")
    ('40-24', '', '')
    """
    is_lone = line.strip() and Line(1, line, line, None).is_lone_result
    return result_in(find_results(line)) if is_lone and "+" not in line.strip(" (")[:1] else ""
