"""Files of games in GGF, the format of the server GGS and of NBoard."""

from othello.rooms import Room

ROOM = Room(
    names={"othello.formats.results.in_ggf": "othello.ggf.games"},
    formats={"ggf": "othello.ggf.format"},
)
