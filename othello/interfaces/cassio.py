"""The Othello Engine Protocol of Cassio: single searches, whose time and depth Cassio decides.

docs/protocol.md is the reference for users; http://cassio.free.fr/engine-protocol.htm is the
official one. Where that is silent, this is what Edax does.
"""

import time
from functools import partial

from othello._version import __version__
from othello.board import Board
from othello.engine import Info, Line, Result
from othello.errors import OthelloError, quote
from othello.limits import MAX_DEPTH, SELECTIVITIES, Limits
from othello.notation import BLACK, PASS, Move
from othello.protocol.action import Action, Job, Turn
from othello.protocol.loop import Loop
from othello.protocol.options import DEFAULT_SETTINGS, Settings, allocate, parse_number

PREFIX = "engine-protocol"

SEARCHES = {
    "midgame-search": "POSITION ALPHA BETA DEPTH PRECISION",
    "endgame-search": "POSITION ALPHA BETA PRECISION",
}
"""The commands that search, and their arguments."""

MOST = 64
"""The highest score."""

READY = "ready."


class CassioHandler:
    """Speaks Cassio's protocol for one engine through one loop."""

    refusal_turn = Turn.ALONE
    stderr_is_free = True

    def __init__(self, loop: Loop, settings: Settings = DEFAULT_SETTINGS) -> None:
        self._loop = loop
        self._engine = settings.engine()
        self._began: float | None = None  # when the running search began
        self._nodes = 0
        self._actions = {
            "init": Action(self._init, Turn.ALONE),
            "get-version": Action(self._version, Turn.ALONE),
            "new-position": Action(partial(loop.write, READY), Turn.ALONE),
            "empty-hash": Action(self._engine.clear, Turn.ALONE),
            "feed-hash": Action(lambda: None),  # the table has its own bounds
            "get-search-infos": Action(self._report_nodes, Turn.AT_ONCE),
            "stop": Action(partial(self._ready_unless_searching, ""), Turn.AT_ONCE, stops=True),
            "quit": Action(self._quit, Turn.ALONE, leaves=True),
        }

    def parse(self, line: str) -> Action:
        prefix, *words = line.split() or [""]
        if not prefix:
            return Action(partial(self._ready_unless_searching, "ok."), Turn.AT_ONCE)
        if prefix.lower() != PREFIX:
            raise OthelloError("expected ENGINE-PROTOCOL and a command")
        command = words[0].lower() if words else ""
        if command in SEARCHES:
            board, limits = _parse_search(command, words[1:])
            return Action(partial(self._search, board, limits), Turn.ALONE)
        if command not in self._actions:
            expected = ", ".join([*self._actions, *SEARCHES])
            raise OthelloError(f"unknown command: expected {expected}")
        return self._actions[command]

    def refuse(self, line: str, reason: str) -> None:
        self._loop.write(f"ERROR: {quote(line.strip())}: {reason}\n{READY}")

    # ------------------------------------------------------------------ commands

    def _init(self) -> None:
        allocate(self._engine, self._loop.note)
        self._loop.write(READY)

    def _version(self) -> None:
        self._loop.write(f"version: othello {__version__}\n{READY}")

    def _quit(self) -> None:
        self._loop.write("bye bye.")
        self._loop.quit()

    def _ready_unless_searching(self, text: str) -> None:
        """Say that no search runs, or `text` if one does: it says so itself when it has ended."""
        if self._began is None:
            self._loop.write(READY)
        elif text:
            self._loop.write(text)

    def _report_nodes(self) -> None:
        began = self._began
        if began is None:
            self._loop.write(READY)
        else:
            self._loop.write(f"node {self._nodes}, time {time.perf_counter() - began:.3f}")

    # ------------------------------------------------------------------ searching

    def _search(self, board: Board, limits: Limits) -> None:
        if board.is_over:
            self._loop.write(READY)
            return
        allocate(self._engine, self._loop.note)
        told: list[tuple[object, ...]] = []
        report = partial(self._report, board, limits, told)
        search = self._engine.prepare(board, limits, on_info=report)
        self._nodes = 0
        self._began = time.perf_counter()

        def work() -> None:
            try:
                result = search.run()
                if result.depth:
                    self._report(board, limits, told, result)
            finally:
                self._began = None
                self._loop.end_job(READY)

        self._loop.start(Job(work, search.stop))

    def _report(
        self, board: Board, limits: Limits, told: list[tuple[object, ...]], line: Info | Result
    ) -> None:
        """Send a line that was found, unless it was the last that was sent."""
        self._nodes = line.nodes
        best = line.lines[0] if isinstance(line, Result) else line
        if best.bound is not None and limits.window is None:
            return
        key = (best.depth, best.selectivity, best.score, best.bound, best.pv)
        if key not in told[-1:]:
            told.append(key)
            self._loop.write(_format(board, best, line.nodes, line.seconds))


def _parse_search(command: str, words: list[str]) -> tuple[Board, Limits]:
    """Read the position, the window, the depth and the precision."""
    # The side to move may be written behind the squares, or apart from them.
    position, *rest = words or [""]
    if len(position) == 64 and rest:
        position += rest.pop(0)
    values = [parse_number(word) for word in rest]
    if len(values) != len(SEARCHES[command].split()) - 1 or None in values:
        raise OthelloError(f"expected {command} {SEARCHES[command]}")
    low, high, *depths, precision = (value for value in values if value is not None)
    for depth in depths:
        if depth != int(depth) or not 1 <= depth <= MOST:
            raise OthelloError(f"DEPTH {quote(rest[2])}: expected a whole number from 1 to {MOST}")
    if not 0 <= precision <= 100:
        raise OthelloError(f"PRECISION {quote(rest[-1])}: expected a number from 0 to 100")
    if low > high:
        raise OthelloError(f"ALPHA {quote(rest[0])}: expected at most BETA, {quote(rest[1])}")
    board = Board.from_obf(f"{position[:64]} {position[64:]}")
    depth = depths[0] if depths else board.n_empties
    limits = Limits(
        depth=int(min(max(depth, 1), board.n_empties or 1, MAX_DEPTH)),
        selectivity=next((each for each in SELECTIVITIES if each >= precision), SELECTIVITIES[-1]),
        window=_window(low, high),
    )
    return board, limits


def _window(low: float, high: float) -> tuple[float, float] | None:
    """Return the window of the search; None for all scores.

    One that is too narrow for a score is widened to one disc.

    >>> _window(-100, 2), _window(3.5, 3.5), _window(-64, 64)
    ((-64, 2), (3.5, 4.5), None)
    """
    low, high = max(low, -MOST), min(high, MOST)
    low = min(low, MOST - 1)
    high = max(high, low + 1)
    return None if low <= -MOST and high >= MOST else (low, high)


def _format(board: Board, line: Line | Info, nodes: int, seconds: float) -> str:
    side = "B" if board.turn == BLACK else "W"
    low = -MOST if line.bound == "upper" else line.score
    high = MOST if line.bound == "lower" else line.score
    return (
        f"{board.to_obf().replace(' ', '')}, move {_moves(board, line.pv[:1])}, "
        f"depth {line.depth}, @{line.selectivity}%, {side}{low:+.2f} <= v <= {side}{high:+.2f}, "
        f"{_moves(board, line.pv)}, node {nodes}, time {seconds:.3f}"
    )


def _moves(board: Board, pv: tuple[Move, ...]) -> str:
    """Return moves without blanks between them, those of black in capitals."""
    texts = []
    is_black = board.turn == BLACK
    for move in pv:
        text = "pa" if move is PASS else str(move)
        texts.append(text.upper() if is_black else text)
        is_black = not is_black
    return "".join(texts)
