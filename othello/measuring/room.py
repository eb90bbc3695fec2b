"""Measurements of the engine: speed, threads, suites."""

from othello.operations import DEVELOP
from othello.rooms import Room

COMMANDS = {
    DEVELOP: {
        "bench": "measure speed on fixed positions; the node count identifies the search",
        "scaling": "measure what more threads gain: speed-up, efficiency, nodes, balance",
        "perft": "count the leaves of the game tree",
        "test": "search a position suite to a fixed depth: right moves, score error",
    },
}

ROOM = Room(COMMANDS, provides={"bench": "othello.measuring.bench"})
