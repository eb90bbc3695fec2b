"""The classic evaluation, term by term."""

from typing import NamedTuple

from othello._core import core
from othello.board import BoardLike, check_board
from othello.result import VALUE_PER_DISC

PHASES = ("opening", "middle", "end")


class Term(NamedTuple):
    """A term: its count for each side, and the weighted difference."""

    name: str  #: the term's name, for example ``mobility``
    #: The count for the side to move and for the other.
    player: int
    opponent: int
    weighted: float  #: the term's part of the evaluation, in discs for the side to move


class Report(NamedTuple):
    """An evaluation and its terms."""

    #: The terms; their weighted values add up to the total, which is limited to ±63 discs. A
    #: finished game has the disc difference as its only term.
    terms: tuple[Term, ...]
    phase: dict[str, float]  #: the shares of opening, middle and end, which add up to 1
    total: float  #: the evaluation in discs for the side to move


def explain(board: BoardLike) -> Report:
    """Return the classic evaluation of `board` with its terms.

    >>> report = explain("startpos")
    >>> report.total, report.phase["opening"]
    (0.0, 1.0)
    >>> [term.name for term in explain("-" * 64 + " X").terms]
    ['disc_difference']
    """
    board = check_board(board)
    phase = dict(zip(PHASES, core.classic_phase(board.n_empties), strict=True))
    if board.is_over:
        score = float(board.score())
        discs = Term("disc_difference", board.player.bit_count(), board.opponent.bit_count(), score)
        return Report((discs,), phase, score)
    terms = tuple(
        Term(name, player, opponent, weighted / VALUE_PER_DISC)
        for name, player, opponent, weighted in core.classic_terms(board.player, board.opponent)
    )
    total = core.evaluate(board.player, board.opponent, "classic") / VALUE_PER_DISC
    return Report(terms, phase, total)


def format_report(report: Report, pattern: float | None = None) -> str:
    """Return the report as lines of text.

    Parameters
    ----------
    report : Report
        The result of `explain`.
    pattern : float, optional
        The pattern evaluation in discs, shown in a line before the terms.

    Examples
    --------
    >>> print(format_report(explain("XX" + "-" * 62 + " X")))
    term                   player  opponent   weighted
    disc_difference             2         0     +64.00
    phase: opening 1.00, middle 0.00, end 0.00
    total: +64.00
    """
    own = (
        []
        if pattern is None
        else [f"discs for the side to move: pattern evaluation {pattern:+.2f}; the classic one:"]
    )
    phase = ", ".join(f"{name} {share:.2f}" for name, share in report.phase.items())
    return "\n".join(
        [
            *own,
            f"{'term':20}{'player':>9}{'opponent':>10}{'weighted':>11}",
            *(
                f"{term.name:20}{term.player:9}{term.opponent:10}{term.weighted:+11.2f}"
                for term in report.terms
            ),
            f"phase: {phase}",
            f"total: {report.total:+.2f}",
        ]
    )
