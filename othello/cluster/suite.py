"""Positions searched by workers, as `othello.measuring.suite` does it in this process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from othello.board import Board, replay
from othello.cluster.base import Cluster
from othello.cluster.items import Done, distribute
from othello.cluster.kept import KeptOutcomes
from othello.cluster.worker import Setup
from othello.engine import Engine
from othello.errors import quote
from othello.formats.obf import Position, format_position
from othello.levels import NO_PRUNING
from othello.limits import Limits
from othello.measuring.suite import Outcome, judged, run_suite
from othello.notation import split_moves
from othello.result import BOUNDS, Line, Result

__all__ = ["check_cost", "describe_line", "read_line", "run_suite_on", "search_one"]

MOST_NODES = 1 << 63


def run_suite_on(
    cluster: Cluster,
    setup: Setup,
    positions: Iterable[Position],
    limits: Limits,
    kept_in: Path | None = None,
) -> Iterator[Done[Position, Outcome]]:
    """Search each position with an empty table and yield the outcomes in their order.

    Parameters
    ----------
    cluster : Cluster
        Who searches.
    setup : Setup
        With what.
    positions : iterable of Position
        What is searched.
    limits : Limits
        How far, each time.
    kept_in : Path, optional
        A file that keeps the outcomes; what it has already is not searched again.
    """
    search = partial(search_one, limits)
    if kept_in is None:
        yield from distribute(cluster, setup, search, positions)
        return
    with KeptOutcomes(kept_in, {**setup.settings(), **limits._asdict()}) as kept:

        def known(number: int, position: Position) -> Outcome | None:
            read = partial(read_result, board=position.board)
            found = kept.find(number, format_position(position), read)
            return None if found is None else outcome_of(position, found, limits)

        def keep(number: int, position: Position, outcome: Outcome) -> None:
            kept.add(number, format_position(position), describe_result(outcome.result))

        yield from distribute(cluster, setup, search, positions, known=known, on_outcome=keep)


def search_one(limits: Limits, engine: Engine, position: Position) -> Outcome:
    """Search a position; what a worker calls."""
    (outcome,) = run_suite(engine, [position], limits)
    return outcome


def outcome_of(position: Position, result: Result, limits: Limits) -> Outcome:
    """Return an outcome with a result that is known."""
    return Outcome(position, result, judged(position, result, limits))


def describe_result(result: Result) -> dict[str, Any]:
    """Return a result as a JSON object; `read_result` is the way back."""
    return {**result._asdict(), "lines": [*map(describe_line, result.lines)]}


def read_result(described: dict[str, Any], board: Board) -> Result:
    """Return the result of searching `board` that `describe_result` described.

    Raises
    ------
    ValueError, TypeError, LookupError, AttributeError
        If it is something else.
    """
    lines = tuple([read_line(line, board) for line in described["lines"]])
    result = Result(**{**described, "lines": lines})
    check_cost(result.nodes, result.seconds)
    if not lines or type(result.stopped) is not bool:
        raise ValueError(f"expected lines and whether it was stopped, got {quote(described)}")
    return result


def check_cost(nodes: object, seconds: object) -> None:
    """Raise ValueError unless both are numbers that a search may take."""
    if type(nodes) is not int or type(seconds) not in (int, float):
        raise ValueError(f"nodes and seconds {quote(nodes)} and {quote(seconds)}: expected numbers")
    if not 0 <= nodes < MOST_NODES or not 0 <= seconds < MOST_NODES:  # type: ignore[operator]
        raise ValueError(f"nodes and seconds {quote(nodes)} and {quote(seconds)}: expected less")


def describe_line(line: Line) -> list[Any]:
    """Return a line as a JSON array; `read_line` is the way back."""
    return [*line[:-1], " ".join(map(str, line.pv))]


def read_line(described: list[Any], board: Board) -> Line:
    """Return the line from `board` that `describe_line` described. Raises as `read_result`."""
    depth, selectivity, score, bound, exact, pv = described
    is_line = (
        type(depth) is type(selectivity) is int
        and 0 <= depth <= 64
        and 0 <= selectivity <= NO_PRUNING
        and type(score) in ((int,) if exact else (int, float))
        and -64 <= score <= 64
        and bound in BOUNDS
        and type(exact) is bool
    )
    if not is_line:
        raise ValueError(f"{quote(described)} is no line of a search")
    moves = tuple([move for move, _ in replay(board, split_moves(pv))])
    return Line(depth, selectivity, score, bound, exact, moves)
