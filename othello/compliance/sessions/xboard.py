"""A session over XBoard's protocol: its White moves first, and is Othello's black."""

from __future__ import annotations

import re
from collections.abc import Sequence

from othello.board import Board
from othello.compliance.session import ANYTHING, LeftOut, Reply, Session
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
    REMARKS = r"#.*|setup .*|feature .*|tell\w+ .*|"
    ANSWER = r"move\s+(\S+)"
    REPORTS = r"(?!Error|Illegal|tellusererror).*"
    ANSWER_SHOWN = "reports and move P@SQUARE"
    n_pings = 0

    def __init__(self, command: Sequence[str], patience: float) -> None:
        super().__init__(command, patience)
        self.features: dict[str, str] = {}

    def greet(self) -> None:
        self.declare()
        self.send("new", "variant reversi", "easy", "post")
        self.ready()

    def declare(self) -> None:
        """Let the engine declare its features."""
        self.send("xboard", "protover 2")
        self.expect(r"feature .*\bdone=1\b.*", among=ANYTHING)
        features = re.findall(FEATURE, " ".join(self.lines("feature ")))
        self.features = {name: value.strip('"') for name, value in features}

    def ready(self) -> None:
        self.n_pings += 1
        self.send(f"ping {self.n_pings}")
        self.expect(rf"pong\s+{self.n_pings}", among=ANYTHING)

    def new_game(self) -> None:
        self.send("new", "variant reversi", "force")
        self.ready()

    def place(self, game: Game, passes: bool | None = None) -> None:
        lines = ["new", "variant reversi", "force"]
        if game.start != Board():
            if self.features.get("setboard") != "1":
                raise LeftOut("it does not know setboard")
            lines.append(f"setboard {fen(game.start)}")
        self.place_by(game, *lines, *map(self.move_line, game.moves))

    def go(self, depth: int = 1) -> Reply:
        self.send(f"sd {depth}")
        return self.answer(self.send("go"))

    def read_info(self, line: str) -> Info | None:
        return read_post(line)

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

    def move_line(self, move: Move | str) -> str:
        """Return the command that tells a move."""
        word = self.PASS if move is PASS else f"P@{move}"
        return f"usermove {word}" if self.features.get("usermove") == "1" else word

    def read_move(self, word: str, line: str) -> Move:
        return super().read_move(DROP.sub("", word), line)


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
