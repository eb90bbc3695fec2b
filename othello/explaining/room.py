"""Explanations of moves: on the command line, in requests, and beside the board of the page."""

from othello.rooms import Room

ROOM = Room(docs=("explain",))
