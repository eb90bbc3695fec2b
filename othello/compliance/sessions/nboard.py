"""A session over NBoard's protocol."""

from __future__ import annotations

from othello.client.nboard import read_answer, read_info, record
from othello.compliance.session import Reply, Session
from othello.game import Game
from othello.protocol.ugi_text import GoRequest

ANSWER = r"===\s*([^/\s]+)(?:[/\s].*)?"

DEPTH_WITH_CLOCK = 12
"""Plies of each search on a clock: there is always a depth, and some engines heed it alone."""


class NBoardSession(Session):
    """An engine that speaks NBoard's protocol."""

    NAME = "nboard"
    REMARKS = r"(?!pong|search|book|===|learn).*"  # NBoard heeds no line of another word
    n_pings = 0
    game = Game()

    def greet(self) -> None:
        self.send("nboard 2")
        self.ready()

    def ready(self) -> None:
        self.n_pings += 1
        self.send(f"ping {self.n_pings}")
        self.expect(rf"pong\s+{self.n_pings}")

    def place(self, game: Game, passes: bool | None = None) -> None:
        self.game = game.copy()
        text = record(game, GoRequest())
        if passes is False:
            text = text.replace("B[PA]", "").replace("W[PA]", "")
        self.send(f"set game {text}")

    def go(self, depth: int = 1) -> Reply:
        self.send(f"set depth {depth}")
        return self.answer(self.send("go"))

    def answer(self, sent: float) -> Reply:
        """Return the move that answers a `go`."""
        among = r"(search|book|nodestats|status)\b.*"
        what = "search … lines and === M/EVAL/SECONDS"
        arrived, match = self.expect_timed(ANSWER, among=among, what=what)
        board, seconds = self.game.board, arrived - sent
        infos = [
            read_info(line.split()[1:], board, seconds)
            for line in self.passed_by
            if line.startswith(("search ", "book "))
        ]
        infos = infos or [read_answer(match[0], board, seconds)[1]]
        move = self.read_move(match[1], match[0])
        return Reply(match[0], match[1].upper(), move, seconds, [info for info in infos if info])

    def go_by_clock(self, game: Game, black: float, white: float) -> Reply:
        request = GoRequest(p1time=round(1000 * black), p2time=round(1000 * white))
        self.game = game.copy()
        self.send(f"set depth {DEPTH_WITH_CLOCK}", f"set game {record(game, request)}")
        self.ready()
        return self.answer(self.send("go"))

    def think(self) -> None:
        self.send("set depth 60", "go")
