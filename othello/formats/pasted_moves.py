"""What in a text that people wrote is a move, what may stand between moves, and what is neither.

Letters and digits without a blank or punctuation between them are a run. A run is one or more moves
(``f5d6``, ``passd6``), after a number if there is one (``1f5``); a number; a colour; or a word. So
``pass`` within ``Passed`` is no move, and ``x9`` in ``d3x9`` is not overlooked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from othello.board import Board, illegal_as_number, replay
from othello.errors import IllegalMove, quote
from othello.notation import PASS, Move

__all__ = ["Fault", "Played", "Token", "fits_as_number", "play", "tokens_of"]

PART = re.compile(
    r"""
      (?P<comment> \{[^{}]*\} )
    | (?P<board>
        (?! (?P<rule>[-.xo*bw]) (?: \s* (?P=rule) ){63} )
        [-.xo*bw]{8} (?:\s*[-.xo*bw]{8}){7}
      )
    | (?P<run> [^\W_]+ )
    | (?P<dashes> -{2,3} (?!-) )
    | (?P<gap> [^\w{}-]+ | _ | -+ )
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
NUMBER_ENDS = tuple(".):")


class Token(NamedTuple):
    """A part of a text that counts; blanks, punctuation, comments and colours do not.

    Attributes
    ----------
    place : int
        Where it begins in the text.
    kind : str
        ``move``; ``dashes``, a pass if the side to move has no move, else nothing; ``number``
        behind a move without a blank, as in ``f52.d6``; ``typo``, which looks like a move; or
        ``word``.
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


class Fault(NamedTuple):
    """Where a text is at fault, and why."""

    place: int
    reason: str


class Played(NamedTuple):
    """What came of a text: the moves up to its first fault, and the position behind them."""

    board: Board
    moves: list[Move]
    fault: Fault | None


def tokens_of(text: str) -> list[Token]:
    """Return the parts of `text` that count.

    >>> [(token.kind, token.text) for token in tokens_of("1. f5d6 {so far} c3x9, Paris")]
    [('move', 'f5'), ('move', 'd6'), ('move', 'c3'), ('typo', 'x9'), ('word', 'Paris')]
    """
    tokens: list[Token] = []
    place = 0
    while place < len(text):
        match = PART.match(text, place)
        if match is None:  # a brace without its other one
            word = text[place:].split()[0]
            tokens.append(Token(place, "word", word))
            place += len(word)
            continue
        if match["run"]:
            before_end = text.startswith(NUMBER_ENDS, match.end())
            tokens += _tokens_of_run(match["run"], place, before_end)
        elif match["board"]:
            tokens.append(Token(place, "word", match[0]))
        elif match["dashes"]:
            tokens.append(Token(place, "dashes", match[0]))
        place = match.end()
    return tokens


def _tokens_of_run(run: str, place: int, ends_number: bool) -> Iterator[Token]:
    """Yield the tokens of a run; `ends_number` if what follows may end a number, as in ``2.``."""
    if COLOUR.fullmatch(run) or (NUMBER.fullmatch(run) and run != "0000"):
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


def play(board: Board, tokens: Sequence[Token], before: Sequence[Move] = ()) -> Played:
    """Play the moves among `tokens`, and forced passes that are left out, up to the first fault.

    Parameters
    ----------
    board : Board
        The position.
    tokens : sequence of Token
        The text.
    before : sequence of Move
        The moves played before, passes included.

    Examples
    --------
    >>> play(Board(), tokens_of("f5 d6 f5")).fault.reason[:26]
    "illegal move 'f5' (move 3)"
    """
    moves: list[Move] = []
    number = 0
    for token in tokens:
        if token.kind == "number" and fits_as_number(int(token.text), [*before, *moves]):
            continue
        if token.kind == "dashes":
            move = PASS if board.must_pass else None
        elif token.kind == "move":
            move = Move(token.text)
        else:
            reason = (
                f"{quote(token.text)} is no move: expected moves such as f5 (comments stand in "
                "braces)"
            )
            return Played(board, moves, Fault(token.place, reason))
        if move is None or (move is PASS and board.is_over):
            continue
        number += 1
        try:
            for ply, after in replay(board, [move]):
                moves.append(ply)
                board = after
        except IllegalMove:
            reason = str(illegal_as_number(number, move, board))
            return Played(board, moves, Fault(token.place, reason))
    return Played(board, moves, None)


def fits_as_number(number: int, moves: Sequence[Move]) -> bool:
    """Return whether `number` can be that of the move behind `moves`.

    Numbers count moves of one side or of both, with or without passes.

    >>> from othello.notation import split_moves
    >>> [number for number in range(9) if fits_as_number(number, split_moves("f5d6c3"))]
    [2, 4]
    """
    with_passes = len(moves)
    without = with_passes - moves.count(PASS)
    return any(number in (n + 1, n // 2 + 1) for n in range(without, with_passes + 1))
