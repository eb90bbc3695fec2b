"""How long tests wait for what must happen, on a machine that may be ten times slower than usual.

Nobody waits so long for what happens; only a test that fails takes its time. Where many tests run
at once, each gets less of the processor, and may last as much longer.
"""

import os
import time

import pytest

from othello.rooms import is_there

PROCESSES = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
CROWDING = max(1.0, PROCESSES / ((os.cpu_count() or 1) + 1))
"""How many times more tests run at once than usual: one more than there are cores."""

SECONDS = 40
"""For a command to end, a server to answer, or a page to show something; none comes near it."""

ANSWER_SECONDS = float(os.environ.get("OTHELLO_TEST_TIMEOUT", 120 * CROWDING))
"""For an engine to answer a line."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let each test last longer, in the same measure, before pytest-timeout ends it."""
    if CROWDING == 1 or not config.pluginmanager.hasplugin("timeout"):
        return
    for item in items:
        marker = item.get_closest_marker("timeout")
        usual = marker.args[0] if marker else float(config.getini("timeout"))
        item.add_marker(pytest.mark.timeout(usual * CROWDING), append=False)


def wait_until_used(pid: int, seconds: float) -> None:
    """Wait until a process has used more processor time; not at all if the system tells of none."""
    if not is_there("matches"):
        return
    from othello.matches.cores import processor_seconds

    before, deadline = processor_seconds(pid), time.monotonic() + SECONDS
    while before is not None and (processor_seconds(pid) or 0) < before + seconds:
        assert time.monotonic() < deadline, "it does nothing"
        time.sleep(0.02)
