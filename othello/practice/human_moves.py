"""Lines as people play them: opening lines that go on with what was played in a base of games.

A drill with a base uses it (``othello practise openings --base FILE``): it asks for answers to the
moves that opponents do play, where the book knows others only.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from othello.board import Board
from othello.book import Book
from othello.book.position import settled
from othello.errors import warn
from othello.fields import in_range
from othello.game import Game
from othello.gamebase import GameBase
from othello.notation import PASS, SIDE_NAMES, Move
from othello.practice.drills import PERCENT, DrillLine
from othello.practice.exercises import exercise_key
from othello.practice.repertoire import MOST, SECONDS, Place

LEAST_GAMES = 3
"""A move of the other side was played in so many games at least."""


def human_lines(
    base: GameBase,
    line: DrillLine,
    book: Book | None = None,
    *,
    percent: float = PERCENT,
    plies: int = 60,
    most: int = MOST,
    on_cut: Callable[[str], object] = warn,
    is_over: Callable[[], bool] = lambda: False,
) -> Iterator[DrillLine]:
    """Yield how a line goes on if the other side plays as people do, for each of its sides.

    The side that is drilled plays the book's best move, or where the book knows none the one that
    people play most. The other side plays every move that was played in `percent` of the games that
    went on from the position, and in `LEAST_GAMES` games.

    Parameters
    ----------
    base : GameBase
        The games.
    line : DrillLine
        The line.
    book : Book, optional
        The book.
    percent : float
        See above.
    plies : int
        Moves to go on for.
    most : int
        So many positions are looked at for each side, for 20 seconds at most.
    on_cut : callable
        Is told if these were too few; by default it warns.
    is_over : callable
        Returns whether to stop before; it is asked before each position.
    """
    in_range("plies", plies, 0, 60)
    in_range("most", most, 1, 10**9)
    for side in line.sides:
        yield from _lines_for(
            base, line._replace(sides=side), book, percent / 100, plies, most, on_cut, is_over
        )


def _lines_for(
    base: GameBase,
    line: DrillLine,
    book: Book | None,
    share: float,
    plies: int,
    most: int,
    on_cut: Callable[[str], object],
    is_over: Callable[[], bool],
) -> Iterator[DrillLine]:
    game, side = line.game, line.sides
    before = (*game.moves, PASS) if game.board.must_pass else tuple(game.moves)
    here, seen = [Place((), settled(game.board))], set[str]()
    until = time.monotonic() + SECONDS
    for _ in range(plies + 1):
        after: list[Place] = []
        for place in here:
            if len(seen) == most or time.monotonic() > until or is_over():
                told = f"{len(seen)} positions for {SIDE_NAMES[side]}"
                on_cut(f"{line.source}: people go on with more than {told}: they are left out")
                return
            key = exercise_key(place.board)
            if key in seen:
                continue
            seen.add(key)
            if place.board.turn == side:
                moves = _own_move(base, place.board, book)
                for move in moves:
                    yield DrillLine(
                        line.source, Game((*before, *place.moves, move), start=game.start), side
                    )
            else:
                moves = _played(base, place.board, share)
            after += [place.after(move) for move in moves]
        here = after


def _own_move(base: GameBase, board: Board, book: Book | None) -> list[Move]:
    known = [] if book is None else book.moves(board)
    return [known[0].move] if known else _played(base, board, 0)[:1]


def _played(base: GameBase, board: Board, share: float) -> list[Move]:
    """Return the moves that people play in a position, the most frequent first."""
    if board.is_over:
        return []
    return [
        each.move for each in base.moves(board) if each.share >= share and each.games >= LEAST_GAMES
    ]
