"""The client's view of a game: the server's board is the truth, moves lead to it where they can."""

from __future__ import annotations

import time
from dataclasses import dataclass

from othello.board import Board, Move
from othello.errors import OthelloError
from othello.ggf.games import GgfClock
from othello.ggs.clocks import read_clock
from othello.ggs.record import FinishedGame, result_text
from othello.ggs.wire import BadMessage, State


@dataclass
class OwnGame(FinishedGame):
    """A game in which we play."""

    is_black: bool
    left: float = 0.0  #: seconds of our main time, when the board came
    increment: float = 0.0
    grace: float = 0.0  #: seconds of our extension, when the board came
    received: float = 0.0  #: the time when the board came (`time.monotonic`)
    version: int = 0  #: counts the boards that came; an answer to an older one is not sent
    answered: int = 0  #: the version that was answered
    answered_after: float = 0.0  #: seconds from the board to our answer
    expected: Move | None = None  #: the reply that the engine expects to its last move

    @classmethod
    def of(cls, state: State, name: str, date: str) -> OwnGame:
        """Return the game of a message in which `name` plays, and that began at a date.

        Raises BadMessage if the moves do not lead from the first board to the last one.
        """
        white, black = sorted(state.players, key=lambda player: player.is_black)
        names, ratings = (black.name, white.name), (black.rating, white.rating)
        first = state.first_clocks[0] or state.players[0].clock
        clock, start = read_clock(first) or GgfClock(0.0), state.start or state.board
        game = cls(state.id, names, ratings, state.type, clock, start, date, black.name == name)
        game._replay(state)
        game._read_clock(state, name)
        return game

    def _replay(self, state: State) -> None:
        moves = list(state.moves) if state.start is not None else []
        try:
            self.board, self.moves = self.board_after(moves), moves
        except OthelloError as error:
            raise BadMessage(f"{state.id}: {error}", state.id) from None
        if self.board != state.board:
            raise BadMessage(f"{state.id}: the moves do not lead to the board", state.id)

    def update(self, state: State, name: str) -> bool:
        """Take over a board; return False if no move of ours leads to it.

        Then the game goes on from that board, and the moves before it are lost.
        """
        agrees = self._follow(state)
        if not agrees:
            self.start = self.board = state.board
            self.moves = []
        self._read_clock(state, name)
        return agrees

    def _follow(self, state: State) -> bool:
        """Play the last move, or take moves back, so that our board is that of the server."""
        moves = self.moves[: state.number]
        if state.last is not None and state.number == len(self.moves) + 1:
            moves = [*self.moves, state.last]
        try:
            board = self.board_after(moves)
        except OthelloError:
            return False
        if len(moves) != state.number or board != state.board:
            return False
        self.board, self.moves = board, moves
        return True

    def _read_clock(self, state: State, name: str) -> None:
        own = next(player for player in state.players if player.name == name)
        clock = read_clock(own.clock)
        if clock is None:
            raise BadMessage(f"{state.id}: clock {own.clock!r}: expected one such as 05:00//02:00")
        self.left, self.increment, self.grace = clock
        self.received = time.monotonic()
        self.version += 1

    @property
    def is_own_turn(self) -> bool:
        return not self.board.is_over and (self.board.turn == "X") == self.is_black

    def board_to_ponder(self) -> Board | None:
        """Return what to think about while the other side is to move; None if there is nothing.

        That is the position after the reply that is expected, or else the one in which that side
        is to move.
        """
        board = self.board
        if board.is_over or self.is_own_turn:
            return None
        if self.expected in board.legal_moves():
            board = board.after(self.expected)
        return None if board.is_over else board

    @property
    def must_answer(self) -> bool:
        return self.is_own_turn and self.answered != self.version

    @property
    def seconds_left(self) -> float:
        """Seconds of our main time now, or of the extension if that has begun."""
        elapsed = time.monotonic() - self.received
        return (self.left - elapsed) if self.left > elapsed else self.left + self.grace - elapsed

    def result(self) -> str:
        """Return black's discs at the end of the game."""
        score = self.board.score()
        return result_text(score if self.board.turn == "X" else -score)
