"""Bases of games: which moves were played in a position, by whom, with what result."""

from othello.operations import BOOKS
from othello.rooms import Room

COMMANDS = {
    BOOKS: {
        "games": "make a base of games, and ask it for moves, games and a player's mistakes",
    },
}

ROOM = Room(
    COMMANDS,
    docs=("games",),
    names={"othello.GameBase": "othello.gamebase.base"},
    provides={"service": "othello.gamebase.serving.bases"},
)
