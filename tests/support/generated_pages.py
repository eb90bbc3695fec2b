"""The pages that ``tools/reference.py`` writes."""

import subprocess
import sys

from support.source import DOCS, SOURCE, text_of


def check_reference(page: str) -> None:
    """Check that a page of docs/reference/ says what the code declares."""
    code = f"from reference import PAGES; print(PAGES['{page}'](), end='')"
    made = subprocess.run(
        [sys.executable, "-c", code],
        cwd=SOURCE / "tools",
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert made.stdout == text_of(DOCS / "reference" / page), "run python tools/reference.py"
