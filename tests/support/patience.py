"""How long tests wait for what must happen, on a machine that may be ten times slower than usual.

Nobody waits so long for what happens; only a test that fails takes its time.
"""

import os
import time

from othello.matches.cores import processor_seconds

SECONDS = 180
"""For a command to end, or a server to answer; none comes near it."""

ANSWER_SECONDS = float(os.environ.get("OTHELLO_TEST_TIMEOUT", "120"))
"""For an engine to answer a line."""

PAGE_MILLISECONDS = 180_000
"""For a page to show what it should."""


def wait_until_used(pid: int, seconds: float) -> None:
    """Wait until a process has used more processor time; not at all if the system tells of none."""
    before, deadline = processor_seconds(pid), time.monotonic() + SECONDS
    while before is not None and (processor_seconds(pid) or 0) < before + seconds:
        assert time.monotonic() < deadline, "it does nothing"
        time.sleep(0.02)
