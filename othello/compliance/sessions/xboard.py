"""A session over XBoard's protocol: its White moves first, and is Othello's black."""

from __future__ import annotations

import re

from othello.board import Board
from othello.compliance.session import Reply, Session
from othello.engine import Info
from othello.errors import OthelloError
from othello.game import Game
from othello.notation import BLACK, PASS, Move, parse_move

FEATURE = r'(\w+)=("[^"]*"|\S+)'
DROP = re.compile(r"^[Pp]@")
POST = re.compile(r"\s*(\d+)[.+]?\s+(-?\d+)\s+(\d+)\s+(\d+)\s+(.*)")
TO_FEN = str.maketrans("xo", "Pp")


class XBoardSession(Session):
    """An engine that speaks XBoard's protocol."""

    NAME = "xboard"
    PASS = "@@@@"
    REMARKS = r"#.*|setup .*|feature .*"
    n_pings = 0
    game = Game()

    def greet(self) -> None:
        self.send("xboard", "protover 2")
        self.expect(r"feature .*\bdone=1\b.*")
        self.send("new", "variant reversi", "easy", "post")
        self.ready()

    def features(self) -> dict[str, str]:
        """Return the features that the engine has declared; of several options the last one."""
        lines = [line for line in self.lines_that_came() if line.startswith("feature ")]
        return dict(pair for line in lines for pair in re.findall(FEATURE, line))

    def ready(self) -> None:
        self.n_pings += 1
        self.send(f"ping {self.n_pings}")
        self.expect(rf"pong\s+{self.n_pings}")

    def new_game(self) -> None:
        self.send("new", "variant reversi", "force")
        self.ready()

    def place(self, game: Game, passes: bool | None = None) -> None:
        self.game = game.copy()
        self.send("new", "variant reversi", "force")
        if game.start != Board():
            self.send(f"setboard {fen(game.start)}")
        self.send(*map(move_line, game.moves))

    def go(self, depth: int = 1) -> Reply:
        self.send(f"sd {depth}")
        return self.answer(self.send("go"))

    def answer(self, sent: float, seconds: float | None = None) -> Reply:
        """Return the move that the engine makes."""
        among = r"(?!Error|Illegal|tellusererror).*"
        arrived, match = self.expect_timed(
            r"move\s+(\S+)", seconds, among=among, what="reports and move P@SQUARE"
        )
        infos = (read_post(line) for line in self.passed_by)
        move = self.read_move(match[1], match[0])
        return Reply(match[0], match[1], move, arrived - sent, [info for info in infos if info])

    def go_by_clock(self, game: Game, black: float, white: float) -> Reply:
        self.place(game)
        minutes, seconds = divmod(int(self.LEAST_CLOCK), 60)
        self.send(f"level 0 {minutes}:{seconds:02} 0")
        mine, other = (black, white) if game.board.turn == BLACK else (white, black)
        self.send(f"time {round(100 * mine)}", f"otim {round(100 * other)}")
        self.ready()
        return self.answer(self.send("go"))

    def think(self) -> None:
        self.send("st 60", "go")

    def read_move(self, word: str, line: str) -> Move:
        if word == self.PASS:
            return PASS
        return super().read_move(DROP.sub("", word), line)


def move_line(move: Move) -> str:
    """Return the command that tells a move.

    >>> move_line(Move("f5")), move_line(PASS)
    ('usermove P@f5', 'usermove @@@@')
    """
    return f"usermove {XBoardSession.PASS if move is PASS else f'P@{move}'}"


def fen(board: Board) -> str:
    """Return a position as XBoard writes it: the eighth rank first, black as White.

    >>> fen(Board())
    '8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1'
    """
    ranks = board.to_fen().split()[0].split("/")
    turn = "w" if board.turn == BLACK else "b"
    return f"{'/'.join(reversed(ranks)).translate(TO_FEN)} {turn} - - 0 1"


def read_post(line: str) -> Info | None:
    """Read a report of the thinking; None if the line is none.

    >>> read_post("8 -120 31 20000 P@f5 P@d6").score
    -1.2
    """
    if (match := POST.fullmatch(line)) is None:
        return None
    depth, score, time, nodes = map(int, match.groups()[:4])
    pv = []
    for word in match[5].split():
        try:
            pv.append(PASS if word == XBoardSession.PASS else parse_move(DROP.sub("", word)))
        except OthelloError:
            break
    return Info(
        depth=depth,
        selectivity=100,
        score=score / 100,
        bound=None,
        exact=False,
        pv=tuple(pv),
        rank=1,
        nodes=nodes,
        seconds=time / 100,
        hashfull=0,
    )
