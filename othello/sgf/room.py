"""Files of games in SGF, the Smart Game Format."""

from __future__ import annotations

from othello.rooms import Room

ROOM = Room(formats={"sgf": "othello.sgf.format"})
