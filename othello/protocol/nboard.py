"""The protocol of NBoard, version 2: an Othello interface and the engines it talks to.

docs/protocol.md is the reference for users. The protocol has no error reply, and NBoard reads
stderr as replies, so errors are written to the log only. NBoard takes a reply to belong to the last
`pong` before it, so `ping` is answered only when all earlier commands have ended.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from othello._version import __version__
from othello.board import Board
from othello.engine import Info, Line
from othello.errors import OthelloError, quote
from othello.formats.ggf import GgfGame, GgfMove, parse_annotated_move, parse_game
from othello.levels import MAX_LEVEL
from othello.notation import PASS, Move
from othello.protocol.action import Action, Job, Turn
from othello.protocol.loop import Loop
from othello.protocol.nboard_stages import Stages
from othello.protocol.options import parse_integer
from othello.protocol.settings import DEFAULT_SETTINGS, Settings, allocate, checked_move
from othello.protocol.style import Style
from othello.timing import Budget, Clock, budget_for_clock, budget_for_move

__all__ = ["NBoardHandler"]

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
"""What the interface shows as the engine's state, in the words that other engines use."""


class NBoardHandler:
    """Speaks NBoard's protocol for one engine through one loop."""

    refusal_turn = Turn.IN_ORDER
    stderr_is_free = False

    def __init__(self, loop: Loop, settings: Settings = DEFAULT_SETTINGS) -> None:
        self._loop = loop
        self._settings = settings
        self._engine = settings.engine()
        self._depth = settings.level
        self._style = settings.style()
        self._record = GgfGame(Board())
        self._game = self._record.game()
        self._parsers: dict[str, Callable[[str], Callable[[], None]]] = {
            "nboard": self._parse_nboard,
            "set": self._parse_set,
            "move": self._parse_move,
            "hint": self._parse_hint,
            "go": lambda _: self._go,
            "ping": self._parse_ping,
            "learn": lambda _: partial(self._loop.write, "learned"),
            "analyze": lambda _: self._analyze,
            "quit": lambda _: self._loop.quit,
        }

    # ------------------------------------------------------------------ called by the loop

    def parse(self, line: str) -> Action:
        """Return the action for a line."""
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
        """Write the error to the log; the protocol has no error reply."""
        self._loop.note(f"error: {quote(line.strip())}: {reason}")

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
        try:
            float(value)
        except ValueError:
            raise OthelloError("expected set contempt and a number") from None
        return lambda: None

    def _parse_move(self, rest: str) -> Callable[[], None]:
        return partial(self._move, parse_annotated_move(rest))

    def _parse_hint(self, rest: str) -> Callable[[], None]:
        return partial(self._hint, _parse_number("hint", rest, 1))

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

    # ------------------------------------------------------------------ thinking

    def _hint(self, n_moves: int) -> None:
        self._loop.write(ANALYZING)
        self._think(n_moves, None, self._end_hint, self._report_hint, yields=True)

    def _go(self) -> None:
        board = self._game.board
        if board.is_over or board.must_pass:
            self._loop.write("=== PA")
            return
        self._loop.write(THINKING)
        self._think(
            1,
            self._budget(board),
            partial(self._answer, board),
            self._report_best,
            style=self._style,
        )

    def _think(
        self,
        n_moves: int,
        budget: Budget | None,
        finish: Callable[[Stages], None],
        report: Callable[[Stages, Line | Info, bool], None],
        yields: bool = False,
        style: Style | None = None,
    ) -> None:
        """Search the game's position in the background.

        Parameters
        ----------
        n_moves : int
            How many of the best moves to find.
        budget : Budget or None
            Seconds for all searches.
        finish : callable
            Called with the searches when they have ended.
        report : callable
            Called with the searches, each line found, and whether it only says who wins.
        yields : bool
            As for `Job`.
        """
        allocate(self._engine, self._loop.note)
        board = self._game.board
        stages = Stages(
            self._engine,
            board,
            self._depth,
            n_moves,
            budget,
            lambda line, wld: report(stages, line, wld),
            style,
        )

        def work() -> None:
            try:
                stages.run()
            finally:
                finish(stages)

        self._loop.start(Job(work, stages.stop, yields=yields))

    def _report_hint(self, stages: Stages, line: Line | Info, wld: bool) -> None:
        if isinstance(line, Info) and line.rank == 1:
            self._report_nodes(stages)
        self._report(line, wld)

    def _end_hint(self, stages: Stages) -> None:
        self._report_nodes(stages)
        self._loop.write(DONE)

    def _report_nodes(self, stages: Stages) -> None:
        self._loop.write(f"nodestats {stages.nodes} {stages.seconds:.2f}")

    def _report(self, line: Line | Info, wld: bool) -> None:
        depth = "100%W" if wld else "100%" if line.exact else str(line.depth)
        pv = "".join(map(_format_move, line.pv)) or _format_move(PASS)
        self._loop.write(f"search {pv} {_format_score(line.score)} 0 {depth}")

    def _report_best(self, _: Stages, line: Line | Info, wld: bool) -> None:
        if isinstance(line, Line) or line.rank == 1:
            self._report(line, wld)

    def _answer(self, board: Board, stages: Stages) -> None:
        result = None if stages.best is None else self._style.pick(board, stages.best)
        move = checked_move(board, result, partial(self.refuse, "go"))
        assert move is not None, "the game is not over"
        score = 0.0 if result is None else result.score
        self._report_nodes(stages)
        answer = f"=== {_format_move(move)}/{_format_score(score)}/{stages.seconds:.2f}"
        self._loop.write(f"{answer}\n{DONE}")

    def _analyze(self) -> None:
        """Search each position of the game and report its score, the last position first.

        The entries that its search leaves in the table help the searches of earlier positions.
        """
        allocate(self._engine, self._loop.note)
        positions = list(enumerate(self._game.positions()))
        stages = [
            (number, Stages(self._engine, board, self._depth, 1, None, lambda *_: None))
            for number, board in reversed(positions)
        ]
        stopped = threading.Event()
        self._loop.write(ANALYZING)

        def work() -> None:
            for number, stage in stages:
                stage.run()
                if stopped.is_set() or stage.best is None:
                    break
                self._loop.write(f"analysis {number} {_format_score(stage.best.score)}")
            self._loop.write(DONE)

        def stop() -> None:
            stopped.set()
            for _, stage in stages:
                stage.stop()

        self._loop.start(Job(work, stop))

    def _budget(self, board: Board) -> Budget | None:
        """Return the time for a move: by the game's clock, else by ``--time``, else None."""
        left, clock = self._record.seconds_left(board.turn), self._record.clock(board.turn)
        if left is not None and clock is not None:
            return budget_for_clock(Clock(left, clock.increment), board.n_empties)
        seconds = self._settings.move_seconds
        return None if seconds is None else budget_for_move(seconds)


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
