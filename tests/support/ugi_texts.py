"""What tests of UGI send and read: positions, the pattern of an `info` line, errors."""

from __future__ import annotations

import re

from othello import Board
from support.endgames import ENDGAME
from support.ugi_process import UgiProcess

START_FEN = "8/8/8/3ox3/3xo3/8/8/8 x"
MUST_PASS = "XO" + "-" * 62 + " O"  # white has no move, black plays c1
OVER = {
    "p1win": "X" * 40 + "O" * 24 + " X",
    "p2win": "O" * 3 + "-" * 61 + " X",
    "draw": "X" * 32 + "O" * 32 + " O",
}
SET_ENDGAME = f"position fen {ENDGAME.to_obf()}"
INFO = re.compile(
    r"info depth (?P<depth>\d+) selectivity \d+ multipv (?P<multipv>\d+) "
    r"score cp (?P<score>-?\d+)(?P<exact> exact)?( (lower|upper)bound)? "
    r"nodes \d+ nps \d+ hashfull \d+ time \d+ pv (?P<pv>[a-h1-80 ]+)"
)


def error(engine: UgiProcess, line: str) -> str:
    """Send a bad line and return its one error line, having seen that nothing else happened."""
    before = engine.ask("d")
    replies = engine.ask(line)
    assert len(replies) == 1 and replies[0].startswith("info string error: "), replies
    assert engine.ask("d") == before
    return replies[0]


def position(engine: UgiProcess) -> Board:
    """Return the engine's position."""
    shown = engine.ask("d")
    fen = next(line for line in shown if line.startswith("fen "))
    return Board.from_fen(fen.removeprefix("fen "))


def go(engine: UgiProcess, command: str) -> tuple[list[re.Match[str]], str]:
    """Return the info lines and the best move."""
    engine.send(command)
    *lines, last = engine.expect("bestmove")
    infos = [INFO.fullmatch(line) for line in lines]
    assert None not in infos, lines
    assert re.fullmatch(r"bestmove ([a-h][1-8]|0000)", last)
    return [info for info in infos if info], last.split()[1]
