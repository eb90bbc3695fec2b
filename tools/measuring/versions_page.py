"""The table of the page of figures by version, docs/history/versions.md, and its picture."""

from collections.abc import Callable, Sequence
from html import escape

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

Figure = Callable[[Version], float]

PANELS: dict[str, tuple[str, Figure] | tuple[str, Figure, Figure]] = {
    "FFO #45–49, times the reference": (".2f", lambda each: each["ffo_relative"]),
    "FFO #45–49, M nodes": (".0f", lambda each: each["ffo_nodes"] / 1e6),
    "Elo above the one before": (
        "+.0f",
        lambda each: each["elo"] or 0,
        lambda each: each["elo_error"] or 0,
    ),
    "wheel, MB": (".1f", lambda each: each["wheel_bytes"] / 1e6),
    "lines, thousands": (".1f", lambda each: sum(each["lines"].values()) / 1e3),
    "compiled in, s": (".0f", lambda each: each["compile_seconds"]),
    "start, ms": (".0f", lambda each: each["start_seconds"] * 1e3),
}
"""Figures drawn of each version, by title: the format of its numbers, the figure, its error."""


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
    panels = [panel(title, versions, *drawn) for title, drawn in PANELS.items()]
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


def panel(
    title: str,
    versions: Sequence[Version],
    shown: str,
    figure: Figure,
    error: Figure = lambda each: 0,
) -> str:
    """Return the curve of a figure, drawn from zero, with a number at each version."""
    values = [figure(each) for each in versions]
    errors = [error(each) for each in versions]
    low = min(0, *(value - each for value, each in zip(values, errors, strict=True)))
    high = max(0, *(value + each for value, each in zip(values, errors, strict=True)))
    step = (WIDTH - LEFT - RIGHT) / max(1, len(versions) - 1)
    scale = (HEIGHT - TOP - BOTTOM) / ((high - low) or 1)

    def row(value: float) -> float:
        return round(HEIGHT - BOTTOM - (value - low) * scale, 1)

    columns = [round(LEFT + step * at, 1) for at in range(len(versions))]
    points = "L".join(f"{x} {row(value)}" for x, value in zip(columns, values, strict=True))
    drawn = [
        f'<text x="{WIDTH // 2}" y="18" font-weight="bold">{escape(title)}</text>',
        f'<path d="M{LEFT // 2} {row(0)}H{WIDTH - RIGHT // 2}" stroke="#bbb"/>',
        f'<path d="M{points}" fill="none" stroke="#1c6b45" stroke-width="2"/>',
    ]
    for x, value, spread, each in zip(columns, values, errors, versions, strict=True):
        top = row(value + spread)
        drawn.append(f'<path d="M{x} {top}V{row(value - spread)}" stroke="#1c6b45"/>')
        drawn.append(f'<circle cx="{x}" cy="{row(value)}" r="3" fill="#1c6b45"/>')
        drawn.append(f'<text x="{x}" y="{round(top - 8, 1)}">{value:{shown}}</text>')
        name = escape(each["version"])
        drawn.append(f'<text x="{x}" y="{HEIGHT - 10}" fill="#555">{name}</text>')
    return "".join(drawn)


def write_page(versions: Sequence[Version]) -> None:
    """Write the table and the picture."""
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(replace(page, table_of(versions)), encoding="utf-8")
    PICTURE.write_text(picture_of(versions), encoding="utf-8")
