"""UGI, the engine's own protocol: UCI generalised to games of two players, here Othello.

docs/protocol.md is the reference for users. A search has its own copy of everything it needs, so
`position` and queries are handled while one runs; options are set only when none runs.
"""

from __future__ import annotations

import re
import threading
import time
import warnings
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any

from othello._core import core
from othello._version import __version__
from othello.board import Board
from othello.engine import Info, Result
from othello.engine.options import SETTINGS
from othello.errors import InvalidOption, NoMemory, OthelloError, quote
from othello.limits import MAX_DEPTH, Limits
from othello.notation import PASS, Move
from othello.protocol.action import Action, Job, Turn
from othello.protocol.loop import Loop
from othello.protocol.options import (
    DEFAULT_SETTINGS,
    Option,
    Settings,
    allocate,
    engine_options,
    option_named,
    option_of,
    options_of_play,
    parse_integer,
    tuning_options,
    within,
)
from othello.protocol.play_options import checked_move
from othello.protocol.playing import PlayingHandler
from othello.protocol.ugi_text import (
    CHESS_COMMANDS,
    POSITION_USAGE,
    QUERY_USAGE,
    GoRequest,
    answer_query,
    format_info,
    format_move,
    parse_go,
    parse_position,
    rate,
)
from othello.rooms import provider
from othello.timing import DEFAULT_OVERHEAD, Budget, budget_for_move

MAX_MULTIPV = 33  # no position of a game has more moves
MAX_OVERHEAD_MS = 10_000
OVERHEAD_MS = round(1000 * DEFAULT_OVERHEAD)
MAX_PERFT_DEPTH = 14

PERFT_STEP = 8
"""Depth of a subtree counted in one call, which takes milliseconds; `stop` works between calls."""

COMMANDS = {
    "ugi": "who we are and our options, then ugiok",
    "isready": "readyok, also during a search",
    "setoption": "name NAME [value VALUE]",
    "uginewgame": "forget what the last game taught",
    "position": POSITION_USAGE,
    "go": (
        "[depth N] [nodes N] [movetime MS] [p1time MS] [p2time MS] [p1inc MS] [p2inc MS] "
        "[movestogo N] [infinite] [ponder] [exact] [wld] [searchmoves MOVE ...]"
    ),
    "stop": "end the search; bestmove follows",
    "ponderhit": "the move pondered on was played: go on under the clock",
    "query": QUERY_USAGE,
    "d": "the board, as FEN and OBF, and the legal moves",
    "eval": "the evaluation, term by term",
    "perft": "N: count the leaves N plies on",
    "bench": "search fixed positions; the node count is the engine's signature",
    "help": "this list",
    "quit": "leave",
}


class UgiBase:
    """The part of UGI that needs no search; `parse` and `refuse` are for the loop.

    Subclasses add to `actions`, for commands of one word, and `parsers`, which are given the other
    words of a line and return its action. The refusal of an unknown command names `commands`.
    """

    refusal_turn = Turn.IN_ORDER
    stderr_is_free = True

    def __init__(self, loop: Loop, commands: Iterable[str]) -> None:
        self._loop = loop
        self._commands = commands
        self._board = Board()
        self.actions = {
            "": Action(lambda: None),
            "stop": Action(loop.stop, Turn.AT_ONCE),
            "quit": Action(loop.quit, Turn.ALONE, leaves=True),
        }
        self.parsers: dict[str, Callable[[list[str]], Action]] = {
            "position": self._parse_position,
            "query": self._parse_query,
        }

    def parse(self, line: str) -> Action:
        command, *words = line.split() or [""]
        command = command.lower()
        if command in self.parsers:
            return self.parsers[command](words)
        if command not in self.actions:
            expected = CHESS_COMMANDS.get(command, ", ".join(self._commands))
            raise OthelloError(f"unknown command {quote(line.strip())}: expected {expected}")
        if words:
            raise OthelloError(f"unexpected words in {quote(line.strip())}: expected {command}")
        return self.actions[command]

    def refuse(self, line: str, reason: str) -> None:
        self._loop.write(f"info string error: {reason}")

    def _parse_position(self, words: list[str]) -> Action:
        return Action(partial(setattr, self, "_board", parse_position(words)))

    def _parse_query(self, words: list[str]) -> Action:
        answer_query(words, self._board)  # a wrong query is refused at once
        return Action(lambda: self._loop.write(answer_query(words, self._board)))


class UgiHandler(UgiBase, PlayingHandler):
    """Speaks UGI for one engine through one loop; `options` has what can be set, by name."""

    def __init__(self, loop: Loop, settings: Settings = DEFAULT_SETTINGS) -> None:
        UgiBase.__init__(self, loop, COMMANDS)
        PlayingHandler.__init__(self, loop, settings, owns_book=False)
        self._ponderings: list[Pondering] = []  # those that ``ponderhit`` may mean
        self._ponder = False
        self._multipv = 1
        self._reported: Info | None = None  # the last best line of the present search
        self._overhead_ms = OVERHEAD_MS
        set_overhead = partial(setattr, self, "_overhead_ms")
        options = [
            *engine_options(self._engine),
            Option("MultiPV", "spin", 1, partial(setattr, self, "_multipv"), 1, MAX_MULTIPV),
            *options_of_play(self._play_options),
            Option("Ponder", "check", False, partial(setattr, self, "_ponder")),
            *tuning_options(),
            option_of("CpuTime", self._engine, "processor_time", SETTINGS["processor_time"]),
            Option("WeightsFile", "string", "", self._load_weights),
            Option("MoveOverhead", "spin", OVERHEAD_MS, set_overhead, 0, MAX_OVERHEAD_MS),
        ]
        self.options = {option.name.lower(): option for option in options}
        self.parsers |= {"go": self._parse_go, "perft": self._parse_perft}
        self.actions |= {
            "ugi": Action(self._ugi),
            "isready": Action(self._isready, Turn.AT_ONCE),
            "uginewgame": Action(self._new_game, Turn.ALONE),
            "ponderhit": Action(self._ponderhit, Turn.AT_ONCE),
            "stop": Action(self._stop, Turn.AT_ONCE),
            "d": Action(self._show),
            "eval": Action(self._evaluate),
            "bench": Action(self._bench, Turn.ALONE),
            "help": Action(self._help),
        }

    def parse(self, line: str) -> Action:
        command, *words = line.split() or [""]
        if command.lower() == "setoption":
            return self._parse_setoption(line, words)
        return super().parse(line)

    # ------------------------------------------------------------------ commands with words

    def _parse_setoption(self, line: str, words: list[str]) -> Action:
        usage = f"setoption {COMMANDS['setoption']}"
        if len(words) < 2 or words[0].lower() != "name":
            raise OthelloError(f"{quote(' '.join(['setoption', *words]))}: expected {usage}")
        end = next((i for i, word in enumerate(words) if word.lower() == "value"), len(words))
        name = " ".join(words[1:end])
        option = option_named(name, self.options, f" {quote(name)}")
        # The value is cut from the line itself, as a file's name may hold several blanks in a row.
        texts = re.split(r"\svalue(?:\s|$)", line, maxsplit=1, flags=re.IGNORECASE)[1:]
        value = option.parse(texts[0].strip() if texts else None)
        return Action(partial(self._apply, option, value), Turn.ALONE)

    def _apply(self, option: Option, value: Any) -> None:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            option.apply(value)
        for warning in caught:
            self._loop.write(f"info string warning: {warning.message}")

    def _parse_go(self, words: list[str]) -> Action:
        if words[:1] and words[0].lower() == "perft":  # as in Stockfish
            return self._parse_perft(words[1:])
        request = parse_go(words)
        pondering = Pondering(self._loop.after) if request.ponder else None
        if pondering is not None:
            self._ponderings.append(pondering)  # `ponderhit` may come before the search begins
        return Action(partial(self._go, request, pondering), Turn.ALONE)

    def _parse_perft(self, words: list[str]) -> Action:
        depth = parse_integer(words[0]) if len(words) == 1 else None
        if depth is None or not 0 <= depth <= MAX_PERFT_DEPTH:
            expected = f"expected perft and a depth from 0 to {MAX_PERFT_DEPTH}"
            raise OthelloError(f"{quote(' '.join(['perft', *words]))}: {expected}")
        loop = self._loop
        return Action(lambda: loop.start(perft_job(self._board, depth, loop)), Turn.ALONE)

    # ------------------------------------------------------------------ what commands do

    def _ugi(self) -> None:
        declarations = [f"option {option.declaration()}" for option in self.options.values()]
        heads = [f"id name othello {__version__}", "id author the othello developers"]
        self._loop.write("\n".join([*heads, *declarations, "ugiok"]))

    def _isready(self) -> None:
        self._prepare()
        self._loop.write("readyok")

    def _new_game(self) -> None:
        self._prepare()
        self._engine.clear()

    def _load_weights(self, path: str) -> None:
        """Load the weights in a file, or the shipped ones if `path` is empty."""
        from othello.weights import load_shipped, load_weights

        try:
            load_weights(path) if path else load_shipped()
        except OSError as error:
            reason = error.strerror or error
            raise InvalidOption(f"cannot read {quote(path)} for WeightsFile: {reason}") from None

    def _show(self) -> None:
        board = self._board
        moves = " ".join(map(format_move, board.legal_moves()))
        self._loop.write(
            f"{board}\nfen {board.to_fen()}\nobf {board.to_obf()}\nmoves {moves or 'none'}"
        )

    def _evaluate(self) -> None:
        from othello.evaluation import explain, format_report

        is_pattern = self._engine.evaluation == "pattern"
        pattern = self._engine.evaluate(self._board) if is_pattern else None
        self._loop.write(format_report(explain(self._board), pattern))

    def _bench(self) -> None:
        if (measuring := provider("bench")) is None:
            raise OthelloError("'bench': this installation has no benchmark")
        self._loop.start(measuring.bench_job(self._loop))

    def _help(self) -> None:
        self._loop.write("\n".join(f"{name:<10} {what}" for name, what in COMMANDS.items()))

    def _complain(self, reason: str) -> None:
        self.refuse("", reason)

    # ------------------------------------------------------------------ searching

    def _go(self, request: GoRequest, pondering: Pondering | None) -> None:
        board = self._board
        try:
            self._search(board, request, pondering)
        except NoMemory as error:
            self._complain(str(error))
            self._loop.write(self._answer(board, None))
        except MemoryError as error:
            self._complain(f"cannot search: {str(error) or 'no memory'}")
            self._loop.write(self._answer(board, None))
        finally:
            if pondering is not None:
                pondering.end_unless_begun()

    def _search(self, board: Board, request: GoRequest, pondering: Pondering | None) -> None:
        began = time.perf_counter()
        overhead = self._overhead_ms / 1000
        self._reported = None
        to_the_end = request.exact or request.wld
        endless = request.infinite or request.ponder
        if not (endless or to_the_end or request.searchmoves):
            known = self._play_options.from_book(board, self._complain)
            if known is not None:
                answer = self._answer(board, known.result)
                self._loop.write(f"info string book {known.text}\n{answer}")
                return
        allocate(self._engine, self._complain)
        depth = None if to_the_end or request.depth is None else min(request.depth, MAX_DEPTH)
        limits = Limits(
            depth=depth,
            nodes=request.nodes,
            exact=request.exact and not request.wld,
            wld=request.wld,
            multipv=self._multipv,
            moves=request.searchmoves or None,
        )
        budget = request.budget(board, overhead, spent=time.perf_counter() - began)
        if budget is None and not request.is_limited and self._settings.seconds is not None:
            budget = budget_for_move(self._settings.seconds, overhead)
        is_deepest = request.infinite or (request.ponder and budget is not None)
        if depth is None and is_deepest and not to_the_end:
            limits = limits._replace(depth=MAX_DEPTH)
        if budget is not None and not endless:
            limits = within(limits, budget)
        search = self._engine.prepare(
            board,
            self._play_options.limits(board, limits),
            on_info=self._report if pondering is None else partial(self._report_to, pondering),
        )
        may_answer = threading.Event()

        def work() -> None:
            result = None
            try:
                result = search.run()
                self._report_unfinished(result)
                result = self._play_options.pick(board, result, self._multipv)
                if endless:
                    may_answer.wait()
            finally:
                if pondering is not None:
                    pondering.end()
                self._loop.end_job(self._answer(board, result))

        def stop() -> None:
            search.stop()
            may_answer.set()

        job = Job(work, stop, endless=endless)
        if pondering is not None:
            pondering.begin(job, may_answer.set, budget, is_infinite=request.infinite)
        self._loop.start(job)

    def _stop(self) -> None:
        self._ponderings.clear()
        self._loop.stop()

    def _ponderhit(self) -> None:
        """Hand the hit to the first search that waits for one; later ones have their own."""
        self._ponderings = [each for each in self._ponderings if each.may_be_hit]
        if not self._ponderings:
            raise OthelloError("'ponderhit' but nothing ponders: expected go ponder before it")
        self._ponderings[0].hit()

    def _report_to(self, pondering: Pondering, info: Info) -> None:
        self._report(info)
        pondering.iteration_ended()

    def _report(self, info: Info) -> None:
        if info.rank == 1:
            self._reported = info
        if info.rank <= self._multipv:
            self._loop.write(format_info(info))

    def _report_unfinished(self, result: Result) -> None:
        """Report the best line if it comes from an iteration that was cut off."""
        known, last = result.lines[0][:-1], self._reported
        if result.stopped and result.depth and (last is None or known != last[: len(known)]):
            hashfull = 0 if last is None else last.hashfull
            self._report(Info(*known, 1, result.nodes, result.seconds, hashfull))

    def _answer(self, board: Board, result: Result | None) -> str:
        """Return a legal move in any case, and the expected reply if option `Ponder` is set."""
        move = checked_move(board, result, self._complain)
        if move is None:
            move = PASS
        words = ["bestmove", format_move(move)]
        if self._ponder and result is not None and result.pv[:1] == (move,) and result.pv[1:]:
            words += ["ponder", format_move(result.pv[1])]
        return " ".join(words)


class Pondering:
    """A search begun by ``go ponder``.

    Until ``ponderhit`` only ``stop`` ends it. After ``ponderhit`` the clock's budget holds: no
    iteration is begun once the time since ``go ponder`` exceeds the soft limit. The running one
    may go on for the hard limit, counted from the hit, or for the soft limit if that was over
    already. ``ponderhit`` may come even before the search begins. `after` calls a function so many
    seconds later.
    """

    def __init__(self, after: Callable[[float, Callable[[], object]], object]) -> None:
        self._after = after
        self._budget: Budget | None = None
        self._job: Job | None = None
        self._release: Callable[[], object] = lambda: None
        self._is_infinite = False
        self._began = 0.0
        self._is_hit = False
        self._has_ended = False
        self._lock = threading.Lock()

    @property
    def may_be_hit(self) -> bool:
        """Whether ``ponderhit`` may still come: it has not, and the search has not ended."""
        return not self._is_hit and not self._has_ended

    def begin(
        self,
        job: Job,
        release: Callable[[], object],
        budget: Budget | None,
        *,
        is_infinite: bool,
    ) -> None:
        """Record that the search begins; if ``ponderhit`` came before, start the clock.

        After ``ponderhit`` `budget` holds, and `release` lets the search answer once it has ended;
        an infinite one still waits for ``stop``.
        """
        self._job, self._release, self._is_infinite = job, release, is_infinite
        self._budget = None if is_infinite else budget
        self._began = time.perf_counter()
        if self._is_hit:
            self._go_on(job)

    def end_unless_begun(self) -> None:
        """Record that no search will begin, as ``go ponder`` was refused; else do nothing."""
        if self._job is None:
            self.end()

    def hit(self) -> None:
        """Handle ``ponderhit``: the clock's budget holds from now on."""
        self._is_hit = True
        if self._job is not None:
            self._go_on(self._job)

    def iteration_ended(self) -> None:
        """Called after each iteration: stop the search if the soft limit has passed."""
        if self._is_hit and self._budget is not None and self._elapsed() > self._budget.soft:
            self._stop_if_running()

    def end(self) -> None:
        """Record that the search has ended, so that its limit cannot stop a later search."""
        with self._lock:
            self._has_ended = True

    def _go_on(self, job: Job) -> None:
        if self._is_infinite:
            return
        job.endless = False
        self._release()
        if self._budget is not None:
            is_late = self._elapsed() > self._budget.soft
            seconds = self._budget.soft if is_late else self._budget.hard
            self._after(seconds, self._stop_if_running)

    def _stop_if_running(self) -> None:
        with self._lock:
            if not self._has_ended and self._job is not None:
                self._job.stop()

    def _elapsed(self) -> float:
        return time.perf_counter() - self._began


def perft_job(board: Board, depth: int, loop: Loop) -> Job:
    """Return a job that counts the leaves at `depth` and prints the count of each move."""
    stopped = threading.Event()

    def work() -> None:
        began = time.perf_counter()
        total = 0
        for move, after in _children(board) if depth else []:
            count = _count_leaves(after, depth - 1, stopped.is_set)
            if stopped.is_set():
                loop.end_job("info string perft stopped")
                return
            loop.write(f"{format_move(move)} {count}")
            total += count
        total = total or 1
        seconds = time.perf_counter() - began
        speed = f"time {seconds * 1000:.0f} nps {rate(total, seconds)}"
        loop.end_job(f"perft {depth} nodes {total} {speed}")

    return Job(work, stopped.set, finishes=True)


def _children(board: Board) -> list[tuple[Move, Board]]:
    return [(move, board.after(move)) for move in board.legal_moves()]


def _count_leaves(board: Board, depth: int, stopped: Callable[[], bool]) -> int:
    """Count leaves as perft does, in subtrees small enough to call `stopped` often."""
    if depth <= PERFT_STEP:
        return 0 if stopped() else core.perft(board.player, board.opponent, depth)
    children = _children(board)
    if not children:
        return 1
    return sum(_count_leaves(after, depth - 1, stopped) for _, after in children)


@cache
def own_options() -> list[Option]:
    """Return what can be set in our engine, to read values before it is started."""
    handler = Loop(UgiHandler).handler
    assert isinstance(handler, UgiHandler)
    return list(handler.options.values())
