"""Ratings of players by their results."""

from __future__ import annotations

from othello.rooms import Room

ROOM = Room()
