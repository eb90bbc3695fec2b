"""An engine that plays behind a protocol: its options, its memory, and the choice of a move."""

from collections.abc import Callable

from othello.board import Board
from othello.engine import Info, Result
from othello.errors import NoMemory, OthelloError
from othello.limits import Limits
from othello.notation import Move
from othello.protocol.action import Job
from othello.protocol.loop import Loop
from othello.protocol.options import Settings, allocate, within
from othello.protocol.play_options import checked_move
from othello.timing import Budget

Say = Callable[[str], None]
Answer = Callable[[Move, Result | None, Say], object]
"""A function that plays a move and tells it by `Say`; there is no result if memory is short."""


class PlayingHandler:
    """The part of a protocol's handler that is the same in all protocols that play games."""

    def __init__(self, loop: Loop, settings: Settings, *, owns_book: bool = True) -> None:
        self._loop = loop
        self._settings = settings
        self._engine = settings.engine()
        self._play_options = settings.play_options(owns_book=owns_book)

    def _complain(self, reason: str) -> None:
        """Tell of something that is wrong, but stops nothing: here in the log."""
        self._loop.note(reason)

    def _prepare(self) -> None:
        """Make the memory ready now, as the first move may have little time."""
        try:
            allocate(self._engine, self._complain)
            self._play_options.strength.prepare()
        except (OthelloError, MemoryError) as error:
            self._complain(str(error) or "no memory")

    def _choose(
        self,
        board: Board,
        limits: Limits,
        budget: Callable[[], Budget | None],
        answer: Answer,
        on_info: Callable[[Info], None] | None = None,
    ) -> None:
        """Choose a move where there is one: by the book at once, else by a search.

        The search runs in the background. `budget` returns its time as it begins.
        """

        def end(result: Result | None, say: Say) -> None:
            move = checked_move(board, result, self._complain)
            assert move is not None, "the game is not over"
            answer(move, result, say)

        known = self._play_options.from_book(board, self._complain)
        if known is not None:
            end(known.result, self._loop.write)
            return
        try:
            allocate(self._engine, self._complain)
            limits = self._play_options.limits(board, limits)
            if (seconds := budget()) is not None:
                limits = within(limits, seconds)
            search = self._engine.prepare(board, limits, on_info=on_info)
        except (NoMemory, MemoryError) as error:
            self._complain(str(error) or "no memory")
            end(None, self._loop.write)
            return

        def work() -> None:
            result: Result | None = None
            try:
                result = self._play_options.pick(board, search.run())
            finally:
                end(result, self._loop.end_job)

        self._loop.start(Job(work, search.stop))
