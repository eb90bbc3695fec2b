"""How long tests wait for what must happen, on a machine that does other things too."""

from __future__ import annotations

import os

SECONDS = 60
"""For a command to end, or a server to answer; none comes near it."""

ANSWER_SECONDS = float(os.environ.get("OTHELLO_TEST_TIMEOUT", "30"))
"""For an engine to answer a line."""

PAGE_MILLISECONDS = 90_000
"""For a page to show what it should."""
