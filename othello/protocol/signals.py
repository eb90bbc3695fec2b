"""Handle SIGINT and SIGTERM at once, even while the main thread is busy."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

__all__ = ["GRACE", "SignalEvents"]

GRACE = 0.8
"""Seconds that a job has to end after a signal or `quit`; then the process ends all the same."""

ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class SignalEvents:
    """Calls `notify` with each SIGINT or SIGTERM, in a thread, during the ``with`` block.

    Python runs its own signal handlers in the main thread, between two bytecode instructions; if
    that thread blocks, they may come late. The wake-up descriptor is written to at once. If the
    process still runs `GRACE` seconds after a signal, it is ended by `os._exit`.
    """

    def __init__(self, notify: Callable[[int], None]) -> None:
        self._notify = notify
        self._previous: dict[int, Any] = {}
        self._left = False

    def __enter__(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return  # Python lets only the main thread set signal handlers
        self._read_end, self._write_end = os.pipe()
        os.set_blocking(self._write_end, False)
        self._previous_wakeup = signal.set_wakeup_fd(self._write_end, warn_on_full_buffer=False)
        for number in ENDING_SIGNALS:
            self._previous[number] = signal.signal(number, lambda *_: None)
        threading.Thread(target=self._watch, daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self._left = True
        for number, handler in self._previous.items():
            signal.signal(number, handler)
        if self._previous:
            signal.set_wakeup_fd(self._previous_wakeup)
            os.close(self._write_end)

    def _watch(self) -> None:
        while numbers := os.read(self._read_end, 1):
            if numbers[0] in ENDING_SIGNALS:
                self._notify(numbers[0])
                time.sleep(GRACE)
                if not self._left:  # the main thread is blocked in a write, as nobody reads
                    os._exit(128 + numbers[0])
        os.close(self._read_end)
