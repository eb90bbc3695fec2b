r"""Edax's books: the binary file ``book.dat`` of Edax 4.

What follows was written down from the source of Edax (github.com/abulmo/edax-reversi, `src/book.c`,
`book.h`, `const.h`, version 4.6), of which no line is used here. All numbers are little-endian, as
Edax writes them on the processors of today.

======  ====================================================================================
bytes   the head of the file, 42 bytes
======  ====================================================================================
4       ``XADE``, the number 0x45444158
4       ``KOOB``, the number 0x424F4F4B
1       the version, 4: Edax reads no other
1       the release, any
8       when it was written: year (2 bytes), month, day, hour, minute, second, a byte unused
4       the level of the searches
4       the fewest empty squares of positions to add, plus 1 or 2
4       the error of scores in the midgame, in discs
4       the error of scores just before the positions that are solved, in discs
4       how much Edax prints
4       how many positions follow; Edax reads to the end of the file whatever it says
======  ====================================================================================

======  ====================================================================================
bytes   a position
======  ====================================================================================
8, 8    the discs of the side to move and of the other; bit 0 is a1, bit 63 h8. Of the eight
        images it is the one with the least first number, and of those the least second
4 × 4   games won, drawn and lost by the side to move, and lines that did not end
2 × 3   the score in discs, and its lower and upper bound
1       how many links there are: moves that lead to positions in the book
1       the level
2 each  the links: the score in discs, with a sign, and the square, a1 = 0 to h8 = 63, 64 a pass
2       the leaf, the best move that leads to no position of the book, in the same way; without one
        the score is -127 and the square 65
======  ====================================================================================

A position's bounds are the leaves' scores less and more the errors of the head, carried up to it.
They say how far a score may be off and prove nothing, so they are not read, and are made anew when
a book is written.

Where a side must pass there is a position of its own, with a link 64; here the pass belongs to the
move before. Where the game is over there is neither link nor leaf. Empty squares go to the winner.
"""

import struct
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import IO

from othello.board import Board
from othello.book.position import Grade, StoredPosition, discs, key_of, settled
from othello.bookmaking.exchange import ExchangedPosition, OnError, canonical_record
from othello.bookmaking.selection import LEVEL
from othello.errors import FormatError, OthelloError
from othello.notation import MOVES
from othello.result import VALUE_PER_DISC
from othello.symmetry import symmetric_moves

HEAD = struct.Struct("<8sBBHBBBBBxiiiiii")
POSITION = struct.Struct("<QQIIIIhhhBB")
LINK = struct.Struct("<bB")

MAGIC = b"XADEKOOB"
"""First bytes of a file."""

VERSION, RELEASE = 4, 6
PASS, NO_MOVE, NO_SCORE = 64, 65, -127

MIDGAME_ERROR, SOLVED_ERROR = 2, 1
"""Discs; Edax has these settings in a book. They do not change scores."""

MOST_LEVEL = 60

Found = list[tuple[int, int]]
"""Links and a leaf: of each the score in discs and the square."""


# ---------------------------------------------------------------------- reading


def read_edax(file: IO[bytes], name: str, on_error: OnError) -> Iterator[ExchangedPosition]:
    """Yield the positions of a book of Edax, with moves whose source is ``Edax level N``.

    `on_error` is told of what cannot be: another version, a file cut short, illegal moves.
    """
    head = file.read(HEAD.size)
    if len(head) < HEAD.size or not head.startswith(MAGIC):
        on_error(FormatError(name, None, "expected the head of a book of Edax", 0))
        return
    if (version := HEAD.unpack(head)[1]) != VERSION:
        reason = f"a book of Edax, version {version}: expected {VERSION}"
        on_error(FormatError(name, None, reason, 8))
        return
    n_stated = HEAD.unpack(head)[-1]
    for offset, player, opponent, level, found in _positions(file, name, on_error, n_stated):
        try:
            board = Board(player, opponent)
            if board.legal_mask:
                yield _record(board, level, found)
            elif [square for _, square in found] != [PASS] * board.must_pass:
                raise OthelloError(f"moves in {board.to_obf()}, where none can be made")
        except OthelloError as error:
            on_error(FormatError(name, None, str(error), offset, is_item=True))


def _positions(
    file: IO[bytes], name: str, on_error: OnError, n_stated: int
) -> Iterator[tuple[int, int, int, int, Found]]:
    """Yield of each position where it begins, its discs, its level, its links and leaf."""
    offset, n_read = HEAD.size, 0
    while contents := file.read(POSITION.size):
        is_whole = len(contents) == POSITION.size
        size = LINK.size * (contents[-2] + 1) if is_whole else 0
        rest = file.read(size)
        if not is_whole or len(rest) < size:
            on_error(FormatError(name, None, "the file ends within a position", offset))
            return
        player, opponent, *_, level = POSITION.unpack(contents)
        found = [each for each in LINK.iter_unpack(rest) if each[1] != NO_MOVE]
        yield offset, player, opponent, level, found
        offset += len(contents) + len(rest)
        n_read += 1
    if n_read < n_stated:
        reason = f"expected {n_stated} positions, the file ends after {n_read}"
        on_error(FormatError(name, None, reason, offset))


def _record(board: Board, level: int, found: Found) -> ExchangedPosition:
    grade = Grade(0, 0, f"Edax level {level}")
    moves = [(square, score * VALUE_PER_DISC, grade) for score, square in found]
    return canonical_record(board, moves)


# ---------------------------------------------------------------------- writing


def write_edax(file: IO[bytes], records: Iterable[ExchangedPosition]) -> None:
    """Write a book for Edax: scores rounded to whole discs, levels, the number of games."""
    known = {position.key: position for position, _ in records}
    rows = [row for position in known.values() for row in _rows(position, known)]
    rows = list({row[:16]: row for row in rows}.values())  # a pass may come from several positions
    empties = [position.n_empties for position in known.values()]
    levels = [_level(position) for position in known.values()]
    now = time.localtime()
    file.write(
        HEAD.pack(
            *(MAGIC, VERSION, RELEASE),
            *(now.tm_year, now.tm_mon, now.tm_mday, now.tm_hour, now.tm_min, now.tm_sec),
            *(max(levels, default=0), min(empties, default=60)),
            *(MIDGAME_ERROR, SOLVED_ERROR, 1, len(rows)),
        )
    )
    file.writelines(rows)


def _rows(position: StoredPosition, known: Mapping[bytes, StoredPosition]) -> Iterator[bytes]:
    """Yield a position as Edax has it, and those with a pass that its moves lead to."""
    board, level = position.board, _level(position)
    links = []
    for move in board.legal_moves():
        after = board.after(move)
        child = known.get(key_of(settled(after)))
        if child is None or after.is_over:
            continue
        score = discs(child.best.value if after.must_pass else -child.best.value)
        links.append((score, int(move)))
        if after.must_pass:
            there = (-score, PASS)
            yield _row(after, level, 0, _score_of(child, -score), [there], (NO_SCORE, NO_MOVE))
    leaf = (NO_SCORE, NO_MOVE)
    if position.leaf is not None:
        leaf = discs(position.moves[position.leaf].value), position.leaf
    scores = _score_of(position, discs(position.best.value))
    yield _row(board, level, position.games, scores, links, leaf)


def _row(
    board: Board,
    level: int,
    lines: int,
    scores: tuple[int, int, int],
    links: Found,
    leaf: tuple[int, int],
) -> bytes:
    """Return a position in bytes, of its images the one that Edax keeps."""
    images = [(image.player, image.opponent) for image in board.symmetries()]
    turn = min(range(len(images)), key=images.__getitem__)
    turned = [
        (score, symmetric_moves([MOVES[square]])[turn][0] if square < PASS else square)
        for score, square in (*links, leaf)
    ]
    head = POSITION.pack(*images[turn], 0, 0, 0, lines, *scores, len(links), level)
    return head + b"".join(LINK.pack(*each) for each in turned)


def _score_of(position: StoredPosition, score: int) -> tuple[int, int, int]:
    """Return a score with the bounds that Edax would give it."""
    if position.grade.is_proven(position.n_empties):
        return score, score, score
    return score, max(score - MIDGAME_ERROR, -64), min(score + MIDGAME_ERROR, 64)


def _level(position: StoredPosition) -> int:
    """Return the level by which a position was searched; 0 if its source names none."""
    leaf = position.leaf
    move = position.best if leaf is None else position.moves[leaf]
    found = LEVEL.search(move.grade.source)
    return min(int(found[1]), MOST_LEVEL) if found else 0
