"""Ratings of players by their results."""

from othello.rooms import Room

ROOM = Room()
