"""A session over NBoard's protocol."""

from __future__ import annotations

from othello.client.nboard import read_answer, read_info, record
from othello.compliance.session import ANYTHING, Reply, Session
from othello.engine import Info
from othello.game import Game
from othello.protocol.ugi_text import GoRequest

DEPTH_WITH_CLOCK = 12
"""Plies of each search on a clock: there is always a depth, and some engines heed it alone."""


class NBoardSession(Session):
    """An engine that speaks NBoard's protocol."""

    NAME = "nboard"
    REMARKS = r"(?!pong|search|book|===|learn).*"  # NBoard heeds no line of another word
    ANSWER = r"===\s*([^/\s]+)(?:[/\s].*)?"
    REPORTS = r"(search|book)\b.*"
    ANSWER_SHOWN = "search … lines and === M/EVAL/SECONDS"
    n_pings = 0

    def greet(self) -> None:
        self.send("nboard 2")
        self.ready()

    def ready(self) -> None:
        self.n_pings += 1
        self.send(f"ping {self.n_pings}")
        self.expect(rf"pong\s+{self.n_pings}", among=ANYTHING)

    def place(self, game: Game, passes: bool | None = None) -> None:
        text = record(game, GoRequest())
        if passes is False:
            text = text.replace("B[PA]", "").replace("W[PA]", "")
        self.place_by(game, f"set game {text}")

    def go(self, depth: int = 1) -> Reply:
        self.send(f"set depth {depth}")
        return self.answer(self.send("go"))

    def answer(self, sent: float, seconds: float | None = None) -> Reply:
        reply = super().answer(sent, seconds)
        _, told = read_answer(reply.line, self.game.board, reply.seconds)
        return reply if reply.infos or told is None else reply._replace(infos=[told])

    def read_info(self, line: str) -> Info | None:
        word, *words = line.split() or [""]
        return read_info(words, self.game.board, 0.0) if word in ("search", "book") else None

    def go_by_clock(self, game: Game, black: float, white: float) -> Reply:
        request = GoRequest(p1time=round(1000 * black), p2time=round(1000 * white))
        depth = f"set depth {DEPTH_WITH_CLOCK}"
        self.place_by(game, depth, f"set game {record(game, request)}")
        self.ready()
        return self.answer(self.send("go"))

    def think(self) -> None:
        self.send("set depth 60", "go")
