"""A player written in Python, behind UGI: `serve_bot` makes a function an engine for matches.

It is for people who write players of their own, such as students of a course: their program plays
in ``othello match`` and ``tournament`` without knowing a protocol.
"""

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from functools import partial
from inspect import Parameter, signature
from io import TextIOWrapper

from othello.board import Board, Move
from othello.errors import InvalidOption, quote
from othello.notation import PASS
from othello.protocol.action import Action, Job, Turn
from othello.protocol.loop import Loop
from othello.protocol.main import reserve_standard_descriptors
from othello.protocol.ugi import UgiBase
from othello.protocol.ugi_text import GoRequest, format_move, parse_go
from othello.timing import DEFAULT_OVERHEAD

COMMANDS = ("ugi", "isready", "uginewgame", "position", "go", "stop", "query", "quit")

SECONDS = "seconds"
"""The parameter of a bot's function that is given the time for the move."""


def serve_bot(choose: Callable[..., Move | str], name: str = "bot") -> None:
    """Speak UGI on stdin and stdout, with moves chosen by a function, until ``quit``.

    What the function prints goes to stderr, so it cannot disturb the protocol, and reading stdin it
    finds nothing. If it raises an exception, the process ends with the traceback on stderr and exit
    code 1, and a match counts that as a crash. An illegal move is sent as it is: it loses the game.

    Parameters
    ----------
    choose : callable
        ``choose(board)`` or ``choose(board, seconds)`` returns a legal move of `board`, as a `Move`
        or text. It is called in a thread of its own, and never where the side to move must pass.
        `seconds` is the time that the move may take, of a clock a share; None without a limit in
        time. Only a parameter with this name is given it: another one must have a default. The
        function is not told of other limits, such as a match's ``--depth``.
    name : str
        The bot's name, as UGI's ``id name`` gives it.

    Raises
    ------
    InvalidOption
        If `choose` cannot be called so, or `name` is no text.
    SystemExit
        With exit code 1 if `choose` raised an exception, 128 and more after a signal.

    Examples
    --------
    A bot that plays at random, ``mybot.py``::

        import random
        import othello

        othello.serve_bot(lambda board: random.choice(board.legal_moves()), "random")

    It plays in ``othello match 'ugi:python mybot.py' level=1 --movetime 1000``.
    """
    takes_seconds = wants_seconds(choose)
    if not isinstance(name, str):
        raise InvalidOption(f"invalid name {quote(name)}: expected a text")
    reserve_standard_descriptors()
    stdin, stdout = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # in order with what goes to stderr
    loop = Loop(
        lambda loop: BotHandler(loop, choose, name, takes_seconds), stdin=stdin, stdout=stdout
    )
    code = loop.run()
    if code:
        sys.exit(code)


def wants_seconds(choose: Callable[..., object]) -> bool:
    """Return whether a bot's function has the parameter ``seconds``.

    >>> wants_seconds(lambda board: "f5"), wants_seconds(lambda board, seconds: "f5")
    (False, True)

    Raises InvalidOption if it needs other arguments than a board and that.
    """
    try:
        described = signature(choose)
    except ValueError:  # some compiled functions do not tell
        return False
    except TypeError:
        raise InvalidOption(f"invalid bot {quote(choose)}: expected a function") from None
    has_seconds = SECONDS in described.parameters and (
        described.parameters[SECONDS].kind is not Parameter.POSITIONAL_ONLY
    )
    try:
        described.bind(Board(), **({SECONDS: 1.0} if has_seconds else {}))
    except TypeError:
        shown = f"{getattr(choose, '__name__', quote(choose))}{described}"
        raise InvalidOption(
            f"invalid bot {shown}: expected choose(board) or choose(board, seconds), "
            "where the second parameter has the name seconds"
        ) from None
    return has_seconds


class BotHandler(UgiBase):
    """The engine's side of UGI, as much of it as a match needs; it has no options."""

    def __init__(
        self, loop: Loop, choose: Callable[..., Move | str], name: str, takes_seconds: bool
    ) -> None:
        super().__init__(loop, COMMANDS)
        self._choose = choose
        self._takes_seconds = takes_seconds
        title = " ".join(name.split()) or "bot"
        self.actions |= {
            "ugi": Action(lambda: loop.write(f"id name {title}\nid author unknown\nugiok")),
            "isready": Action(lambda: loop.write("readyok"), Turn.AT_ONCE),
            "uginewgame": Action(lambda: None),
        }
        self.parsers["go"] = lambda words: Action(partial(self._go, parse_go(words)), Turn.ALONE)

    def _go(self, request: GoRequest) -> None:
        board = self._board
        began = time.perf_counter()
        is_endless = request.infinite or request.ponder
        may_answer = threading.Event()
        if not is_endless:
            may_answer.set()

        def work() -> None:
            try:
                move = self._move(board, request, began)
            except BaseException:
                traceback.print_exc()
                self._loop.fail()
                return
            may_answer.wait()
            self._loop.end_job(f"bestmove {format_move(move)}")

        self._loop.start(Job(work, may_answer.set, endless=is_endless))

    def _move(self, board: Board, request: GoRequest, began: float) -> Move:
        legal = board.legal_moves()
        if board.must_pass or not legal:
            return PASS
        arguments = {}
        if self._takes_seconds:
            budget = request.budget(board, DEFAULT_OVERHEAD)
            left = None if budget is None else budget.less(time.perf_counter() - began).hard
            arguments[SECONDS] = left
        chosen = self._choose(board, **arguments)
        move = Move(chosen)
        if move not in legal:
            expected = " ".join(map(str, legal))
            print(f"illegal move {quote(str(move))}: expected {expected}", file=sys.stderr)
        return move
