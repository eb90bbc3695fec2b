"""Players of a match that are the engine of fake_engine.py, and openings for them."""

import shlex
import sys
from pathlib import Path

from othello.board import Board
from othello.matches.openings import parse_opening
from othello.matches.players import Effort, Player, parse_player

FAKE_ENGINE = Path(__file__).with_name("fake_engine.py")

FAKE_COMMAND = shlex.join([sys.executable, str(FAKE_ENGINE)])

DAWDLING = 2.0
"""Seconds that an engine with the fault "dawdle" takes for a move."""

OPENINGS = [parse_opening(text) for text in ("f5d6c4d3c2b3b4b5", "f5f4", Board().to_obf())]


def fake(fault: str = "none", move: int = 1, *, protocol: str = "ugi", **limits: float) -> Player:
    """Return a player that has a fault from move number `move` on; `limits` as in `Effort`."""
    if not limits and protocol == "ugi":
        limits = {"depth": 1}
    command = f"{protocol}:{FAKE_COMMAND} {fault} {move} {protocol}"
    return parse_player(command, Effort(**limits))  # type: ignore[arg-type]
