"""A game in the terminal."""

from __future__ import annotations

from othello.operations import PLAY
from othello.rooms import Room

COMMANDS = {
    PLAY: {
        "play": "play a game in the terminal",
    },
}

ROOM = Room(COMMANDS, docs=("play",))
