"""A repertoire: the positions that a side must know by heart to answer a line.

``othello practise openings --hard`` counts them before somebody learns a line, and a drill with
``--within``, ``--plies`` or ``--base`` asks them.

By the book, that side always plays the best move, of several equal ones the one that the book lists
first. The other plays any move that the book knows and that gives away at most so many discs beside
its best. As people play, it plays what was played often in a base of games. Counted are the
positions in which the side is to move and a move is known: each once, whichever moves lead to it
and however the board is turned. A line ends where the book or the base does, or after so many
plies.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from othello.board import Board, BoardLike, check_board
from othello.book import Book
from othello.book.position import key_of, settled
from othello.errors import InvalidOption, counted, quote
from othello.fields import in_range, not_negative
from othello.notation import BLACK, PASS, WHITE, Move

if TYPE_CHECKING:
    from othello.gamebase import GameBase

WITHIN = 1.0
"""Discs that the other side may give away with a move, unless another number is asked for."""

PERCENT = 10
"""Share of the games, in percent, in which a move of the other side was played for a line to go on
with it; other shares can be asked for."""

LEAST_GAMES = 3
"""A move of the other side was played in so many games at least."""

MOST = 100_000
"""Positions of both sides that are looked at, at most."""

SECONDS = 20.0
"""Time to look for them, in seconds."""

Choice = Callable[[Board, bool], list[Move]]
"""Moves with which lines go on in a position, of which the side that is drilled plays the first;
it is told whether that side is to move."""


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
    best: Move  #: the move to play there


class Repertoire(NamedTuple):
    """The positions that a side must know."""

    known: tuple[Known, ...]  #: the positions, those after the fewest plies first
    plies: int  #: plies to the last one that is counted; all before it are looked at too
    is_whole: bool  #: whether none was left out, as there were too many or it took too long

    @property
    def text(self) -> str:
        """The counts in words."""
        least = "" if self.is_whole else "at least "
        depth = f", up to {counted(self.plies, 'ply', 'plies')} on" if self.plies else ""
        return f"{least}{counted(len(self.known), 'position')}{depth}"

    def to_dict(self) -> dict[str, object]:
        """Return the counts as a JSON object."""
        return {"positions": len(self.known), "plies": self.plies, "whole": self.is_whole}


def book_choice(book: Book, within: float = WITHIN) -> Choice:
    """Return the choice of the book; the other side gives away at most `within` discs."""
    within = not_negative("within", within, "discs")

    def choose(board: Board, is_own: bool) -> list[Move]:
        moves = book.moves(board)
        if is_own:
            return [each.move for each in moves[:1]]
        return [e.move for e in moves if e.in_book and e.score >= moves[0].score - within]

    return choose


def human_choice(base: GameBase, book: Book | None = None, percent: float = PERCENT) -> Choice:
    """Return the choice of people.

    The side that is drilled plays the book's best move, or where the book knows none the one that
    people play most. The other side plays every move that was played in `percent` of the games that
    went on from the position, and in `LEAST_GAMES` games.
    """

    def choose(board: Board, is_own: bool) -> list[Move]:
        known = [] if book is None or not is_own else book.moves(board)
        if known:
            return [known[0].move]
        share = 0 if is_own else percent / 100
        played = [] if board.is_over else base.moves(board)
        return [e.move for e in played if e.share >= share and e.games >= LEAST_GAMES]

    return choose


def repertoire(
    book: Book,
    board: BoardLike,
    side: str,
    *,
    within: float = WITHIN,
    plies: int = 60,
    most: int = MOST,
    seconds: float = SECONDS,
) -> Repertoire:
    """Return the positions that a side must know from a position on, by the book.

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
    seconds = not_negative("seconds", seconds, "seconds")
    choose = book_choice(book, within)
    return positions_to_know(
        choose, check_board(board), side, plies=plies, most=most, seconds=seconds
    )


def positions_to_know(
    choose: Choice,
    board: Board,
    side: str,
    *,
    plies: int = 60,
    most: int = MOST,
    seconds: float = SECONDS,
    is_over: Callable[[], bool] = lambda: False,
) -> Repertoire:
    """Return the positions that a side must know by a choice of moves: see `repertoire`.

    `is_over`, which is asked before each position, returns whether to stop before.
    """
    in_range("plies", plies, 0, 60)
    in_range("most", most, 1, 10**9)
    until = time.monotonic() + seconds
    known: list[Known] = []
    n_seen = last = 0
    start = Place((), settled(board))
    here = {(key_of(start.board), start.board.turn): start}
    for ply in range(plies + 1):
        after: dict[tuple[bytes, str], Place] = {}
        for place in here.values():
            if n_seen == most or time.monotonic() > until or is_over():
                return Repertoire(tuple(known), last, False)
            n_seen += 1
            is_own = place.board.turn == side
            moves = choose(place.board, is_own)
            if moves and is_own:
                known.append(Known(*place, moves[0]))
                last = ply
            for move in moves[:1] if is_own else moves:
                reached = place.after(move)
                after.setdefault((key_of(reached.board), reached.board.turn), reached)
        here = after
    return Repertoire(tuple(known), last, True)
