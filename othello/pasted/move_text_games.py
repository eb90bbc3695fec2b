"""Which lines of a text with moves are which game: the rules below the grammar in `move_text`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from othello.board import Board, illegal_as_number
from othello.errors import IllegalMove, OthelloError, quote
from othello.formats.reading import Record
from othello.formats.results import agree, early_end, find_results, read_result
from othello.notation import BLACK, PASS, Move
from othello.pasted import move_lists
from othello.pasted.headers import (
    DATE,
    SET_UP_TAGS,
    SIDES,
    TAG,
    UNFINISHED,
    Headers,
    headers_of,
    is_comment,
    start_of,
)
from othello.pasted.move_numbers import MOVE_NUMBER, fits_as_number, number_before_moves
from othello.pasted.table import LINES_OF_A_ROW, delimiters_of, game_rows, has_rows_of

START = Board()
FIRST_MOVES = tuple(START.legal_moves())

LEADING_NUMBER = re.compile(r"[^\w-]*(\d{1,3})(?:[.):…\s]|[a-h][1-8]|$)", re.I)
NUMBER_OF_REPLY = re.compile(r"[^\w-]*\d{1,3}(?:\.\s?\.|\.?\s?…)")
"""Beginning of a line that goes on with white's move, such as ``3... f4``."""
LONE = ("alone", "label")
"""Kinds of results that are a line."""
SURE_MOVES = 4
"""Moves of a line that can be played from the start by no accident."""
MOST_LINES = 100
"""Lines without moves that are held until it is known which game they belong to."""


# ---------------------------------------------------------------------- moves


class Played(NamedTuple):
    """The moves of a text up to its first fault, the position behind them, and this fault."""

    board: Board
    moves: list[Move]
    fault: tuple[int, str] | None  #: its place, and the reason
    token: move_lists.Token | None = None  #: the part of the text that is at fault


def play(board: Board, tokens: Sequence[move_lists.Token], before: Sequence[Move] = ()) -> Played:
    """Play the moves among `tokens`, and forced passes that are left out, up to the first fault.

    `before` are the moves played before, passes included. A fault has its move's number in the
    game, where passes count, those that are left out too.

    >>> play(Board(), move_lists.tokens_of("f5 d6 f5")).fault
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
        return Played(board, moves, (token.place, reason), token)
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
        self.bare = bare = bare[: move_lists.LONGEST_GAME]
        self.headers = headers or {}
        self.tokens = tokens = move_lists.tokens_of(bare) if headers is None else []
        self.squares = [move for token in tokens if (move := token.square) is not None]
        has_words = any(token.kind in ("word", "typo") for token in tokens)
        self.has_words = bool(self.headers) or has_words
        self.is_variation = False
        self.may_begin = bool(self.squares) and self.squares[0] in FIRST_MOVES

    @cached_property
    def kinds(self) -> set[str]:
        """The kinds of its tokens."""
        return {token.kind for token in self.tokens}

    @cached_property
    def number_of_move(self) -> int:
        """The number with which it begins; 0 if there is none."""
        leading = LEADING_NUMBER.match(self.bare.translate(move_lists.WIDE))
        return int(leading[1]) if leading else 0

    @cached_property
    def numbers(self) -> list[int]:
        """The numbers before its moves."""
        return [int(number) for number in MOVE_NUMBER.findall(self.bare)]

    @cached_property
    def result(self) -> str:
        """Where a result stands: in a ``label`` or ``tag``, ``alone``, ``behind`` moves or words.

        Nothing if there is none.
        """
        if "Result" in self.headers:
            return "tag" if len(self.headers) > 1 or TAG.match(self.text) else "label"
        found = find_results(self.text[: move_lists.LONGEST_GAME])
        alone = self.text.strip(" .()[]")
        is_result = len(found) == 1 and found[0][0] == alone
        if is_result and (read_result(alone) is not None or early_end(alone)):
            return "alone"
        last = next((token for token in reversed(self.tokens) if token.kind != "dashes"), None)
        behind = find_results(self.bare[last.place :]) if last else found
        has_discs = any(sum(map(int, re.findall(r"\d+", match[0]))) == 64 for match in behind)
        return "behind" if has_discs or "end" in self.kinds else ""

    def lead(self) -> None:
        """Make a result alone, if it is no evaluation, a header of the game behind it."""
        if self.result == "alone" and self.text.strip(" (")[:1] != "+":
            self.headers = {"Result": result_in(find_results(self.text))}

    def is_remark(self, game: OpenGame | None) -> bool:
        """Return whether it has no move, and none that is mistyped, of a game or of a new one."""
        if self.headers or not self.tokens or self.tokens[0].kind == "word":
            return True
        if not self.squares and "typo" not in self.kinds:
            if self.kinds == {"dashes"}:
                return game is None or not game.board.must_pass or self.result == "alone"
            return self.kinds <= {"end"} or "word" in self.kinds
        if not self.has_words or self.may_begin:
            return False
        if game is None or game.board.is_over:
            return True
        return "typo" not in self.kinds and game.seen.issuperset(self.squares)

    @property
    def begins_a_game_set_up(self) -> bool:
        """Whether it may be the first one behind the position from which a game begins."""
        return self.tokens[0].kind != "word" if self.tokens else UNFINISHED in self.bare

    @property
    def remark(self) -> Record:
        """The line as a part of the text that is no game, but for one with moves behind words."""
        return Record(self.text, self.number, headers=self.headers, is_item=self.may_begin)


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


class Block(NamedTuple):
    """Lines between empty lines, and the number of the first one."""

    first: int
    lines: list[str]

    def read(self) -> Iterator[TextLine]:
        """Yield the lines but comments; a result with words alone is a block of its own."""
        texts = [line[: move_lists.LONGEST_GAME] for line in self.lines]
        headers = headers_of(texts)
        # Comments and variations may go over several lines.
        bare = move_lists.without_comments("\n".join(texts)).split("\n")
        bare = ["" if of is not None else line for line, of in zip(bare, headers, strict=True)]
        moves = "\n".join(bare)
        played = move_lists.blanked(moves, move_lists.find_variations(moves)).split("\n")
        lines = []
        for n, text in enumerate(self.lines):
            if not is_comment(played[n]):
                line = TextLine(self.first + n, text, played[n], headers[n], self.first)
                line.is_variation = played[n] != bare[n] and not line.tokens
                lines.append(line)
        if lines and lines[0].result in LONE and not any(line.squares for line in lines):
            lines[0].block = 0
        yield from lines


def blocks_of(lines: Iterable[str]) -> Iterator[Block]:
    """Yield the blocks of a text; empty lines in comments and cells divide nothing."""
    block: list[str] = []
    opened = number = 0  # opened: the line with the brace or quote that has not ended yet
    for number, line in enumerate(lines, 1):
        if line.strip() or (opened and number - opened < LINES_OF_A_ROW):
            block.append(line.rstrip("\n"))
            if "{" in line or "}" in line:
                opened = number if line.rfind("{") > line.rfind("}") else 0
            elif line.count('"') % 2 and delimiters_of(block[0]):
                opened = 0 if opened else number
        elif block:
            yield from _divided(block, number - len(block), bool(opened))
            block, opened = [], 0
    yield from _divided(block, number - len(block) + 1, bool(opened))


def _divided(lines: list[str], first: int, is_open: bool) -> Iterator[Block]:
    """Yield lines as one block, or those between empty lines if a comment or cell has no end."""
    start = 0
    for n, line in enumerate([*lines, ""]):
        if n == len(lines) or (is_open and not line.strip()):
            if n > start:
                yield Block(first + start, lines[start:n])
            start = n + 1


# ---------------------------------------------------------------------- games


class OpenGame:
    """The lines of a game so far, and what came of them.

    `headers` are those before it, `seen` the squares in its lines, and `words` lines between its
    moves that cost nothing, as the numbers of the moves go on behind them. It `is_faulty` if a line
    could not be played, or had other words before it; it `has_result` if one was read so far.
    """

    def __init__(self, headers: Headers, leading: set[str]) -> None:
        self.headers = headers
        self.leading = leading  #: the kinds of results that stand before the games of its block
        self.lines: list[TextLine] = []
        self.words: list[TextLine] = []
        self.board = START
        self.moves: list[Move] = []
        self.seen: set[Move] = set()
        self.is_faulty = self.has_result = False
        self._played: tuple[TextLine, Played] | None = None
        self.block = 0  #: that of its last line
        self.is_set_up = not SET_UP_TAGS.isdisjoint(headers)
        if self.is_set_up:
            with suppress(OthelloError):
                self.board = start_of(Record("", headers=headers), "") or START
            self.moves = [PASS] * (self.board.turn != BLACK)

    def add(self, remarks: Sequence[TextLine], line: TextLine) -> None:
        """Add a line, and the remarks before it."""
        words = [remark for remark in remarks if remark.has_words]
        if words and self.numbers_go_on(line):
            for remark in words:
                remark.may_begin = False
            self.words += words
            remarks, words = [remark for remark in remarks if not remark.has_words], []
        if not self.is_faulty:
            self.board, moves, fault, _ = self._play(line)
            self.moves += moves
            self.is_faulty = bool(words) or fault is not None
        self.seen.update(line.squares)
        self.has_result |= line.result != ""
        self.lines += [*remarks, line]
        self.block = line.block

    def record(self, behind: Sequence[TextLine]) -> Record:
        """Return the game, with the results behind it; of two that differ, one is in its text."""
        stated = {name: text for line in behind for name, text in line.headers.items()}
        first = at = self.lines[0].number
        text = ""
        for line in [*self.lines, *(line for line in behind if not line.headers)]:
            text += "\n" * (line.number - at) + line.text
            at = line.number + line.text.count("\n")
        before = self.headers.get("Result", "")
        if not agree(before, stated.get("Result", "")):
            text += f"\n{before}"
        return Record(text, first, headers=self.headers | stated)

    def goes_on_with(self, line: TextLine, remarks: Sequence[TextLine]) -> bool:
        """Return whether a line that is no remark belongs to this game, not to a new one.

        A line goes on if it can be played, or cannot be played but belongs to no other game. One
        that can also be played from the start begins a new game by its number, behind a result or
        words, or if its first square is taken.
        """
        if self.is_set_up or move_lists.TITLE.match(line.bare.lstrip()):
            return self.is_set_up
        here = self._play(line)
        is_closed = self.has_result or any(each.has_words or each.result for each in remarks)
        if not line.may_begin:
            return here.fault is None or not self._ends_before(line, remarks)
        if line.number_of_move == 1:
            return False
        if self.numbers_go_on(line):
            return True
        new = play(START, line.tokens)
        is_game = new.fault is None
        number, first = line.number_of_move, self.lines[0].number_of_move
        is_listed = 0 < first == number - 1 and not fits_as_number(number, self.moves)
        if here.fault is None and not self.is_faulty:
            return not is_game or not (is_closed or is_listed)
        if is_closed or line.squares[0] in self.seen:
            return False
        if is_game:
            is_short = len(new.moves) < SURE_MOVES
            return is_short and (self.is_faulty or (number > 0 and not is_listed))
        return self.is_faulty or 0 < len(here.moves) >= len(new.moves)

    def _ends_before(self, line: TextLine, remarks: Sequence[TextLine]) -> bool:
        """Return whether a line that cannot be played must be of another game.

        Behind the end of the game, a result or the names of players it is, and where its number is
        1 again, or most squares behind its first one are taken.
        """
        if self.board.is_over or self.has_result:
            return True
        if any(each.result or not each.headers.keys().isdisjoint(SIDES) for each in remarks):
            return True
        if line.number_of_move == 1 and not fits_as_number(1, self.moves):
            return True
        others = move_lists.tokens_of(line.bare[line.tokens[0].place + 2 :])
        are_seen = [token.square in self.seen for token in others if token.square is not None]
        return sum(are_seen) > max(1, len(are_seen) // 2)

    def numbers_go_on(self, line: TextLine) -> bool:
        """Return whether a line has the number of this game's next move, and can be played.

        A line such as ``3... f4`` goes on with white's move. A number that is also the one behind
        that of the game may be that of a second game in a list.
        """
        number, first = line.number_of_move, self.lines[0].number_of_move
        is_reply = NUMBER_OF_REPLY.match(line.bare) is not None
        if number == 1 and line.may_begin and not is_reply:  # that of another game
            return False
        is_open = self.moves and not self.is_faulty and not self.board.is_over
        if not is_open or not (first or is_reply) or not fits_as_number(number, self.moves):
            return False
        n_moves = len(self._play(line).moves)
        if is_reply or number - 1 != first or line.numbers[:2] == [number, number + 1]:
            return n_moves > 0
        return n_moves > len(play(START, line.tokens).moves)

    def _play(self, line: TextLine) -> Played:
        """Return what comes of a line behind the moves so far; it is asked for more than once."""
        if self._played is None or self._played[0] is not line:
            self._played = line, play(self.board, line.tokens, self.moves)
        return self._played[1]


def records_of(lines: Iterable[str], is_one: bool = False) -> Iterator[Record]:
    """Yield the games of a text, each with its headers, and each line of words around them.

    Of a text that `is_one` game, all moves are this game's. A number before moves that is the one
    behind the last game's is that of a list.
    """
    number = 0
    for record in Reader(is_one).read(blocks_of(lines)):
        if record.is_item:
            last, number = number, number_before_moves(move_lists.without_comments(record.text))
            record = record._replace(in_list=0 < last == number - 1)
        yield record


class Reader:
    """Puts the lines of a text together to games."""

    def __init__(self, is_one: bool) -> None:
        self.is_one = is_one  #: whether all moves are those of one game
        self.game: OpenGame | None = None
        self.remarks: list[TextLine] = []  #: lines behind the game that have none of its moves
        self.headers: list[TextLine] = []  #: those of the game whose moves have not come yet
        #: Whether results that are blocks stand before their games; the first one tells.
        self.results_lead: bool | None = None

    def read(self, blocks: Iterable[Block]) -> Iterator[Record]:
        """Yield the games, each line of words within a game before it, and those around games."""
        heading = ""  # that of a table, whose rows may go on behind empty lines
        for block in blocks:
            rows = game_rows(block.lines, block.first)
            if has_rows_of(heading, block.lines):
                rows = game_rows([heading, *block.lines], block.first - 1)
                if self.remarks and self.remarks[-1].text == heading:
                    self.remarks.pop()
            elif rows or len(block.lines) == 1:
                heading = block.lines[0]
            else:
                heading = ""
            if rows:
                yield from self._close()
                headers = self._headers_of_game()
                yield from (row._replace(headers=headers | dict(row.headers)) for row in rows)
                continue
            for line in block.read():
                yield from self._place(line)
        yield from self._close()
        yield from (line.remark for line in self.headers)

    def _place(self, line: TextLine) -> Iterator[Record]:
        """Add a line to the game, or to a new one, or to the lines without moves."""
        if self.is_one and not self.game and (day := DATE.fullmatch(line.text)):
            line.headers, line.has_words = {"Date": day[1]}, True
        remarks = self.remarks
        is_set_up = any(SET_UP_TAGS & each.headers.keys() for each in (*self.headers, *remarks))
        game = None if is_set_up else self.game
        is_near = self.is_one or line.is_variation or (game and line.block == game.block)
        near = game if is_near else None
        if line.is_remark(near) and not (is_set_up and line.begins_a_game_set_up):
            if near or line.has_words or line.result:
                remarks.append(line)
            if len(remarks) > MOST_LINES:
                yield from self._close()
            return
        if game and not near and not any(remark.headers for remark in remarks):
            near = game if game.numbers_go_on(line) else None
        if near and (self.is_one or near.goes_on_with(line, remarks)):
            near.add(remarks, line)
            self.remarks = []
        else:
            leading = near.leading if near else self._leading(line.block)
            yield from self._close()
            self.game = OpenGame(self._headers_of_game(), leading)
            self.game.add([], line)

    def _headers_of_game(self) -> Headers:
        """Return the headers before a game, which are waiting no more."""
        headers, self.headers = self.headers, []
        return {name: text for line in headers for name, text in line.headers.items()}

    def _leading(self, block: int) -> set[str]:
        """Return the kinds of results, alone or with a label, that lead in the block of a game."""
        if self.results_lead is None:
            self.results_lead = self.game is None and any(
                remark.block == 0 or remark.result == "alone" for remark in self.remarks
            )
        kinds = {remark.result for remark in self.remarks if remark.block == block}
        if "tag" in kinds:
            kinds.add("label")
        return kinds if self.results_lead else kinds - {"alone"}

    def _close(self) -> Iterator[Record]:
        """Yield the game, with the results behind it, and each line of words behind it."""
        game, self.game = self.game, None
        remarks, self.remarks = self.remarks, []
        if game:
            behind = list(takewhile(lambda line: self._belongs(line, game), remarks))
            yield from self._told(game.words)
            game.headers |= self._headers_of_game()
            yield game.record(behind)
            remarks = remarks[len(behind) :]
        for line in remarks:
            follows = game and line.block == game.block and not game.leading
            if self.results_lead and not follows:
                line.lead()
        yield from self._told(remarks)

    def _told(self, lines: Iterable[TextLine]) -> Iterator[Record]:
        """Yield the lines of words; those of headers wait for their game, or for the same again."""
        for line in lines:
            if line.headers:
                names = {name for other in self.headers for name in other.headers}
                if not self.is_one and not names.isdisjoint(line.headers):
                    yield from (other.remark for other in self.headers)
                    self.headers = []
                self.headers.append(line)
            elif line.has_words or line.result:
                yield line.remark

    def _belongs(self, line: TextLine, game: OpenGame) -> bool:
        """Return whether a line behind a game is its result, or says nothing."""
        if line.block != game.block and not self.is_one:
            return line.block == 0 and not self.results_lead
        return line.result not in game.leading if line.result in LONE else not line.has_words
