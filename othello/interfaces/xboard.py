"""The protocol of XBoard and WinBoard, version 2, for their variant "reversi".

docs/protocol.md is the reference for users. XBoard's White moves first, so White stands for
Othello's black, as in Edax. A disc is a pawn; a move drops one (``P@f5``), a pass is ``@@@@``.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from othello._version import __version__
from othello.board import Board
from othello.engine import MAX_HASH_MB, Info, Result
from othello.errors import OthelloError, quote
from othello.limits import MAX_DEPTH, Limits
from othello.notation import BLACK, PASS, WHITE, Move, parse_move
from othello.protocol import options
from othello.protocol.action import Action, Job, Turn
from othello.protocol.loop import Loop
from othello.protocol.playing import PlayingHandler
from othello.timing import Budget, Clock, budget_for_move

FEATURES = (
    "ping=1 setboard=1 playother=1 usermove=1 analyze=1 colors=0 sigint=0 sigterm=0 draw=0 "
    'memory=1 smp=1 debug=1 variants="reversi"'
)

PARENT = "8x8+1_lion"
"""The variant from which XBoard takes what it is not told, with one kind of pieces in hand.

With this one it sends passes as moves to an engine; with most others as positions, on which it has
turned no discs."""

IN_HAND = "[" + 60 * "P" + 60 * "p" + "]"
"""XBoard takes a drop for legal only of what a side has in hand: enough for every game."""

KEPT_MB = 16
"""Memory in MB that the engine takes beside its table."""

HINT_DEPTH = 8

ABANDONING = ("new", "force", "setboard", "analyze", "result", "quit")
"""Commands that end the thinking about a move.

It is not played then, unless a line that builds on it was read before: a ``ping`` or a move.
"""

IGNORED = (
    *("", "xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics"),
    *("draw", "otim", "egtpath", "nps"),
)

TO_FEN = str.maketrans("xo", "Pp")
FROM_FEN = str.maketrans("Pp", "xo")


class Wish:
    """A line that asks for a move of ours, or builds on one that was asked for before it."""

    is_abandoned = False


class XBoardHandler(PlayingHandler):
    """Speaks XBoard's protocol for one engine through one loop."""

    refusal_turn = Turn.ALONE
    stderr_is_free = False  # XBoard reads it as replies

    def __init__(self, loop: Loop, settings: options.Settings = options.DEFAULT_SETTINGS) -> None:
        super().__init__(loop, settings)
        play = options.options_of_play(self._play_options)
        self._options = {
            option.name.lower(): option
            for option in (*options.engine_options(self._engine), *play)
            if option.name not in ("Hash", "Threads")  # XBoard has commands for them
        }
        self._boards = [Board()]  # after each move
        self._side: str | None = WHITE  # that we play
        self._control = Control()
        self._depth: int | None = None
        self._posts = False
        self._ponders = False
        self._analyzes = False
        self._expected: Move | None = None  # of the opponent
        self._status = "0 0 0"  # time in hundredths, nodes and depth of the search
        self._last_wish = Wish()  # of the lines read so far
        self._methods: dict[str, Callable[[str], object]] = {
            "protover": self._features,
            "new": lambda _: self._new(),
            "variant": self._variant,
            "force": lambda _: setattr(self, "_side", None),
            "result": lambda _: setattr(self, "_side", None),
            "playother": lambda _: setattr(self, "_side", _other(self._board.turn)),
            "ping": lambda text: self._loop.write(f"pong {text}"),
            "setboard": self._set_board,
            "undo": lambda _: self._undo(1),
            "remove": lambda _: self._undo(2),
            "level": lambda text: setattr(self, "_control", Control.parse(text)),
            "st": self._seconds_a_move,
            "sd": self._set_depth,
            "time": self._time,
            "hard": lambda _: setattr(self, "_ponders", True),
            "easy": lambda _: setattr(self, "_ponders", False),
            "post": lambda _: setattr(self, "_posts", True),
            "nopost": lambda _: setattr(self, "_posts", False),
            "analyze": lambda _: self._analyze(True),
            "exit": lambda _: self._analyze(False),
            "hint": lambda _: self._hint(),
            "memory": self._memory,
            "cores": self._cores,
            "option": self._option,
            **dict.fromkeys(IGNORED, lambda _: None),
        }

    @property
    def _board(self) -> Board:
        return self._boards[-1]

    # ------------------------------------------------------------------ called by the loop

    def parse(self, line: str) -> Action:
        command, *rest = line.split(maxsplit=1) or [""]
        text = rest[0].rstrip() if rest else ""
        if _is_move(command):
            command, text = "usermove", command
        if command == "?":
            # An awaited move is meant: analysis and pondering go on.
            return Action(partial(self._loop.stop, also_endless=False), Turn.AT_ONCE)
        if command == ".":
            return Action(self._report_status, Turn.AT_ONCE)
        if abandons := command in ABANDONING:
            self._last_wish.is_abandoned = True
        if command == "quit":
            return Action(self._loop.quit, Turn.ALONE, leaves=True)
        if command in ("usermove", "go", "ping"):
            self._last_wish = Wish()
        if command == "go":
            run: Callable[[], object] = partial(self._go, self._last_wish)
        elif command == "usermove":
            run = partial(self._user_move, text, self._last_wish)
        elif command in self._methods:
            run = partial(self._methods[command], text)
        else:
            raise OthelloError("unknown command")
        return Action(partial(self._do, run), Turn.ALONE, stops=abandons)

    def refuse(self, line: str, reason: str) -> None:
        self._loop.write(f"Error ({reason}): {quote(line.strip())}")

    def _do(self, run: Callable[[], object]) -> None:
        """Carry out a command; afterwards go on with what is done between commands."""
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                run()
            for warning in caught:  # not on stderr
                self._loop.note(f"warning: {warning.message}")
        finally:
            self._loop.when_idle(self._go_on)

    # ------------------------------------------------------------------ settings

    def _features(self, _: str) -> None:
        declared = [f'feature option="{_declaration(each)}"' for each in self._options.values()]
        first = f'feature myname="othello {__version__}" {FEATURES}'
        self._loop.write("\n".join([first, *declared, "feature done=1"]))

    def _variant(self, name: str) -> None:
        if name != "reversi":
            raise OthelloError("unsupported variant: expected reversi")
        squares, rest = _to_fen(self._board).split(maxsplit=1)
        self._loop.write(f"setup (P.....p.....) {PARENT} {squares}{IN_HAND} {rest}")

    def _option(self, text: str) -> None:
        name, _, value = text.partition("=")
        option = options.option_named(name, self._options)
        if option.kind == "check":
            value = {"0": "false", "1": "true"}.get(value, value)
        option.apply(option.parse(None if option.kind == "button" else value))

    def _memory(self, text: str) -> None:
        megabytes = _number(text, "memory", "megabytes", least=1) - KEPT_MB
        self._engine.hash_mb = int(min(max(megabytes, 1), MAX_HASH_MB))

    def _cores(self, text: str) -> None:
        cores = _number(text, "cores", "processors", least=1)
        self._engine.threads = int(min(cores, self._engine.max_threads()))

    def _seconds_a_move(self, text: str) -> None:
        self._control = Control(each=_number(text, "st", "seconds"))

    def _set_depth(self, text: str) -> None:
        self._depth = int(min(_number(text, "sd", "plies", least=1), MAX_DEPTH))

    def _time(self, text: str) -> None:
        self._control.left = _number(text, "time", "hundredths of a second") / 100

    # ------------------------------------------------------------------ the game

    def _new(self) -> None:
        self._prepare()
        self._engine.clear()
        self._boards = [Board()]
        self._control.left = self._control.base
        self._depth = self._expected = None
        self._side = WHITE

    def _set_board(self, text: str) -> None:
        try:
            self._boards = [_from_fen(text)]
        except OthelloError as error:
            self._loop.write(f"tellusererror Illegal position: {error}")
        self._expected = None

    def _undo(self, n_moves: int) -> None:
        if len(self._boards) <= n_moves:
            raise OthelloError("no move to take back")
        del self._boards[-n_moves:]
        self._expected = None

    def _user_move(self, text: str, wish: Wish) -> None:
        board = self._board
        try:
            move = _parse(text)
            if board.is_over and move is PASS:
                return  # sent by interfaces that do not know the end of the game
            self._boards.append(board.after(move))
        except OthelloError:
            self._loop.write(f"Illegal move: {quote(text)[1:-1]}")
            return
        if self._analyzes:
            return
        if self._board.is_over:
            self._loop.write(_result(self._board))
        elif self._board.turn == self._side:
            self._think(wish)

    # ------------------------------------------------------------------ thinking

    def _go(self, wish: Wish) -> None:
        board = self._board
        self._side = board.turn
        if board.is_over and len(self._boards) == 1:  # set up so; after a move it was said
            self._loop.write(_result(board))
        self._think(wish)

    def _think(self, wish: Wish) -> None:
        """Search for our move and send it, unless a command of `ABANDONING` came next."""
        began = time.perf_counter()
        board = self._board
        if board.is_over or wish.is_abandoned:
            return
        if board.must_pass:
            self._loop.write(self._answer(board, PASS))
            return

        def budget() -> Budget | None:
            return self._budget(board, spent=time.perf_counter() - began)

        def answer(move: Move, result: Result | None, say: Callable[[str], None]) -> None:
            if not wish.is_abandoned:
                self._expected = result.pv[1] if result and result.pv[1:] else None
                self._control.spend(time.perf_counter() - began)
                say(self._answer(board, move))
                self._loop.when_idle(self._go_on)

        report = partial(self._report, self._posts)
        self._choose(board, Limits(depth=self._depth), budget, answer, report)

    def _budget(self, board: Board, spent: float = 0.0) -> Budget | None:
        if self._control.each is not None:
            return budget_for_move(self._control.each)
        clock = self._control.clock((len(self._boards) - 1) // 2)
        return self._settings.budget(board, clock, spent)

    def _answer(self, board: Board, move: Move) -> str:
        """Play our move; return the line that tells it, and the result if the game is over."""
        self._boards.append(board.after(move))
        text = f"move {_format(move)}"
        return f"{text}\n{_result(self._board)}" if self._board.is_over else text

    def _report(self, is_shown: bool, info: Info) -> None:
        if info.rank == 1 and info.bound is None:
            hundredths = round(100 * info.seconds)
            self._status = f"{hundredths} {info.nodes} {info.depth}"
            if is_shown:
                pv = " ".join(map(_format, info.pv))
                score = round(100 * info.score)
                self._loop.write(f"{info.depth} {score} {hundredths} {info.nodes} {pv}")

    # ------------------------------------------------------------------ between commands

    def _go_on(self) -> None:
        """Analyse, or ponder on the move that is expected from the opponent."""
        board = self._board
        if not self._analyzes:
            is_theirs = self._side is not None and board.turn != self._side
            if not (self._ponders and is_theirs and self._expected in board.legal_moves()):
                return
            board = board.after(self._expected)
        if board.is_over:
            return
        self._prepare()
        report = partial(self._report, self._analyzes)
        search = self._engine.prepare(board, Limits(depth=MAX_DEPTH), on_info=report)
        # It yields to each command, and begins again after it with what is in the table.
        self._loop.start(Job(search.run, search.stop, endless=True, yields=True))

    def _analyze(self, begins: bool) -> None:
        self._analyzes = begins
        self._side = None

    def _report_status(self) -> None:
        if self._analyzes:
            n_moves = len(self._board.legal_moves())
            self._loop.write(f"stat01: {self._status} 0 {n_moves}")

    def _hint(self) -> None:
        if not self._board.is_over:
            result = self._engine.search(self._board, depth=HINT_DEPTH)
            self._loop.write(f"Hint: {_format(result.pv[0])}")


@dataclass
class Control:
    """The time control: seconds for each move, or a clock with `base`, `increment`, `moves`.

    `moves` are to be made in each `base`; 0 for the whole game. `left` is what our clock shows.
    Without any, there is no limit of time.
    """

    base: float = 0.0
    increment: float = 0.0
    moves: int = 0
    each: float | None = None

    def __post_init__(self) -> None:
        self.left = self.base

    @classmethod
    def parse(cls, text: str) -> Control:
        """Read the arguments of ``level``.

        >>> Control.parse("40 0:30 1.5").clock(n_made=3)
        Clock(left=30.0, increment=1.5, moves_to_go=37)
        """
        usage = "level MOVES MINUTES[:SECONDS] INCREMENT"
        words = text.split()
        if len(words) != 3:
            raise OthelloError(f"expected {usage}")
        minutes, _, seconds = words[1].partition(":")
        base = 60 * _number(minutes, "level", "minutes") + _number(seconds or "0", "level", "time")
        increment = _number(words[2], "level", "seconds")
        return cls(base, increment, int(_number(words[0], "level", "moves")))

    def clock(self, n_made: int) -> Clock | None:
        """Return our clock after `n_made` moves of ours; None without one."""
        if not (self.base or self.increment or self.left):
            return None
        moves = self.moves - n_made % self.moves if self.moves else None
        return Clock(self.left, self.increment, moves)

    def spend(self, seconds: float) -> None:
        """Take the time of a move off our clock, if there is one."""
        if self.clock(n_made=0) is not None:
            self.left -= seconds


def _other(side: str) -> str:
    return WHITE if side == BLACK else BLACK


def _number(text: str, command: str, what: str, least: int = 0) -> float:
    """Read a number that is `least` or more."""
    number = options.parse_number(text)
    if number is None or not least <= number < 10**options.MAX_DIGITS:
        raise OthelloError(f"{command}: expected a number of {what}, {least} or more")
    return number


def _declaration(option: options.Option) -> str:
    """Return an option as XBoard declares it.

    >>> _declaration(options.Option("Seed", "spin", 0, print, low=0, high=9))
    'Seed -spin 0 0 9'
    """
    value: object = option.default
    if option.kind == "spin":
        value = f"{value} {option.low} {option.high}"
    elif option.kind == "check":
        value = int(bool(value))
    elif option.kind == "combo":
        chosen = (f"*{each}" if each == value else each for each in option.choices)
        value = " /// ".join(chosen)
    # Without the blank behind it, XBoard does not see that an empty text is one.
    return (
        f"{option.name} -{option.kind}"
        if value is None
        else f"{option.name} -{option.kind} {value}"
    )


def _is_move(text: str) -> bool:
    try:
        _parse(text)
    except OthelloError:
        return False
    return True


def _parse(text: str) -> Move:
    """Read a move: ``P@f5``, ``@@@@``, or as everywhere in this package."""
    text = text.lower()
    return PASS if text == "@@@@" else parse_move(text.removeprefix("p@"))


def _format(move: Move) -> str:
    return "@@@@" if move is PASS else f"P@{move}"


def _to_fen(board: Board) -> str:
    """Return a position in XBoard's FEN: the eighth rank first, black as White.

    >>> _to_fen(Board())
    '8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1'
    """
    ranks = board.to_fen().split()[0].split("/")
    turn = "w" if board.turn == BLACK else "b"
    return f"{'/'.join(reversed(ranks)).translate(TO_FEN)} {turn} - - 0 1"


def _from_fen(text: str) -> Board:
    ranks, turn, *_ = [*text.split(), "", ""]
    squares = ranks.partition("[")[0]
    if set(squares) - set("Pp12345678/") or turn not in ("w", "b"):
        raise OthelloError(f"{quote(text)}: expected a FEN of P and p, with w or b to move")
    ranks = "/".join(reversed(squares.split("/"))).translate(FROM_FEN)
    return Board.from_fen(f"{ranks} {'x' if turn == 'w' else 'o'}")


def _result(board: Board) -> str:
    """Return the result for XBoard, whose White is our black.

    >>> _result(Board(black=1, white=0))
    '1-0 {64-0, the side that began has won}'
    """
    discs = board.score() if board.turn == BLACK else -board.score()
    if discs == 0:
        return "1/2-1/2 {32-32}"
    score = f"{32 + abs(discs) // 2}-{32 - abs(discs) // 2}"
    began = "the side that began" if discs > 0 else "the side that moved second"
    return f"{'1-0' if discs > 0 else '0-1'} {{{score}, {began} has won}}"
