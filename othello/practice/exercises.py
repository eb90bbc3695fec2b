"""Exercises: a position in which a good move is to be found, and how an answer is judged.

A move within half a disc of the best one is right. A move whose score is not known yet is searched
as deep as the best one was. A wrong one is refuted by the opponent's reply, with the reasons that
were counted (`othello.explaining.explanation`). A hint names what the reason is about, not the
move.
"""

from __future__ import annotations

from typing import NamedTuple

from othello.board import Board
from othello.engine import Engine
from othello.explaining.explanation import NO_LOSS, Explanation, explain_lines, full_line
from othello.explaining.reasons import Reason
from othello.explaining.wording import Phrase, phrase
from othello.limits import Limits
from othello.notation import SIDE_NAMES, Move, illegal_move
from othello.result import Line, rounded

RIGHT_WITHIN = NO_LOSS
"""Discs that a right move gives away at most."""


class Idea(NamedTuple):
    """The idea that a mistake overlooks."""

    name: str  #: a word for programs
    hint: Phrase  #: what to think of, without the move
    habit: Phrase  #: the mistake, as something that is made again and again


X_SQUARE = Idea(
    "x_square",
    phrase("Think of the corners: which squares give one away?"),
    phrase("you play an X square, and the opponent takes the corner beside it"),
)
CORNER = Idea(
    "corner",
    phrase("Think of the corners: who can take one next?"),
    phrase("you give corners away, or do not get your own"),
)
MOBILITY = Idea(
    "mobility",
    phrase("Think of mobility: how many moves has each side next?"),
    phrase("you run out of moves, or give the opponent more"),
)
EDGE = Idea(
    "edge",
    phrase("Think of the edges: which discs can never be turned?"),
    phrase("you give stable discs away, most of them on edges"),
)
FRONTIER = Idea(
    "frontier",
    phrase("Think of the frontier: which discs stand beside empty squares?"),
    phrase("you leave too many discs beside empty squares"),
)
PARITY = Idea(
    "parity",
    phrase("Think of parity: who moves last in each region of empty squares?"),
    phrase("you leave the last moves to the opponent"),
)
ACCESS = Idea(
    "access",
    phrase("Think of access: into which regions can only one side play?"),
    phrase("you give up regions that only you can play into, or leave the opponent such"),
)
NO_IDEA = Idea(
    "",
    phrase("No simple idea: compare the moves."),
    phrase("no simple reason was found"),
)
TRAP = NO_IDEA._replace(
    hint=phrase("Every move loses: which one loses little, and is hard to answer?")
)

IDEAS = {
    "x_square": X_SQUARE,
    "corner": CORNER,
    "pass": MOBILITY,
    "stable": EDGE,
    "opponent_mobility": MOBILITY,
    "own_mobility": MOBILITY,
    "last_move": PARITY,
    "parity": PARITY,
    "access": ACCESS,
    "frontier": FRONTIER,
}
"""The idea behind each fact of `othello.explaining.reasons`."""

BY_NAME = {idea.name: idea for idea in (NO_IDEA, *IDEAS.values())}
"""The ideas by name."""


class Hint(NamedTuple):
    """A hint; nothing where no move loses a disc."""

    idea: str | None
    hint: Phrase | None

    @classmethod
    def of(cls, idea: Idea | None) -> Hint:
        """Return the hint that an idea gives."""
        return cls(None, None) if idea is None else cls(idea.name or None, idea.hint)


def idea_of(reasons: tuple[Reason, ...]) -> Idea:
    """Return what a mistake with these reasons, the weightiest first, is about."""
    return IDEAS[reasons[0].fact] if reasons else NO_IDEA


def exercise_key(board: Board) -> str:
    """Return the name of a position's exercises, the same for its eight images.

    >>> exercise_key(Board("f5")) == exercise_key(Board("d3"))
    True
    """
    return board.canonical().to_obf()


def cost_and_reasons(explanation: Explanation) -> list[Phrase]:
    """Return what a bad move costs, without the score of the better one, and the reasons."""
    head, *reasons = explanation.sentences
    return [head._replace(form="{move} costs {loss} discs: its score is {score}."), *reasons]


class Judgement(NamedTuple):
    """The judgement of an answer."""

    is_right: bool
    explanation: Explanation  #: what the move costs, and why
    #: The reply in a puzzle of several moves after which the next one is to be found.
    then: Move | None = None

    @property
    def move(self) -> Move:
        """The answer."""
        return self.explanation.move

    @property
    def loss(self) -> float:
        """Discs given away; an integer when that is proven."""
        return self.explanation.loss

    @property
    def text(self) -> str:
        """A text about the answer; of a wrong one nothing that gives the better move away."""
        if self.is_right:
            return self.explanation.text
        head, *reasons = cost_and_reasons(self.explanation)
        said = [each for each in reasons if "better" not in each.values]
        return " ".join(map(str, [head, *said]))

    @property
    def reply(self) -> Move | None:
        """The opponent's best reply, perhaps a pass; None if the game is over."""
        return next(iter(self.explanation.refutation), None)

    @property
    def idea(self) -> Idea:
        """The idea that a wrong answer overlooks."""
        return idea_of(self.explanation.reasons)

    def to_dict(self) -> dict[str, object]:
        """Return the judgement as a JSON object: an explanation's, and whether it is right."""
        return {
            "right": self.is_right,
            **self.explanation.to_dict(),
            "reply": None if self.reply is None else str(self.reply),
            "idea": self.idea.name or None,
            "hint": None if self.is_right else self.idea.hint.to_dict(),
        }


def changes_result(before: float, after: float) -> bool:
    """Return whether a win is not won any more, or a draw is lost, by the scores of the mover.

    A score less than a disc from 0 counts as a draw: it is an estimate.

    >>> changes_result(2, 0), changes_result(0, -2), changes_result(8, 2), changes_result(-2, -8)
    (True, True, False, False)
    >>> changes_result(-0.1, -9.7), changes_result(1.2, 0.8)
    (True, True)
    """
    return after < 1 if before >= 1 else before > -1 >= after


class Exercise(NamedTuple):
    """A position in which a better move is to be found."""

    board: Board  #: the position
    lines: tuple[Line, ...]  #: the lines whose score is known, one a move: the best move's first
    kind: str  #: what is practised, such as ``"mistake"``
    idea: Idea  #: what it is about
    source: str  #: its source
    #: The bad move that was played; None if the position is not from a game.
    played: Move | None = None
    goal: str = ""  #: what only the best move of a puzzle does, as `Puzzle.goal`; empty for others
    #: What `played` cost and why, a sentence each; empty if it is None.
    reasons: tuple[Phrase, ...] = ()
    level: int | None = None  #: of searches of other moves; None for as deep as the best one

    @property
    def key(self) -> str:
        """See `exercise_key`."""
        return exercise_key(self.board)

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]

    @property
    def scores(self) -> dict[Move, float | None]:
        """The legal moves with their scores, None where that is not known yet."""
        known = {line.pv[0]: line.score for line in self.lines}
        return {move: known.get(move) for move in self.board.legal_moves()}

    @property
    def why(self) -> str:
        """The cost of the move played and the reasons, in a few sentences; empty without one."""
        return " ".join(map(str, self.reasons))

    @property
    def right(self) -> tuple[Move, ...]:
        """The moves that are known to be right; others that were not searched may be, too."""
        least = self.best.score - RIGHT_WITHIN
        return tuple(line.pv[0] for line in self.lines if line.score >= least)

    @property
    def loss(self) -> float:
        """Discs that the move played has lost; 0 without one."""
        scores = [line.score for line in self.lines if line.pv[0] == self.played]
        return self.best.score - scores[0] if scores else 0

    @property
    def is_decisive(self) -> bool:
        """Whether the move played changed the result, by the scores: see `changes_result`."""
        return changes_result(self.best.score, self.best.score - self.loss)

    @property
    def limits(self) -> Limits:
        """Limits of searches of other moves: of its level, or as far as that of the best one."""
        if self.level is not None:
            return Limits(level=self.level)
        best = self.best
        return Limits(depth=max(best.depth, 1), selectivity=best.selectivity or None)

    def to_dict(self, *, solution: bool = False) -> dict[str, object]:
        """Return the exercise as a JSON object, which gives the right move away if asked to."""
        known: dict[str, object] = {
            "position": self.board.to_obf(),
            "side": SIDE_NAMES[self.board.turn],
            "kind": self.kind,
            "idea": self.idea.name or None,
            "hint": self.idea.hint.to_dict(),
            "played": None if self.played is None else str(self.played),
            "loss": rounded(self.loss),
            "decisive": self.is_decisive,
            "source": self.source,
        }
        if self.goal:
            known["goal"] = self.goal
        if solution:
            known |= {
                "best": [str(move) for move in self.right],
                "score": rounded(self.best.score),
                "scores": {str(move): rounded(score) for move, score in self.scores.items()},
                "exact": self.best.exact,
                "line": [str(move) for move in self.best.pv],
                "why": self.why or None,
                "sentences": [each.to_dict() for each in self.reasons],
            }
        return known


def judge(exercise: Exercise, move: Move | int | str, engine: Engine) -> Judgement:
    """Return whether a move is right, and what it costs.

    `engine` searches the move if its score is not known.

    >>> from othello.analysis.games import default_engine
    >>> with default_engine() as engine:
    ...     lines = engine.search("f5", depth=4).lines
    ...     exercise = Exercise(Board("f5"), lines, "mistake", NO_IDEA, "")
    ...     judge(exercise, exercise.best.pv[0], engine).is_right
    True

    Raises IllegalMove or InvalidMove if the move cannot be played.
    """
    board = exercise.board
    chosen = legal_answer(board, move)
    best = best_line(exercise, engine)
    known = (line for line in (best, *exercise.lines[1:]) if line.pv[0] == chosen)
    played = next(known, None) or _searched(exercise, chosen, engine)
    explanation = explain_lines(board, played, best, engine)
    return Judgement(explanation.loss <= RIGHT_WITHIN, explanation)


def best_line(exercise: Exercise, engine: Engine) -> Line:
    """Return the best move of an exercise and how play goes on, for `HORIZON` plies or more."""
    best = exercise.best
    if len(best.pv) == 1:  # all that a set has of a puzzle
        best = best._replace(pv=_searched(exercise, best.pv[0], engine).pv)
    return best._replace(pv=full_line(engine, exercise.board, best.pv))


def legal_answer(board: Board, move: Move | int | str) -> Move:
    """Return a move of a position.

    Raises IllegalMove or InvalidMove if it cannot be played.
    """
    chosen = move if isinstance(move, Move) else Move(move)
    if chosen not in (legal := board.legal_moves()):
        raise illegal_move(chosen, f"for {SIDE_NAMES[board.turn]}", legal)
    return chosen


def _searched(exercise: Exercise, move: Move, engine: Engine) -> Line:
    limits = exercise.limits._replace(moves=[move])
    return engine.search(exercise.board, limits).lines[0]
