"""Practice: exercises, drills and puzzles for a player, and the file of what was answered."""

from othello.operations import PLAY
from othello.rooms import Room

COMMANDS = {
    PLAY: {
        "practise": "learn from the mistakes in your games, and learn openings by heart",
        "puzzles": "make puzzles with one right move out of games, prove them again, list them",
    },
}

ROOM = Room(
    COMMANDS,
    docs=("practice",),
    provides={"service": "othello.practice.profiles"},
)
