"""Moves as people paste them, played by the rules up to the first fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from othello.board import Board, illegal_as_number, replay
from othello.errors import IllegalMove, quote
from othello.notation import PASS, Move
from othello.notation.move_lists import Token


class Fault(NamedTuple):
    """Where a text is at fault, and why."""

    place: int
    reason: str


class Played(NamedTuple):
    """What came of a text: the moves up to its first fault, and the position behind them."""

    board: Board
    moves: list[Move]
    fault: Fault | None


def play(board: Board, tokens: Sequence[Token], before: Sequence[Move] = ()) -> Played:
    """Play the moves among `tokens`, and forced passes that are left out, up to the first fault.

    `before` are the moves played before, passes included. A fault has its move's number in the
    game, where passes count, those that are left out too.

    >>> from othello.notation.move_lists import tokens_of
    >>> play(Board(), tokens_of("f5 d6 f5")).fault.reason[:26]
    "illegal move 'f5' (move 3)"
    """
    moves: list[Move] = []
    end = ""
    for token in tokens:
        is_passed = board.must_pass and token.move is not PASS
        number = len(before) + len(moves) + 1 + is_passed
        if token.fits_as_number([*before, *moves]):
            continue
        if token.kind == "end" and (moves or before):
            end = token.text
            continue
        if token.kind == "dashes":
            move = PASS if board.must_pass else None
        elif (move := token.move) is None:
            where = f" (move {number})" if moves else ""
            expected = "expected moves such as f5 (comments stand in braces)"
            if token.kind == "word" and number == 1 and any(t.square for t in tokens):
                expected = "expected moves such as f5 (names stand on lines such as Black: Ann)"
            reason = f"{quote(token.text)} is no move{where}: {expected}"
            return Played(board, moves, Fault(token.place, reason))
        if move is None or (move is PASS and board.is_over):
            continue
        if end:
            reason = f"{quote(token.text)} (move {number}) stands behind {quote(end)}"
            return Played(board, moves, Fault(token.place, f"{reason}: expected no more moves"))
        try:
            for ply, after in replay(board, [move]):
                moves.append(ply)
                board = after
        except IllegalMove:
            reason = str(illegal_as_number(number, move, board))
            return Played(board, moves, Fault(token.place, reason))
    return Played(board, moves, None)
