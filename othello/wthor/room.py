"""Files of games in WTHOR, the database of tournament games."""

from __future__ import annotations

from othello.rooms import Room

ROOM = Room(formats={"wthor": "othello.wthor.format"})
