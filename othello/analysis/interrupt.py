"""Let Ctrl-C stop a search so that its result so far is kept."""

from __future__ import annotations

import signal
import threading
from types import FrameType

from othello.engine import Search


class Interrupt:
    """Makes SIGINT stop `search` during the ``with`` block instead of raising `KeyboardInterrupt`.

    Afterwards `heard` says whether SIGINT came. A second SIGINT raises it. Only the main thread
    handles signals; in others nothing changes.

    >>> from othello import Board, Engine
    >>> search = Engine(hash_mb=1).prepare(Board(), depth=60)
    >>> with Interrupt(search) as interrupt:
    ...     signal.raise_signal(signal.SIGINT)
    ...     result = search.run()
    >>> interrupt.heard, result.stopped
    (True, True)
    """

    def __init__(self, search: Search) -> None:
        self.heard = False
        self._search = search
        self._is_main = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> Interrupt:
        if self._is_main:
            self._previous = signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_main:
            signal.signal(signal.SIGINT, self._previous)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self.heard:
            raise KeyboardInterrupt
        self.heard = True
        self._search.stop()
