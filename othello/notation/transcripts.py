"""Moves given as text or as an iterable, most often as programs write them: ``f5d6c3``.

Text that people write is left to the room for it, ``pasted``, which is loaded when the first of it
comes: its regular expressions take a while to compile, and a protocol starts without them.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from othello.errors import InvalidMove, quote, warn
from othello.notation.moves import MOVE_NUMBERS, MOVES, PASS, PASS_SPELLINGS, Move
from othello.openings.catalogue import find_line
from othello.rooms import provider

FILE_NAME = r"(?i)\S.*\.[a-z]{2,5}"
"""Pattern of a text that is no moves, but perhaps the name of a file."""


def split_moves(text: str) -> list[Move]:
    """Return the moves of a transcript, or with the room `pasted` of moves as people write them.

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
                return _pasted_moves(text, word)
            moves.append(MOVES[number])
            start += length
    return moves


def _pasted_moves(text: str, word: str) -> list[Move]:
    """Return the moves of a text that is no plain transcript, as its first such `word` shows."""
    if (reader := provider("moves")) is None:
        raise InvalidMove(f"invalid move {quote(word)}: expected a1 ... h8 or pass")
    found: list[Move] = reader.pasted_moves(text)
    return found


def has_moves(text: str) -> bool:
    """Return whether a word of a text begins with a square, perhaps behind a number.

    >>> has_moves("1.f5 ..."), has_moves("the tiger")
    (True, False)
    """
    return re.search(r"(?i)(?<![^\W_])\d*[a-h][1-8]", text) is not None


def warn_of_number(text: str) -> None:
    """Warn of a number such as 10 before the moves of a text, which are played from the start."""
    if text.lstrip()[:1].isdigit():
        reader = provider("moves")
        if reader is not None and (warning := reader.warning_of_first_number(text)):
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
