"""Search positions and print the results, for ``solve``, ``test`` and ``search``."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from othello.analysis.estimate import ExactPass
from othello.analysis.suite import (
    JudgedSearch,
    SuiteTotals,
    contradicted,
    is_whole_search,
    judged,
    run_suite,
)
from othello.board import Board
from othello.commands.arguments import check_cluster_options
from othello.commands.output import (
    EXIT_UNUSABLE_INPUT,
    EXIT_WRONG_RESULT,
    Progress,
    print_fault,
    print_json,
    show,
)
from othello.commands.positions import PositionSource
from othello.engine import Engine, Info, Result
from othello.errors import counted, printable
from othello.formats.obf import ScoredPosition
from othello.levels import NO_PRUNING
from othello.limits import Limits
from othello.notation import SIDE_NAMES
from othello.result import depth_text, error_text, rounded, score_text
from othello.rooms import provider

if TYPE_CHECKING:
    from othello.book import Book

Searcher = Callable[[Iterable[ScoredPosition], Progress], Iterator[JudgedSearch]]
"""Searches positions, and may say beside the progress bar what it does."""

BOUND_SIGNS = {None: "", "lower": ">=", "upper": "<="}

LONG_WAIT = 10.0
"""Seconds; a solve expected to take at least this long shows a forecast of its end."""

WAITS = {45: "years", 37: "days", 33: "hours"}
"""Empty squares from which on an exact score may take so long.

FFO #50-58, with about 28, take 45 s each on average. Since FFO #40-49, with about 23, each more
takes two to three times as long.
"""


def search_positions(
    arguments: argparse.Namespace,
    source: PositionSource,
    limits: Limits,
    *,
    with_moves: bool = False,
    with_depth: bool = False,
    with_accuracy: bool = False,
    book: Book | None = None,
) -> int:
    """Search the positions of `source`; print each outcome and the total.

    The workers of ``--cluster`` search, if the command has that option and it is given.
    `with_moves` is for JSON: every move that was scored, not only the best. `with_depth` shows the
    depth and the selectivity reached, `with_accuracy` in the total the mean error of heuristic
    scores in discs, the share within 3 discs, and the share of best moves found. Positions that a
    `book` has are answered from it. The exit code is 2 if an input could not be used, 1 if a result
    is wrong, else 0.
    """
    tally = SuiteTotals()
    is_solve = limits.exact or limits.wld
    make_searcher = engine_searcher
    check_cluster_options(arguments)
    if getattr(arguments, "cluster", None) is not None:
        make_searcher = provider("cluster").cluster_searcher
    with make_searcher(arguments, limits, source) as search:
        positions, number = source.read()
        if book is not None:
            search = book_first(book, search, limits)
        with Progress(number) as progress:
            if is_solve and limits.seconds is None and limits.selectivity in (None, NO_PRUNING):
                positions = warned_of_long_waits(positions, progress)
            for outcome in search(positions, progress):
                tally.add(outcome)
                progress.hide()
                record = _record(outcome, with_moves)
                is_known = book is not None and outcome.position.board in book
                if book is not None:
                    record["book"] = is_known
                text = describe_search(outcome, with_depth, is_solve, limits.wld, is_known)
                show(arguments.json, record, printable(text))
                progress.step()
    if arguments.json:
        print_json({"total": _total(tally, with_accuracy)})
    elif number != 1 and tally.positions:
        print(describe_total(tally, with_accuracy))
    if source.faults:
        return EXIT_UNUSABLE_INPUT
    return EXIT_WRONG_RESULT if tally.wrong else 0


def warned_of_long_waits(
    positions: Iterable[ScoredPosition], progress: Progress
) -> Iterator[ScoredPosition]:
    """Yield the positions; before the first that may take hours say so on stderr."""
    is_told = False
    for position in positions:
        if not is_told and (wait := long_wait(position.board)):
            is_told = True
            progress.hide()
            print_fault(
                f"{position.id}: {wait}; --time S limits it, othello search gives an estimate"
            )
            progress.note("")
        yield position


def long_wait(board: Board) -> str | None:
    """Return that the exact score of a position may take long; None if it does not.

    >>> long_wait(Board("f5d6")), long_wait(Board.from_obf("-" * 64 + " X"))
    ('58 empty squares: an exact score may take years', None)
    """
    n_empties = 0 if board.is_over else board.n_empties
    wait = next((wait for least, wait in WAITS.items() if n_empties >= least), None)
    return wait and f"{n_empties} empty squares: an exact score may take {wait}"


@contextmanager
def engine_searcher(
    arguments: argparse.Namespace, limits: Limits, source: PositionSource
) -> Iterator[Searcher]:
    """Give what searches positions with an engine of this process."""
    with Engine(threads=arguments.threads, hash_mb=arguments.hash) as engine:
        working: Working | None = None

        def search_here(
            positions: Iterable[ScoredPosition], progress: Progress
        ) -> Iterator[JudgedSearch]:
            nonlocal working
            if working is None:  # a book's search calls this for each position
                working = Working(engine, Forecast(progress) if is_forecast_for(limits) else None)
                progress.watch(working.text)
            return run_suite(engine, positions, limits, working)

        yield search_here


def book_first(book: Book, search: Searcher, limits: Limits) -> Searcher:
    """Return what searches the positions that the book does not have, and answers the others."""

    def search_or_ask(
        positions: Iterable[ScoredPosition], progress: Progress
    ) -> Iterator[JudgedSearch]:
        for position in positions:
            if (result := book.answer(position.board, limits.multipv)) is not None:
                yield JudgedSearch(position, result, judged(position, result, limits))
            else:
                yield from search([position], progress)

    return search_or_ask


class Working:
    """Says what the engine is doing, beside the progress bar; tells `forecast` of iterations."""

    def __init__(self, engine: Engine, forecast: Forecast | None = None) -> None:
        self._engine = engine
        self._forecast = forecast
        self._known = ""

    def __call__(self, position: ScoredPosition, info: Info) -> None:
        """Take note of an iteration of the search of `position`."""
        if info.rank == 1:
            depth = depth_text(info.depth, info.selectivity)
            self._known = f"depth {depth}: {info.move} {score_text(info.score)}, "
        if self._forecast is not None:
            self._forecast(position, info)

    def text(self) -> str:
        """Return the last depth that is done, the best move then, and the nodes until now."""
        return f"{self._known}{self._engine.nodes_so_far() / 1e6:.1f} M nodes"


class Forecast:
    """Shows beside the progress bar when a solve may end.

    It shows times of day, not durations: they stay true although the bar is not redrawn while the
    search runs.
    """

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._position: ScoredPosition | None = None
        self._exact_pass = ExactPass(0)

    def __call__(self, position: ScoredPosition, info: Info) -> None:
        """Update the forecast after an iteration (`info`) of the search of `position`."""
        if position is not self._position:
            self._position = position
            self._exact_pass = ExactPass(position.board.n_empties)
        left = self._exact_pass.after(info)
        if left is not None and left[1] >= LONG_WAIT:
            least, most = (
                time.strftime("%H:%M:%S", time.localtime(time.time() + seconds)) for seconds in left
            )
            self._progress.note(f"exact score expected between {least} and {most}")


def is_forecast_for(limits: Limits) -> bool:
    """Return whether searches with these limits are solves that end in one exact iteration."""
    for_score = limits.exact and limits.selectivity in (None, NO_PRUNING)
    return for_score and limits.multipv == 1 and limits.seconds is None


# ---------------------------------------------------------------------- JSON


def _record(outcome: JudgedSearch, with_moves: bool) -> dict[str, object]:
    position, result, correct = outcome
    told = result.to_dict()
    lines = told.pop("lines")
    record = {
        "id": position.id,
        "position": position.board.to_obf(),
        "empties": position.board.n_empties,
        **told,
        "expected": position.best_score,
        "correct": correct,
    }
    if with_moves:
        record["moves"] = [line for line in lines if line["move"]]
    return record


def _total(tally: SuiteTotals, with_accuracy: bool) -> dict[str, object]:
    total: dict[str, object] = {
        "positions": tally.positions,
        "correct": tally.correct,
        "nodes": tally.nodes,
        "seconds": round(tally.seconds, 6),
    }
    if with_accuracy:
        total |= {
            "move_accuracy": rounded(tally.move_accuracy),
            "mae": rounded(tally.mae),
            "within3": rounded(tally.within3),
        }
    return total


# ---------------------------------------------------------------------- text


def describe_search(
    outcome: JudgedSearch, with_depth: bool, is_solve: bool, wld: bool, from_book: bool
) -> str:
    position, result, correct = outcome
    parts = [position.id, counted(position.board.n_empties, "empty", "empties")]
    if with_depth:
        parts.append(f"depth {depth_text(result.depth, result.selectivity)}")
    parts.append(describe_move(position, result))
    if correct is not None:
        expected = f"{' '.join(map(str, position.best_moves))} {position.best_score:+d}".lstrip()
        other = contradicted(position, result, wld=wld) if is_solve else None
        if other is not None and (wld or result.score == position.best_score):
            expected = f"{other} {position.scores[other]:+d}"
        parts.append("right" if correct else f"WRONG, expected {expected}")
    elif is_solve and not result.exact:
        parts.append("unsolved")
    effort = ["book"] if from_book else [counted(result.nodes, "node"), f"{result.seconds:.3f} s"]
    parts += [*effort, " ".join(map(str, result.pv))]
    first = "  ".join(filter(None, parts))
    others = [
        f"  {rank}. {score_text(line.score)}{error_text(line.error)}  {' '.join(map(str, line.pv))}"
        for rank, line in enumerate(result.lines[1:], 2)
    ]
    return "\n".join([first, *others])


def describe_total(tally: SuiteTotals, with_accuracy: bool) -> str:
    """Return the last line of a text report: counts, nodes, seconds and speed."""
    judged = tally.correct + tally.wrong
    parts = [counted(tally.positions, "position")]
    if judged:
        parts.append(f"{tally.correct} of {judged} right")
    if tally.unsolved:
        parts.append(f"{tally.unsolved} unsolved")
    if with_accuracy and tally.move_accuracy is not None:
        parts.append(f"best move {tally.move_accuracy:.1f} %")
    if with_accuracy and judged:
        parts += [
            f"mean error {tally.mae:.2f} discs",
            f"within 3 discs {tally.within3:.1f} %",
        ]
    rate = tally.nodes / max(tally.seconds, 1e-6) / 1e6
    parts += [counted(tally.nodes, "node"), f"{tally.seconds:.3f} s", f"{rate:.1f} M nodes/s"]
    return "  ".join(parts)


def describe_move(position: ScoredPosition, result: Result) -> str:
    """Return the best move and its score as text, and for whom; ``>=+18`` is a lower bound.

    A score that is not proven is followed by ``(not exact)``.
    """
    if result.exact or (result.bound and is_whole_search(position, result)):
        proof, score = "", f"{result.score:+.0f}"
    else:
        proof = " (not exact)"
        score = f"{score_text(result.score)}{error_text(result.error)}"
    move = "game over" if result.move is None else result.move
    side = SIDE_NAMES[position.board.turn]
    return f"{move} {BOUND_SIGNS[result.bound]}{score} for {side}{proof}"
