"""Signals that come by a timer while something runs."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

needs_timers = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


@contextmanager
def alarm(
    seconds: float, interval: float = 0.0, handler: Callable[..., object] = interrupt
) -> Iterator[None]:
    """Call `handler` so many seconds after the ``with`` block began, then at every `interval`."""
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, seconds, interval)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
