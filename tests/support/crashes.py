"""What becomes of the other tests when a process of pytest-xdist ends in the middle of one.

With ``--dist loadfile`` xdist 3.8 also hands out again the files that such a process had finished.
They have nothing to run: the other processes wait for tests, and it waits for them, for ever. It
also runs the test again in which the process ended, so that a test that hangs ends them all.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from xdist.scheduler import LoadFileScheduling


def scheduling() -> type[LoadFileScheduling]:
    """Return xdist's class; it is there only where tests run in several processes."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        """Gives the tests that are left in a process's files to the others."""

        def _reschedule(self, node: Any) -> None:
            """Hand out more, but not to a new process that has not collected its tests yet."""
            if node in self.registered_collections:
                super()._reschedule(node)

        def _assign_work_unit(self, node: Any) -> None:
            """Hand out a file. If its process has just ended, `remove_node` takes it back soon."""
            with suppress(OSError):
                super()._assign_work_unit(node)

        def remove_node(self, node: Any) -> str | None:
            """Take a process out; return the test in which it ended, or None if it had none."""
            files = self.assigned_work.pop(node)
            left = {name: tests for name, tests in files.items() if not all(tests.values())}
            if not left:
                return None
            tests = next(iter(left.values()))
            crashed = next(test for test, is_done in tests.items() if not is_done)
            tests[crashed] = True
            self.workqueue.update(
                {name: tests for name, tests in left.items() if not all(tests.values())}
            )
            for other in self.assigned_work:
                self._reschedule(other)
            return crashed

    return Scheduling


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Let files be handed out as above."""
    return scheduling()(config, log) if config.getoption("dist") == "loadfile" else None
