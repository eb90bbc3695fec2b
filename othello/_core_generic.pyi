"""Types of the compiled core, the same for every variant; pyx/python/*.pxi is the source.

A position is two sets of squares, `player` (the side to move) and `opponent`; bit 0 is a1, bit 63
is h8. Values are in 1/128 disc for the player.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt
from typing_extensions import Buffer

ISA: Final[str]
COMPILER: Final[str]
OPENMP: Final[bool]
DEBUG: Final[bool]
STACK_NEEDED: Final[int]
TUNING: Final[bool]
TUNABLES: Final[dict[str, tuple[int, int, int]]]

VALUE_PER_DISC: Final[int]
PASS: Final[int]
EVALUATIONS: Final[tuple[str, ...]]
ALGORITHMS: Final[tuple[str, ...]]
SELECTIVITIES: Final[tuple[int, ...]]
SELECTIVE_SOLVES: Final[tuple[int, ...]]
MORE_SELECTIVE_SOLVES: Final[tuple[int, ...]]
LIMITED_SELECTIVE_SOLVES: Final[tuple[int, ...]]
CLASSIC_TERMS: Final[tuple[str, ...]]

PATTERNS: Final[tuple[str, ...]]
PATTERN_SCALARS: Final[tuple[str, ...]]
PATTERN_PHASES: Final[int]
PATTERN_PHASE_EMPTIES: Final[int]
N_PLIES: Final[int]
PATTERN_WEIGHTS: Final[int]
PATTERN_EMPTIES: Final[int]
PATTERN_FEATURES: Final[int]
PATTERN_FACTORS: Final[int]
PATTERN_NARROW_FACTORS: Final[int]
BATCH_SOLVED_EMPTIES: Final[int]
TREE_ROWS: Final[int]

# depth, selectivity, value, bound (0 none, 1 lower, 2 upper), exact, principal variation
_Line = tuple[int, int, int, int, bool, tuple[int, ...]]

# depth, selectivity, rank from 1, value, bound, exact, nodes, seconds, hashfull in per mille, pv
_OnInfo = Callable[
    [int, int, int, int, int, bool, int, float, int, tuple[int, ...]],
    object,
]

def max_threads() -> int: ...
def tune(name: str, value: int) -> None: ...
def processors() -> int: ...
def room_for_threads(threads: int) -> bool: ...
def allocate_from_one_arena() -> None: ...
def launched(threads: int) -> int: ...
def thread_stack() -> int: ...
def threads_lost() -> bool: ...
def legal_moves(player: int, opponent: int) -> int: ...
def flip(player: int, opponent: int, square: int) -> int: ...
def last_flips(player: int, square: int) -> tuple[int, int]: ...
def final_score(player: int, opponent: int) -> int: ...
def stable_discs(player: int, opponent: int) -> int: ...
def perft(player: int, opponent: int, depth: int) -> int: ...
def evaluate(player: int, opponent: int, evaluation: str = "pattern") -> int: ...
def classic_terms(player: int, opponent: int) -> list[tuple[str, int, int, int]]: ...
def classic_phase(n_empties: int) -> tuple[float, ...]: ...
def load_weights(weights: Buffer, factors: Buffer) -> None: ...
def load_packed(bits: Buffer, counts: Buffer, packed: Buffer) -> None: ...
def pack_rows(weights: Buffer, factors: Buffer) -> tuple[bytes, bytes, bytes]: ...
def unpack_rows(
    bits: Buffer, counts: Buffer, packed: Buffer, weights: Buffer, factors: Buffer
) -> None: ...
def weights_loaded() -> bool: ...
def shallow_depth(depth: int) -> int: ...
def load_probcut(sigmas: Buffer) -> None: ...
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

class WorkerPool:
    threads: int
    @property
    def hash_mb(self) -> int: ...
    def __init__(self, threads: int = 1, hash_mb: int = 64) -> None: ...
    def resize(self, hash_mb: int) -> None: ...
    def share_table(self, descriptor: int) -> None: ...
    def clear(self) -> None: ...
    def stop(self) -> None: ...
    def arm(self) -> None: ...
    def counters(self) -> dict[str, int]: ...
    def total_nodes(self) -> int: ...
    def worker_nodes(self) -> list[int]: ...
    def nodes_so_far(self) -> int: ...

class Searcher(WorkerPool):
    def set_options(
        self,
        *,
        evaluation: str = "pattern",
        custom: tuple[object, int, int] | None = None,
        algorithm: str = "pvs",
        verify: bool = False,
        min_split_depth: int = 0,
        extensions: bool = False,
        processor_time: bool = False,
    ) -> None: ...
    def search(
        self,
        player: int,
        opponent: int,
        *,
        depth: int = 60,
        exact: bool = False,
        wld: bool = False,
        selectivity: int = 100,
        nodes: int = 0,
        soft_seconds: float = 0.0,
        hard_seconds: float = 0.0,
        moves: int = 0,
        multipv: int = 1,
        window: tuple[int, int] | None = None,
        on_info: _OnInfo | None = None,
    ) -> tuple[list[_Line], int, float, bool]: ...

class SearchTree:
    def __init__(
        self,
        player: int,
        opponent: int,
        leaves: int,
        by_children: bool,
        exploration: float,
        temperature: float,
    ) -> None: ...
    @property
    def visits(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    def collect(self, rows: npt.NDArray[np.uint64], visits: int) -> int: ...
    def settle(
        self, values: npt.NDArray[np.float64], priors: npt.NDArray[np.float32] | None = None
    ) -> None: ...
    def moves(self) -> list[tuple[int, int, float, float]]: ...
    def line(self) -> tuple[int, ...]: ...
