"""Opening books that grow, and those of other programs."""

from othello.operations import BOOKS
from othello.rooms import Room

COMMANDS = {
    BOOKS: {
        "book": "make, mend and ask opening books",
    },
}

NAMES = {
    "othello.book.BookBuilder": "othello.bookmaking.growth",
    "othello.book.Round": "othello.bookmaking.growth",
}

ROOM = Room(COMMANDS, names=NAMES)
