"""Playing weaker than the engine can, with the errors that people make.

A strength from 0 to 100 says three things: how far ahead the player looks, how well it tells moves
apart, and what it never gives away. All legal moves get a score by a search of few plies; then a
move is drawn at random: one that is `loss` discs worse than the best is
``exp(-loss / temperature)`` times as likely as that. That is how people's choices are described too
(logit response): they err more often where many moves look alike, and hardly ever where one stands
out. What loses more than a bound is never played, so from strength 20 on there are no blunders that
a beginner would laugh at. The end is seen when it is as near as the player looks, and not before.
Where a room knows what people of that strength like to play, they play it the more often.

Below 20 is the range of children and of first games. There the player looks less and less far
ahead, and errs more and more, until at strength 0 nearly every move is as likely as any other.

The draw depends on the seed and the position only, not on what was played before.
"""

from __future__ import annotations

from math import exp, inf, log
from typing import TYPE_CHECKING, Any, NamedTuple

from othello.board import PASS, Board, check_board
from othello.engine import Engine
from othello.fields import in_range
from othello.levels import NO_PRUNING
from othello.limits import MAX_MULTIPV, Limits, limits_of
from othello.notation import MOVES, Move
from othello.result import Line, Result, near_best, with_first
from othello.rooms import provider

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from othello._limit_keywords import LimitKeywords
    from othello.board import BoardLike

FULL_STRENGTH = 100
"""The strength at which nothing is held back."""

GROWN_UP = 20
"""The strength from which on a player errs as grown-up people do; below it, as children do."""

GROWN_UP_DEPTH, CHILDS_DEPTH = 3, 1
"""Plies looked ahead at strength 0: by the rule for grown-ups, and by that for children."""

DEPTH_GAIN = 8
"""Plies that strengths near 100 look ahead in addition to `GROWN_UP_DEPTH`."""

HIGHEST_TEMPERATURE = 8.0
"""Temperature of strength 0 by the rule for grown-ups, in discs.

It falls to 0 so that equal steps are about equal differences in Elo.
"""

LEAST_BOUND, BOUND_GAIN = 2.0, 18.0
"""Discs that strength 100 would give away at most, and how many more strength 0 by that rule."""

CARELESSNESS, CARELESSNESS_POWER = 2.6, 2.5
"""A child's temperature and bound are exp(2.6 * c ** 2.5) times those of the rule for grown-ups.

c is 1 at strength 0 and 0 at `GROWN_UP`. The numbers are chosen by games: strength 0 beats a player
of random moves in about every second game, and strength 5 one who takes a corner when there is one
and else moves at random (``tools/beginners.py``); where people's moves count, strength 3 does.
"""

SELECTIVITY = 73
"""Confidence of forward pruning in percent, as at low levels; deep searches are quick by it."""

SHARP_TEMPERATURE, SHARP_LINES = 0.5, 6
"""A temperature in discs, and the number of best moves that get a score below it: no others are
drawn."""


class Ability(NamedTuple):
    """The meaning of a strength."""

    depth: int  #: plies looked ahead, in the endgame too
    temperature: float  #: a move that seems so many discs worse than another is e times less likely
    bound: float  #: discs given away by a move at most, as far as the player sees


def ability(strength: int) -> Ability:
    """Return what `strength` means, 0 to 100.

    >>> ability(50)
    Ability(depth=7, temperature=3.0, bound=11.0)
    >>> ability(0).depth, round(ability(0).temperature)
    (1, 108)
    """
    missing = 1 - in_range("strength", strength, 0, FULL_STRENGTH) / FULL_STRENGTH
    depth = GROWN_UP_DEPTH + round(DEPTH_GAIN * (1 - missing))
    temperature = HIGHEST_TEMPERATURE * missing * (1 + missing) / 2
    bound = LEAST_BOUND + BOUND_GAIN * missing
    if strength < GROWN_UP:
        childhood = 1 - strength / GROWN_UP
        depth = CHILDS_DEPTH + int((ability(GROWN_UP).depth - CHILDS_DEPTH) * (1 - childhood))
        carelessness = exp(CARELESSNESS * childhood**CARELESSNESS_POWER)
        temperature *= carelessness
        bound *= carelessness
    return Ability(depth, temperature, bound)


class MoveChoice:
    """A way to choose a move: limits of the search, and a choice among its lines."""

    def search(
        self,
        engine: Engine,
        board: BoardLike,
        limits: Limits | None = None,
        **keywords: Unpack[LimitKeywords],
    ) -> Result:
        """Search as `Engine.search` does; the result's first line has the move to play."""
        board = check_board(board)
        limits = limits_of(limits, keywords)
        return self.pick(board, engine.search(board, self.limits(board, limits)), limits.multipv)

    def limits(self, board: Board, limits: Limits) -> Limits:
        """Return the limits of the search from whose result `pick` chooses."""
        raise NotImplementedError

    def pick(self, board: Board, result: Result, multipv: int = 1) -> Result:
        """Return `result` with the move to play first, and no more than `multipv` lines.

        It is the result of a search of `board` within `limits`.
        """
        # After a pass the lines differ in the opponent's reply: there is nothing to choose.
        if len(result.lines) > 1 and result.move is not PASS:
            result = with_first(result, self._chosen(board, result))
        return result._replace(lines=result.lines[:multipv])

    def _chosen(self, board: Board, result: Result) -> Line:
        """Return the line to play."""
        raise NotImplementedError


class Strength(MoveChoice):
    """Holds an engine's play down to a strength.

    Parameters
    ----------
    strength : int
        0 to 100; 100 holds nothing back.
    seed : int
        Which choices are made where a move is drawn. By default it is 0, so that players of the
        same strength choose alike; another seed makes other games.

    Examples
    --------
    >>> with Engine(hash_mb=1) as engine:
    ...     first, again = (Strength(30, seed=7).search(engine, Board()) for _ in range(2))
    >>> first.move == again.move, first.move in Board().legal_moves()
    (True, True)

    Raises
    ------
    InvalidOption
        If `strength` is out of range.
    """

    def __init__(self, strength: int = FULL_STRENGTH, seed: int = 0) -> None:
        self.value = strength
        self.seed = seed

    def __repr__(self) -> str:
        return f"Strength({self.value}, seed={self.seed})"

    @property
    def value(self) -> int:
        """The strength, 0 to 100."""
        return self._value

    @value.setter
    def value(self, strength: int) -> None:
        self._ability = ability(strength)
        self._value = strength

    @property
    def is_full(self) -> bool:
        """Whether nothing is held back."""
        return self._value == FULL_STRENGTH

    def prepare(self) -> None:
        """Load what people play, if it needs that: the first move may have little time."""
        if not self.is_full and (people := provider("people's choices")):
            people.with_people(self._value, self._ability, Board())

    def limits(self, board: Board, limits: Limits) -> Limits:
        """Return `limits` with no more depth than this strength has, and the lines it needs.

        Time and nodes stay as they are. Searches for the exact end, and of a window, become
        searches by depth.
        """
        if self.is_full:
            return limits
        own = self._ability
        depth = own.depth if limits.depth is None else min(limits.depth, own.depth)
        is_sharp = own.temperature < SHARP_TEMPERATURE
        lines = SHARP_LINES if is_sharp else MAX_MULTIPV
        return limits._replace(
            depth=depth,
            level=None,
            exact=False,
            wld=False,
            window=None,
            multipv=max(limits.multipv, lines),
            selectivity=NO_PRUNING if board.n_empties <= depth else SELECTIVITY,
        )

    def _chosen(self, board: Board, result: Result) -> Line:
        if self.is_full:
            return result.lines[0]
        return self.draw(board, result, provider("people's choices"))

    def draw(self, board: Board, result: Result, people: Any = None) -> Line:
        """Return the line to play, by its score and, if `people` is given, by what they play."""
        from random import Random  # not before a protocol loop has answered

        own, liking = self._ability, dict[Move, float]()
        if people:
            own, liking = people.with_people(self._value, own, board)
        draws = Random(f"{self.seed} {board.to_obf()}")
        # The largest of scores with Gumbel noise is distributed as said above. A number for each
        # move there is: a move's luck does not depend on which others were searched.
        luck: dict[Move | None, float] = {
            move: liking.get(move, 0) - log(-log(draws.random() or 0.5)) for move in MOVES
        }
        return max(
            near_best(result, own.bound),
            key=lambda line: line.score + own.temperature * luck.get(line.move, -inf),
        )
