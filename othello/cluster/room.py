"""Work on other processes and machines, and endgames that they solve in parts."""

from othello.operations import DEVELOP
from othello.rooms import Room

COMMANDS = {
    DEVELOP: {
        "mpi": "search a position on all ranks of an MPI job",
        "verify": "check the proof of an endgame that was solved in parts",
    },
}

PROVIDES = {
    "cluster": "othello.cluster.commands.clustering",
    "cluster options": "othello.cluster.commands.options",
}

ROOM = Room(
    COMMANDS,
    packages=("proving",),
    docs=("scaling-out",),
    provides=PROVIDES,
)
