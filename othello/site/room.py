"""The served page for any web server, with the engine in the browser."""

from othello.operations import DEVELOP
from othello.rooms import Room

COMMANDS = {
    DEVELOP: {
        "site": "write the page of serve as a folder for any web server, the engine in the browser",
    },
}

ROOM = Room(
    COMMANDS,
    docs=("site",),
)
