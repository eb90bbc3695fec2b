"""Numbers of threads for tests, and a mark for tests that need more than one."""

import pytest

from othello import Engine

TWO = min(2, Engine.max_threads())
"""Two threads, or one where the core was built without OpenMP."""

needs_openmp = pytest.mark.skipif(Engine.max_threads() == 1, reason="built without OpenMP")
