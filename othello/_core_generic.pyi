"""Types of the compiled core, the same for every variant; pyx/python/*.pxi is the source.

A position is two sets of squares, `player` (the side to move) and `opponent`; bit 0 is a1, bit 63
is h8. Values are in 1/128 disc for the player.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from othello._common import *  # noqa: F403

_Bitboards = npt.NDArray[np.uint64]
_Bytes = npt.NDArray[np.uint8]
_Scores = npt.NDArray[np.int8]
_Values = npt.NDArray[np.int16]

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
    player: _Bitboards, opponent: _Bitboards, features: npt.NDArray[np.int32], threads: int = 1
) -> None: ...
def legal_masks(
    player: _Bitboards, opponent: _Bitboards, masks: _Bitboards, threads: int = 1
) -> None: ...
def flip_masks(
    player: _Bitboards, opponent: _Bitboards, moves: _Bytes, masks: _Bitboards, threads: int = 1
) -> None: ...
def play_each(
    player: _Bitboards, opponent: _Bitboards, moves: _Bytes, own: _Bitboards, other: _Bitboards
) -> int: ...
def final_scores(player: _Bitboards, opponent: _Bitboards, scores: _Scores) -> None: ...
def leaf_counts(
    player: _Bitboards, opponent: _Bitboards, counts: _Bitboards, depth: int, threads: int = 1
) -> None: ...
def static_values(
    player: _Bitboards,
    opponent: _Bitboards,
    values: _Values,
    evaluation: str = "pattern",
    threads: int = 1,
) -> None: ...
def symmetric_images(
    player: _Bitboards, opponent: _Bitboards, images: _Bitboards, threads: int = 1
) -> None: ...
def canonical_images(
    player: _Bitboards, opponent: _Bitboards, images: _Bitboards, threads: int = 1
) -> None: ...
def canonical_hashes(player: _Bitboards, opponent: _Bitboards, hashes: _Bitboards) -> None: ...
def replay_games(
    moves: _Bytes, positions: _Bitboards, white: _Bytes, played: _Bytes, threads: int = 1
) -> None: ...
def play_randomly(player: _Bitboards, opponent: _Bitboards, n_moves: _Bytes, seed: int) -> None: ...
def playout_scores(
    player: _Bitboards, opponent: _Bitboards, scores: _Scores, seed: int, threads: int = 1
) -> None: ...
def best_moves(
    player: _Bitboards, opponent: _Bitboards, moves: _Bytes, depth: int, threads: int = 1
) -> None: ...
def sample_leaves(
    player: _Bitboards,
    opponent: _Bitboards,
    depth: int,
    leaf_player: _Bitboards,
    leaf_opponent: _Bitboards,
    seed: int,
    threads: int = 1,
) -> None: ...
def sample_searched(
    searcher: Searcher,  # noqa: F405
    player: int,
    opponent: int,
    nodes: int,
    empties: tuple[int, int],
    kept_player: _Bitboards,
    kept_opponent: _Bitboards,
    seed: int,
) -> None: ...
def play_moves(player: _Bitboards, opponent: _Bitboards, moves: _Bytes) -> None: ...
def solve_scores(
    player: _Bitboards, opponent: _Bitboards, scores: _Scores, threads: int = 1
) -> None: ...
