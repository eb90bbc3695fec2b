"""A training partner: keeps the score near, leads into errors, opens as people do, and comments.

`Partner` is `othello.engine.strength.Strength` and `othello.engine.near.Near` behind ``othello
play``; `Coach` judges the moves of the other side.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from othello.analysis.moves import VERDICTS
from othello.board import Board
from othello.engine import Engine
from othello.engine.near import Near
from othello.engine.strength import MoveChoice, Strength
from othello.explaining.explanation import NO_LOSS, Explanation, explain_move
from othello.explaining.wording import number
from othello.levels import NO_PRUNING
from othello.limits import Limits
from othello.notation import Move
from othello.practice.exercises import idea_of
from othello.protocol.own_book import BookAnswer, OwnBook
from othello.protocol.play_options import PlayOptions, Randomness
from othello.result import Line, Result
from othello.rooms import provider

if TYPE_CHECKING:
    from othello.gamebase import GameBase

LEAST_GAMES = 5
"""Games of a base that came to a position at least: with fewer, chance would be the player."""

TAKE_BACK, CHILDS_TAKE_BACK = VERDICTS["inaccuracy"], VERDICTS["mistake"]
"""Discs from which on a move may be taken back; a child is asked less often."""


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

    With `tempts`, a rating, it leads players of it into errors: the room `people` says how.

    While the score is kept near, or errors are wanted, the book is not asked: its moves are the
    best ones.
    """

    def __init__(
        self,
        randomness: Randomness,
        strength: Strength,
        book: OwnBook | None = None,
        *,
        near: tuple[float, float] | None = None,
        tempts: int | None = None,
        openings: HumanOpenings | None = None,
    ) -> None:
        super().__init__(randomness, strength, book)
        self.choice: MoveChoice = PlayOptions(randomness, strength, self.book)
        if near is not None:
            self.choice = Near(*near, strength)
        if tempts is not None:
            self.choice = provider("tempting moves").Tempting(self.choice, tempts)
        self.openings = openings

    def from_book(self, board: Board, complain: Callable[[str], object]) -> BookAnswer | None:
        """Return a move of the base of games, or of the book; None if there is none."""
        known = None if self.openings is None else self.openings.move(board)
        if known is not None:
            move, score = known
            line = Line(0, NO_PRUNING, score, None, False, (move,), board.n_empties)
            return BookAnswer(Result((line,), 0, 0.0, False), f"{move}", "games")
        return super().from_book(board, complain) if isinstance(self.choice, PlayOptions) else None

    def limits(self, board: Board, limits: Limits) -> Limits:
        """Return the limits of the search from whose result `pick` chooses."""
        return self.choice.limits(board, limits)

    def pick(self, board: Board, result: Result, multipv: int = 1) -> Result:
        """Return `result` with the chosen move first, and no more than `multipv` lines."""
        return self.choice.pick(board, result, multipv)


# ---------------------------------------------------------------------- the coach


class Comment(NamedTuple):
    """A coach's comment on a move."""

    explanation: Explanation
    is_simple: bool = False  #: whether it is for a child, see `othello.explaining.simple`

    @property
    def may_be_taken_back(self) -> bool:
        """Whether the move loses so much that it is asked."""
        return self.explanation.loss >= (CHILDS_TAKE_BACK if self.is_simple else TAKE_BACK)

    @property
    def text(self) -> str:
        """One sentence: the loss, the better move, and the weightiest reason.

        To a child it is the one thing to see, or an empty text.
        """
        told = self.explanation
        if self.is_simple:
            return f"coach: {told.simple.says}" if told.simple else ""
        move, best = told.move, told.best.pv[0]
        if told.loss < NO_LOSS:
            as_good = "the best move" if move == best else f"as good as {best}"
            return f"coach: {move} is {as_good}"
        reason = str(told.reasons[0].says) if told.reasons else "No simple reason was found."
        return f"coach: {move} costs {number(told.loss)} discs, {best} is better. {reason}"

    @property
    def question(self) -> str:
        """The same without the better move: that is still to be found."""
        if self.is_simple:
            return self.text
        told = self.explanation
        own = (each.says for each in told.reasons if "better" not in each.says.values)
        reason = next(own, idea_of(told.reasons).hint)
        return f"coach: {told.move} costs {number(told.loss)} discs. {reason}"


class Coach:
    """Comments on moves, as `explain_move` explains them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def comment(self, board: Board, move: Move, *, is_simple: bool = False) -> Comment | None:
        """Return a comment on a move; None for an only one."""
        if len(board.legal_moves()) < 2:
            return None
        return Comment(explain_move(board, move, self._engine), is_simple)
