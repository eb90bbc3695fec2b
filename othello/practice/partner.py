"""A training partner: keeps the score near, opens as people do, and comments on your moves.

`Near` stands beside `othello.engine.strength.Strength`, and may hold one: both say how far to
search (`limits`) and which move to play then (`pick`). `Partner` is both of them behind ``othello
play``; `Coach` judges the moves of the other side.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from othello.analysis.explanation import NO_LOSS, Explanation, explain_move
from othello.analysis.moves import VERDICTS
from othello.analysis.wording import number
from othello.board import PASS, Board
from othello.engine import Engine
from othello.engine.strength import MoveChoice, Strength
from othello.errors import InvalidOption, quote
from othello.levels import NO_PRUNING
from othello.limits import MAX_MULTIPV, MAX_SCORE, Limits
from othello.notation import Move
from othello.practice.exercises import idea_of
from othello.protocol.own_book import BookAnswer, OwnBook
from othello.protocol.play_options import PlayOptions, Randomness
from othello.result import Line, Result, with_first

if TYPE_CHECKING:
    from othello.gamebase import GameBase

EXACT_FROM = 20
"""Empty squares from which on all moves have exact scores: that takes about a second."""

LEAST_GAMES = 5
"""Games of a base that came to a position at least: with fewer, chance would be the player."""

CAUTION = 2
"""Standard errors by which a score is taken to be too high, as long as it is not exact."""

TAKE_BACK = VERDICTS["inaccuracy"]
"""Discs from which on a move may be taken back: a mistake or a blunder."""


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

    def pick(self, board: Board, result: Result, multipv: int = 1) -> Result:
        """Return `result` with the move to play first, and no more than `multipv` lines."""
        # After a pass the lines differ in the opponent's reply: there is nothing to choose.
        if len(result.lines) > 1 and result.move is not PASS:
            result = with_first(result, self._chosen(board, result))
        return result._replace(lines=result.lines[:multipv])

    def _chosen(self, board: Board, result: Result) -> Line:
        """Return the line to play."""
        known = [line for line in result.lines if line.bound is None] or list(result.lines)
        away = {line.move: self.distance(-line.score, line.error or 0) for line in known}
        if self.strength.is_full:
            nearest = min(away.values())
            candidates = [line for line in known if away[line.move] == nearest]
            return Random(f"{self.strength.seed} {board.to_obf()}").choice(candidates)
        known.sort(key=lambda line: away[line.move])
        as_losses = tuple(line._replace(score=-away[line.move]) for line in known)
        move = self.strength.pick(board, result._replace(lines=as_losses)).move
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


class HumanOpenings:
    """Chooses the first moves of a game as often as they were played in a base of games.

    Parameters
    ----------
    base : GameBase
        The games.
    seed : int
        Which choices are made. They depend on it and on the position only.
    """

    def __init__(self, base: GameBase, seed: int = 0) -> None:
        self._base = base
        self.seed = seed

    def move(self, board: Board) -> tuple[Move, float] | None:
        """Return a move, and the average result of its games in discs for the side to move.

        None if fewer than `LEAST_GAMES` games went on from the position.
        """
        played = self._base.moves(board)
        counts = [each.games for each in played]
        if sum(counts) < LEAST_GAMES:
            return None
        (chosen,) = Random(f"{self.seed} {board.to_obf()}").choices(played, counts)
        return chosen.move, chosen.score or 0.0


class Partner(PlayOptions):
    """Chooses the moves of `othello play`: see `Near` and `HumanOpenings`, each None without it.

    While the score is kept near, the book is not asked, whose moves are the best ones.
    """

    def __init__(
        self,
        randomness: Randomness,
        strength: Strength,
        book: OwnBook | None = None,
        *,
        near: tuple[float, float] | None = None,
        openings: HumanOpenings | None = None,
    ) -> None:
        super().__init__(randomness, strength, book)
        self.near = None if near is None else Near(*near, strength)
        self.openings = openings

    def from_book(self, board: Board, complain: Callable[[str], object]) -> BookAnswer | None:
        """Return a move of the base of games, or of the book; None if there is none."""
        known = None if self.openings is None else self.openings.move(board)
        if known is not None:
            move, score = known
            line = Line(0, NO_PRUNING, score, None, False, (move,), board.n_empties)
            return BookAnswer(Result((line,), 0, 0.0, False), f"{move}", "games")
        return None if self.near is not None else super().from_book(board, complain)

    def limits(self, board: Board, limits: Limits) -> Limits:
        """Return the limits of the search from whose result `pick` chooses."""
        if self.near is not None:
            return self.near.limits(board, limits)
        return super().limits(board, limits)

    def pick(self, board: Board, result: Result, multipv: int = 1) -> Result:
        """Return `result` with the chosen move first, and no more than `multipv` lines."""
        if self.near is not None:
            return self.near.pick(board, result, multipv)
        return super().pick(board, result, multipv)

    def set_seed(self, seed: int) -> None:
        """Start the choices of that seed."""
        super().set_seed(seed)
        if self.openings is not None:
            self.openings.seed = seed


# ---------------------------------------------------------------------- the coach


class Comment(NamedTuple):
    """What a coach says of a move."""

    explanation: Explanation

    @property
    def is_mistake(self) -> bool:
        """Whether the move loses so much that it may be taken back."""
        return self.explanation.loss >= TAKE_BACK

    @property
    def text(self) -> str:
        """One sentence: the loss, the better move, and the weightiest reason."""
        told = self.explanation
        move, best = told.move, told.best.pv[0]
        if told.loss < NO_LOSS:
            as_good = "the best move" if move == best else f"as good as {best}"
            return f"coach: {move} is {as_good}"
        reason = str(told.reasons[0].says) if told.reasons else "No simple reason was found."
        return f"coach: {move} costs {number(told.loss)} discs, {best} is better. {reason}"

    @property
    def question(self) -> str:
        """The same of a mistake, without the better move: that is still to be found."""
        told = self.explanation
        own = (each.says for each in told.reasons if "better" not in each.says.values)
        reason = next(own, idea_of(told.reasons).hint)
        return f"coach: {told.move} costs {number(told.loss)} discs. {reason}"


class Coach:
    """Comments on moves, as `explain_move` explains them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def comment(self, board: Board, move: Move) -> Comment | None:
        """Return a comment on a move; None for an only one."""
        if len(board.legal_moves()) < 2:
            return None
        return Comment(explain_move(board, move, self._engine))
