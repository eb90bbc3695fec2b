"""Explanations of moves: on the command line, in requests, and beside the board of the page."""

from __future__ import annotations

from othello.rooms import Room

ROOM = Room(docs=("explain",))
