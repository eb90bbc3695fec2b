"""Files of games in GGF, the format of the server GGS and of NBoard."""

from __future__ import annotations

from othello.rooms import Room

ROOM = Room(formats={"ggf": "othello.ggf.format"})
