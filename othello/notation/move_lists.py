"""Lists of moves as text: what in it is a move, what may stand between moves, what is neither.

Letters and digits without a blank or punctuation between them are a run. A run is one or more moves
(``f5d6``, ``passd6``), after a number if there is one (``1f5``); a number; a colour; or a word. So
``pass`` within ``Passed`` is no move, and ``x9`` in ``d3x9`` is not overlooked. No rules are known
here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from othello.errors import InvalidMove, quote
from othello.notation.moves import MOVE_NUMBERS, MOVES, PASS, PASS_SPELLINGS, Move
from othello.openings.catalogue import find_line

__all__ = ["WIDE", "Token", "each_move", "fits_as_number", "split_moves", "tokens_of"]

PART = re.compile(
    r"""
      (?P<comment> \{[^{}]*\} )
    | (?P<board>
        (?! (?P<rule>[-.xo*bw]) (?: \s* (?P=rule) ){63} )
        [-.xo*bw]{8} (?:\s*[-.xo*bw]{8}){7}
      )
    | (?P<address> (?:https?://|www\.)\S+ )
    | (?P<castling> O-O(?:-O)?(?!\w) )
    | (?P<colour> [黒白] )
    | (?P<run> [^\W_黒白]+ )
    | (?P<dashes> -{2,3} (?!-) )
    | (?P<gap> [^\w{}*.\x00-\x08\x0e-\x1b\x7f-]+ | [_*.] | -+ )  # a board may begin at * or .
    """,
    re.I | re.X,
)
COLOUR = re.compile(r"black|white|[bwxo]", re.I)
MOVE = re.compile(r"[a-h][1-8]|pass|pa|ps|0000", re.I)
SQUARE = re.compile(r"[a-h][1-8]", re.I)
PASSES = re.compile(r"\d*(?:(?:pass)+|pa|ps)|0000", re.I)
NUMBER = re.compile(r"\d+")
LETTERS = re.compile(".+")
LIKE_MOVES = re.compile(r"(?:[a-z]\d)+", re.I)
END = re.compile(r"resign(?:s|ed)?|won|wins", re.I)
NUMBER_ENDS = tuple(".):")
BOARD_LETTERS = frozenset("-.XxBb*OoWw12345678/[]; \t")
WIDE = {0xFF01 + n: 0x21 + n for n in range(94)} | {0x3000: " "}
"""The wide forms that Japanese writers give to letters, digits and blanks, as ASCII."""


class Token(NamedTuple):
    """A part of a text that counts; blanks, punctuation, comments and colours do not.

    Attributes
    ----------
    place : int
        Where it begins in the text.
    kind : str
        ``move``; ``dashes``, a pass if the side to move has no move, else nothing; ``number``
        behind a move without a blank, as in ``f52.d6``; ``typo``, which looks like a move;
        ``end``, which says that a side resigns or has won; or ``word``.
    text : str
        The part.
    """

    place: int
    kind: str
    text: str

    @property
    def is_wrong(self) -> bool:
        """Whether it can neither be a move nor stand between moves."""
        return self.kind in ("word", "typo")

    @property
    def square(self) -> Move | None:
        """The move; None if it is none, or a pass."""
        move = Move(self.text) if self.kind == "move" else PASS
        return None if move is PASS else move

    def fits_as_number(self, moves: Sequence[Move]) -> bool:
        """Return whether this is a number, and can be that of the move behind `moves`."""
        return self.kind == "number" and fits_as_number(int(self.text), moves)


def split_moves(text: str) -> list[Move]:
    """Return the moves of a transcript, or of moves as people paste them (see `tokens_of`).

    >>> split_moves("f5d6 C3,pass")
    [Move('f5'), Move('d6'), Move('c3'), Move('pass')]
    >>> split_moves("1. f5-d6  2. ｃ３!? {the tiger}")
    [Move('f5'), Move('d6'), Move('c3')]

    Raises
    ------
    InvalidMove
        If something in `text` is no move and may not stand between moves.
    """
    moves = []
    for word in text.replace(",", " ").lower().split():
        start = 0
        while start < len(word):
            length = next((len(p) for p in PASS_SPELLINGS if word.startswith(p, start)), 2)
            number = MOVE_NUMBERS.get(word[start : start + length])
            if number is None:
                return _pasted_moves(text)
            moves.append(MOVES[number])
            start += length
    return moves


def _pasted_moves(text: str) -> list[Move]:
    """Return the moves of a text that is no plain transcript; dashes are taken for no passes."""
    is_board = BOARD_LETTERS.issuperset(text.partition(";")[0])
    if not (tokens := [] if is_board else tokens_of(text)):
        raise InvalidMove(f"invalid move {quote(text.strip())}: expected a1 ... h8 or pass")
    moves: list[Move] = []
    has_ended = False
    for token in tokens:
        if token.kind == "end":
            has_ended = True
        elif token.kind == "move" and not has_ended:
            moves.append(Move(token.text))
        elif token.kind != "dashes" and not token.fits_as_number(moves):
            where = f" (move {len(moves) + 1})" if moves else ""
            reason = f"invalid move {quote(token.text)}{where}: expected a1 ... h8 or pass"
            raise InvalidMove(reason)
    return moves


def each_move(moves: str | Iterable[Move | int | str]) -> Iterator[Move]:
    """Yield the moves of a text (see `split_moves`), an opening's name or an iterable of moves.

    >>> list(each_move("f5d6")) == list(each_move(["f5", 43]))
    True
    >>> list(each_move("Tiger"))[:2]
    [Move('f5'), Move('d6')]

    Raises
    ------
    InvalidMove
        If `moves` is none of these or, when it is reached, one of them is no move.
    """
    if isinstance(moves, str):
        try:
            return iter(split_moves(moves))
        except InvalidMove:
            if (line := find_line(moves)) is None:
                raise
            return iter(split_moves(line.moves))
    hint = "; a position is given as start=..." if hasattr(moves, "legal_moves") else ""
    with suppress(TypeError):
        if not hint:
            return map(Move, moves)
    raise InvalidMove(f"invalid moves {quote(moves)}: expected moves, as in 'f5d6'{hint}")


def tokens_of(text: str) -> list[Token]:
    """Return the parts of `text` that count.

    >>> [(token.kind, token.text) for token in tokens_of("1. f5d6 {so far} c3x9, Paris")]
    [('move', 'f5'), ('move', 'd6'), ('move', 'c3'), ('typo', 'x9'), ('word', 'Paris')]
    """
    tokens: list[Token] = []
    text = text.translate(WIDE)
    place = 0
    while place < len(text):
        match = PART.match(text, place)
        if match is None:  # a brace without its other one, or a control character
            word = text[place:].split()[0]
            tokens.append(Token(place, "word", word))
            place += len(word)
            continue
        if match["run"]:
            before_end = text.startswith(NUMBER_ENDS, match.end())
            tokens += _tokens_of_run(match["run"], place, before_end)
        elif match["board"] or match["address"] or match["castling"]:
            tokens.append(Token(place, "word", match[0]))
        elif match["dashes"]:
            tokens.append(Token(place, "dashes", match[0]))
        place = match.end()
    return tokens


def _tokens_of_run(run: str, place: int, ends_number: bool) -> Iterator[Token]:
    """Yield the tokens of a run; `ends_number` if what follows may end a number, as in ``2.``."""
    if COLOUR.fullmatch(run) or (NUMBER.fullmatch(run) and run != "0000"):
        return
    if END.fullmatch(run):
        yield Token(place, "end", run)
        return
    start = 0 if run.startswith("0000") or not (number := NUMBER.match(run)) else number.end()
    first = SQUARE.search(run)
    if not PASSES.fullmatch(run) and (not MOVE.match(run, start) or first is None):
        yield Token(place, "typo" if LIKE_MOVES.fullmatch(run) else "word", run)
        return
    while start < len(run):
        kind = "move"
        match = MOVE.match(run, start)
        if match is None and (match := NUMBER.match(run, start)) is not None:
            kind = "number" if match.end() < len(run) or ends_number else "typo"
        if match is None:  # up to the next square
            following = SQUARE.search(run, start)
            match = LETTERS.match(run, start, following.start() if following else len(run))
            assert match is not None
            kind = "typo"
        yield Token(place + start, kind, match[0])
        start = match.end()


def fits_as_number(number: int, moves: Sequence[Move]) -> bool:
    """Return whether `number` can be that of the move behind `moves`.

    Numbers count moves of one side or of both, with or without passes.

    >>> [number for number in range(9) if fits_as_number(number, split_moves("f5d6c3"))]
    [2, 4]
    """
    with_passes = len(moves)
    without = with_passes - moves.count(PASS)
    return any(number in (n + 1, n // 2 + 1) for n in range(without, with_passes + 1))
