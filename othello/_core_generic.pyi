"""Types of the compiled core, the same for every variant; pyx/python/*.pxi is the source.

A position is two sets of squares, `player` (the side to move) and `opponent`; bit 0 is a1, bit 63
is h8. Values are in 1/128 disc for the player.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from othello._common import *  # noqa: F403

ISA: Final[str]
CLASSIC_TERMS: Final[tuple[str, ...]]
PATTERN_FEATURES: Final[int]
BATCH_SOLVED_EMPTIES: Final[int]

def tune(name: str, value: int) -> None: ...
def legal_moves(player: int, opponent: int) -> int: ...
def flip(player: int, opponent: int, square: int) -> int: ...
def last_flips(player: int, square: int) -> tuple[int, int]: ...
def final_score(player: int, opponent: int) -> int: ...
def stable_discs(player: int, opponent: int) -> int: ...
def perft(player: int, opponent: int, depth: int) -> int: ...
def evaluate(player: int, opponent: int, evaluation: str = "pattern") -> int: ...
def classic_terms(player: int, opponent: int) -> list[tuple[str, int, int, int]]: ...
def classic_phase(n_empties: int) -> tuple[float, ...]: ...
def pattern_features(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    features: npt.NDArray[np.int32],
    threads: int = 1,
) -> None: ...
def legal_masks(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    masks: npt.NDArray[np.uint64],
    threads: int = 1,
) -> None: ...
def flip_masks(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    moves: npt.NDArray[np.uint8],
    masks: npt.NDArray[np.uint64],
    threads: int = 1,
) -> None: ...
def play_each(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    moves: npt.NDArray[np.uint8],
    own: npt.NDArray[np.uint64],
    other: npt.NDArray[np.uint64],
) -> int: ...
def final_scores(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    scores: npt.NDArray[np.int8],
) -> None: ...
def leaf_counts(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    counts: npt.NDArray[np.uint64],
    depth: int,
    threads: int = 1,
) -> None: ...
def static_values(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    values: npt.NDArray[np.int16],
    evaluation: str = "pattern",
    threads: int = 1,
) -> None: ...
def symmetric_images(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    images: npt.NDArray[np.uint64],
    threads: int = 1,
) -> None: ...
def canonical_images(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    images: npt.NDArray[np.uint64],
    threads: int = 1,
) -> None: ...
def canonical_hashes(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    hashes: npt.NDArray[np.uint64],
) -> None: ...
def replay_games(
    moves: npt.NDArray[np.uint8],
    positions: npt.NDArray[np.uint64],
    white: npt.NDArray[np.uint8],
    played: npt.NDArray[np.uint8],
    threads: int = 1,
) -> None: ...
def play_randomly(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    n_moves: npt.NDArray[np.uint8],
    seed: int,
) -> None: ...
def playout_scores(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    scores: npt.NDArray[np.int8],
    seed: int,
    threads: int = 1,
) -> None: ...
def best_moves(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    moves: npt.NDArray[np.uint8],
    depth: int,
    threads: int = 1,
) -> None: ...
def sample_leaves(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    depth: int,
    leaf_player: npt.NDArray[np.uint64],
    leaf_opponent: npt.NDArray[np.uint64],
    seed: int,
    threads: int = 1,
) -> None: ...
def sample_searched(
    searcher: Searcher,
    player: int,
    opponent: int,
    nodes: int,
    empties: tuple[int, int],
    kept_player: npt.NDArray[np.uint64],
    kept_opponent: npt.NDArray[np.uint64],
    seed: int,
) -> None: ...
def play_moves(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    moves: npt.NDArray[np.uint8],
) -> None: ...
def solve_scores(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    scores: npt.NDArray[np.int8],
    threads: int = 1,
) -> None: ...
