"""Plug-ins: rooms of other packages, found by entry points of the group ``othello.rooms``."""
