"""CPU time, for figures of one thread on a machine that does other things too."""

import time
from collections.abc import Callable


def least_seconds(functions: dict[str, Callable[[], object]], runs: int) -> dict[str, float]:
    """Return the CPU seconds of the fastest of `runs` calls of each function, called in turn."""
    best = dict.fromkeys(functions, float("inf"))
    for _ in range(runs):
        for name, function in functions.items():
            start = time.process_time()
            function()
            best[name] = min(best[name], time.process_time() - start)
    return best
