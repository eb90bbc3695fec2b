"""Plug-ins: rooms of other packages."""

from othello.operations import DEVELOP
from othello.rooms import Room

COMMANDS = {DEVELOP: {"plugins": "list what other packages add to this one"}}

ROOM = Room(COMMANDS, docs=("plugins",), provides={"plug-ins": "othello.plugins.finding"})
