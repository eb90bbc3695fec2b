"""Whether coverage, a sanitizer or QEMU runs with the tests, which changes memory and imports."""

import os
import sys

import pytest

WATCHED = "coverage" in sys.modules or not os.environ.keys().isdisjoint(
    {"ASAN_OPTIONS", "TSAN_OPTIONS", "QEMU_LD_PREFIX"}
)

unwatched = pytest.mark.skipif(
    WATCHED, reason="what watches the tests needs memory and imports of its own"
)
