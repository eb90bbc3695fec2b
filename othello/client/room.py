"""Other engines in processes of their own, and ours for other machines."""

from othello.rooms import Room

ROOM = Room(
    docs=("bot",),
    names={"othello.serve_bot": "othello.client.bot"},
    provides={"listen": "othello.client.commands.listening"},
)
