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
from othello.formats.ggf import GgfGame, GgfMove, parse_annotated_move, parse_game
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
from othello.protocol.play_options import PlayOptions, checked_move
from othello.protocol.playing import PlayingHandler
from othello.rooms import is_there
from othello.timing import Budget, Clock

COMMANDS = {
    "nboard": "2",
    "set": "depth N | game GGF | contempt C | myname NAME",
    "move": "MOVE[/EVALUATION[/SECONDS]]",
    "hint": "N",
    "go": "",
    "ping": "N",
    "learn": "",
    "analyze": "",
    "quit": "",
}

THINKING, ANALYZING, DONE = "status Thinking", "status Analyzing", "status"
"""The engine's states, as the interface shows them, in the words of other engines."""

WLD_MARGIN = 2
"""Empties more than the level solves exactly, up to which a second search finds who wins."""


class NBoardHandler(PlayingHandler):
    """Speaks NBoard's protocol for one engine through one loop."""

    refusal_turn = Turn.IN_ORDER
    stderr_is_free = False

    def __init__(self, loop: Loop, settings: Settings = DEFAULT_SETTINGS) -> None:
        super().__init__(loop, settings)
        self._depth = settings.level
        self._record = GgfGame(Board())
        self._game = self._record.game()
        self._parsers: dict[str, Callable[[str], Callable[[], None]]] = {
            "nboard": self._parse_nboard,
            "set": self._parse_set,
            "move": lambda rest: partial(self._move, parse_annotated_move(rest)),
            "hint": lambda rest: partial(self._hint, _parse_number("hint", rest, 1)),
            "go": lambda _: self._go,
            "ping": self._parse_ping,
            "learn": lambda _: self._learn,
            "analyze": lambda _: self._analyze,
            "quit": lambda _: self._loop.quit,
        }

    # ------------------------------------------------------------------ called by the loop

    def parse(self, line: str) -> Action:
        command, _, rest = line.strip().replace("\t", " ").partition(" ")
        command, rest = command.lower(), rest.strip()
        if not command:
            return Action(lambda: None)
        if command not in COMMANDS:
            raise OthelloError(f"unknown command: expected {', '.join(COMMANDS)}")
        if bool(rest) != bool(COMMANDS[command]):
            raise OthelloError(f"expected {command} {COMMANDS[command]}".rstrip())
        run = self._parsers[command](rest)
        if command == "quit":
            return Action(run, Turn.ALONE, leaves=True)
        return Action(run, Turn.ALONE, stops=command == "ping")

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
            return self._parse_contempt(value)
        if name.lower() == "myname" and value:
            return lambda: None  # the name that the interface gives us is not used
        raise OthelloError(f"expected set {COMMANDS['set']}")

    def _parse_contempt(self, value: str) -> Callable[[], None]:
        """Check that the value is a number; contempt is not used."""
        if parse_number(value) is None:
            raise OthelloError("expected set contempt and a number")
        return lambda: None

    def _parse_ping(self, rest: str) -> Callable[[], None]:
        number = parse_integer(rest)
        if number is None:
            raise OthelloError("expected ping and a number")
        return partial(self._loop.write, f"pong {number}")

    # ------------------------------------------------------------------ the game

    def _set_depth(self, depth: int) -> None:
        self._depth = min(depth, MAX_LEVEL)

    def _set_game(self, record: GgfGame) -> None:
        allocate(self._engine, self._loop.note)  # now, as the first move may have little time
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
        stages = self._stages(self._game.board, n_moves, self._report_hint)
        self._start(stages, self._end_hint, yields=True)

    def _go(self) -> None:
        board = self._game.board
        if board.is_over or board.must_pass:
            self._loop.write("=== PA")
            return
        self._loop.write(THINKING)
        options = self._play_options
        if (known := options.from_book(board, self._loop.note)) is not None:
            move = checked_move(board, known.result, partial(self.refuse, "go"))
            assert move is not None, "the game is not over"
            self._report(known.result.lines[0], False)
            answer = f"=== {_format_move(move)}/{_format_score(known.result.score)}/0.00"
            self._loop.write(f"{answer}\n{DONE}")
            return
        stages = self._stages(board, 1, self._report_best, self._budget(board), options)
        self._start(stages, self._answer)

    def _stages(self, board: Board, *settings: Any) -> Stages:
        """Return the searches of a position, whose time begins now."""
        allocate(self._engine, self._loop.note)
        return Stages(self._engine, board, self._depth, *settings)

    def _start(self, stages: Stages, finish: Callable[[Stages], None], **kind: bool) -> None:
        """Search in the background, then call `finish`; `kind` is as for `Job`."""

        def work() -> None:
            try:
                stages.run()
            finally:
                finish(stages)

        self._loop.start(Job(work, stages.stop, **kind))

    def _report_hint(self, stages: Stages, line: Line | Info, wld: bool) -> None:
        if isinstance(line, Info) and line.rank == 1:
            self._report_nodes(stages)
        self._report(line, wld)

    def _end_hint(self, stages: Stages) -> None:
        self._report_nodes(stages)
        self._loop.end_job(DONE)

    def _report_nodes(self, stages: Stages) -> None:
        self._loop.write(f"nodestats {stages.nodes} {stages.seconds:.2f}")

    def _report(self, line: Line | Info, wld: bool) -> None:
        depth = "100%W" if wld else "100%" if line.exact else str(line.depth)
        pv = "".join(map(_format_move, line.pv)) or _format_move(PASS)
        self._loop.write(f"search {pv} {_format_score(line.score)} 0 {depth}")

    def _report_best(self, _: Stages, line: Line | Info, wld: bool) -> None:
        if isinstance(line, Line) or line.rank == 1:
            self._report(line, wld)

    def _answer(self, stages: Stages) -> None:
        board, best = stages.board, stages.best
        result = None if best is None else self._play_options.pick(board, best)
        move = checked_move(board, result, partial(self.refuse, "go"))
        assert move is not None, "the game is not over"
        score = 0.0 if result is None else result.score
        self._report_nodes(stages)
        answer = f"=== {_format_move(move)}/{_format_score(score)}/{stages.seconds:.2f}"
        self._loop.end_job(f"{answer}\n{DONE}")

    def _analyze(self) -> None:
        """Search each position of the game and report its score, the last position first.

        The entries that its search leaves in the table help the searches of earlier positions.
        """
        positions = list(enumerate(self._game.positions()))
        stages = [(number, self._stages(board, 1)) for number, board in reversed(positions)]
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

    def _budget(self, board: Board) -> Budget | None:
        """Return the time for a move: by the game's clock, else by ``--time``, else None."""
        left, clock = self._record.seconds_left(board.turn), self._record.clock(board.turn)
        known = None if left is None or clock is None else Clock(left, clock.increment)
        return self._settings.budget(board, known)


class Stages:
    """The searches of one position: first by level, then for who wins if the end is near.

    All together they take no longer than `budget`. `report` is called with this object, each line
    found, and whether the line only says who wins. `play_options`, by which the move will be
    chosen, decide the depth and the number of lines; without them it is `n_moves`.
    """

    def __init__(
        self,
        engine: Engine,
        board: Board,
        level: int,
        n_moves: int,
        report: Callable[[Stages, Line | Info, bool], None] = lambda *_: None,
        budget: Budget | None = None,
        play_options: PlayOptions | None = None,
    ) -> None:
        self._engine = engine
        self.board = board
        self._level = level
        self._n_moves = n_moves
        self._budget = budget
        self._report = report
        self._play_options = play_options
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
        limits = Limits(level=self._level, multipv=self._n_moves)
        if self._budget is not None:
            limits = within(limits, self._budget.less(self.seconds))
            if self._n_to_solve() >= self.board.n_empties:
                # There may be no time to solve, so deepen step by step until the time is up.
                limits = limits._replace(level=None, depth=MAX_DEPTH)
        if self._play_options is not None:
            limits = self._play_options.limits(self.board, limits)
            self._n_moves = limits.multipv
        self.best = result = self._search(limits)
        if self._play_options is not None and not self._play_options.strength.is_full:
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
        return not self._is_stopped and self.board.n_empties <= reach

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
                self._report(self, info, limits.wld)

        search = self._engine.prepare(self.board, limits, on_info=report)
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
