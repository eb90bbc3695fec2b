"""The protocol of NBoard, version 2: an Othello interface and the engines it talks to.

docs/protocol.md is the reference for users. The protocol has no error reply, so errors are written
to the log; those that lose the position also to stderr, which NBoard reads as replies, and skips
what it does not know. NBoard takes a reply to belong to the last
`pong` before it, so `ping` is answered only when all earlier commands have ended.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from othello._version import __version__
from othello.board import Board
from othello.engine import Engine, Info, Line, Result
from othello.errors import OthelloError, quote
from othello.ggf.games import GgfGame, GgfMove, parse_annotated_move, parse_game
from othello.levels import MAX_LEVEL, level_settings
from othello.limits import MAX_DEPTH, Limits
from othello.notation import PASS, Move
from othello.protocol.action import Action, Job, Turn
from othello.protocol.loop import Loop
from othello.protocol.options import (
    DEFAULT_SETTINGS,
    Settings,
    allocate,
    parse_integer,
    parse_number,
    within,
)
from othello.protocol.play_options import checked_move
from othello.protocol.playing import PlayingHandler
from othello.rooms import is_there
from othello.timing import INSTANT, Clock

SET_USAGE = "depth N | game GGF | contempt C | myname NAME"

THINKING, ANALYZING, DONE = "status Thinking", "status Analyzing", "status"
"""The engine's states, as the interface shows them, in the words of other engines."""

WLD_MARGIN = 2
"""Empties more than the level solves exactly, up to which a second search finds who wins."""


Report = Callable[["Stages", Line | Info, bool], None]


class NBoardHandler(PlayingHandler):
    """Speaks NBoard's protocol for one engine through one loop."""

    refusal_turn = Turn.IN_ORDER
    stderr_is_free = False

    def __init__(self, loop: Loop, settings: Settings = DEFAULT_SETTINGS) -> None:
        super().__init__(loop, settings)
        self._depth = settings.level
        self._record = GgfGame(Board())
        self._game = self._record.game()

    # ------------------------------------------------------------------ called by the loop

    def parse(self, line: str) -> Action:
        command, _, rest = line.strip().replace("\t", " ").partition(" ")
        command, rest = command.lower(), rest.strip()
        if not command:
            return Action(lambda: None)
        if command not in COMMANDS:
            raise OthelloError(f"unknown command: expected {', '.join(COMMANDS)}")
        usage, parse = COMMANDS[command]
        if bool(rest) != bool(usage):
            raise OthelloError(f"expected {command} {usage}".rstrip())
        run = parse(self, rest) if usage else partial(parse, self)
        return Action(run, Turn.ALONE, stops=command == "ping", leaves=command == "quit")

    def refuse(self, line: str, reason: str) -> None:
        """Write the error to the log, and to stderr if later moves are for another position."""
        error = f"error: {quote(line.strip())}: {reason}"
        self._loop.note(error)
        words = line.lower().split()
        if words[:2] == ["set", "game"] or words[:1] == ["move"]:
            with suppress(OSError):
                print(f"othello: {error}", file=sys.stderr, flush=True)

    # ------------------------------------------------------------------ commands with words

    def _parse_nboard(self, rest: str) -> Callable[[], None]:
        _parse_number("nboard", rest, 1)
        return partial(self._loop.write, f"set myname othello {__version__}")

    def _parse_set(self, rest: str) -> Callable[[], None]:
        name, _, value = rest.partition(" ")
        value = value.strip()
        if name.lower() == "depth":
            return partial(self._set_depth, _parse_number("set depth", value, 1))
        if name.lower() == "game":
            record = parse_game(value)
            if variant := record.variant():
                raise OthelloError(f"{variant} games are not played, expected TY[8]")
            return partial(self._set_game, record)
        if name.lower() == "contempt":
            if parse_number(value) is None:
                raise OthelloError("expected set contempt and a number")
            return lambda: None  # contempt is not used
        if name.lower() == "myname" and value:
            return lambda: None  # the name that the interface gives us is not used
        raise OthelloError(f"expected set {SET_USAGE}")

    def _parse_ping(self, rest: str) -> Callable[[], None]:
        number = parse_integer(rest)
        if number is None:
            raise OthelloError("expected ping and a number")
        return partial(self._loop.write, f"pong {number}")

    # ------------------------------------------------------------------ the game

    def _set_depth(self, depth: int) -> None:
        self._depth = min(depth, MAX_LEVEL)

    def _set_game(self, record: GgfGame) -> None:
        self._prepare()  # now, as the first move may have little time
        self._record = record
        self._game = record.game()

    def _move(self, note: GgfMove) -> None:
        if note.move is PASS and self._game.is_over:
            return  # the interface may send passes after the end; they are ignored
        known = len(self._game.moves)
        self._game.play(note.move)
        passes = [GgfMove(move) for move in self._game.moves[known:-1]]
        self._record = self._record._replace(moves=(*self._record.moves, *passes, note))

    def _learn(self) -> None:
        """Add the game to the book in use, in the background; nothing without a book.

        Not even `ping` ends it: the reply says that the game is stored.
        """
        book = self._play_options.book
        if not (book.is_used and book.path and is_there("bookmaking")):
            self._loop.write("learned")
            return
        path, depth, threads = book.path, self._depth, self._engine.threads
        game = self._game.copy()

        def work() -> None:
            from othello.interfaces.with_bookmaking import learn

            try:
                learn(path, game, depth, threads)
            except OthelloError as error:
                self._loop.note(f"error: 'learn': {error}")
            finally:
                self._loop.end_job("learned")

        self._loop.start(Job(work, lambda: None, finishes=True))

    # ------------------------------------------------------------------ thinking

    def _hint(self, n_moves: int) -> None:
        self._loop.write(ANALYZING)
        limits = Limits(level=self._depth, multipv=n_moves)
        stages = self._stages(self._game.board, limits, self._report_hint)

        def end() -> None:
            self._report_nodes(stages)
            self._loop.end_job(DONE)

        self._start(stages, end, yields=True)

    def _go(self) -> None:
        board = self._game.board
        if board.is_over or board.must_pass:
            self._loop.write("=== PA")
            return
        self._loop.write(THINKING)
        options = self._play_options
        if (known := options.from_book(board, self._loop.note)) is not None:
            self._report(known.result.lines[0], False)
            self._loop.write(self._answer(board, known.result))
            return
        limits = Limits(level=self._depth)
        left, clock = self._record.seconds_left(board.turn), self._record.clock(board.turn)
        known_clock = None if left is None or clock is None else Clock(left, clock.increment)
        if (budget := self._settings.budget(board, known_clock)) is not None:
            limits = within(limits, budget)
            if self._n_to_solve() >= board.n_empties:
                # There may be no time to solve, so deepen step by step until the time is up.
                limits = limits._replace(level=None, depth=MAX_DEPTH)
        is_full = options.strength.is_full
        stages = self._stages(board, options.limits(board, limits), self._report_best, is_full)

        def end() -> None:
            result = None if stages.best is None else options.pick(board, stages.best)
            self._report_nodes(stages)
            self._loop.end_job(self._answer(board, result, stages.seconds))

        self._start(stages, end)

    def _stages(
        self, board: Board, limits: Limits, report: Report = lambda *_: None, is_full: bool = True
    ) -> Stages:
        """Return the searches of a position, whose time begins now."""
        allocate(self._engine, self._loop.note)
        reach = self._n_to_solve() + WLD_MARGIN if is_full else 0
        return Stages(self._engine, board, limits, reach, report)

    def _n_to_solve(self) -> int:
        """Return the most empties that are solved exactly."""
        return level_settings(self._depth).endgame_depth

    def _start(self, stages: Stages, end: Callable[[], None], **kind: bool) -> None:
        """Search in the background, then call `end`; `kind` is as for `Job`."""

        def work() -> None:
            try:
                stages.run()
            finally:
                end()

        self._loop.start(Job(work, stages.stop, **kind))

    def _report_hint(self, stages: Stages, line: Line | Info, wld: bool) -> None:
        if isinstance(line, Info) and line.rank == 1:
            self._report_nodes(stages)
        self._report(line, wld)

    def _report_nodes(self, stages: Stages) -> None:
        self._loop.write(f"nodestats {stages.nodes} {stages.seconds:.2f}")

    def _report(self, line: Line | Info, wld: bool) -> None:
        depth = "100%W" if wld else "100%" if line.exact else str(line.depth)
        pv = "".join(map(_format_move, line.pv)) or _format_move(PASS)
        self._loop.write(f"search {pv} {_format_score(line.score)} 0 {depth}")

    def _report_best(self, _: Stages, line: Line | Info, wld: bool) -> None:
        if isinstance(line, Line) or line.rank == 1:
            self._report(line, wld)

    def _answer(self, board: Board, result: Result | None, seconds: float = 0.0) -> str:
        move = checked_move(board, result, partial(self.refuse, "go"))
        assert move is not None, "the game is not over"
        score = 0.0 if result is None else result.score
        return f"=== {_format_move(move)}/{_format_score(score)}/{seconds:.2f}\n{DONE}"

    def _analyze(self) -> None:
        """Search each position of the game and report its score, the last position first.

        The entries that its search leaves in the table help the searches of earlier positions.
        """
        positions = list(enumerate(self._game.positions()))
        limits = Limits(level=self._depth)
        stages = [(number, self._stages(board, limits)) for number, board in reversed(positions)]
        stopped = threading.Event()
        self._loop.write(ANALYZING)

        def work() -> None:
            for number, stage in stages:
                stage.run()
                if stopped.is_set() or stage.best is None:
                    break
                self._loop.write(f"analysis {number} {_format_score(stage.best.score)}")
            self._loop.end_job(DONE)

        def stop() -> None:
            stopped.set()
            for _, stage in stages:
                stage.stop()

        self._loop.start(Job(work, stop))


class Stages:
    """The searches of one position: first within `limits`, then for who wins if the end is near.

    That is so with up to `reach` empties. Both together take no longer than the limits say.
    `report` is called with this object, each line found, and whether it only says who wins.
    """

    def __init__(
        self, engine: Engine, board: Board, limits: Limits, reach: int, report: Report
    ) -> None:
        self._engine = engine
        self._board = board
        self._limits = limits
        self._reach = reach
        self._report = report
        self._began = time.perf_counter()
        self._lock = threading.Lock()
        self._is_stopped = False
        self.best: Result | None = None  # the move to play, and its score
        self.nodes = 0  # of all searches so far

    @property
    def seconds(self) -> float:
        """Time since this object was made."""
        return time.perf_counter() - self._began

    def run(self) -> None:
        """Run the searches; the first one reports at least one line."""
        self.best = result = self._search(self._limits)
        is_done = result.stopped or result.exact or self._is_stopped
        if is_done or self._board.n_empties > self._reach:
            return
        limits = Limits(wld=True, multipv=self._limits.multipv)
        if self._limits.seconds is not None:
            limits = limits._replace(seconds=max(self._limits.seconds - self.seconds, INSTANT))
        result = self._search(limits)
        if result.exact and result.score >= 0:
            self.best = result  # not in a lost game: the first search's move loses fewer discs

    def stop(self) -> None:
        """End all searches; any thread may call this."""
        with self._lock:
            self._is_stopped = True
            self._engine.stop()

    def _search(self, limits: Limits) -> Result:
        n_reports = 0
        nodes_before = self.nodes

        def report(info: Info) -> None:
            nonlocal n_reports
            self.nodes = nodes_before + info.nodes
            if info.bound is None and (info.exact or not limits.wld):
                n_reports += 1
                self._report(self, info, limits.wld)

        search = self._engine.prepare(self._board, limits, on_info=report)
        with self._lock:
            if self._is_stopped:
                search.stop()
        result = search.run()
        self.nodes = nodes_before + result.nodes
        if n_reports == 0 and not limits.wld:
            for line in result.lines:
                self._report(self, line, False)
        return result


def _parse_number(what: str, text: str, least: int) -> int:
    number = parse_integer(text)
    if number is None or number < least:
        raise OthelloError(f"expected {what} and a number from {least}")
    return number


def _format_move(move: Move) -> str:
    return "PA" if move is PASS else str(move).upper()


def _format_score(score: float) -> str:
    """Return a score with two decimals.

    >>> _format_score(-0.001), _format_score(18)
    ('0.00', '18.00')
    """
    return f"{round(score, 2) + 0.0:.2f}"


COMMANDS: dict[str, tuple[str, Callable[..., Any]]] = {
    "nboard": ("2", NBoardHandler._parse_nboard),
    "set": (SET_USAGE, NBoardHandler._parse_set),
    "move": (
        "MOVE[/EVALUATION[/SECONDS]]",
        lambda handler, rest: partial(handler._move, parse_annotated_move(rest)),
    ),
    "hint": ("N", lambda handler, rest: partial(handler._hint, _parse_number("hint", rest, 1))),
    "go": ("", NBoardHandler._go),
    "ping": ("N", NBoardHandler._parse_ping),
    "learn": ("", NBoardHandler._learn),
    "analyze": ("", NBoardHandler._analyze),
    "quit": ("", lambda handler: handler._loop.quit()),
}
"""Commands with their arguments, and what carries them out, or reads them and returns that."""
