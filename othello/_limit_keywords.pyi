# Written by tools/reference.py from the declared fields of Limits and Engine.
from collections.abc import Iterable
from typing import Any, Literal

from typing_extensions import TypedDict

from othello.notation import Move

class LimitKeywords(TypedDict, total=False):
    depth: int | None
    seconds: float | None
    soft_seconds: float | None
    nodes: int | None
    level: int | None
    exact: bool
    wld: bool
    multipv: int | Literal["all"]
    moves: Iterable[Move | int | str] | None
    selectivity: int | None
    window: tuple[float, float] | None
    black_clock: float | None
    white_clock: float | None
    black_inc: float
    white_inc: float

class EngineKeywords(TypedDict, total=False):
    level: int
    evaluation: Any
    algorithm: str
    selectivity: int
    endgame_depth: int
    granularity: int
    processor_time: bool
    verify: bool
    extensions: bool
    deepen_hot: bool
