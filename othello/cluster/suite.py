"""Positions searched by workers, as `othello.measuring.suite` does it in this process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from othello.cluster.base import Cluster
from othello.cluster.items import Done, distribute
from othello.cluster.kept import KeptOutcomes
from othello.cluster.worker import Setup
from othello.engine import Engine
from othello.formats.obf import Position, format_position
from othello.limits import Limits
from othello.measuring.suite import Outcome, judged, run_suite
from othello.notation import parse_move
from othello.result import Line, Result

__all__ = ["describe_line", "read_line", "run_suite_on", "search_one"]


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
            found = kept.find(number, format_position(position))
            return None if found is None else outcome_of(position, read_result(found), limits)

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


def read_result(described: dict[str, Any]) -> Result:
    """Return the result that `describe_result` described."""
    return Result(**{**described, "lines": tuple(map(read_line, described["lines"]))})


def describe_line(line: Line) -> list[Any]:
    """Return a line as a JSON array; `read_line` is the way back."""
    return [*line[:-1], " ".join(map(str, line.pv))]


def read_line(described: list[Any]) -> Line:
    """Return the line that `describe_line` described."""
    depth, selectivity, score, bound, exact, pv = described
    return Line(depth, selectivity, score, bound, exact, tuple(map(parse_move, pv.split())))
