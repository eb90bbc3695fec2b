"""The searches for one NBoard command: first by level, then for who wins if the end is near."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from othello.board import Board
from othello.engine import Engine, Info, Line, Result
from othello.levels import level_settings
from othello.limits import MAX_DEPTH, Limits
from othello.protocol.style import Style
from othello.timing import Budget

__all__ = ["Stages"]

WLD_MARGIN = 2
"""Empties more than the level solves exactly, up to which a second search finds who wins."""


class Stages:
    """The searches of one position, run one after the other.

    Parameters
    ----------
    engine : Engine
        The engine that searches.
    board : Board
        The position.
    level : int
        Level of the first search, as for `Engine`.
    n_moves : int
        How many of the best moves to find.
    budget : Budget or None
        Seconds for all searches together; None for no limit.
    report : callable
        Called with each line found, and whether it only says who wins.
    style : Style, optional
        How the move will be chosen; it decides the depth and the number of lines.

    Attributes
    ----------
    best : Result or None
        The move to play, and its score; None if nothing was found.
    nodes : int
        Nodes of all searches so far.
    seconds : float
        Time since this object was made.
    """

    def __init__(
        self,
        engine: Engine,
        board: Board,
        level: int,
        n_moves: int,
        budget: Budget | None,
        report: Callable[[Line | Info, bool], None],
        style: Style | None = None,
    ) -> None:
        self._engine = engine
        self._board = board
        self._level = level
        self._n_moves = n_moves
        self._budget = budget
        self._report = report
        self._style = style
        self._began = time.perf_counter()
        self._lock = threading.Lock()
        self._is_stopped = False
        self.best: Result | None = None
        self.nodes = 0

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._began

    def run(self) -> None:
        """Run the searches; the first one reports at least one line."""
        limits = Limits(level=self._level, multipv=self._n_moves)
        if self._budget is not None:
            left = self._budget.less(self.seconds)
            limits = limits._replace(soft_seconds=left.soft, seconds=left.hard)
            if self._n_to_solve() >= self._board.n_empties:
                # There may be no time to solve, so deepen step by step until the time is up.
                limits = limits._replace(level=None, depth=MAX_DEPTH)
        if self._style is not None:
            limits = self._style.limits(self._board, limits)
            self._n_moves = limits.multipv
        self.best = result = self._search(limits)
        if self._style is not None and not self._style.strength.is_full:
            return
        if result.stopped or result.exact or not self._is_within_reach():
            return
        limits = Limits(wld=True, multipv=self._n_moves)
        if self._budget is not None:
            limits = limits._replace(seconds=self._budget.less(self.seconds).hard)
        result = self._search(limits)
        if result.exact and result.score >= 0:
            self.best = result  # not in a lost game: the first search's move loses fewer discs

    def stop(self) -> None:
        """End all searches; any thread may call this."""
        with self._lock:
            self._is_stopped = True
            self._engine.stop()

    def _is_within_reach(self) -> bool:
        reach = self._n_to_solve() + WLD_MARGIN
        return not self._is_stopped and self._board.n_empties <= reach

    def _n_to_solve(self) -> int:
        """Return the most empties that the level solves exactly."""
        return level_settings(self._level).endgame_depth

    def _search(self, limits: Limits) -> Result:
        n_reports = 0
        nodes_before = self.nodes

        def report(info: Info) -> None:
            nonlocal n_reports
            self.nodes = nodes_before + info.nodes
            if info.bound is None and (info.exact or not limits.wld):
                n_reports += 1
                self._report(info, limits.wld)

        search = self._engine.prepare(self._board, limits, on_info=report)
        with self._lock:
            if self._is_stopped:
                search.stop()
        result = search.run()
        self.nodes = nodes_before + result.nodes
        if n_reports == 0 and not limits.wld:
            for line in result.lines:
                self._report(line, False)
        return result
