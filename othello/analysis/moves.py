"""Results of an analysis: for a move, for a game, and for a side's moves in a phase of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from othello.board import Board, Move
from othello.game import Game
from othello.notation import BLACK, SIDE_NAMES, parse_side
from othello.result import Line, rounded

VERDICTS = {"best": 0.5, "good": 2.0, "inaccuracy": 4.0, "mistake": 10.0, "blunder": 129.0}
"""The verdicts, mildest first; each is for losses of fewer discs than its number."""

MISTAKE = VERDICTS["good"]
"""Discs from which on a loss is a mistake, whichever verdict it has."""

FORCED = "forced"
"""The verdict on an only move, a pass among them."""

PHASES = {"opening": 41, "midgame": 21, "endgame": 0}
"""The phases of a game, each with the fewest empties before its moves."""

ALL = "all"
"""Name of all phases together."""


class MoveAnalysis(NamedTuple):
    """The analysis of a move."""

    ply: int  #: 1 for the game's first move; passes count
    board: Board  #: the position in which it was played
    move: Move  #: the move, perhaps a pass
    played: Line  #: the line that begins with it; its score is in discs for the side that moved
    best: Line  #: the best line found; the same moves and score if the move is the best one
    from_book: bool = False  #: whether the move's score is that of an opening book

    @property
    def side(self) -> str:
        """The side that moved, ``"black"`` or ``"white"``."""
        return SIDE_NAMES[self.board.turn]

    @property
    def loss(self) -> float:
        """Discs lost against the best move; an integer if `exact`."""
        return self.best.score - self.played.score

    @property
    def exact(self) -> bool:
        """Whether both scores, and so the loss, are proven."""
        return self.best.exact and self.played.exact

    @property
    def selectivity(self) -> int:
        """Confidence of forward pruning behind the scores in percent, 100 for none."""
        return min(self.best.selectivity, self.played.selectivity)

    @property
    def depth(self) -> int:
        """Depth in plies of the shallower of the two searches."""
        return min(self.best.depth, self.played.depth)

    @property
    def error(self) -> float | None:
        """The larger standard error of the two scores in discs, 0.0 if both are proven."""
        best, played = self.best.error, self.played.error
        return None if best is None or played is None else max(best, played)

    @property
    def black_score(self) -> float:
        """The score of the move for black, in discs."""
        return self.played.score if self.board.turn == BLACK else 0 - self.played.score

    @property
    def is_forced(self) -> bool:
        """Whether there was no other move."""
        return len(self.board.legal_moves()) == 1

    @property
    def verdict(self) -> str:
        """The verdict on the loss, one of `VERDICTS`; ``forced`` for an only move."""
        if self.is_forced:
            return FORCED
        return next(word for word, limit in VERDICTS.items() if self.loss < limit)

    @property
    def is_mistake(self) -> bool:
        """Whether it lost `MISTAKE` discs or more."""
        return self.loss >= MISTAKE

    @property
    def phase(self) -> str:
        """The phase of the game, see `PHASES`."""
        return next(name for name, least in PHASES.items() if self.board.n_empties >= least)

    def to_dict(self) -> dict[str, object]:
        """Return the move's analysis as a JSON object; `pv` is the best line.

        Scores are in discs for the side that moved; scores that are not exact are rounded to a
        hundredth. ``from_book`` is there only if it is true.
        """
        return {
            "ply": self.ply,
            "side": self.side,
            "move": str(self.move),
            "score": rounded(self.played.score),
            "best": rounded(self.best.score),
            "loss": rounded(self.loss),
            "exact": self.exact,
            "selectivity": self.selectivity,
            "depth": self.depth,
            "empties": self.board.n_empties,
            "verdict": self.verdict,
            "mistake": self.is_mistake,
            "pv": [str(move) for move in self.best.pv],
            "played_pv": [str(move) for move in self.played.pv],
            "error": rounded(self.error),
            **({"from_book": True} if self.from_book else {}),
        }


def raised(best: Line, played: Line) -> Line:
    """Return the best line of a position of which a search of one move alone has seen more.

    That no other move is better was proven by the search of the position, or not at all.
    """
    if played.exact and not best.exact:
        return best._replace(score=played.score, bound=None, pv=played.pv)
    return played


class GameAnalysis(NamedTuple):
    """The analysis of a game."""

    game: Game
    moves: tuple[MoveAnalysis, ...]  #: one for each of its moves
    nodes: int  #: nodes of all searches
    seconds: float  #: time spent searching
    #: The game file's comment on each position, the start position first; empty without comments.
    comments: Sequence[str] = ()


class Accuracy(NamedTuple):
    """The accuracy of some moves, for example one side's moves in a phase."""

    moves: int  #: number of moves; forced moves do not count
    accurate: int  #: number of them that were no mistakes
    lost: float  #: discs that all of them lost together

    @property
    def percent(self) -> float | None:
        """Accurate moves in percent; None without moves."""
        return 100 * self.accurate / self.moves if self.moves else None

    @property
    def mean_loss(self) -> float | None:
        """Discs lost by a move on average; None without moves."""
        return self.lost / self.moves if self.moves else None

    @property
    def whole_percent(self) -> str:
        """`percent` as text, without decimals; a dash without moves."""
        return "–" if self.percent is None else f"{self.percent:.0f}"

    @property
    def tenths_lost(self) -> str:
        """`mean_loss` as text, with one decimal; a dash without moves."""
        return "–" if self.mean_loss is None else f"{self.mean_loss:.1f}"

    def to_dict(self) -> dict[str, object]:
        """Return the accuracy as a JSON object, rounded."""
        return {
            "moves": self.moves,
            "accurate": self.accurate,
            "percent": None if self.percent is None else round(self.percent, 1),
            "mean_loss": None if self.mean_loss is None else round(self.mean_loss, 2),
        }

    @classmethod
    def of(cls, moves: Iterable[MoveAnalysis]) -> Accuracy:
        """Return the accuracy of `moves`."""
        free = [move for move in moves if not move.is_forced]
        accurate = sum(not move.is_mistake for move in free)
        return cls(len(free), accurate, sum(move.loss for move in free))


def accuracy_by_phase(
    moves: GameAnalysis | Iterable[MoveAnalysis], side: str
) -> dict[str, Accuracy]:
    """Return the accuracy of a side, such as ``"black"``, in each phase, and ``all`` together.

    The moves are those of an analysis, or it itself.

    >>> from othello.analysis.games import analyse_game
    >>> analysis = analyse_game("f5d6c3d3c4", depth=2)
    >>> accuracy = accuracy_by_phase(analysis.moves, "black")
    >>> accuracy["all"].moves, accuracy["opening"].moves, accuracy["endgame"].percent
    (3, 3, None)

    Raises InvalidBoard if `side` is neither side.
    """
    side = parse_side(side)
    if isinstance(moves, GameAnalysis):
        moves = moves.moves
    moves = list(moves)
    own = [move for move in moves if move.board.turn == side]
    phases = {name: Accuracy.of(m for m in own if m.phase == name) for name in PHASES}
    return {**phases, ALL: Accuracy.of(own)}
