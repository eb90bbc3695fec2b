"""A repertoire: the positions that a side must know by heart to answer a line from the book.

``othello practise openings --hard`` counts them before somebody learns a line, and a drill with
``--within`` or ``--plies`` asks them.

That side always plays the book's best move, of several equal ones the one that the book lists
first. The other plays any move that the book knows and that gives away at most so many discs beside
its best. Counted are the positions in which the side is to move and the book knows a move: each
once, whichever moves lead to it and however the board is turned. A line ends where the book does,
or after so many plies.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from othello.board import Board, BoardLike, check_board
from othello.book import Book
from othello.book.position import key_of, settled
from othello.errors import InvalidOption, quote
from othello.fields import in_range, not_negative
from othello.notation import BLACK, PASS, WHITE, Move

WITHIN = 1.0
"""Discs that the other side may give away with a move, unless another number is asked for."""

MOST = 100_000
"""Positions of both sides that are looked at, at most."""

SECONDS = 20.0
"""Time to look for them, in seconds."""


class Place(NamedTuple):
    """A position in which a move can be made, and the moves that lead to it."""

    moves: tuple[Move, ...]
    board: Board

    def after(self, move: Move) -> Place:
        """Return the place after a move, and after the pass that is forced then, if one is."""
        board = self.board.after(move)
        made = (move, PASS) if board.must_pass else (move,)
        return Place((*self.moves, *made), settled(board))


class Known(NamedTuple):
    """A position to know."""

    #: Moves that lead to it from where the count began, forced passes included.
    moves: tuple[Move, ...]
    board: Board  #: the position
    best: Move  #: the book's best move there


class Repertoire(NamedTuple):
    """The positions that a side must know."""

    known: tuple[Known, ...]  #: the positions, those after the fewest plies first
    plies: int  #: plies to the last one that is counted; all before it are looked at too
    is_whole: bool  #: whether none was left out, as there were too many or it took too long

    def to_dict(self) -> dict[str, object]:
        """Return the counts as a JSON object."""
        return {"positions": len(self.known), "plies": self.plies, "whole": self.is_whole}


def repertoire(
    book: Book,
    board: BoardLike,
    side: str,
    *,
    within: float = WITHIN,
    plies: int = 60,
    most: int = MOST,
    seconds: float = SECONDS,
    is_over: Callable[[], bool] = lambda: False,
) -> Repertoire:
    """Return the positions that a side must know from a position on.

    Parameters
    ----------
    book : Book
        Says which moves are best and what the others give away.
    board : Board or str
        Where the count begins; this position counts too.
    side : str
        ``"X"`` for black or ``"O"`` for white.
    within : float
        Discs that the other side's moves may give away.
    plies : int
        Moves from there on to look at, passes not counted.
    most : int
        So many positions of both sides are looked at.
    seconds : float
        So long they are looked for.
    is_over : callable
        Returns whether to stop before; it is asked before each position.

    Examples
    --------
    >>> from othello.book import shipped_book
    >>> with Book(shipped_book()) as book:
    ...     found = repertoire(book, "f5", "O", within=0, plies=4)
    >>> len(found.known), found.plies, found.is_whole
    (4, 4, True)
    """
    if side not in (BLACK, WHITE):
        raise InvalidOption(f"side={quote(side)}: expected {BLACK!r} for black or {WHITE!r}")
    within = not_negative("within", within, "discs")
    in_range("plies", plies, 0, 60)
    in_range("most", most, 1, 10**9)
    until = time.monotonic() + not_negative("seconds", seconds, "seconds")
    start = Place((), settled(check_board(board)))

    def is_enough() -> bool:
        return time.monotonic() > until or is_over()

    return _counted(book, start, side, within, plies, most, is_enough)


def _counted(
    book: Book,
    start: Place,
    side: str,
    within: float,
    plies: int,
    most: int,
    is_enough: Callable[[], bool],
) -> Repertoire:
    """Go on from `start` ply by ply."""
    known: list[Known] = []
    n_seen = last = 0
    here = {(key_of(start.board), start.board.turn): start}
    for ply in range(plies + 1):
        after: dict[tuple[bytes, str], Place] = {}
        for place in here.values():
            if n_seen == most or is_enough():
                return Repertoire(tuple(known), last, False)
            n_seen += 1
            moves = book.moves(place.board)
            if moves and place.board.turn == side:
                known.append(Known(*place, moves[0].move))
                last = ply
                moves = moves[:1]
            for each in moves:
                if each.in_book and each.score >= moves[0].score - within:
                    reached = place.after(each.move)
                    after.setdefault((key_of(reached.board), reached.board.turn), reached)
        here = after
    return Repertoire(tuple(known), last, True)
