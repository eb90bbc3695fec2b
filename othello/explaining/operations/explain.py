"""The operation `explain`: what a move costs, what refutes it, and why."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from othello.analysis.games import EXACT_FROM
from othello.board import Board
from othello.engine import Engine
from othello.errors import InvalidOption, OthelloError, quote
from othello.explaining.explanation import LEVEL, NO_LOSS, Explanation, explain_lines, explain_move
from othello.fields import ARGUMENT, JSON_ONLY, Length, Range
from othello.game import Game
from othello.levels import NO_PRUNING
from othello.limits import MAX_DEPTH, Depth, Level, Limits
from othello.notation import PASS, SIDE_NAMES, Move, split_moves
from othello.operation import SHORT, PositionText, operation
from othello.operations import ANALYSE
from othello.result import Line, depth_text

KNOWN = ("score", "best", "line", "played")
"""Fields that an analysis knows, and an explanation can start from: all of them or none."""

Moves = Annotated[str | None, JSON_ONLY, Length(0, 1000)]
Score = Annotated[float | None, JSON_ONLY, Range(-64, 64)]


@dataclass(frozen=True)
class ExplainedMove:
    """An explanation, as it is told."""

    explanation: Explanation

    def to_dict(self) -> dict[str, object]:
        """Return the explanation as a JSON object."""
        return self.explanation.to_dict()

    @property
    def text(self) -> str:
        """The sentences, whose the scores are, and the lines of play."""
        return describe_explanation(self.explanation)


@operation(SHORT, ANALYSE)
class Explain:
    """Say what a move costs, what refutes it, and why."""

    example: ClassVar[str] = "othello explain f5d6c3d3c4f4f6f3 f2"

    position: PositionText
    move: Annotated[
        str | None,
        ARGUMENT,
        Length(0, 4),
        "the move to explain, such as f4 (default: the last one of the position, a pass left out)",
    ] = None
    level: Annotated[Level, f"how hard to think (default {LEVEL}); not with depth"] = None
    depth: Annotated[Depth, "look that many plies ahead and leave no line out"] = None
    exact_from: Annotated[int, Range(0, MAX_DEPTH), "solve from that many empty squares on"] = (
        EXACT_FROM
    )
    score: Annotated[Score, "the move's score for the side to move, known from an analysis"] = None
    best: Annotated[Score, "the best move's score"] = None
    line: Annotated[Moves, "the best line"] = None
    played: Annotated[Moves, "the move's line"] = None
    exact: Annotated[bool, JSON_ONLY, "whether both scores are proven"] = False

    def run(self, engine: Engine) -> ExplainedMove:
        """Search the move and the best one, unless their lines are given, and compare them."""
        limits = Limits(depth=self.depth, level=self.level)
        board, move = self._asked()
        engine.endgame_depth = self.exact_from
        if any(getattr(self, name) is not None for name in KNOWN):
            return ExplainedMove(explain_lines(board, *self._known_lines(board, move), engine))
        if limits == Limits():
            limits = Limits(level=LEVEL)
        return ExplainedMove(explain_move(board, move, engine, limits))

    def _asked(self) -> tuple[Board, Move]:
        """Return the position and the move to explain."""
        if self.move is not None:
            return Board.parse(self.position), Move(self.move)
        try:
            found = last_choice(Game.parse(self.position))
        except OthelloError:
            Board.parse(self.position)  # says what is wrong with it
            found = None  # a board alone
        if found is None:
            expected = "expected a move too, such as f4"
            raise InvalidOption(f"{quote(self.position)} ends in no move: {expected}")
        return found

    def _known_lines(self, board: Board, move: Move) -> tuple[Line, Line]:
        """Return the lines of the move and of the best one that are given, with their scores."""
        missing = [name for name in KNOWN if getattr(self, name) is None]
        if missing:
            raise InvalidOption(f"no {missing[0]}: expected all of {', '.join(KNOWN)}, or none")
        found = []
        for of, name in (("score", "played"), ("best", "line")):
            score, moves = getattr(self, of), getattr(self, name)
            if self.exact and score != int(score):
                raise InvalidOption(
                    f"invalid {of} {score}: expected a whole number, as it is exact"
                )
            line = tuple(Game(split_moves(moves), board).moves)
            if not line or (name == "played" and line[0] != move):
                expected = f"a line that begins with {move}" if name == "played" else "some moves"
                raise InvalidOption(f"invalid {name} {quote(moves)}: expected {expected}")
            score = int(score) if self.exact else float(score)
            found.append(Line(0, NO_PRUNING, score, None, self.exact, line))
        return found[0], found[1]


def last_choice(game: Game) -> tuple[Board, Move] | None:
    """Return the last move of a game that is no pass, and the position before it.

    >>> last_choice(Game("f5d6"))[1]
    Move('d6')
    """
    played = [*zip(game.positions(), game.moves, strict=False)]
    return next((each for each in reversed(played) if each[1] is not PASS), None)


def describe_explanation(explanation: Explanation) -> str:
    """Return an explanation as text: the sentences, whose the scores are, and the lines of play."""
    played, best = explanation.played, explanation.best
    depth = f"depth {depth_text(played.depth, played.selectivity)}"
    depth = "exact" if explanation.exact else depth
    rows = [("scores", f"discs for {SIDE_NAMES[explanation.board.turn]}, {depth}")]
    if explanation.refutation:
        # What is as good as the best move has no refutation.
        name = "refutation" if explanation.loss >= NO_LOSS else "then"
        rows.append((name, " ".join(map(str, explanation.refutation))))
    if best.pv != played.pv:
        rows.append(("best line", " ".join(map(str, best.pv))))
    return "\n".join([explanation.text, *(f"{name + ':':11} {text}" for name, text in rows)])
