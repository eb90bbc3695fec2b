"""A session over UGI."""

from __future__ import annotations

import re

from othello.client.ugi import parse_info, position_command
from othello.compliance.session import ANYTHING, Reply, Session
from othello.engine import Info
from othello.game import Game


class UgiSession(Session):
    """An engine that speaks UGI."""

    NAME = "ugi"
    PASS = "0000"
    REMARKS = r"info string.*"
    ANSWER = r"bestmove\s+(\S+)(?:\s+ponder\s+\S+)?"
    REPORTS = r"info\s.*"
    ANSWER_SHOWN = "info … lines and bestmove M"

    def greet(self) -> None:
        self.send("ugi")
        self.expect("ugiok", among=ANYTHING)
        self.ready()

    def ready(self) -> None:
        self.send("isready")
        self.expect("readyok", among=ANYTHING)

    def new_game(self) -> None:
        self.send("uginewgame")
        self.ready()

    def place(self, game: Game, passes: bool | None = None) -> None:
        command = position_command(game)
        command = command.replace(f" {self.PASS}", "") if passes is False else command
        self.place_by(game, command)

    def go(self, depth: int = 1) -> Reply:
        return self.ask(f"go depth {depth}")

    def go_by_clock(self, game: Game, black: float, white: float) -> Reply:
        self.place(game)
        self.ready()
        return self.ask(f"go p1time {round(1000 * black)} p2time {round(1000 * white)}")

    def think(self) -> None:
        self.send("go infinite")

    def ask(self, go: str) -> Reply:
        """Send a `go`, and return the move that answers it."""
        return self.answer(self.send(go))

    def read_info(self, line: str) -> Info | None:
        return parse_info(line)

    def score_text(self, discs: float) -> str:
        return f"score cp {round(100 * discs)}"

    def options(self) -> dict[str, str]:
        """Return what follows ``type`` in the lines of the options, by the options' names."""
        pattern = r"option name (.+?) type (.+)"
        lines = (re.fullmatch(pattern, line) for line in self.lines())
        return {match[1]: match[2] for match in lines if match}
