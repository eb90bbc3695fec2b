"""Play on the Generic Game Server, and a server in its protocol."""

from othello.operations import DEVELOP, PLAY
from othello.rooms import Room

COMMANDS = {
    PLAY: {"ggs": "play on GGS, the Generic Game Server, or on a referee of your own"},
    DEVELOP: {"referee": "a match server in the protocol of GGS: clocks, ratings, observers"},
}

ROOM = Room(COMMANDS, docs=("ggs",))
