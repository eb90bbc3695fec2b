"""Matches and tournaments of engines, and options tuned by them."""

from othello.operations import DEVELOP
from othello.rooms import Room

COMMANDS = {
    DEVELOP: {
        "match": "let two engines play each other: score, Elo, time, faults",
        "tournament": "let many engines play each other: ratings, cross table, a page of the games",
        "compare": "compare with another installation or revision: signature, speed, strength",
        "tune": "tune an engine's options by playing its settings against each other",
    },
}

ROOM = Room(COMMANDS, docs=("matches",))
