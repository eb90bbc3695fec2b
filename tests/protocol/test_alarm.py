"""The alarm calls in the order of the times, in one thread, which ends."""

from __future__ import annotations

import threading

from support.patience import SECONDS

from othello.protocol.loop import Alarm


def test_calls_come_in_the_order_of_their_times() -> None:
    alarm, called, done = Alarm(), [], threading.Event()
    alarm.after(1.0, lambda: called.append("second"))
    alarm.start()
    alarm.after(1.1, done.set)
    alarm.after(0.0, lambda: called.append("first"))
    assert done.wait(SECONDS) and called == ["first", "second"]
    (thread,) = [t for t in threading.enumerate() if getattr(t, "_target", None) == alarm._run]
    alarm.end()
    thread.join(SECONDS)
    assert not thread.is_alive()
