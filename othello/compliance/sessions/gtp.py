"""A session over GTP."""

from __future__ import annotations

import time

from othello.compliance.session import ANYTHING, Failed, LeftOut, Reply, Session
from othello.game import Game
from othello.notation import BLACK, PASS, SIDE_NAMES, WHITE

RESULT = r"([=?])(\d*)(?:\s+(.*))?"


class GtpSession(Session):
    """An engine that speaks GTP.

    It knows a position from the last one where that goes on to it, so a game needs few commands.
    """

    NAME = "gtp"
    PASS = "PASS"
    REMARKS = r"\s*"
    LEAST_CLOCK = 10.0

    def greet(self) -> None:
        self.ask("protocol_version")
        self.commands = self.ask("list_commands").split()
        if "set_game" in self.commands and "list_games" in self.commands:
            names = {"othello", "reversi"}
            games = self.ask("list_games").split()
            for game in [each for each in games if each.lower() in names][:1]:
                self.ask(f"set_game {game}")
        self.ask("boardsize 8")
        self.new_game()

    def ready(self) -> None:
        self.send("protocol_version")
        self.expect(r"=\s*\d.*", among=ANYTHING)  # one step is about the right number

    def new_game(self) -> None:
        self.ask("clear_board")
        self.known = Game()

    def place(self, game: Game, passes: bool | None = None) -> None:
        self.place_by(game)
        known = self.known.moves
        if game.moves[: len(known)] != known:
            self.new_game()
            known = ()
        boards = game.positions()
        for number, move in list(enumerate(game.moves))[len(known) :]:
            if move is not PASS or passes:
                self.ask(f"play {SIDE_NAMES[boards[number].turn]} {str(move).upper()}")
        self.known = game.copy()

    def go(self, depth: int = 1) -> Reply:
        """Ask for a move, which the engine then plays; GTP has no word for a depth."""
        game = self.known
        sent = time.perf_counter()
        answer = self.ask(f"genmove {SIDE_NAMES[game.board.turn]}")
        move = self.read_move(answer, answer)
        if move in game.board.legal_moves():
            game.play(move)
        return Reply(f"= {answer}", move, self.arrived - sent)

    def go_by_clock(self, game: Game, black: float, white: float) -> Reply:
        self.place(game)
        self.needs("time_settings")
        self.needs("time_left")
        if not game:
            self.ask(f"time_settings {int(black)} 0 0")
        for side, left in ((BLACK, black), (WHITE, white)):
            self.ask(f"time_left {SIDE_NAMES[side]} {max(int(left), 0)} 0")
        return self.go()

    def think(self) -> None:
        if "time_settings" in self.commands:
            self.ask("time_settings 0 60 1")
        self.send(f"genmove {SIDE_NAMES[self.known.board.turn]}")

    def needs(self, command: str) -> None:
        """Leave the step out if the engine does not list a command."""
        if command not in self.commands:
            raise LeftOut(f"it does not know {command}")

    def ask(self, command: str) -> str:
        """Send a command that must succeed, and return its answer."""
        succeeds, answer = self.result(command)
        if not succeeds:
            raise Failed(self.expected(f"= and no error to {command}"), f"? {answer}")
        return answer

    def result(self, command: str) -> tuple[bool, str]:
        """Send a command; return whether it succeeds, and the answer with all its lines."""
        self.send(command)
        match = self.expect(RESULT, what="= or ?, and a text")
        lines = [match[3] or ""]
        while True:
            line = self.expect(ANYTHING, what="an empty line after the answer")[0]
            if not line:
                return match[1] == "=", "\n".join(lines).strip()
            lines.append(line)
