"""Results of a search: a `Line` for each best move, an `Info` on the way, a `Result` at the end.

Scores are in discs for the side to move. A score that is proven to the end of the game is an int.
Others are floats, as an evaluation has fractions of a disc. With `wld` only the sign has a meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from othello.notation import MOVES, Move
from othello.standard_error import standard_error

if TYPE_CHECKING:
    from othello._common import CoreLine

VALUE_PER_DISC = 128
"""The core's unit: a value is a score in discs times this. A test compares it with the core's."""

BOUNDS = (None, "lower", "upper")
"""The kinds of bound for the core's numbers 0, 1 and 2: the true score is equal to the score given,
at least as high, or at most as high."""


class Line(NamedTuple):
    """One of the best lines of play that a search found.

    Attributes
    ----------
    depth : int
        Plies looked ahead.
    selectivity : int
        Confidence of forward pruning in percent, 100 for none.
    score : float or int
        The score in discs for the side to move.
    bound : None, "lower" or "upper"
        None if the score is no bound; otherwise the true score is at least or at most this. Only
        a solve without pruning claims it, or a search in a `window`: there a bound of an estimate
        is one on what this search would have found without the window.
    exact : bool
        Whether the score is proven to the end of the game. That is so if the depth reaches as far
        as there are empty squares; a score of 64.0 that a shorter search found is none.
    pv : tuple of Move
        The moves of the line, passes included; empty when the game is over.
    n_empties : int or None
        Empty squares of the position that was searched, None if that is not known.
    """

    depth: int
    selectivity: int
    score: float
    bound: str | None
    exact: bool
    pv: tuple[Move, ...]
    n_empties: int | None = None

    @classmethod
    def from_core(cls, line: CoreLine, n_empties: int | None = None) -> Line:
        """Convert a line of the compiled search, whose value is in 1/128 disc."""
        depth, selectivity, value, bound, exact, pv = line
        score = value // VALUE_PER_DISC if exact else value / VALUE_PER_DISC
        moves = tuple([MOVES[move] for move in pv])
        return cls(depth, selectivity, score, BOUNDS[bound], exact, moves, n_empties)

    @property
    def move(self) -> Move | None:
        """The first move of the line; None when the game is over."""
        return self.pv[0] if self.pv else None

    @property
    def error(self) -> float | None:
        """The standard error in discs of an estimate, 0.0 if the score is exact, else None.

        A bound has none: how far the score is above or below it is not known. Nor has a score to
        the end of the game, without pruning, that a limit kept from being proven. See
        `othello.standard_error`.

        >>> Line(14, 100, 26.0, "lower", False, (), n_empties=14).error is None
        True
        """
        if self.exact:
            return 0.0
        if self.bound is not None or self.n_empties is None:
            return None
        return standard_error(self.score, self.n_empties, self.depth, self.selectivity) or None

    def to_dict(self) -> dict[str, Any]:
        """Return the line as a JSON object."""
        return {
            "move": None if self.move is None else str(self.move),
            "score": rounded(self.score),
            "error": rounded(self.error),
            "exact": self.exact,
            "bound": self.bound,
            "depth": self.depth,
            "selectivity": self.selectivity,
            "pv": [str(move) for move in self.pv],
        }


class Info(NamedTuple):
    """A report of a running search after an iteration; the first fields are those of `Line`.

    Attributes
    ----------
    rank : int
        1 for the best move, 2 for the second best, ...
    nodes : int
        Nodes searched so far.
    seconds : float
        Time since the search began.
    hashfull : int
        Per mille of the table in use.
    """

    depth: int
    selectivity: int
    score: float
    bound: str | None
    exact: bool
    pv: tuple[Move, ...]
    rank: int
    nodes: int
    seconds: float
    hashfull: int

    @property
    def move(self) -> Move | None:
        """The first move of the line; None when the game is over."""
        return self.pv[0] if self.pv else None


class Result(NamedTuple):
    """The result of a search; `move`, `score` and so on are those of the best line.

    Attributes
    ----------
    lines : tuple of Line
        The best lines, at most `multipv` of them, best first. If the side to move must pass, they
        differ in the opponent's reply, and the one that is best for the opponent comes first. Of a
        solve that was cut off, those that are proven come before those that are estimates.
    nodes : int
        Nodes searched.
    seconds : float
        Time spent.
    stopped : bool
        Whether a limit or `stop` ended the search before its last iteration was complete. The first
        line may then be the best move that an iteration which was cut short had found until then,
        an estimate of which no `Info` was given.
    """

    lines: tuple[Line, ...]
    nodes: int
    seconds: float
    stopped: bool

    @property
    def move(self) -> Move | None:
        """The best move; None when the game is over."""
        return self.lines[0].move

    @property
    def score(self) -> float:
        """The score in discs for the side to move; an int if it is exact."""
        return self.lines[0].score

    @property
    def exact(self) -> bool:
        """Whether the score is proven to the end of the game."""
        return self.lines[0].exact

    @property
    def error(self) -> float | None:
        """The standard error in discs of an estimate, 0.0 if the score is exact, else None."""
        return self.lines[0].error

    @property
    def bound(self) -> str | None:
        """None, or ``"lower"`` or ``"upper"`` if the score is only a bound."""
        return self.lines[0].bound

    @property
    def pv(self) -> tuple[Move, ...]:
        """The best line of play, passes included."""
        return self.lines[0].pv

    @property
    def depth(self) -> int:
        """Plies looked ahead."""
        return self.lines[0].depth

    @property
    def selectivity(self) -> int:
        """Confidence of forward pruning in percent, 100 for none."""
        return self.lines[0].selectivity

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a JSON object; its first fields are those of the best line."""
        lines = [line.to_dict() for line in self.lines]
        return {
            **lines[0],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "stopped": self.stopped,
            "lines": lines,
        }


def depth_text(depth: int, selectivity: int) -> str:
    """Return a depth as it is shown, with the confidence of its pruning unless nothing is pruned.

    >>> depth_text(29, 73), depth_text(12, 100)
    ('29@73%', '12')
    """
    return str(depth) if selectivity == 100 else f"{depth}@{selectivity}%"


def score_text(score: float) -> str:
    """Return a score with its sign: whole discs if it is proven (an int), else with a fraction.

    >>> score_text(4), score_text(-0.25)
    ('+4', '-0.25')
    """
    return f"{score:+d}" if isinstance(score, int) else f"{score:+.2f}"


def error_text(error: float | None) -> str:
    """Return what stands behind a score with this standard error; nothing if it is proven.

    >>> error_text(1.42), error_text(0.0), error_text(None)
    (' ± 1.4', '', '')
    """
    return f" ± {error:.1f}" if error else ""


def near_best(result: Result, discs: float) -> list[Line]:
    """Return the best line, and those whose score is known to be at most so many discs worse.

    Beside a proven score, estimates are left out: where a solve was cut off they may be too high.
    """
    best = result.lines[0]
    known = [line for line in result.lines[1:] if line.bound is None and line.exact >= best.exact]
    return [best, *(line for line in known if line.score >= best.score - discs)]


def with_first(result: Result, chosen: Line) -> Result:
    """Return `result` with the line `chosen` before all others."""
    others = list(result.lines)
    others.remove(chosen)
    return result._replace(lines=(chosen, *others))


def rounded(number: float | None) -> float | None:
    """Round a number to a hundredth for JSON; return an int or None unchanged.

    >>> rounded(3), rounded(2.71828), rounded(None)
    (3, 2.72, None)
    """
    return number if number is None or isinstance(number, int) else round(number, 2)
