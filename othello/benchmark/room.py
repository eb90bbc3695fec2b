"""A benchmark for any engine: positions with proven scores, a runner, a page of several results."""

from othello.operations import DEVELOP
from othello.rooms import Room

COMMANDS = {
    DEVELOP: {
        "benchmark": "let any engine solve positions with proven scores; compare several engines",
    },
}

ROOM = Room(COMMANDS, docs=("benchmark",))
