"""Keeping the score of a game near, for an opponent who learns.

`Near` stands beside `othello.engine.strength.Strength`, and may hold one: both say how far to
search (`limits`) and which move to play then (`pick`).
"""

from random import Random

from othello.board import Board
from othello.engine.strength import MoveChoice, Strength
from othello.errors import InvalidOption, quote
from othello.levels import NO_PRUNING
from othello.limits import MAX_MULTIPV, MAX_SCORE, Limits
from othello.result import Line, Result

EXACT_FROM = 20
"""Empty squares from which on all moves have exact scores: that takes about a second."""

CAUTION = 2
"""Standard errors by which a score is taken to be too high, as long as it is not exact."""


class Near(MoveChoice):
    """Keeps the score of a game within a range, as far as the opponent lets it.

    Of the moves whose score is in the range one is drawn at random; if there is none, the move is
    played whose score is nearest to it. Scores are exact from `EXACT_FROM` empty squares on. Below
    full strength they are those of its search, and a move that seems to lead further from the range
    is the less likely, as `Strength` draws.

    Parameters
    ----------
    low, high : float
        The fewest and the most discs by which the *opponent* of the side that plays so is to be
        ahead: a person whose partner this is. They may be negative.
    strength : Strength, optional
        Holds the play down besides; its seed is that of the choices. By default full strength.

    Examples
    --------
    >>> from othello.engine import Engine
    >>> near = Near(2, 6, Strength(seed=1))
    >>> with Engine(hash_mb=1) as engine:
    ...     result = near.search(engine, Board.from_moves("f5d6c3d3c4"), depth=4)
    >>> result.move in Board.from_moves("f5d6c3d3c4").legal_moves()
    True

    Raises
    ------
    InvalidOption
        If the range is none.
    """

    def __init__(self, low: float, high: float, strength: Strength | None = None) -> None:
        if not -MAX_SCORE <= low <= high <= MAX_SCORE:
            expected = f"expected two numbers from -{MAX_SCORE} to {MAX_SCORE}, the lower one first"
            raise InvalidOption(f"invalid near {quote(f'{low:g},{high:g}')}: {expected}")
        self.low, self.high = low, high
        self.strength = Strength() if strength is None else strength

    def limits(self, board: Board, limits: Limits) -> Limits:
        """Return the limits of the search from whose result `pick` chooses."""
        limits = self.strength.limits(board, limits)._replace(multipv=MAX_MULTIPV, window=None)
        if not self.strength.is_full:
            return limits
        if board.n_empties > EXACT_FROM:
            return limits._replace(wld=False)
        return limits._replace(
            exact=True, wld=False, depth=None, level=None, selectivity=NO_PRUNING
        )

    def _chosen(self, board: Board, result: Result) -> Line:
        known = [line for line in result.lines if line.bound is None] or list(result.lines)
        away = {line.move: self.distance(-line.score, line.error or 0) for line in known}
        if self.strength.is_full:
            nearest = min(away.values())
            candidates = [line for line in known if away[line.move] == nearest]
            return Random(f"{self.strength.seed} {board.to_obf()}").choice(candidates)
        known.sort(key=lambda line: away[line.move])
        as_losses = tuple(line._replace(score=-away[line.move]) for line in known)
        move = self.strength.draw(board, result._replace(lines=as_losses)).move
        return next(line for line in known if line.move == move)

    def distance(self, score: float, error: float = 0) -> float:
        """Return how many discs a score, seen from the opponent, is outside the range.

        A score that may be off by `error` is taken to be too high by `CAUTION` times that: discs
        that were given away do not come back, and more can be given away later.

        >>> [Near(2, 6).distance(score) for score in (-1, 2, 6, 6.5)]
        [3, 0, 0, 0.5]
        >>> [Near(2, 6).distance(score, error=1.5) for score in (-1, 2, 6, 6.5)]
        [3, 0, 3.0, 3.5]
        """
        return max(self.low - score, score - max(self.high - CAUTION * error, self.low), 0)
