"""A game in the terminal."""

from othello.operations import PLAY
from othello.rooms import Room

COMMANDS = {
    PLAY: {
        "play": "play a game in the terminal",
    },
}

ROOM = Room(COMMANDS, docs=("play",))
