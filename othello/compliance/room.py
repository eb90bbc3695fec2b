"""Whether another engine keeps to its protocol."""

from othello.operations import DEVELOP
from othello.rooms import Room

COMMANDS = {
    DEVELOP: {
        "compliance": "test whether an engine keeps to UGI, GTP, NBoard's or XBoard's protocol"
    },
}

ROOM = Room(COMMANDS)
