"""Evaluations of one's own, and environments for reinforcement learning."""

from othello.rooms import Room

ROOM = Room(packages=("env",), docs=("own-evaluation",))
