"""The files that ``tools/reference.py`` writes."""

import subprocess
import sys

from support.source import SOURCE, text_of


def check_reference(file: str) -> None:
    """Check that a file says what the code declares."""
    code = f"from reference import FILES; print(FILES['{file}'](), end='')"
    made = subprocess.run(
        [sys.executable, "-c", code],
        cwd=SOURCE / "tools",
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert made.stdout == text_of(file), "run python tools/reference.py"
