"""A page that compares results of the benchmark: one file, with tables and a picture."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from html import escape
from itertools import groupby
from math import ceil, floor, log10
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from othello._version import __version__
from othello.analysis.page import html_table
from othello.errors import FormatError, InvalidOption, quote
from othello.files.bounded import whole_file
from othello.web.assets import STYLE, asset

COMMAND = "othello benchmark run --json"

WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 70, 15, 15, 45
LEAST_SECONDS = 0.001
"""Least time in the picture: no clock tells shorter ones apart."""

COLOURS = ("#1c6b45", "#b3202a", "#2b6a80", "#a34a00", "#6a4ca0", "#7a5b00")
SHAPES = ("●", "▲", "■", "◆", "✚", "★")


OWN_STYLE = """\
main { grid-template-columns: minmax(0, 1fr) !important; }
main svg { max-width: 50rem; }
"""


class Result(NamedTuple):
    """What an engine found, as ``othello benchmark run --json`` prints it."""

    about: Mapping[str, Any]  #: the last line: the engine, the machine, the sums
    rows: Mapping[str, Mapping[str, Any]]  #: the lines of the positions, by name

    @property
    def name(self) -> str:
        """The engine's name."""
        return str(self.about["engine"])

    def seconds(self, name: str) -> float | None:
        """Return the time of a position that was solved rightly; else None.

        That is processor time, where it is known.
        """
        row = self.rows.get(name, {})
        if not row.get("correct"):
            return None
        own = row["processor_seconds"]
        return float(row["seconds"] if own is None else own)


def read_result(path: Path) -> Result:
    """Read a result; raise FormatError if the file holds none, or one without its last line."""
    about: dict[str, Any] = {}
    rows: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(whole_file(path).splitlines(), 1):
        record = _record(line)
        if "archive" in record.get("total", {}):
            about = record["total"]
        elif "id" in record and "processor_seconds" in record:
            rows[record["id"]] = record
        else:
            reason = f"{quote(line.decode(errors='replace'))}: expected a line of {COMMAND}"
            raise FormatError(str(path), number, reason)
    if not about:
        raise FormatError(str(path), len(rows), f"no total: expected all that {COMMAND} printed")
    return Result(about, rows)


def _record(line: bytes) -> dict[str, Any]:
    """Return the JSON object of a line; an empty one if it is none."""
    with suppress(ValueError, RecursionError):
        record = json.loads(line)
        return record if isinstance(record, dict) else {}
    return {}


def benchmark_page(results: Sequence[Result]) -> str:
    """Return the HTML of a page that compares results, at least one.

    Raises InvalidOption if they are not of the same archive.
    """
    if len(archives := {each.about["archive"] for each in results}) > 1:
        listed = " and ".join(sorted(archive[:12] for archive in archives))
        raise InvalidOption(f"results of the archives {listed}: expected one archive for all")
    results = _told_apart(results)
    names = list(dict.fromkeys(name for each in results for name in each.rows))
    empties = {name: each.rows[name]["empties"] for each in results for name in each.rows}
    names.sort(key=empties.__getitem__)
    title = "othello benchmark: " + ", ".join(each.name for each in results)
    note = (
        "Processor time, where it was measured, of one thread; an empty table for each position. "
        f"Archive {results[0].about['archive']}. Made by othello {__version__}."
    )
    parts = [_engines(results, names), _picture(results, empties), _positions(results, empties)]
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>\n'
        f"<style>{asset(STYLE)}{OWN_STYLE}</style></head>\n"
        f"<body><header><h1>{escape(title)}</h1></header>\n<main>\n{''.join(parts)}</main>\n"
        f'<p class="muted">{escape(note)}</p></body></html>\n'
    )


def _told_apart(results: Sequence[Result]) -> list[Result]:
    """Return the results; those of engines with the same name have its command in the name."""
    names = [each.name for each in results]
    return [
        each._replace(about={**each.about, "engine": f"{each.name} ({each.about['command']})"})
        if names.count(each.name) > 1
        else each
        for each in results
    ]


def _engines(results: Sequence[Result], names: Sequence[str]) -> str:
    common = [name for name in names if all(each.seconds(name) is not None for each in results)]
    rows: list[tuple[object, ...]] = []
    for result, shape in zip(results, _cycled(SHAPES, results), strict=True):
        about = result.about
        total = sum(result.seconds(name) or 0 for name in common)
        nodes = [result.rows[name]["nodes"] for name in common]
        is_told = None not in nodes and total > 0
        told = (
            (f"{sum(nodes) / 1e6:.1f}", f"{sum(nodes) / total / 1e6:.1f}") if is_told else ("", "")
        )
        counts = (about["correct"], about["wrong"], about["unsolved"])
        machine = (f"{about['processor']}, {about['system']}", about["date"])
        rows.append((f"{shape} {result.name}", *counts, _time(total), *told, *machine))
    of_all = f"s for {len(common)} that all solved"
    heads = ["engine", "right", "wrong", "unsolved", of_all, "M nodes for these", "M nodes/s"]
    return html_table("Engines", [*heads, "processor", "date"], rows)


def _positions(results: Sequence[Result], empties: Mapping[str, int]) -> str:
    rows = []
    for name, n_empties in sorted(empties.items(), key=lambda item: item[1]):
        rows.append((name, n_empties, *(_cell(each, name) for each in results)))
    heads = ["position", "empties", *(f"{each.name}, s" for each in results)]
    return html_table("Positions", heads, rows)


def _cell(result: Result, name: str) -> str:
    if name not in result.rows:
        return ""
    seconds = result.seconds(name)
    if seconds is not None:
        return _time(seconds)
    row = result.rows[name]
    if row["correct"] is None:
        return str(row["fault"])
    return f"wrong: {row['move']} {'' if row['score'] is None else format(row['score'], '+g')}"


def _time(seconds: float) -> str:
    return f"{seconds:.3g}" if seconds < 100 else f"{seconds:.0f}"


def _cycled(items: Sequence[str], results: Sequence[Result]) -> list[str]:
    return [items[number % len(items)] for number in range(len(results))]


# ------------------------------------------------------------------ the picture


class Axes(NamedTuple):
    """The logarithms that the edges of the picture stand for."""

    left: float
    right: float
    bottom: float
    top: float

    def x(self, empties: float) -> float:
        """Return the column of so many empties."""
        share = (log10(empties) - self.left) / (self.right - self.left)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(self, seconds: float) -> float:
        """Return the row of so many seconds."""
        share = (log10(max(seconds, LEAST_SECONDS)) - self.bottom) / (self.top - self.bottom)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def _picture(results: Sequence[Result], empties: Mapping[str, int]) -> str:
    """Return the times against the empties, both logarithmic, with a line through the medians."""
    points = [
        [
            (empties[name], seconds)
            for name in empties
            if (seconds := each.seconds(name)) is not None
        ]
        for each in results
    ]
    every = [max(seconds, LEAST_SECONDS) for row in points for _, seconds in row]
    if not every:
        return ""
    low, high = floor(log10(min(every))), ceil(log10(max(every)))
    fewest, most = min(empties.values()), max(empties.values())
    axes = Axes(log10(fewest - 0.5), log10(most + 0.5), low, max(high, low + 1))
    drawn = [*_grid(axes, range(fewest, most + 1))]
    for row, shape, colour in zip(
        points, _cycled(SHAPES, results), _cycled(COLOURS, results), strict=True
    ):
        drawn.append(f'<g style="color: {colour}">{_curve(axes, row, shape)}</g>')
    label = "Time against empty squares"
    return (
        f'<section aria-label="{label}"><h2>{label}, both logarithmic</h2>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'fill="currentColor" font-family="sans-serif" font-size="13" '
        f'role="img" aria-label="{label}">\n'
        + "\n".join([*drawn, *_legend(results)])
        + "\n</svg></section>\n"
    )


def _legend(results: Sequence[Result]) -> Iterable[str]:
    """Return the names, in the corner where positions would be easy and take long."""
    shapes, colours = _cycled(SHAPES, results), _cycled(COLOURS, results)
    for line, (each, shape, colour) in enumerate(zip(results, shapes, colours, strict=True)):
        name = f'<tspan fill="{colour}">{shape}</tspan> {escape(each.name)}'
        yield f'<text x="{LEFT + 10}" y="{TOP + 17 * (line + 1)}">{name}</text>'


def _grid(axes: Axes, empties: Iterable[int]) -> Iterable[str]:
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    line = 'stroke="currentColor" stroke-opacity=".15"'
    for exponent in range(int(axes.bottom), int(axes.top) + 1):
        y = axes.y(10.0**exponent)
        yield f'<path d="M{LEFT} {y}H{right}" {line}/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{10.0**exponent:g} s</text>'
    for number in empties:
        x = axes.x(number)
        yield f'<path d="M{x} {TOP}V{bottom}" {line}/>'
        if number % 2 == 0:
            yield f'<text x="{x}" y="{bottom + 17}" text-anchor="middle">{number}</text>'
    yield f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 6}" text-anchor="middle">empties</text>'


def _curve(axes: Axes, points: Sequence[tuple[int, float]], shape: str) -> str:
    marks = [
        f'<text x="{axes.x(empties)}" y="{axes.y(seconds) + 4.5}" text-anchor="middle" '
        f'fill-opacity=".6">{shape}</text>'
        for empties, seconds in points
    ]
    groups = groupby(sorted(points), lambda point: point[0])
    middles = [(empties, median(seconds for _, seconds in group)) for empties, group in groups]
    path = "L".join(f"{axes.x(empties)} {axes.y(seconds)}" for empties, seconds in middles)
    line = f'<path d="M{path}" fill="none" stroke="currentColor" stroke-width="1.5"/>'
    return "".join([line, *marks])
