"""Scripts in an interpreter of their own, which has done nothing else yet."""

import os
import subprocess
import sys
from pathlib import Path

from support.patience import SECONDS


def output_of(script: str, *, cwd: Path | None = None, **environment: str) -> str:
    """Return what a script prints, which must end well and write nothing to stderr."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        cwd=cwd,
        env={**os.environ, **environment},
    )
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout
