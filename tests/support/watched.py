"""Whether coverage or a sanitizer runs with the tests, which changes memory and imports."""

import os
import sys

import pytest

WATCHED = "coverage" in sys.modules or not os.environ.keys().isdisjoint(
    {"ASAN_OPTIONS", "TSAN_OPTIONS"}
)

unwatched = pytest.mark.skipif(
    WATCHED, reason="what watches the tests needs memory and imports of its own"
)
