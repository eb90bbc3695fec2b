"""Training: from games to weights, and samples for other tools."""

from othello.operations import DEVELOP
from othello.rooms import Room

COMMANDS = {
    DEVELOP: {
        "selfplay": "make labelled positions for training, or balanced openings",
        "train": "fit the weights of the evaluation to labelled positions",
    },
}

ROOM = Room(
    COMMANDS,
    packages=("learning",),
)
