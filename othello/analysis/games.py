"""Analyse a game: the score of each move played, the best move instead, and the difference.

Each position is searched for its best move. If that score is exact, the played move's score follows
from the position after it, which is exact too. Otherwise the played move is searched by itself, to
the depth of the best one, so that the two scores can be compared.

By default the last position is searched first, so that each search finds the results of later
positions in the table. This gives the played move a more accurate score than its alternatives. Even
so, losses are closer to the truth than in forward order (docs/history/analysis.md), above all just
before the positions that are solved.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from othello.analysis.book_entry import by_book
from othello.analysis.moves import GameAnalysis, MoveAnalysis, raised
from othello.board import PASS, Board, Move
from othello.book import Book
from othello.engine import Engine, Info
from othello.errors import InvalidOption, counted, quote
from othello.fields import in_seconds, one_of
from othello.game import Game
from othello.levels import NO_PRUNING
from othello.limits import ENDLESS, Limits, limits_of
from othello.result import Line
from othello.timing import INSTANT

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from othello._limit_keywords import LimitKeywords

EXACT_FROM = 24
"""Default for the most empties of a position that is solved; with `LEVEL`, a game takes about four
seconds."""

LEVEL = 18
"""Default level of an analysis, see `othello.levels`."""

DEFAULT = Limits(level=LEVEL)

SHARE_OF_BEST = 0.6
"""Share of a position's time for its best move; the rest is for the move played."""

TIMED_SELECTIVITY = 73
"""Confidence in percent of searches that end by the clock."""


def default_engine(threads: int = 1, hash_mb: int = 64, *, is_timed: bool = False) -> Engine:
    """Return an engine for analyses, which solves positions of `EXACT_FROM` empties or fewer.

    With `is_timed`, for analyses with a time limit, it uses forward pruning, as the depth gained is
    worth more than what pruning misses.
    """
    selectivity = TIMED_SELECTIVITY if is_timed else NO_PRUNING
    return Engine(threads, hash_mb, endgame_depth=EXACT_FROM, selectivity=selectivity)


def analyse_game(
    game: Game | str,
    engine: Engine | None = None,
    limits: Limits | None = None,
    *,
    backwards: bool = True,
    book: Book | None = None,
    on_move: Callable[[int], object] | None = None,
    **keywords: Unpack[LimitKeywords],
) -> GameAnalysis:
    """Return what each move of `game` was worth.

    Parameters
    ----------
    game : Game or str
        A game, which may be unfinished and begin anywhere, or its moves as text.
    engine : Engine, optional
        Solves positions of its `endgame_depth` empties or fewer; by default that of
        `default_engine`. Its table is cleared first.
    limits : Limits, optional
        For each position, or the fields of `Limits` as keywords; by default level `LEVEL`, or as
        deep as `seconds` allow. Not `moves`, `multipv`, `window`, `wld` nor clocks. The keyword
        `seconds` is for the whole game, and may stand beside `limits`.
    backwards : bool
        Whether to begin with the last position. Exact scores do not depend on it.
    book : Book, optional
        Its scores and lines are used for the moves that it knows, unless the search is proven or
        clearly surer. In its positions the best move is the book's.
    on_move : callable, optional
        Called with each ply (from 1) when its position has been searched.

    Raises
    ------
    InvalidOption
        If `game` is not a `Game`, or a limit is out of range.
    AnalysisInterrupted
        On SIGINT, with the moves analysed so far.

    Examples
    --------
    >>> analysis = analyse_game("f5f6e6f4", depth=4)
    >>> [(str(move.move), move.verdict) for move in analysis.moves[:1]]
    [('f5', 'best')]
    >>> all(move.loss >= 0 for move in analysis.moves)
    True
    """
    game = Game(game) if isinstance(game, str) else game
    one_of("backwards", backwards, (True, False))
    seconds = keywords.pop("seconds", None)
    if seconds is not None:
        seconds = in_seconds("seconds", seconds)
    limits = _each_position(limits, keywords, ENDLESS if seconds else DEFAULT)
    if engine is None:
        with default_engine(is_timed=limits is ENDLESS) as own:
            return _Analysis(game, own, limits, seconds, book).run(backwards, on_move)
    engine.clear()
    return _Analysis(game, engine, limits, seconds, book).run(backwards, on_move)


def _each_position(limits: Limits | None, keywords: LimitKeywords, default: Limits) -> Limits:
    """Return the limits given, else `default`; raise InvalidOption if they fit no whole game."""
    limits = limits_of(limits, keywords, default)
    for name in ("moves", "multipv", "window", "wld", "black_clock", "white_clock"):
        if getattr(limits, name) != Limits._field_defaults[name]:
            reason = "expected limits that fit every position, which give scores"
            raise InvalidOption(f"invalid {name} {quote(getattr(limits, name))}: {reason}")
    return limits


class AnalysisInterrupted(KeyboardInterrupt):
    """SIGINT came while a game was analysed.

    `analysis` is that of the moves until then: the game's first or its last ones, with their plies
    in the whole game. None if no move was analysed.
    """

    def __init__(self, analysis: GameAnalysis | None) -> None:
        super().__init__(analysis)
        self.analysis = analysis

    def __str__(self) -> str:
        done = 0 if self.analysis is None else len(self.analysis.moves)
        return f"stopped, with {counted(done, 'move')} of the game analysed"


class _Analysis:
    """A running analysis. A position's number is the number of moves played before it."""

    def __init__(
        self,
        game: Game,
        engine: Engine,
        limits: Limits,
        seconds: float | None,
        book: Book | None,
    ) -> None:
        self.game = game
        self.moves = game.moves
        self.boards = game.positions()
        self.engine = engine
        self.limits = limits
        self.book = book
        self.deadline = None if seconds is None else time.perf_counter() + seconds
        self.best: dict[int, Line] = {}
        self.played: dict[int, Line] = {}
        self.nodes = 0
        self.seconds = 0.0

    def run(self, backwards: bool, on_move: Callable[[int], object] | None) -> GameAnalysis:
        """Search every position, the last one first if `backwards`, and judge the moves."""
        n_moves = len(self.moves)
        order = range(n_moves, -1, -1) if backwards else range(n_moves + 1)
        done = range(0)
        try:
            for n_done, number in enumerate(order):
                self.search(number, len(order) - n_done)
                done = range(number, n_moves + 1) if backwards else range(number + 1)
                if on_move is not None and number < n_moves:
                    on_move(number + 1)
            return self.analysis(self.game, range(n_moves))
        except KeyboardInterrupt:
            raise AnalysisInterrupted(self.part(done)) from None

    def search(self, number: int, n_left: int) -> None:
        """Search a position for its best move, and the played move if its score cannot follow.

        The remaining time is shared by `n_left` positions, this one included.
        """
        board = self.boards[number]
        is_last = number == len(self.moves)
        if board.is_over or (not is_last and len(board.legal_moves()) == 1):
            return  # an only move's score follows from the position after it
        ends = self._end_of(1 / n_left)
        best_ends = self._end_of(1 / n_left if is_last else SHARE_OF_BEST / n_left)
        best = self.best[number] = self._look(board, self.limits, best_ends)
        if not is_last and not best.exact and best.move != self.moves[number]:
            self.played[number] = self._look_at_played(number, ends)

    def part(self, done: range) -> GameAnalysis | None:
        """Return the analysis of the moves between the positions `done`; None without moves."""
        last = next((n for n in reversed(done) if n in self.best or self.boards[n].is_over), 0)
        numbers = range(done.start, last)
        if not numbers:
            return None
        self.deadline = time.perf_counter()  # after an interruption, search as briefly as possible
        return self.analysis(self.game[done.start : last], numbers)

    def analysis(self, game: Game, numbers: range) -> GameAnalysis:
        """Return the analysis of `game`, which is the moves with these numbers."""
        found = GameAnalysis(game, self.assemble(numbers), self.nodes, self.seconds)
        return by_book(found, self.book)

    def assemble(self, numbers: range) -> tuple[MoveAnalysis, ...]:
        """Return the analyses of the moves with these numbers."""
        board = self.boards[numbers.stop]
        after = Line(0, NO_PRUNING, board.score(), None, True, (), board.n_empties)
        if not board.is_over:
            after = self.best[numbers.stop]
        analysed: list[MoveAnalysis] = []
        for number in reversed(numbers):
            best = self.best.get(number) or self._behind(number, after)
            played = best
            if best.move != self.moves[number]:
                played = self._played(number, after)
            board, move = self.boards[number], self.moves[number]
            if best.exact:
                score = min(played.score, best.score)  # no move is better than an exact best score
                played = played._replace(score=score)
            elif played.score > best.score or _is_image(board, move, best.move):
                best = raised(best, played)
            analysed.append(MoveAnalysis(number + 1, board, move, played, best))
            after = best
        return tuple(reversed(analysed))

    def _played(self, number: int, after: Line) -> Line:
        """Return the line of a move that is not the best, given the position after it."""
        if self.best[number].exact and after.exact:
            return self._behind(number, after)
        return self.played.get(number) or self._look_at_played(number, self._end_of(0.0))

    def _behind(self, number: int, after: Line) -> Line:
        """Return the line of the move played, given the best one of the position after it."""
        move = self.moves[number]
        depth, n_empties = after.depth + (move is not PASS), self.boards[number].n_empties
        # 0 - x rather than -x, which would be -0.0 for 0.0 and be shown so.
        score, pv = 0 - after.score, (move, *after.pv)
        return after._replace(depth=depth, score=score, pv=pv, n_empties=n_empties)

    def _look_at_played(self, number: int, ends: float | None) -> Line:
        """Search the move played to the depth of the best one; stop at the time `ends`."""
        best = self.best[number]
        limits = self.limits
        if self.deadline is not None:
            # Depth and selectivity are 0 if the time was over before the search began.
            limits = Limits(depth=max(best.depth, 1), selectivity=best.selectivity or None)
        limits = limits._replace(moves=[self.moves[number]])
        return self._look(self.boards[number], limits, ends)

    def _look(self, board: Board, limits: Limits, ends: float | None) -> Line:
        """Search until the time `ends`; return the last line of a finished iteration, if any."""
        known: list[Info] = []
        if ends is not None:
            limits = limits._replace(seconds=max(ends - time.perf_counter(), INSTANT))
        result = self.engine.search(board, limits, on_info=known.append)
        self.nodes += result.nodes
        self.seconds += result.seconds
        line = result.lines[0]
        if result.stopped:
            whole = (info for info in reversed(known) if info.bound is None)
            line = next((Line(*info[:6], board.n_empties) for info in whole), line)
        return line

    def _end_of(self, share: float) -> float | None:
        """Return the time at which a share of the time left is over; None without a limit."""
        if self.deadline is None:
            return None
        now = time.perf_counter()
        return now + share * max(self.deadline - now, 0.0)


def _is_image(board: Board, move: Move, other: Move | None) -> bool:
    """Return whether two moves lead to the same position up to symmetry."""
    if other is None or PASS in (move, other):
        return False
    return board.after(move).canonical() == board.after(other).canonical()
