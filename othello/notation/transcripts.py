"""Moves given as text or as an iterable, most often as programs write them: ``f5d6c3``.

Text that people write is left to `move_lists`, which is loaded when the first of it comes: its
regular expressions take a while to compile, and a protocol starts without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from othello.errors import InvalidMove, quote, warn
from othello.notation.moves import MOVE_NUMBERS, MOVES, PASS, PASS_SPELLINGS, Move
from othello.openings.catalogue import find_line


def split_moves(text: str) -> list[Move]:
    """Return the moves of a transcript, or of moves as people paste them (see `move_lists`).

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
                from othello.notation.move_lists import pasted_moves

                return pasted_moves(text)
            moves.append(MOVES[number])
            start += length
    return moves


def warn_of_number(text: str) -> None:
    """Warn of a number such as 10 before the moves of a text, which are played from the start."""
    if text.lstrip()[:1].isdigit():
        from othello.notation.move_numbers import number_before_moves, warning_of_number

        if warning := warning_of_number(number_before_moves(text)):
            warn(warning)


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
    # Bytes of squares are moves, as of `StoredGame.moves`; those of a text are none.
    if isinstance(moves, (bytes, bytearray)) and max(moves, default=0) > PASS:
        raise InvalidMove(f"invalid moves {quote(moves)}: expected a text (str), not bytes")
    hint = "; a position is given as start=..." if hasattr(moves, "legal_moves") else ""
    with suppress(TypeError):
        if not hint:
            return map(Move, moves)
    raise InvalidMove(f"invalid moves {quote(moves)}: expected moves, as in 'f5d6'{hint}")
