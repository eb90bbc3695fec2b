"""Lessons: texts with positions, and exercises on what they say."""

from othello.operations import PLAY
from othello.rooms import Room

COMMANDS = {
    PLAY: {
        "lessons": "make the exercises of the lessons out of games, or check them again",
    },
}

ROOM = Room(
    COMMANDS,
    provides={"practise": "othello.lessons.commands.teaching"},
)
