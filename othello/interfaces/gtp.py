"""GTP, the Go Text Protocol, version 2, as Othello programs speak it.

docs/protocol.md is the reference for users. Commands are answered in their order, so each waits
until the one before it has been answered. As everywhere in this package, a1 is at the top left.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from othello._version import __version__
from othello.board import Board
from othello.engine import Result
from othello.errors import IllegalMove, InvalidBoard, OthelloError, quote
from othello.game import Game
from othello.limits import Limits
from othello.notation import BLACK, PASS, SIDE_NAMES, WHITE, Move, parse_move, parse_side
from othello.protocol.action import Action, Turn
from othello.protocol.loop import Loop
from othello.protocol.options import DEFAULT_SETTINGS, Settings, parse_integer, parse_number
from othello.protocol.playing import PlayingHandler
from othello.rooms import is_there
from othello.timing import Budget, Clock, budget_for_forced_move, budget_for_move

PERIOD_OVERHEAD = 0.06
"""Seconds kept of a period for its last stone: whoever is late then loses the game."""

GAMES = ("Othello", "Reversi")
ANALYZE_COMMANDS = (
    "plist/Legal Moves/gogui-rules_legal_moves",
    "plist/Best Move/reg_genmove %c",
    "string/Side To Move/gogui-rules_side_to_move",
    "string/Score/othello-score",
    "string/Board/showboard",
)
"""Entries of GoGui's menu: how to show the answer, a title, the command.

Only commands that cannot fail are listed, as GoGui opens a window for an error.
"""

MAX_ID_DIGITS = 18
BOARD_CHARACTERS = str.maketrans("-", ".")
CONTROL_CHARACTERS = dict.fromkeys([*range(9), *range(10, 32), 127])


def is_command(line: str) -> bool:
    """Return whether `line` begins with a GTP command; its arguments may be wrong.

    A line with control characters is none: GTP drops them, but another protocol may not.

    >>> is_command("1 boardsize 9"), is_command("hello")
    (True, False)
    """
    words = split_line(line)[1]
    return words[:1] != [] and words[0] in COMMANDS and " ".join(line.split()).isprintable()


def split_line(line: str) -> tuple[str, list[str]]:
    """Return the id of a command, empty if it has none, and its words without the comment.

    >>> split_line("12 play b\\tD3 # a comment")
    ('12', ['play', 'b', 'D3'])
    """
    words = line.translate(CONTROL_CHARACTERS).partition("#")[0].split()
    if words and len(words[0]) <= MAX_ID_DIGITS and words[0].isascii() and words[0].isdigit():
        return words[0], words[1:]
    return "", words


class TimeSettings(NamedTuple):
    """The arguments of ``time_settings``: seconds of main time, then those of each period.

    `stones` moves must be made in each period; 0 if there are no periods.
    """

    main: float
    period: float
    stones: int

    @property
    def is_endless(self) -> bool:
        """Whether there is no time limit; GTP writes that as a period without stones."""
        return self.stones == 0 and (self.main <= 0 or self.period > 0)


class GtpClock:
    """Both sides' clocks: main time, then periods in which a number of moves must be made.

    The other program may set them after every move.

    >>> clock = GtpClock(TimeSettings(10, 30, 5))
    >>> clock.spend("X", 12)
    >>> clock.of("X")
    [Clock(left=28, increment=0.0, moves_to_go=4)]
    >>> clock.set("X", 3, 1)
    >>> clock.spend("X", 2)
    >>> clock.of("X")
    [Clock(left=30, increment=0.0, moves_to_go=5)]
    """

    def __init__(self, settings: TimeSettings | None = None) -> None:
        self._has_settings = settings is not None
        self._settings = settings or TimeSettings(0, 0, 0)
        self._sides: dict[str, tuple[float, int]] = {}
        self.restart()

    def restart(self) -> None:
        """Set both clocks to the beginning of a game; without settings there are none."""
        main, period, stones = self._settings
        times = (main, 0) if main > 0 else (period, stones)
        self._sides = {BLACK: times, WHITE: times} if self._has_settings else {}

    def of(self, side: str) -> list[Clock]:
        """Return the clock of `side` (`BLACK` or `WHITE`), or two: it may use the larger budget.

        The list is empty if that side has no clock.
        """
        if side not in self._sides:
            return []
        left, stones = self._sides[side]
        if stones:
            return [Clock(left, moves_to_go=stones)]
        _, period, stones = self._settings
        if not stones:
            return [Clock(left)]
        # Periods follow the main time, so each move can count on its share of a period, about as on
        # an increment. It may take what it gets in a period even if that ends the main time.
        return [Clock(left, increment=period / stones), Clock(period, moves_to_go=stones)]

    def set(self, side: str, left: float, stones: int) -> None:
        """Set a clock: seconds left, and stones to play in them, 0 in main time."""
        self._sides[side] = left, stones

    def spend(self, side: str, seconds: float) -> None:
        """Take the time of a move off a clock; start a new period if one is over."""
        if side not in self._sides:
            return
        left, stones = self._sides[side]
        left -= seconds
        if stones == 0 and left <= 0:  # the main time is over, and the move is the period's first
            left, stones = max(left + self._settings.period, 0), self._settings.stones
        if stones == 1:
            left, stones = self._settings.period, self._settings.stones
        else:
            stones = max(stones - 1, 0)
        self._sides[side] = left, stones


class GtpHandler(PlayingHandler):
    """Speaks GTP for one engine through one loop."""

    refusal_turn = Turn.ALONE
    stderr_is_free = True

    def __init__(self, loop: Loop, settings: Settings = DEFAULT_SETTINGS) -> None:
        super().__init__(loop, settings)
        self._game = Game()
        self._passes_after_end = 0  # some programs play passes after the end, and undo each
        self._clock: GtpClock | None = None
        self._id = ""  # of the command that is carried out

    # ------------------------------------------------------------------ called by the loop

    def parse(self, line: str) -> Action:
        number, words = split_line(line)
        if not words and not number:
            return Action(lambda: None)
        command, *arguments = words or [""]
        if words == ["help"]:
            text = "\n".join(f"{name} {usage}".rstrip() for name, (usage, _) in COMMANDS.items())
            return Action(partial(self._succeed, number, text), Turn.ALONE)
        if command not in COMMANDS:
            raise OthelloError(f"unknown command {quote(command)}")
        usage = COMMANDS[command][0]
        if not usage.endswith((" ...", "]")) and len(arguments) != len(usage.split()):
            raise _syntax_error(command)
        run = partial(self._answer, number, command, arguments)
        return Action(run, Turn.ALONE, leaves=command == "quit")

    def refuse(self, line: str, reason: str) -> None:
        self._loop.write(f"?{split_line(line)[0]} {reason}\n")

    # ------------------------------------------------------------------ answers

    def _answer(self, number: str, command: str, arguments: list[str]) -> None:
        self._id = number
        text = COMMANDS[command][1](self, *arguments)
        if text is not None:
            self._succeed(number, text)

    def _succeed(self, number: str, text: str = "") -> None:
        self._loop.write(f"={number} {text}\n")

    def _quit(self) -> None:
        self._succeed(self._id)
        self._loop.quit()

    # ------------------------------------------------------------------ the game

    def _begin(self, game: Game) -> str:
        self._prepare()
        self._engine.clear()
        self._game = game
        self._passes_after_end = 0
        if self._clock is not None:
            self._clock.restart()
        return ""

    def _set_size(self, size: str) -> str:
        if parse_integer(size) != 8:
            raise OthelloError(f"unacceptable size {quote(size)}: expected 8")
        return self._begin(Game())

    def _set_game(self, name: str) -> str:
        if name.lower() not in map(str.lower, GAMES):
            raise OthelloError(f"unknown game {quote(name)}: expected {' or '.join(GAMES)}")
        return self._begin(Game())

    def _komi(self, komi: str) -> str:
        _parse_number(komi, "komi")
        return ""

    def _play(self, colour: str, square: str) -> str:
        board, move = self._board_for(_parse_colour(colour)), parse_move(square)
        if board.is_over and move is PASS:
            self._passes_after_end += 1
        else:
            board.after(move)
            self._game.play(move)
        return ""

    def _play_sequence(self, *words: str) -> str:
        """Play all moves; if one of them is wrong, play none."""
        if len(words) % 2:
            raise _syntax_error("gogui-play_sequence")
        before = self._game.copy(), self._passes_after_end
        try:
            for pair in zip(words[::2], words[1::2], strict=True):
                self._play(*pair)
        except OthelloError:
            self._game, self._passes_after_end = before
            raise
        return ""

    def _undo(self) -> str:
        if self._passes_after_end:
            self._passes_after_end -= 1
        elif self._game.undo() is None:
            raise OthelloError("cannot undo")
        return ""

    def _board_for(self, side: str) -> Board:
        """Return the position with `side` to move, after the other side's pass if it must pass.

        Raises IllegalMove if the other side is to move and has a move.
        """
        board = self._game.board
        if board.turn == side or board.is_over:
            return board
        if board.must_pass:
            return board.after(PASS)
        raise IllegalMove(f"illegal move: {SIDE_NAMES[board.turn]} is to move")

    def _load(self, *words: str) -> str:
        """Load a game up to the move before the given number."""
        if not is_there("sgf"):
            raise OthelloError("unknown command loadsgf")
        # What reads SGF would double the time in which GTP starts.
        from othello.interfaces.with_sgf import read_first

        number = parse_integer(words[-1]) if len(words) > 1 else None
        name = " ".join(words if number is None else words[:-1])
        if not name or (number is not None and number < 1):
            raise _syntax_error("loadsgf")
        game = read_first(name)
        moves = game.moves if number is None else game.moves[: number - 1]
        return self._begin(Game(moves, game.start))

    # ------------------------------------------------------------------ questions

    def _final_score(self) -> str:
        result = self._game.result()
        if result is None:
            raise OthelloError("cannot score: the game is not over")
        return f"{'B' if result > 0 else 'W'}+{abs(result)}" if result else "0"

    def _final_result(self) -> str:
        result = self._game.result()
        if result is None:
            return ""
        black, white = self._game.board.disc_counts()
        winner = f"{'Black' if result > 0 else 'White'} wins by {abs(result)}" if result else "Draw"
        return f"{winner} ({black} to {white} discs, empty squares to the winner)"

    def _score(self) -> str:
        """Return the score as text; before the end, when ``final_score`` fails, the disc counts."""
        black, white = self._game.board.disc_counts()
        return self._final_result() or f"Black {black}, white {white}; the game is not over"

    def _legal_moves(self) -> str:
        return " ".join(map(_format_move, self._game.board.legal_moves()))

    def _rules_board(self) -> str:
        squares = self._game.board.to_obf()[:64].translate(BOARD_CHARACTERS)
        # GoGui shows a1 at the bottom left, so the last rank comes first.
        ranks = [" ".join(squares[start : start + 8]) for start in range(56, -1, -8)]
        return "\n" + "\n".join(ranks)

    # ------------------------------------------------------------------ thinking

    def _time_settings(self, main_time: str, period: str, stones: str) -> str:
        times = _parse_number(main_time, "main time"), _parse_number(period, "period")
        settings = TimeSettings(*times, _parse_stones(stones))
        if min(times) < 0:
            raise _syntax_error("time_settings")
        self._clock = None if settings.is_endless else GtpClock(settings)
        self._prepare()
        return ""

    def _time_left(self, colour: str, left: str, stones: str) -> str:
        clock = self._clock or GtpClock()
        clock.set(_parse_colour(colour), _parse_number(left, "time"), _parse_stones(stones))
        self._clock = clock
        self._prepare()
        return ""

    def _genmove(self, colour: str, *, plays: bool = True) -> str | None:
        """Return a pass if the game is over; else search for a move, which is the answer."""
        began, number = time.perf_counter(), self._id
        side = _parse_colour(colour)
        board = self._board_for(side)
        if board.is_over:
            self._passes_after_end += plays
            return _format_move(PASS)

        def budget() -> Budget | None:
            return self._budget(board, side, time.perf_counter() - began)

        def answer(move: Move, _: Result | None, say: Callable[[str], None]) -> None:
            if plays:
                self._game.play(move)
                if self._clock is not None:
                    self._clock.spend(side, time.perf_counter() - began)
            say(f"={number} {_format_move(move)}\n")

        self._choose(board, Limits(), budget, answer)
        return None

    def _budget(self, board: Board, side: str, spent: float) -> Budget | None:
        """Return the time for a move of `side`, whose clock has run for `spent`; None without one.

        What the last stone of a period leaves of it is lost, so that move may take all of it.
        """
        clocks = [] if self._clock is None else self._clock.of(side)
        if not clocks:
            return self._settings.budget(board, None)
        if clocks[0].moves_to_go != 1:
            return max(filter(None, (self._settings.budget(board, each, spent) for each in clocks)))
        budget = budget_for_move(clocks[0].less(spent).left, PERIOD_OVERHEAD)
        return budget_for_forced_move(budget) if len(board.legal_moves()) == 1 else budget


def _syntax_error(command: str) -> OthelloError:
    return OthelloError(f"syntax error: expected {command} {COMMANDS[command][0]}".rstrip())


def _parse_colour(text: str) -> str:
    """Read ``b``, ``black``, ``w`` or ``white``."""
    if text.lower() not in ("b", "black", "w", "white"):
        raise InvalidBoard(f"syntax error: invalid colour {quote(text)}, expected black or white")
    return parse_side(text)


def _parse_number(text: str, what: str) -> float:
    if (number := parse_number(text)) is None:
        raise OthelloError(f"syntax error: invalid {what} {quote(text)}, expected a number")
    return number


def _parse_stones(text: str) -> int:
    stones = parse_integer(text)
    if stones is None or stones < 0:
        raise OthelloError(f"syntax error: invalid stones {quote(text)}, expected 0 or more")
    return stones


def _format_move(move: Move) -> str:
    return str(move).upper()


COMMANDS: dict[str, tuple[str, Callable[..., str | None]]] = {
    "protocol_version": ("", lambda _: "2"),
    "name": ("", lambda _: "othello"),
    "version": ("", lambda _: __version__),
    "known_command": ("COMMAND", lambda _, command: str(command in COMMANDS).lower()),
    "list_commands": ("", lambda _: "\n".join(COMMANDS)),
    "quit": ("", GtpHandler._quit),
    "boardsize": ("8", GtpHandler._set_size),
    "clear_board": ("", lambda handler: handler._begin(Game())),
    "komi": ("NUMBER", GtpHandler._komi),
    "play": ("COLOUR SQUARE", GtpHandler._play),
    "genmove": ("COLOUR", GtpHandler._genmove),
    "reg_genmove": ("COLOUR", partial(GtpHandler._genmove, plays=False)),
    "undo": ("", GtpHandler._undo),
    "time_settings": ("MAIN_TIME PERIOD STONES", GtpHandler._time_settings),
    "time_left": ("COLOUR TIME STONES", GtpHandler._time_left),
    "final_score": ("", GtpHandler._final_score),
    "showboard": ("", lambda handler: f"\n{handler._game.board}"),
    "set_game": ("GAME", GtpHandler._set_game),
    "list_games": ("", lambda _: GAMES[0]),  # only one: Quarry would list the game twice
    "loadsgf": ("FILE [MOVE_NUMBER]", GtpHandler._load),
    "gogui-rules_game_id": ("", lambda _: GAMES[0]),
    "gogui-rules_board": ("", GtpHandler._rules_board),
    "gogui-rules_board_size": ("", lambda _: "8"),
    "gogui-rules_legal_moves": ("", GtpHandler._legal_moves),
    "gogui-rules_side_to_move": ("", lambda handler: SIDE_NAMES[handler._game.board.turn]),
    "gogui-rules_final_result": ("", GtpHandler._final_result),
    "gogui-play_sequence": ("COLOUR SQUARE ...", GtpHandler._play_sequence),
    "gogui-analyze_commands": ("", lambda _: "\n".join(ANALYZE_COMMANDS)),
    "othello-score": ("", GtpHandler._score),
}
"""Commands with their arguments, and what returns the answer; None if that comes later."""
