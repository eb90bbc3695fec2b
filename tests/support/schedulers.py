"""Tests that run in an event loop, with a scheduler."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps

from othello.serving.scheduler import Scheduler
from support.patience import SECONDS


def with_a_scheduler(test: Callable[[Scheduler], Awaitable[None]]) -> Callable[[], None]:
    """Run a test in an event loop, with a scheduler of one engine."""

    @wraps(test)
    def run() -> None:
        async def work() -> None:
            scheduler = Scheduler(1, hash_mb=4)
            try:
                await asyncio.wait_for(test(scheduler), SECONDS)
            finally:
                scheduler.close()

        asyncio.run(work())

    del run.__wrapped__  # type: ignore[attr-defined]  # whose first parameter is no fixture
    return run
