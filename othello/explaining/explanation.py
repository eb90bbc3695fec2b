"""Why a move is worse than another: what it costs, its refutation, and reasons that were counted.

The move and the best one are searched to the same depth. The first plies of both lines are counted
(`othello.explaining.line_statistics`). Where the counts are to the move's disadvantage, they are
its reasons (`othello.explaining.reasons`). Nothing is said that was not counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from othello.analysis.games import default_engine
from othello.analysis.moves import MISTAKE, raised
from othello.board import Board, BoardLike, check_board
from othello.engine import Engine
from othello.explaining.line_statistics import line_statistics
from othello.explaining.reasons import MAX_REASONS, Comparison, Reason, find_reasons
from othello.explaining.simple import Sight, simple_sight
from othello.explaining.wording import Phrase, number, phrase
from othello.limits import Limits, limits_of
from othello.notation import PASS, SIDE_NAMES, Move, illegal_move
from othello.result import Line, rounded
from othello.rooms import provider

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from othello._limit_keywords import LimitKeywords

LEVEL = 16
"""Default level of the searches, as in `othello.levels`."""

HORIZON = 8
"""Plies of both lines that are compared, the moves themselves among them."""

NEARER = (4, 2)
"""Shorter horizons, in plies, tried where `HORIZON` gives no reason: an early difference may even
out later."""

FILLING_DEPTH = 8
"""Plies that are looked ahead for the rest of a line that a search left too short."""

NO_LOSS = 0.5
"""Discs below which nothing is to be explained."""


class Explanation(NamedTuple):
    """The cost of a move and the reasons."""

    board: Board
    played: Line  #: the move, its score and its line
    best: Line  #: the best move's; the same moves and score where the move is as good
    #: The weightiest first, at most `MAX_REASONS`; empty where nothing is lost.
    reasons: tuple[Reason, ...]

    @property
    def move(self) -> Move:
        """The move that is explained."""
        return self.played.pv[0]

    @property
    def refutation(self) -> tuple[Move, ...]:
        """The best play after the move, the opponent's reply first."""
        return self.played.pv[1:]

    @property
    def loss(self) -> float:
        """Discs given away: an integer when both scores are proven."""
        return max(self.best.score - self.played.score, 0)

    @property
    def exact(self) -> bool:
        """Whether both scores are proven."""
        return self.best.exact and self.played.exact

    @property
    def sentences(self) -> list[Phrase]:
        """The explanation, as phrases that can be translated."""
        move, best = str(self.move), str(self.best.pv[0])
        score = _score(self.played)
        if self.loss < NO_LOSS:
            if best == move:
                form = "{move} is the best move; its score is {score}."
                return [phrase(form, move=move, score=score), *self._habits]
            form = "{move} is as good as {better}; its score is {score}."
            return [phrase(form, move=move, better=best, score=score)]
        cost = self.loss if self.exact else _shown(self.best) - _shown(self.played)
        head = phrase(
            "{move} costs {loss} discs: its score is {score}, that of {better} {best}.",
            move=move,
            loss=number(cost),
            score=score,
            better=best,
            best=_score(self.best),
        )
        reasons = [reason.says for reason in self.reasons]
        return [head, *(reasons or [phrase("No simple reason was found.")]), *self._habits]

    @property
    def _habits(self) -> list[Phrase]:
        """A sentence on the move of most players, if the room that knows it is there."""
        if (people := provider("habits")) is None:
            return []
        found = people.habits(self.board, self.move, self.best.pv[0])
        return [phrase(each.form, **each.values) for each in found]

    @property
    def text(self) -> str:
        """The explanation in a few sentences, in English."""
        return " ".join(map(str, self.sentences))

    @property
    def simple(self) -> Sight | None:
        """The one thing that a child can see after the move; None for nothing."""
        return simple_sight(self.board, self.played, self.best)

    def to_dict(self) -> dict[str, object]:
        """Return the explanation as a JSON object."""
        simple = self.simple
        return {
            "position": self.board.to_obf(),
            "move": str(self.move),
            "loss": rounded(self.loss),
            "mistake": self.loss >= MISTAKE,
            "score": rounded(self.played.score),
            "exact": self.exact,
            "refutation": [str(move) for move in self.refutation],
            "better": str(self.best.pv[0]),
            "best": rounded(self.best.score),
            "line": [str(move) for move in self.best.pv],
            "reasons": [reason.to_dict() for reason in self.reasons],
            "text": self.text,
            "sentences": [sentence.to_dict() for sentence in self.sentences],
            "simple": None if simple is None else simple.to_dict(),
        }


def explain_move(
    board: BoardLike,
    move: Move | int | str,
    engine: Engine | None = None,
    limits: Limits | None = None,
    **keywords: Unpack[LimitKeywords],
) -> Explanation:
    """Return what `move` costs and why.

    Both are searched by `engine` (by default one that solves from
    `othello.analysis.games.EXACT_FROM` empties on) up to `limits`, or the fields of `Limits` given
    as keywords; by default at level `LEVEL`.

    >>> explanation = explain_move(Board.from_moves("f5d6c3d3c4f4f6f3"), "f2")
    >>> explanation.loss > 0, len(explanation.refutation) > 0
    (True, True)

    Raises IllegalMove or InvalidMove if `move` cannot be played.
    """
    chosen = move if isinstance(move, Move) else Move(move)
    board = check_board(board)
    if chosen not in (legal := board.legal_moves()):
        raise illegal_move(chosen, f"for {SIDE_NAMES[board.turn]}", legal)
    if engine is None:
        with default_engine() as own:
            return explain_move(board, chosen, own, limits, **keywords)
    limits = limits_of(limits, keywords, Limits(level=LEVEL))
    best = engine.search(board, limits).lines[0]
    played = best
    if best.move != chosen:
        played = engine.search(board, limits._replace(moves=[chosen])).lines[0]
    return explain_lines(board, played, best, engine)


def explain_lines(board: Board, played: Line, best: Line, engine: Engine) -> Explanation:
    """Return why a move is worse than another, from the lines and scores of both.

    `engine` adds moves to lines that are too short.
    """
    if played.score >= best.score:
        best = raised(best, played)
    played, best = (
        line._replace(pv=full_line(engine, board, line.pv or (PASS,))) for line in (played, best)
    )
    explanation = Explanation(board, played, best, ())
    if explanation.loss < NO_LOSS:
        return explanation
    return explanation._replace(reasons=tuple(reasons_of(explanation)[:MAX_REASONS]))


def reasons_of(explanation: Explanation) -> list[Reason]:
    """Return all reasons that the lines of an explanation give, the weightiest first."""
    board, played, best = explanation.board, explanation.played, explanation.best
    most = min(len(played.pv), len(best.pv), max(board.n_empties - 1, 1))
    found: list[Reason] = []
    for horizon in (HORIZON, *NEARER):
        courses = (line_statistics(board, line.pv, min(horizon, most)) for line in (played, best))
        found = found or find_reasons(Comparison(board, played.pv[0], best.pv[0], *courses))
    return found


def full_line(engine: Engine, board: Board, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return `line` with moves added until it has `HORIZON` plies or the game ends."""
    end = Board.from_moves(line, board)
    while len(line) < HORIZON and not end.is_over:
        found = engine.search(end, depth=FILLING_DEPTH).lines[0].pv
        more = found[: HORIZON - len(line)]
        line += more
        end = Board.from_moves(more, end)
    return line


def _shown(line: Line) -> float:
    """Return the score as it is written, so that a reader can subtract."""
    return round(float(line.score), 1)


def _score(line: Line) -> Phrase | str:
    score = number(line.score, signed=True)
    return phrase("exactly {score}", score=score) if line.exact else score
