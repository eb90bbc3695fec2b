"""Types of what the variants of the compiled core share; pyx/python/*.pxi is the source."""

from collections.abc import Callable
from typing import Final, NamedTuple

from typing_extensions import Buffer

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
PATTERNS: Final[tuple[str, ...]]
PATTERN_SCALARS: Final[tuple[str, ...]]
PATTERN_PHASES: Final[int]
PATTERN_PHASE_EMPTIES: Final[int]
N_PLIES: Final[int]
PATTERN_WEIGHTS: Final[int]
PATTERN_EMPTIES: Final[int]
PATTERN_FACTORS: Final[int]
PATTERN_NARROW_FACTORS: Final[int]

class CoreLine(NamedTuple):
    depth: int
    selectivity: int
    value: int
    bound: int  # 0 none, 1 lower, 2 upper
    exact: bool
    pv: tuple[int, ...]

# line, rank from 1, nodes, seconds, hashfull in per mille
_OnInfo = Callable[[CoreLine, int, int, float, int], object]

def max_threads() -> int: ...
def processors() -> int: ...
def room_for_threads(threads: int) -> bool: ...
def allocate_from_one_arena() -> None: ...
def thread_stack() -> int: ...
def threads_lost() -> bool: ...
def load_weights(weights: Buffer, factors: Buffer) -> None: ...
def load_packed(bits: Buffer, counts: Buffer, packed: Buffer) -> None: ...
def pack_rows(weights: Buffer, factors: Buffer) -> tuple[bytes, bytes, bytes]: ...
def unpack_rows(
    bits: Buffer, counts: Buffer, packed: Buffer, weights: Buffer, factors: Buffer
) -> None: ...
def weights_loaded() -> bool: ...
def shallow_depth(depth: int) -> int: ...
def load_probcut(sigmas: Buffer) -> None: ...

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
    ) -> tuple[list[CoreLine], int, float, bool]: ...
