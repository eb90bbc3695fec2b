"""What people play: a model of the moves of players of a rating."""

from othello.operations import BOOKS
from othello.rooms import Room

COMMANDS = {
    BOOKS: {
        "people": "show what people of a rating play; rate players, fit and measure the model",
    },
}

PROVIDES = {"people's choices": "othello.people.strengths", "habits": "othello.people.habits"}

ROOM = Room(COMMANDS, docs=("people",), provides=PROVIDES)
