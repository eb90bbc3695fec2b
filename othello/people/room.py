"""A model of the moves that players of a rating make."""

from othello.operations import BOOKS
from othello.rooms import Room

COMMANDS = {
    BOOKS: {
        "people": "show what people of a rating play; rate players, fit and measure the model",
    },
}

PROVIDES = {
    "people's choices": "othello.people.strengths",
    "habits": "othello.people.habits",
    "ratings of people": "othello.people.scale",
    "tempting moves": "othello.people.tempting",
}

ROOM = Room(COMMANDS, docs=("people",), provides=PROVIDES)
