"""The client's side of GTP, version 2.

Engines differ: some must be sent passes and others refuse them, some read whole seconds only, some
have no clocks. The client tries once and remembers the outcome.
"""

import re
from collections.abc import Sequence
from typing import Any

from othello.board import Board
from othello.client.protocol import (
    Answer,
    ClientProtocol,
    Exchange,
    MoveRequest,
    PendingReply,
    Send,
    WrongReply,
)
from othello.errors import InvalidOption
from othello.game import Game
from othello.notation import BLACK, PASS, Move
from othello.protocol.ugi_text import GoRequest

CLOCKS = ("movetime", "p1time", "p2time", "p1inc", "p2inc")
"""The fields of a `GoRequest` that are accepted. Increments are part of the time left."""

TimeSettings = tuple[float, float, int]
"""Main time in seconds, period in seconds, and stones (moves) in each period."""

ENDLESS: TimeSettings = (0.0, 0.0, 0)
"""No limit."""

GREETING = "list_commands"
OTHELLO_NAMES = ("Othello", "Reversi")
COLOURS = {True: "black", False: "white"}


class GtpProtocol(ClientProtocol):
    """The exchanges of GTP; only moves that the engine has not been sent yet are sent."""

    NAME = "gtp"
    LIMITS = ("seconds", "black_clock", "white_clock", "black_inc", "white_inc")

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._commands: set[str] = set()
        self._sent_moves: tuple[Move, ...] | None = None  # None: the engine's board is unknown
        self._takes_passes = True
        self._takes_fractions = True
        # None: they are to be sent again
        self._time_settings: TimeSettings | None = ENDLESS

    def greet(self) -> Exchange[None]:
        """Ask for the engine's name and commands; select Othello if it plays several games."""
        self._commands = set((yield from self._ask(GREETING)).split())
        self._call_itself((yield from self._ask("name")))
        if "set_game" in self._commands and "list_games" in self._commands:
            games = (yield from self._ask("list_games")).split()
            for game in OTHELLO_NAMES:
                if game in games:
                    yield from self._ask(f"set_game {game}")
                    break
        yield from self._ask("boardsize 8")
        yield from self.new_game()

    def new_game(self) -> Exchange[None]:
        """Set up the start position."""
        self._sent_moves = None
        yield from self._ask("clear_board")
        self._sent_moves = ()
        if self._time_settings != ENDLESS:
            self._time_settings = None

    def go(self, game: Game, request: MoveRequest) -> Exchange[Answer]:
        """Send the new moves and the clock, then ask for a move."""
        self._check_fields(request.go, CLOCKS)
        if game.start != Board():
            reason = "GTP has no word for a position: expected a game from the start"
            raise InvalidOption(f"{self.name}: {reason}, not {game.start.to_obf()}")
        yield from self._send_moves(game)
        is_black = game.board.turn == BLACK
        yield from self._send_clock(request.go, is_black)
        # Unknown until the answer has been understood.
        sent_moves, self._sent_moves = self._sent_moves, None
        command = f"genmove {COLOURS[is_black]}"
        pending = PendingReply.begin("answer", command, request.timeout)
        sent, arrived, text = yield from self._command(command, pending)
        move = self._read_move(text.strip(), f"= {text}", game.board)
        assert sent_moves is not None
        self._sent_moves = sent_moves if move is None else (*sent_moves, move)
        return Answer(move, None, arrived - sent)

    # ------------------------------------------------------------------ inside

    def _send_moves(self, game: Game) -> Exchange[None]:
        """Send moves until the engine's board has the game's position."""
        moves = game.moves
        if self._sent_moves is None or moves[: len(self._sent_moves)] != self._sent_moves:
            yield from self.new_game()
        assert self._sent_moves is not None
        turns = [board.turn == BLACK for board in game.positions()]
        for number in range(len(self._sent_moves), len(moves)):
            sent_moves, self._sent_moves = self._sent_moves, None
            yield from self._send_move(COLOURS[turns[number]], moves[number])
            self._sent_moves = (*sent_moves, moves[number])

    def _send_move(self, colour: str, move: Move) -> Exchange[None]:
        if move is not PASS:
            yield from self._ask(f"play {colour} {str(move).upper()}")
        elif self._takes_passes:
            try:
                yield from self._ask(f"play {colour} PASS")
            except WrongReply:
                self._takes_passes = False

    def _send_clock(self, request: GoRequest, is_black: bool) -> Exchange[None]:
        """Send the time settings if they are new, and the time left on the mover's clock.

        Without a limit those of an earlier search are taken back.
        """
        if "time_settings" not in self._commands:
            return
        left = request.p1time if is_black else request.p2time
        known = self._time_settings
        settings: TimeSettings
        if request.movetime is not None:
            settings = (0.0, max(request.movetime, 1) / 1000, 1)
        elif left is None:
            settings = ENDLESS
        elif known is not None and known[0] > 0:
            settings = known
        else:
            settings = (max(left, 1) / 1000, 0.0, 0)  # in GTP, zero means no limit
        if settings != known:
            yield from self._ask_with_seconds("time_settings", settings)
            self._time_settings = settings
        if request.movetime is None and left is not None and "time_left" in self._commands:
            words = f"time_left {COLOURS[is_black]}"
            yield from self._ask_with_seconds(words, (max(left, 0) / 1000, 0))

    def _ask_with_seconds(self, words: str, numbers: Sequence[float]) -> Exchange[None]:
        """Send a command with times; to an engine that refuses fractions, in whole seconds."""
        if self._takes_fractions:
            try:
                yield from self._ask(" ".join([words, *(f"{number:g}" for number in numbers)]))
                return
            except WrongReply:
                if all(number == int(number) for number in numbers):
                    raise
                self._takes_fractions = False
        # Round up: zero would mean no limit.
        yield from self._ask(" ".join([words, *(f"{-int(-number // 1)}" for number in numbers)]))

    def _ask(self, command: str) -> Exchange[str]:
        """Send a command and return the text of its answer."""
        _, _, text = yield from self._command(command, self._until_ready("answer", command))
        return text

    def _command(self, command: str, pending: PendingReply) -> Exchange[tuple[float, float, str]]:
        """Send a command; return when it was sent, when its answer came, and the answer's text."""
        sent: float = yield Send(command)
        status = ""
        while not status:  # blank lines may come first
            arrived, line = yield from self._receive(pending)
            status = line.strip()
        if command == GREETING:
            self._check_protocol(status)
        lines = [status]
        while line.strip():
            _, line = yield from self._receive(pending)
            lines.append(line)
        answer = "\n".join(lines).strip()
        match = re.match(r"=\d*\s*", answer)
        if match is None:
            raise self._refused(command, answer)
        return sent, arrived, answer[match.end() :]
