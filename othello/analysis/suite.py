"""Search the positions of a suite and compare the results with the suite's scores."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from othello.analysis.interrupt import Interrupt
from othello.engine import Engine, Info, Result
from othello.formats.obf import ScoredPosition
from othello.levels import NO_PRUNING
from othello.limits import Limits
from othello.notation import Move

CLOSE = 3.0
"""Largest error in discs of a score that counts as close; other engines report the same figure."""


class JudgedSearch(NamedTuple):
    """A position, the search's result, and whether it is right.

    That is None if the source has no scores, or if a solve ended without proof.
    """

    position: ScoredPosition
    result: Result
    correct: bool | None


def run_suite(
    engine: Engine,
    positions: Iterable[ScoredPosition],
    limits: Limits,
    on_info: Callable[[ScoredPosition, Info], None] | None = None,
) -> Iterator[JudgedSearch]:
    """Search each position with an empty table and yield the outcomes.

    SIGINT stops the running search; its outcome is yielded before `KeyboardInterrupt` is raised.
    `on_info` is called after each iteration with the position and the iteration's `Info`.

    >>> from othello.formats.obf import parse_position
    >>> suite = [parse_position("X" * 57 + "OOOOO-- X; G8:+64;")]
    >>> [outcome.correct for outcome in run_suite(Engine(hash_mb=1), suite, Limits(exact=True))]
    [True]
    """
    for position in positions:
        engine.clear()
        report = None if on_info is None else partial(on_info, position)
        search = engine.prepare(position.board, limits, on_info=report)
        with Interrupt(search) as interrupt:
            result = search.run()
        yield JudgedSearch(position, result, judged(position, result, limits))
        if interrupt.heard:
            raise KeyboardInterrupt


def judged(position: ScoredPosition, result: Result, limits: Limits) -> bool | None:
    """Return whether what a search with these limits found is right; None if nothing tells."""
    judge = is_solution_correct if limits.exact or limits.wld else is_correct
    return judge(position, result, wld=limits.wld)


def is_solution_correct(
    position: ScoredPosition, result: Result, *, wld: bool = False
) -> bool | None:
    """Return whether a solve is right; None if it proved nothing that can be compared.

    Each move that was scored is compared, not only the best (see `contradicted`). A source may list
    only some of the best moves: another one is right if its score is. A solve
    that was stopped may have proven a bound. It is wrong if the source's score is beyond that
    bound.
    """
    if position.best_score is None:
        return None
    expected = _sign(position.best_score) if wld else position.best_score
    if contradicted(position, result, wld=wld) is not None:
        return False
    if result.exact:
        is_listed = result.move in position.scores
        return is_correct(position, result, wld=wld) if is_listed else result.score == expected
    is_beyond = {"lower": result.score > expected, "upper": result.score < expected}
    is_refuted = result.bound is not None and is_beyond[result.bound]
    return False if is_refuted and is_whole_search(position, result) else None


def contradicted(position: ScoredPosition, result: Result, *, wld: bool = False) -> Move | None:
    """Return the first move behind the best whose proven score is not the source's, or None.

    Where the best move is a pass, the lines behind it are those of the other replies to it.
    """
    for line in result.lines[1:]:
        if line.exact and line.move not in (None, result.move) and line.move in position.scores:
            score = position.scores[line.move]
            if line.score != (_sign(score) if wld else score):
                return line.move
    return None


def is_whole_search(position: ScoredPosition, result: Result) -> bool:
    """Return whether the search went to the end of the game without forward pruning."""
    return result.depth == position.board.n_empties and result.selectivity == NO_PRUNING


def is_correct(position: ScoredPosition, result: Result, *, wld: bool = False) -> bool | None:
    """Return whether the move is one of the best and the score, if it is exact, is right.

    With `wld`, the best moves are all that lead to the best of win, draw and loss. The result is
    None if the source has no scores, or only that of the position and the score is not exact.
    """
    expected = position.best_score
    if expected is None:
        return None
    if not position.scores and not result.exact:
        return None
    if position.scores and not is_right_move(position, result, wld=wld):
        return False
    return not result.exact or result.score == (_sign(expected) if wld else expected)


def is_right_move(position: ScoredPosition, result: Result, *, wld: bool = False) -> bool:
    """Return whether the move has the best score or, with `wld`, the best score's sign."""
    if result.move is None or result.move not in position.scores:
        return False
    score, best = position.scores[result.move], max(position.scores.values())
    return _sign(score) == _sign(best) if wld else score == best


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


class SuiteTotals:
    """Totals over outcomes, with the nodes and seconds of their searches.

    Positions without scores, and solves that proved nothing, are neither correct nor wrong.
    `unsolved` counts solves that proved nothing, of positions with scores.
    """

    def __init__(self) -> None:
        self.positions = 0
        self.correct = 0
        self.wrong = 0
        self.unsolved = 0
        self.nodes = 0
        self.seconds = 0.0
        self._right_moves: list[bool] = []
        self._errors: list[float] = []

    def add(self, outcome: JudgedSearch) -> None:
        """Count one more outcome."""
        self.positions += 1
        self.nodes += outcome.result.nodes
        self.seconds += outcome.result.seconds
        if outcome.correct is None:
            self.unsolved += outcome.position.best_score is not None
            return
        self.correct += outcome.correct
        self.wrong += not outcome.correct
        if outcome.position.scores:
            self._right_moves.append(is_right_move(outcome.position, outcome.result))
        expected = outcome.position.best_score
        assert expected is not None, "an outcome is judged only where a score is expected"
        self._errors.append(abs(outcome.result.score - expected))

    @property
    def move_accuracy(self) -> float | None:
        """Percentage of best moves found; None without positions to judge."""
        n_moves = len(self._right_moves)
        return 100 * sum(self._right_moves) / n_moves if n_moves else None

    @property
    def mae(self) -> float | None:
        """Mean absolute error of the score in discs; None without positions to judge."""
        return sum(self._errors) / len(self._errors) if self._errors else None

    @property
    def within3(self) -> float | None:
        """Percentage of scores off by at most 3 discs; None without positions to judge."""
        close = sum(error <= CLOSE for error in self._errors)
        return 100 * close / len(self._errors) if self._errors else None
