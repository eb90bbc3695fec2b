"""The protocols of programs with a board for people."""

from othello.operations import PROTOCOLS
from othello.rooms import Room

COMMANDS = {
    PROTOCOLS: {
        "nboard": "speak the protocol of the interface NBoard",
        "gtp": "speak the Go Text Protocol, as Quarry and GoGui do",
        "xboard": "speak the protocol of XBoard and WinBoard, variant reversi",
        "cassio": "speak the protocol of Cassio, for its searches",
    },
}

ROOM = Room(COMMANDS, provides={"protocol": "othello.interfaces.first_line"})
