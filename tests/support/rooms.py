"""The tables of rooms in docs/architecture.md, which the code is held to."""

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2]
PAGE = SOURCE / "docs" / "architecture.md"


def rooms(folder: str) -> list[list[str]]:
    """Return the rows of the table of `folder` from the top: the names in each first cell.

    A name that ends in a slash is a folder, every other one a file or a module.
    """
    text = PAGE.read_text(encoding="utf-8")
    (section,) = re.findall(rf"^## {folder}/:.*?\n(.*?)^## ", text, re.S | re.M)
    (table,) = re.findall(r"^\| room \|.*\n((?:\|.*\n)+)", section, re.M)
    first_cells = re.findall(r"^\|([^|]*)\|", table, re.M)
    return [names for cell in first_cells if (names := re.findall(r"`([^`]+)`", cell))]


def floors(folder: str) -> dict[str, int]:
    """Return the number of the row in which each room of `folder` stands, 0 for the top one."""
    return {name: number for number, row in enumerate(rooms(folder)) for name in row}
