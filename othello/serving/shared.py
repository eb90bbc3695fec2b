"""`SharedEngine`: an `Engine` whose searches share the server's engines with others, in turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from othello.board import check_board
from othello.engine import Engine
from othello.errors import InvalidOption
from othello.limits import Limits, limits_of
from othello.result import Info, Line, Result
from othello.serving.tickets import Cancelled, Ticket
from othello.serving.turns import Turn, Turns

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from othello.board import Board, BoardLike
    from othello.limits import LimitKeywords

__all__ = ["SharedEngine"]

SETTINGS = ("level", "evaluation", "algorithm", "selectivity", "endgame_depth", "verify")
"""What each client may have of its own."""


class Findings:
    """What the turns of one search have found together.

    Attributes
    ----------
    result : Result or None
        The deepest iteration that is finished; None before the first.
    nodes, seconds : int, float
        Of all turns before the running one.
    """

    def __init__(self, n_lines: int, on_result: Callable[[Result], object] | None) -> None:
        self.result: Result | None = None
        self.nodes = 0
        self.seconds = 0.0
        self._n_lines = n_lines
        self._lines: list[Line] = []
        self._on_result = on_result

    def add(self, info: Info) -> None:
        """Take a line of an iteration; with the last one, report the iteration unless it is old."""
        if info.bound is not None:
            return
        if info.rank == 1:
            self._lines = []
        self._lines.append(Line(*info[:6]))
        if len(self._lines) < self._n_lines:
            return
        old = self.result
        if old is None or (info.depth, info.selectivity) > (old.depth, old.selectivity):
            seconds = self.seconds + info.seconds
            found = Result(tuple(self._lines), self.nodes + info.nodes, seconds, False)
            self.result = found
            if self._on_result is not None:
                self._on_result(found)

    def ended(self, last: Result) -> Result:
        """Return the search's result, given that of its last turn."""
        best, found = last, self.result
        if last.stopped and found is not None and found.depth >= last.depth:
            best = found
        return Result(best.lines, self.nodes, self.seconds, last.stopped)


class SharedEngine(Engine):
    """An engine whose searches wait for their turn; see `othello.serving.turns`.

    Of its methods only `search`, and what rests on it, may be used.

    Parameters
    ----------
    turns : Turns
        The engines.
    ticket : Ticket
        Whose searches these are.
    most_seconds : float
        Time that a single search may take, its waits not counted.
    on_result : callable, optional
        Called with a `Result` after each iteration of each search.
    own : Engine, optional
        What searches, in turns as well. By default it is the turn's engine, whose table is
        everybody's.
    whole : bool
        Whether no search is interrupted, for searches that are short: those that are begin again
        with what they left in the table, and may end otherwise.
    """

    def __init__(
        self,
        turns: Turns,
        ticket: Ticket,
        most_seconds: float,
        on_result: Callable[[Result], object] | None = None,
        *,
        own: Engine | None = None,
        whole: bool = False,
    ) -> None:
        super().__init__()
        self._turns = turns
        self._ticket = ticket
        self._most_seconds = most_seconds
        self._on_result = on_result
        self._own = own
        self._whole = whole

    def search(
        self,
        board: BoardLike,
        limits: Limits | None = None,
        *,
        on_info: Callable[[Info], None] | None = None,
        **keywords: Unpack[LimitKeywords],
    ) -> Result:
        """Search in as many turns as it takes; the arguments are those of `Engine.search`.

        Raises
        ------
        Cancelled
            If the ticket was cancelled.
        """
        limits = limits_of(limits, keywords)
        board = check_board(board)
        # Each iteration has a line for every move that is searched; `Engine.prepare` checks both.
        choices = board.legal_moves() if limits.moves is None else list(limits.moves)
        findings = Findings(max(1, min(limits.multipv, len(choices))), self._on_result)
        if limits.moves is not None:
            limits = limits._replace(moves=choices)

        def report(info: Info) -> None:
            findings.add(info)
            if on_info is not None:
                on_info(info)

        n_turns = 0
        while True:
            with self._turns.turn(self._ticket, n_turns, whole=self._whole) as turn:
                last = self._search(turn, board, self._left(limits, findings), report)
            findings.nodes += last.nodes
            findings.seconds += last.seconds
            if self._ticket.cancelled:
                raise Cancelled
            if not (turn.over and last.stopped) or self._is_spent(limits, findings):
                return findings.ended(last)
            n_turns += 1

    def clear(self) -> None:
        """Clear the table, unless it is everybody's."""
        if self._own is not None:
            self._own.clear()

    def _search(
        self, turn: Turn, board: Board, limits: Limits, report: Callable[[Info], None]
    ) -> Result:
        engine = turn.engine if self._own is None else self._own
        for name in SETTINGS:
            setattr(engine, name, getattr(self, name))
        search = engine.prepare(board, limits, on_info=report)
        turn.watch(search)
        return search.run()

    def _left(self, limits: Limits, findings: Findings) -> Limits:
        """Return `limits` less what the earlier turns have used, and with a limit of time."""
        left = self._seconds(limits) - findings.seconds
        nodes = None if limits.nodes is None else max(limits.nodes - findings.nodes, 1)
        level = limits.level
        if limits[:4] == (None,) * 4 and level is None and not (limits.exact or limits.wld):
            level = self.level  # which decides only where there is no limit, and now there is one
        return limits._replace(seconds=left, nodes=nodes, level=level)

    def _is_spent(self, limits: Limits, findings: Findings) -> bool:
        if limits.nodes is not None and findings.nodes >= limits.nodes:
            return True
        return findings.seconds >= self._seconds(limits)

    def _seconds(self, limits: Limits) -> float:
        if limits.seconds is None:
            return self._most_seconds
        if not limits.seconds > 0:
            raise InvalidOption(f"invalid seconds {limits.seconds!r}: expected more than 0")
        return min(limits.seconds, self._most_seconds)
