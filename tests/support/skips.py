"""Where ``OTHELLO_NO_SKIPS`` is set, as in ``.ci/run``, a skipped test is an error.

Not so if no package of Debian or PyPI would let it run there, or none can be fetched.
"""

import os
from collections.abc import Iterator

import pytest

ALLOWED = (
    "root may write anything",
    "needs a free-threaded CPython",
    "nothing can be fetched for",  # without a network
    "actionlint is not installed",  # PyPI's fetches it from elsewhere
    "OTHELLO_EDAX names no Edax",
    "OTHELLO_WTHOR names no folder",
)
"""How the reasons of such tests begin."""


def unexpected(reporter: pytest.TerminalReporter) -> Iterator[str]:
    """Yield the places and reasons of the skipped tests that should have run."""
    for report in reporter.stats.get("skipped", ()):
        path, line, reason = report.longrepr
        reason = reason.removeprefix("Skipped: ")
        if not reason.startswith(ALLOWED):
            yield f"{path}:{line}: {reason}"


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail if a test that should have run was skipped. Only the main process sees all tests."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if (
        os.environ.get("OTHELLO_NO_SKIPS")
        and reporter
        and (skips := [*dict.fromkeys(unexpected(reporter))])
    ):
        reporter.write_line("")
        for skip in skips:
            reporter.write_line(f"OTHELLO_NO_SKIPS: skipped: {skip}", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
