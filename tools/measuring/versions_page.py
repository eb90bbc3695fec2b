"""The table of the page of figures by version, docs/history/versions.md, and its picture."""

from collections.abc import Callable, Sequence
from html import escape
from itertools import accumulate

from measuring.page import Block, replace
from measuring.tables import markdown, signed
from measuring.versions import ROOT, Version

PAGE = ROOT / "docs" / "history" / "versions.md"
PICTURE = ROOT / "docs" / "images" / "versions.svg"

BREAK = "\\"
"""Ends a line of Markdown that the next one does not continue."""

WIDTH, HEIGHT, COLUMNS = 260, 170, 4
LEFT, RIGHT, TOP, BOTTOM = 40, 40, 45, 30
"""The margins of a panel, in which its title, the numbers and the names of the versions stand."""

PANELS: dict[str, tuple[str, Callable[[Version], float]]] = {
    "FFO #40–49, times the reference": (".2f", lambda each: each["ffo_relative"]),
    "FFO #40–49, M nodes": (".0f", lambda each: each["ffo_nodes"] / 1e6),
    "wheel, MB": (".1f", lambda each: each["wheel_bytes"] / 1e6),
    "lines, thousands": (".1f", lambda each: sum(each["lines"].values()) / 1e3),
    "compiled in, s": (".0f", lambda each: each["compile_seconds"]),
    "start, ms": (".0f", lambda each: each["start_seconds"] * 1e3),
}
"""What is drawn of each version, by title, with the format of its numbers."""


def table_of(versions: Sequence[Version]) -> Block:
    """Return the table, and below it what each version was measured on."""
    head = (
        "version|commit|date|signature|FFO, times the reference|s|M nodes|Elo|wheel, MB|"
        "lines|compiled, s|start, ms"
    )
    rows: list[list[object]] = [
        [
            each["version"],
            each["commit"],
            each["committed"][:10],
            each["signature"],
            f"{each['ffo_relative']:.3f}",
            f"{each['ffo_seconds']:.1f}",
            f"{each['ffo_nodes'] / 1e6:.1f}",
            elo_cell(each),
            f"{each['wheel_bytes'] / 1e6:.2f}",
            " + ".join(f"{count:,}" for count in each["lines"].values()),
            f"{each['compile_seconds']:.0f}",
            f"{each['start_seconds'] * 1e3:.0f}",
        ]
        for each in versions
    ]
    machines = "\n".join(
        f"*{each['version']}: {each['processor']}; {each['measured']}; load {each['load']}.*{BREAK}"
        for each in versions
    )
    text = f"{markdown(head, rows)}\n\n{machines.removesuffix(BREAK)}\n"
    return Block("versions", versions[-1]["signature"], text)


def elo_cell(version: Version) -> str:
    """Return the Elo difference with its error and the games; empty without a match."""
    if version["against"] is None:
        return ""
    wins, draws, losses = version["games"]
    counts = f"({wins} won, {draws} drawn, {losses} lost)"
    if version["elo"] is None:
        return f"0 {counts}"
    return f"{signed(version['elo'])} ± {version['elo_error']} {counts}"


def picture_of(versions: Sequence[Version]) -> str:
    """Return the SVG with a panel for each figure."""
    names = [each["version"] for each in versions]
    panels = [
        panel(title, names, values, [f"{value:{shown}}" for value in values])
        for title, (shown, figure) in PANELS.items()
        for values in [[figure(each) for each in versions]]
    ]
    elo = [*accumulate(each["elo"] or 0 for each in versions)]
    shown = [
        f"{total:+} ± {each['elo_error']}" if each["elo"] is not None else f"{total}"
        for total, each in zip(elo, versions, strict=True)
    ]
    panels.insert(2, panel("Elo above the first", names, elo, shown))
    width, height = COLUMNS * WIDTH, -(-len(panels) // COLUMNS) * HEIGHT
    placed = "\n".join(
        f'<g transform="translate({at % COLUMNS * WIDTH} {at // COLUMNS * HEIGHT})">{drawn}</g>'
        for at, drawn in enumerate(panels)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'aria-label="Figures by version" font-family="system-ui, sans-serif" font-size="11" '
        f'text-anchor="middle"><rect width="{width}" height="{height}" fill="white"/>\n'
        f"{placed}\n</svg>\n"
    )


def panel(title: str, names: Sequence[str], values: Sequence[float], shown: Sequence[str]) -> str:
    """Return the curve of a figure, drawn from zero, with what is `shown` at each version."""
    low, high = min(0, *values), max(0, *values)
    step = (WIDTH - LEFT - RIGHT) / max(1, len(values) - 1)
    scale = (HEIGHT - TOP - BOTTOM) / ((high - low) or 1)
    points = [
        (round(LEFT + step * at, 1), round(HEIGHT - BOTTOM - (value - low) * scale, 1))
        for at, value in enumerate(values)
    ]
    zero = round(HEIGHT - BOTTOM + low * scale, 1)
    drawn = [
        f'<text x="{WIDTH // 2}" y="18" font-weight="bold">{escape(title)}</text>',
        f'<path d="M{LEFT // 2} {zero}H{WIDTH - RIGHT // 2}" stroke="#bbb"/>',
        f'<path d="M{"L".join(f"{x} {y}" for x, y in points)}" fill="none" stroke="#1c6b45" '
        'stroke-width="2"/>',
    ]
    for (x, y), name, number in zip(points, names, shown, strict=True):
        drawn.append(f'<circle cx="{x}" cy="{y}" r="3" fill="#1c6b45"/>')
        drawn.append(f'<text x="{x}" y="{y - 8}">{number}</text>')
        drawn.append(f'<text x="{x}" y="{HEIGHT - 10}" fill="#555">{escape(name)}</text>')
    return "".join(drawn)


def write_page(versions: Sequence[Version]) -> None:
    """Write the table and the picture."""
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(replace(page, table_of(versions)), encoding="utf-8")
    PICTURE.write_text(picture_of(versions), encoding="utf-8")
