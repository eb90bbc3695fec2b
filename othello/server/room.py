"""The page in the browser, and the JSON API over the network."""

from othello.rooms import Room

ROOM = Room(docs=("serve",), provides={"server": "othello.server.options"})
