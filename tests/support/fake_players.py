"""Players of a match that are the engine of fake_engine.py, and openings for them."""

from __future__ import annotations

import sys
from pathlib import Path

from othello.board import Board
from othello.matches.openings import parse_opening
from othello.matches.players import Effort, Player, parse_player

FAKE_ENGINE = Path(__file__).with_name("fake_engine.py")

OPENINGS = [parse_opening(text) for text in ("f5d6c4d3c2b3b4b5", "f5f4", Board().to_obf())]


def fake(*arguments: object, protocol: str = "ugi", **limits: float) -> Player:
    """Return a player; `arguments` are the fault and its move number, `limits` as in `Effort`."""
    if not limits and protocol == "ugi":
        limits = {"depth": 1}
    words = " ".join(map(str, [*arguments, *("none", 1)[len(arguments) :], protocol]))
    command = f"{protocol}:'{sys.executable}' '{FAKE_ENGINE}' {words}"
    return parse_player(command, Effort(**limits))  # type: ignore[arg-type]
