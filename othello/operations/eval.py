"""The operation `eval`: a position evaluated without search."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from othello.board import Board
from othello.engine import Engine
from othello.evaluation import Report, explain, format_report
from othello.operation import ASIDE, PositionText, operation
from othello.operations import DEVELOP


@dataclass(frozen=True)
class Evaluation:
    """Both evaluations of a position, in discs for the side to move."""

    report: Report  #: the classic one, term by term
    pattern: float  #: the one that searches use

    @property
    def text(self) -> str:
        """The evaluations as a table."""
        return format_report(self.report, self.pattern)

    def plot(self, file: Path) -> None:
        """Draw the terms as bars."""
        from othello.analysis.plots import plot_evaluation

        plot_evaluation(self.report, file)

    def to_dict(self) -> dict[str, object]:
        """Return the evaluations as a JSON object, each term as `[player, opponent, weighted]`."""
        terms = {name: values for name, *values in self.report.terms}
        phase, total = self.report.phase, self.report.total
        return {"terms": terms, "phase": phase, "total": total, "pattern": self.pattern}


@operation(ASIDE, DEVELOP)
class Eval:
    """Evaluate a position without search, term by term."""

    example: ClassVar[str] = "othello eval f5d6c3"

    position: PositionText = "startpos"

    def run(self, evaluator: Engine) -> Evaluation:
        """Return both evaluations, the classic one term by term."""
        board = Board.parse(self.position)
        return Evaluation(explain(board), evaluator.evaluate(board))
