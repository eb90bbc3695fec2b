"""Pages with measured tables: docs/measurements.md; the README and a page of the history have one.

All tables of the former stand between markers, and are written by `tools/measure.py`. The marker of
a table has the node count of `othello bench` at the time, which names the search; 0 if it is not
known. A table of another search than the engine's must say so between its markers, by a line that
begins with `OLDER`.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "measurements.md"
PAGES = (PAGE, ROOT / "README.md", ROOT / "docs" / "history" / "search.md")
OLDER = "**Older figures:**"
BLOCK = re.compile(
    r"<!-- measured: (?P<name>[\w-]+), search (?P<search>\d+) -->\n"
    r"(?P<text>.*?)<!-- end: (?P=name) -->\n",
    re.DOTALL,
)
RULE = re.compile(r"^\|[-|]+\|$", re.MULTILINE)
"""The line below the head of a table."""


class Block(NamedTuple):
    """A measured table of the page, and the node count that names its search."""

    name: str
    search: int
    text: str


def blocks(page: str) -> Iterator[Block]:
    """Yield the measured tables of a page."""
    for match in BLOCK.finditer(page):
        yield Block(match["name"], int(match["search"]), match["text"])


def replace(page: str, block: Block) -> str:
    """Return the text of `page` with `block` in place of the one table of that name."""
    old = [match for match in BLOCK.finditer(page) if match["name"] == block.name]
    if len(old) != 1:
        raise ValueError(f"{block.name}: expected one place on the page, found {len(old)}")
    new = (
        f"<!-- measured: {block.name}, search {block.search} -->\n"
        f"{block.text.rstrip()}\n<!-- end: {block.name} -->\n"
    )
    return page[: old[0].start()] + new + page[old[0].end() :]


def unmarked(page: str) -> list[str]:
    """Return the titles of sections with a table that does not stand between markers."""
    sections = re.split(r"^## ", BLOCK.sub("", page), flags=re.MULTILINE)
    return [section.partition("\n")[0] for section in sections if RULE.search(section)]
