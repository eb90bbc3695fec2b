"""The JSON API: the engine for programs, over a pipe or, with `othello.server`, the network."""

from othello.operations import PLAY
from othello.rooms import Room

COMMANDS = {
    PLAY: {
        "serve": "play, explore and analyse in the browser; the same engine for programs, in JSON",
    },
}

ROOM = Room(COMMANDS, docs=("json-api",))
