"""Work on millions of positions at once: numpy arrays in, numpy arrays out.

*Positions* are an array of uint64, shape (n, 2): a row holds the discs of the side to move and
those of the other, bit 0 for a1 to bit 63 for h8. Any strides are accepted. `threads` share the
rows, without the interpreter's lock. Results do not depend on the number of threads or on the
instruction set.

>>> from othello import Board
>>> positions = from_boards([Board(), Board().after("f5")])
>>> [hex(mask) for mask in legal_moves(positions)]
['0x102004080000', '0x280020000000']
>>> evaluate(positions).dtype, solve(positions[:0]).shape
(dtype('float32'), (0,))
"""

from othello.arrays import Positions, from_boards, to_boards
from othello.batch.games import N_PLIES, Replay, play_randomly, playouts, replay
from othello.batch.planes import (
    legal_mask,
    policy_targets,
    symmetric_planes,
    symmetric_policies,
    to_bits,
    to_planes,
)
from othello.batch.rules import (
    canonical,
    final_scores,
    flips,
    legal_moves,
    perft,
    play,
    symmetries,
)
from othello.batch.scores import N_FEATURES, evaluate, features, solve
from othello.batch.search import Analyses, Searches, analyse, search

__all__ = [
    "N_FEATURES",
    "N_PLIES",
    "Analyses",
    "Positions",
    "Replay",
    "Searches",
    "analyse",
    "canonical",
    "evaluate",
    "features",
    "final_scores",
    "flips",
    "from_boards",
    "legal_mask",
    "legal_moves",
    "perft",
    "play",
    "play_randomly",
    "playouts",
    "policy_targets",
    "replay",
    "search",
    "solve",
    "symmetric_planes",
    "symmetric_policies",
    "symmetries",
    "to_bits",
    "to_boards",
    "to_planes",
]
