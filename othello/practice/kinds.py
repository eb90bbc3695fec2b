"""The kinds of puzzles: of each its name, what it is called, which puzzles are of it, and a hint.

A puzzle is of the first kind that fits. What a player sees at a first look stands for a search of
`LOOK` plies.

- ``trap``: the mover loses by few discs, but after the right move most people of the usual rating
  err, and win no more: more than after any other (`with_people.is_trap`)
- ``swindle``: the look says that the mover loses, and exactly one move does not
- ``corner``: the look chooses another move, and the two moves differ in what becomes of corners:
  which is taken, or which ones the opponent can take next
- ``parity``: the look chooses another move; the right one begins in a region with an odd number of
  empty squares, the other in a region with an even number
- ``mobility``: `MOBILITY_EMPTIES` empty squares or more, and nobody wins by more than `MOST_AHEAD`
  discs; the right move takes no corner, and leaves the opponent `FEWER_REPLIES` moves less than
  any other, or fewer still
- ``endgame``: any other position with at most `ENDGAME_EMPTIES` empty squares
- ``opening``: a position with `OPENING_EMPTIES` or more, which nobody can solve
"""

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from othello.board import Board
from othello.engine import Engine
from othello.explaining.line_statistics import CORNERS, regions
from othello.explaining.wording import Phrase, phrase
from othello.notation import PASS, Move
from othello.practice.exercises import CORNER, MOBILITY, NO_IDEA, PARITY, TRAP, Idea
from othello.result import Result
from othello.rooms import is_there

LOOK = 4
"""Plies that a player sees at a first look."""

MOBILITY_EMPTIES = 12
"""Empty squares of a puzzle about mobility, at least: later few moves are no wonder."""

MOST_AHEAD = 20
"""Discs by which a side wins such a puzzle, at most: who is far behind lacks moves anyway."""

FEWER_REPLIES = 2
"""Moves that the right move in such a puzzle leaves the opponent less than any other."""

ENDGAME_EMPTIES = 20
"""Empty squares of an endgame, at most."""

OPENING_EMPTIES = 40
"""Empty squares of an opening, at least."""


class Seen:
    """A position with one right move, as it is and as it looks."""

    def __init__(
        self, board: Board, best: Move, score: float, margin: float, engine: Engine
    ) -> None:
        self.board, self.best, self.score, self.second = board, best, score, score - margin
        self._engine = engine

    @property
    def is_proven(self) -> bool:
        """Whether the solver can prove the move."""
        return bool(self.board.n_empties < OPENING_EMPTIES)

    @cached_property
    def look(self) -> Result:
        """The result of a search of `LOOK` plies, which stands for a first look."""
        self._engine.evaluation = "pattern"
        self._engine.clear()
        return self._engine.search(self.board, depth=LOOK)

    @property
    def tempting(self) -> Move | None:
        """The wrong move that the look chooses; None if it chooses the right one."""
        return None if self.look.move == self.best else self.look.move


def _is_trap(seen: Seen) -> bool:
    if not is_there("people"):
        return False
    from othello.practice.with_people import is_trap

    return is_trap(seen.board, seen.best, seen.score)


def _is_swindle(seen: Seen) -> bool:
    return seen.look.score < 0 <= seen.score and seen.second < 0


def _is_about_corners(seen: Seen) -> bool:
    """Return whether the moves differ in the corner they take, or give the opponent next."""

    def corners(move: Move) -> tuple[Move | None, frozenset[Move]]:
        after = frozenset(seen.board.after(move).legal_moves())
        return move if move in CORNERS else None, after & frozenset(CORNERS)

    return seen.tempting is not None and corners(seen.tempting) != corners(seen.best)


def _is_about_parity(seen: Seen) -> bool:
    def is_odd(move: Move) -> bool:
        (size,) = (r.bit_count() for r in regions(seen.board.empties) if r & 1 << int(move))
        return bool(size % 2)

    return seen.tempting is not None and is_odd(seen.best) and not is_odd(seen.tempting)


def _is_about_mobility(seen: Seen) -> bool:
    if seen.board.n_empties < MOBILITY_EMPTIES or abs(seen.score) > MOST_AHEAD:
        return False
    replies = {
        move: sum(reply is not PASS for reply in seen.board.after(move).legal_moves())
        for move in seen.board.legal_moves()
    }
    least = replies.pop(seen.best) + FEWER_REPLIES
    return seen.best not in CORNERS and least <= min(replies.values())


def _is_endgame(seen: Seen) -> bool:
    return bool(seen.board.n_empties <= ENDGAME_EMPTIES)


class Kind(NamedTuple):
    """A kind of puzzles."""

    name: str
    label: Phrase  #: what players call it
    fits: Callable[[Seen], bool]  #: whether a puzzle is of it, if it is of none before it
    idea: Idea = NO_IDEA  #: what it is about, for a hint
    is_proven: bool = True  #: whether the solver proves its puzzles


OPENING = "opening"

KINDS = {
    kind.name: kind
    for kind in (
        Kind("trap", phrase("Lost: set a trap"), _is_trap, TRAP),
        Kind("swindle", phrase("Nearly lost: one move saves it"), _is_swindle),
        Kind("corner", phrase("Corners"), _is_about_corners, CORNER),
        Kind("parity", phrase("Parity"), _is_about_parity, PARITY),
        Kind("mobility", phrase("Mobility"), _is_about_mobility, MOBILITY),
        Kind("endgame", phrase("Endgame"), _is_endgame),
        Kind(OPENING, phrase("Opening"), lambda seen: True, is_proven=False),
    )
}
"""The kinds by name, in the order in which they are tried."""


def kind_of(seen: Seen, before: str | None = None) -> str | None:
    """Return the kind of a puzzle; None if it is of none.

    What was a trap before stays one without the room `people`, which alone could tell.
    """
    if before == "trap" and not is_there("people"):
        return before
    fitting = (name for name, kind in KINDS.items() if kind.is_proven is seen.is_proven)
    return next((name for name in fitting if KINDS[name].fits(seen)), None)
