"""The source tree that the tests are in; where they are not, whoever imports this is skipped."""

from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2]
DOCS = SOURCE / "docs"

if not SOURCE.joinpath("pyproject.toml").exists():
    pytest.skip("the tests are not in their source tree", allow_module_level=True)


def text_of(page: str | Path) -> str:
    """Return the text of a file, by its path in the source tree."""
    return SOURCE.joinpath(page).read_text(encoding="utf-8")
