"""Which lines of a text with moves are which game: the rules below the grammar in `move_text`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile

from othello.errors import OthelloError
from othello.formats.headers import DATE, SET_UP_TAGS, UNFINISHED, Headers, start_of
from othello.formats.move_text_lines import (
    FIRST_MOVES,
    START,
    Block,
    Played,
    TextLine,
    blocks_of,
    play,
)
from othello.formats.reading import Record
from othello.formats.results import agree
from othello.notation import BLACK, PASS, Move
from othello.notation.move_lists import LONGEST_GAME, Token, tokens_of, without_comments
from othello.notation.move_numbers import fits_as_number, number_before_moves

NUMBER_IN_LOG = re.compile(r"(?:\b(?:move|ply|turn|zug|coup)|#|^)\s*(\d{1,3})\b(?![:./-]\d)", re.I)
"""Pattern of a move's number in a log; a time or a date is none."""
SURE_MOVES = 4
"""Moves of a line that can be played from the start by no accident."""
MOST_LINES = 100
"""Lines without moves that are held until it is known which game they belong to."""


def records_of(lines: Iterable[str], is_one: bool = False) -> Iterator[Record]:
    """Yield the games of a text, each with its headers, and each line of words around them.

    Of a text that `is_one` game, all moves are this game's.
    """
    return _in_lists(Reader(is_one).read(blocks_of(lines)))


def _in_lists(records: Iterable[Record]) -> Iterator[Record]:
    """Yield the records; games whose numbers go on from each other are in a list."""
    held: list[Record] = []  # a game whose number may be the first of a list, and words behind
    number = 0
    for record in records:
        if record.is_item:
            last, number = number, number_before_moves(without_comments(record.text))
            is_next = last > 0 and number == last + 1
            yield from (game._replace(in_list=is_next) for game in held)
            held = []
            record = record._replace(in_list=is_next)
        if number > 1 and not record.in_list and len(held) < MOST_LINES:
            held.append(record)
        else:
            yield from (*held, record)
            held = []
    yield from held


def game_of_log(block: Block) -> Record | None:
    """Return the game of a log such as ``Move 1: Ann plays F5``, ``Move 2: Bob plays D6``.

    Each line has one square, or words of a pass, all lines have a word in common, and all moves are
    legal in turn and have no other's number. Else this is None.
    """
    text = ""
    played: list[Move] = []
    common: set[str] | None = None
    for line in block.lines:
        tokens = tokens_of(line[:LONGEST_GAME])
        words = {token.text.lower() for token in tokens if token.kind == "word"}
        squares = [token for token in tokens if token.square is not None]
        if not squares and any(word.startswith("pass") for word in words):
            squares = [Token(0, "move", "pass")]
        else:
            common = words if common is None else common & words
        if common == set() or len(squares) != 1:
            return None
        number = NUMBER_IN_LOG.search(line)
        if number is not None and not fits_as_number(int(number[1]), played):
            return None
        played += [move for token in squares if (move := token.move) is not None]
        text += " " * squares[0].place + squares[0].text + "\n"
    is_legal = len(played) > 1 and play(START, tokens_of(text)).fault is None
    return Record(text, block.first) if is_legal else None


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
        self.last_number: int | None = None  #: the last one before its moves
        self.is_set_up = not SET_UP_TAGS.isdisjoint(headers)
        if self.is_set_up:
            with suppress(OthelloError):
                self.board = start_of(Record("", headers=headers), "") or START
            self.moves = [PASS] * (self.board.turn != BLACK)

    def add(self, remarks: Sequence[TextLine], line: TextLine) -> None:
        """Add a line, and the remarks before it."""
        words = [remark for remark in remarks if remark.has_words]
        if words and self.numbers_go_on(line):
            self.words += words
            remarks, words = [remark for remark in remarks if not remark.has_words], []
        if not self.is_faulty:
            self.board, moves, fault = self._play(line)
            self.moves += moves
            self.is_faulty = bool(words) or fault is not None
        self.seen.update(line.squares)
        self.has_result |= line.has_result
        self.lines += [*remarks, line]
        self.block = line.block
        if line.squares:
            self.last_number = line.numbers[-1] if line.numbers else line.number_of_move

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
        if self.is_set_up or line.is_titled:
            return self.is_set_up
        here = self._play(line)
        if not line.may_begin:
            return here.fault is None or not self._ends_before(line, remarks)
        if line.number_of_move == 1:
            return False
        if self.numbers_go_on(line):
            return True
        new = play(START, line.tokens)
        is_game = new.fault is None
        is_closed = self.has_result or any(each.has_words or each.has_result for each in remarks)
        is_closed_or_seen = is_closed or line.squares[0] in self.seen
        if self.is_faulty:
            return not is_closed_or_seen and not (is_game and len(new.moves) >= SURE_MOVES)
        if here.fault is None:
            return not is_game or not (is_closed or self._numbers_another(line))
        if is_game:
            fits = line.number_of_move is not None and not self._numbers_another(line)
            return fits and not is_closed_or_seen and len(new.moves) < SURE_MOVES
        return 0 < len(here.moves) >= len(new.moves)

    def _ends_before(self, line: TextLine, remarks: Sequence[TextLine]) -> bool:
        """Return whether a line that cannot be played must be of another game.

        Behind the end of the game, a result or the names of players it is, and where its number is
        1 again. It also is if it has squares of this game, and is a game from the start once its
        first move is corrected.
        """
        names = {name for remark in remarks for name in remark.headers}
        if self.board.is_over or self.has_result or not names.isdisjoint(("Black", "White")):
            return True
        if any(remark.has_result for remark in remarks):
            return True
        if line.number_of_move == 1 and not fits_as_number(1, self.moves):
            return True
        others = tokens_of(line.bare[line.tokens[0].place + 2 :])
        return any(token.square in self.seen for token in others) and any(
            len(play(START.after(first), others, [first]).moves) + 1 >= SURE_MOVES
            for first in FIRST_MOVES
        )

    def numbers_go_on(self, line: TextLine) -> bool:
        """Return whether a line has the number behind this game's last one, and its next move.

        That of white's move is the last one again, as in ``3. c4`` and ``3... f4``.
        """
        last, number = self.last_number, line.number_of_move
        if number is None or self.is_faulty or self.board.is_over or not self.moves:
            return False
        is_reply = line.numbers_reply and last in (None, number)
        is_next = is_reply or (last is not None and number == last + 1)
        if not is_next or not fits_as_number(number, self.moves):
            return False
        n_moves = len(self._play(line).moves)
        may_be_list = not is_reply and last == (self.lines[0].number_of_move or 0)
        if not may_be_list or line.numbers[:2] == [number, number + 1]:
            return n_moves > 0
        return n_moves > len(play(START, line.tokens).moves)  # else it may be a second game

    def _play(self, line: TextLine) -> Played:
        """Return what comes of a line behind the moves so far; it is asked for more than once."""
        if self._played is None or self._played[0] is not line:
            self._played = line, play(self.board, line.tokens, self.moves)
        return self._played[1]

    def _numbers_another(self, line: TextLine) -> bool:
        """Return whether a line has the number after this game's, which is not its next move's."""
        first, number = self.lines[0].number_of_move, line.number_of_move
        if first is None or number is None:
            return False
        return number == first + 1 and not fits_as_number(number, self.moves)


def is_remark(line: TextLine, game: OpenGame | None) -> bool:
    """Return whether a line has no move, and none that is mistyped, of a game or of a new one."""
    if not line.squares and "typo" not in line.kinds:
        if game is None and line.has_variation:
            return line.has_words
        if line.kinds == {"dashes"}:
            return game is None or not game.board.must_pass or line.is_lone_result
        return line.kinds <= {"end"} or "word" in line.kinds
    if not line.has_words or line.may_begin:
        return False
    if game is None or game.board.is_over:
        return True
    return "typo" not in line.kinds and game.seen.issuperset(line.squares)


class Reader:
    """Puts the lines of a text together to games."""

    def __init__(self, is_one: bool) -> None:
        self.is_one = is_one  #: whether all moves are those of one game
        self.game: OpenGame | None = None
        self.held: list[TextLine] = []  #: lines that begin with words; the next line tells of them
        self.remarks: list[TextLine] = []  #: lines behind the game that have none of its moves
        self.headers: list[TextLine] = []  #: those of the game whose moves have not come yet
        #: Whether results that are blocks stand before their games; the first one tells.
        self.results_lead: bool | None = None

    def read(self, blocks: Iterable[Block]) -> Iterator[Record]:
        """Yield the games, each line of words within a game before it, and those around games."""
        for block in blocks:
            rows = block.rows
            if not rows and (log := game_of_log(block)) is not None:
                rows = [log]
            if rows:
                yield from self._end()
                headers = self._headers_of_game()
                yield from (row._replace(headers=headers | dict(row.headers)) for row in rows)
                continue
            if self.game and block.has_variations_alone():
                self.game.block = block.first
            for line in block.read():
                if not line.is_comment:
                    yield from self._take(line)
        yield from self._end()
        yield from (line.remark for line in self.headers)

    def _take(self, line: TextLine) -> Iterator[Record]:
        """Place a line; those that begin with words wait for the next one, as numbers may go on."""
        if line.begins_with_words and len(self.held) < MOST_LINES:
            self.held.append(line)
            return
        held, self.held = self.held, []
        game = self.game
        if game and game.numbers_go_on(line):
            between = [*self.remarks, *held]
            if line.block == game.block or not any(remark.headers for remark in between):
                game.block = line.block
                self.remarks, held = between, []
        for each in (*held, line):
            yield from self._place(each)

    def _place(self, line: TextLine) -> Iterator[Record]:
        """Add a line to the game, or to a new one, or to the lines without moves."""
        if self.is_one and not self.game and (day := DATE.fullmatch(line.text)):
            line.headers, line.has_words = {"Date": day[1]}, True
        is_set_up = any(
            not SET_UP_TAGS.isdisjoint(each.headers) for each in (*self.headers, *self.remarks)
        )
        near = self.game if not is_set_up else None
        if near and not self.is_one and line.block != near.block:
            near = None
        begins = is_set_up and (
            line.tokens[0].kind != "word" if line.tokens else UNFINISHED in line.bare
        )
        if not begins and is_remark(line, near):
            if near or line.has_words or line.has_result:
                self.remarks.append(line)
            if len(self.remarks) > MOST_LINES:
                yield from self._close()
        elif near and (self.is_one or near.goes_on_with(line, self.remarks)):
            near.add(self.remarks, line)
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

    def _end(self) -> Iterator[Record]:
        """End the game before a table, a log or the end of the text."""
        held, self.held = self.held, []
        for line in held:
            yield from self._place(line)
        self._leading(0)
        yield from self._close()

    def _leading(self, block: int) -> set[str]:
        """Return the kinds of results, alone or with a label, that lead in the block of a game."""
        if self.results_lead is None:
            self.results_lead = self.game is None and any(
                remark.block == 0 or remark.kind_of_result == "alone" for remark in self.remarks
            )
        kinds = {remark.kind_of_result for remark in self.remarks if remark.block == block}
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
            elif line.has_words or line.has_result:
                yield line.remark

    def _belongs(self, line: TextLine, game: OpenGame) -> bool:
        """Return whether a line behind a game is its result, or says nothing."""
        if line.block != game.block and not self.is_one:
            return line.block == 0 and not self.results_lead
        if line.states_result or line.is_lone_result:
            return line.kind_of_result not in game.leading
        return not line.has_words
