"""Egaroucid's books: the binary files ``.egbk3`` of Egaroucid 6.5.1 and later, to be read.

The format is described in github.com/ikepggthb/deft-reversi, `deft-reversi-engine/docs/book.md`,
which this follows. All numbers are little-endian.

======  ====================================================================================
bytes   the head of the file, 14 bytes
======  ====================================================================================
9       ``DICUORAGE``
1       the version, 3
4       how many positions follow
======  ====================================================================================

======  ====================================================================================
bytes   a position, 25 bytes
======  ====================================================================================
8, 8    the discs of the side to move and of the other, one of the eight images
1, 1    the score in discs for the side to move, and the level
4       how many positions of the book lie below it
1, 1    the leaf, the best move that leads to no position of the book: its score for the side to
        move, and its square; without one the score is -126 or the square 65 or 125
1       the level of the leaf; with 0xff the leaf was not searched, and has no score
======  ====================================================================================

Egaroucid has a1 as bit 63, here it is bit 0. That turns the board by half, as one of the eight
images is turned, and squares are numbered by their bits; so both are taken as they are. There are
no links: which moves lead to positions of the book follows from the positions. A pass belongs to
the move before.
"""

import struct
from collections.abc import Iterator
from typing import IO

from othello.board import Board
from othello.book.position import Grade
from othello.bookmaking.exchange import ExchangedPosition, OnError, canonical_record
from othello.errors import FormatError, OthelloError
from othello.result import VALUE_PER_DISC

MAGIC = b"DICUORAGE"
"""First bytes of a file."""

HEAD = struct.Struct("<9sBI")
POSITION = struct.Struct("<QQbbIbBb")

VERSION = 3

NO_SCORE, NO_MOVES, NO_LEVEL = -126, (65, 125), -1


def read_egaroucid(file: IO[bytes], name: str, on_error: OnError) -> Iterator[ExchangedPosition]:
    """Yield the positions of a book of Egaroucid; the source of leaves is ``Egaroucid level N``.

    A position without a leaf has no moves here. `on_error` is told of what cannot be: another
    version, a file cut short, illegal moves.
    """
    head = file.read(HEAD.size)
    if len(head) < HEAD.size or not head.startswith(MAGIC):
        on_error(FormatError(name, None, "expected the head of a book of Egaroucid", 0))
        return
    _, version, number = HEAD.unpack(head)
    if version != VERSION:
        reason = f"a book of Egaroucid, version {version}: expected {VERSION}, .egbk3"
        on_error(FormatError(name, None, reason, len(MAGIC)))
        return
    for index in range(number):
        offset = HEAD.size + index * POSITION.size
        contents = file.read(POSITION.size)
        if len(contents) < POSITION.size:
            reason = f"the file ends after {index} of {number} positions"
            on_error(FormatError(name, None, reason, offset))
            return
        player, opponent, _, _, _, score, square, level = POSITION.unpack(contents)
        try:
            board = Board(player, opponent)
            leaf = (square, score * VALUE_PER_DISC, Grade(0, 0, f"Egaroucid level {level}"))
            has_leaf = score != NO_SCORE and square not in NO_MOVES and level != NO_LEVEL
            if board.legal_mask or has_leaf:
                yield canonical_record(board, [leaf] if has_leaf else [])
        except OthelloError as error:
            on_error(FormatError(name, None, str(error), offset, is_item=True))
