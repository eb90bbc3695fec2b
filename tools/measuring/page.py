"""docs/measurements.md: its measured tables stand between markers, which say what they hold for.

A measured table is written by `tools/measure.py` and carries the search it was taken with, that is
the node count of `othello bench`; 0 if that is not known. One of another search than the engine's,
and every table without markers, is older and says so in words: by a line that begins with `OLDER`,
in the section or between the markers, or with `APART` where no search is measured.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).resolve().parents[2] / "docs" / "measurements.md"
OLDER = "**Older figures:**"
APART = "**No search in it:**"
BLOCK = re.compile(
    r"<!-- measured: (?P<name>[\w-]+), search (?P<search>\d+) -->\n"
    r"(?P<text>.*?)<!-- end: (?P=name) -->\n",
    re.DOTALL,
)
RULE = re.compile(r"^\|[-|]+\|$", re.MULTILINE)
"""The line below the head of a table."""


class Block(NamedTuple):
    """A measured table on the page, and the search (a node count) it was taken with."""

    name: str
    search: int
    text: str


def blocks(page: str) -> Iterator[Block]:
    """Yield the measured tables of a page."""
    for match in BLOCK.finditer(page):
        yield Block(match["name"], int(match["search"]), match["text"])


def replace(page: str, block: Block) -> str:
    """Return `page` with a new version of one of its tables.

    Raises
    ------
    ValueError
        If the page has no place for it, or two.
    """
    old = [match for match in BLOCK.finditer(page) if match["name"] == block.name]
    if len(old) != 1:
        raise ValueError(f"{block.name}: expected one place on the page, found {len(old)}")
    new = (
        f"<!-- measured: {block.name}, search {block.search} -->\n"
        f"{block.text.rstrip()}\n<!-- end: {block.name} -->\n"
    )
    return page[: old[0].start()] + new + page[old[0].end() :]


def unmarked(page: str) -> list[str]:
    """Return the titles of sections with a table that is neither measured nor marked as older."""
    sections = re.split(r"^## ", BLOCK.sub("", page), flags=re.MULTILINE)
    return [
        section.partition("\n")[0]
        for section in sections
        if RULE.search(section) and OLDER not in section and APART not in section
    ]
