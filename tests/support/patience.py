"""How long tests wait for what must happen, on a machine that may be ten times slower than usual.

Nobody waits so long for what happens; only a test that fails takes its time.
"""

from __future__ import annotations

import os

SECONDS = 180
"""For a command to end, or a server to answer; none comes near it."""

ANSWER_SECONDS = float(os.environ.get("OTHELLO_TEST_TIMEOUT", "120"))
"""For an engine to answer a line."""

PAGE_MILLISECONDS = 180_000
"""For a page to show what it should."""
