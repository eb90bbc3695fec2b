"""What Linux tells of a process."""

from pathlib import Path

import pytest


def process_status(name: str, pid: int | str = "self") -> int:
    """Return a number of a process: its ``Threads``, or a size in kB; skip the test elsewhere."""
    file = Path(f"/proc/{pid}/status")
    if not file.exists():
        pytest.skip("needs Linux's /proc")
    lines = file.read_text(encoding="utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith(f"{name}:"))
    return int(line.split()[1])
