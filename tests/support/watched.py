"""Whether coverage, a sanitizer or QEMU runs with the tests, which changes memory and imports."""

import os
import sys

import pytest

EMULATED = "QEMU_LD_PREFIX" in os.environ
WATCHED = (
    EMULATED
    or "coverage" in sys.modules
    or not os.environ.keys().isdisjoint({"ASAN_OPTIONS", "TSAN_OPTIONS"})
)

unwatched = pytest.mark.skipif(
    WATCHED, reason="what watches the tests needs memory and imports of its own"
)
