"""What the plug-in has."""

from othello.rooms import Room

ROOM = Room(
    {"Greetings": {"greet": "say hello"}},
    provides={
        "protocol": "othello_hooks.protocol",
        "evaluator": "othello_hooks.evaluator",
        "practise": "othello_hooks.exercise",
    },
)
