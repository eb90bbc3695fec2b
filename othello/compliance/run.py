"""The steps tried on an engine, each in a process of its own, and what came of them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from othello.client.process import ClientError
from othello.client.protocol import protocol_of
from othello.compliance.session import Failed, LeftOut, Session
from othello.compliance.sessions import SESSIONS
from othello.compliance.step import Step
from othello.compliance.steps import steps
from othello.errors import OthelloError, quote

MOST_SILENT = 3
"""Steps in turn without an answer after which an engine is given up."""

BASICS = "basics"
"""The group of steps on which all others depend."""


class Outcome(NamedTuple):
    """Outcome of a step: the session in which it was tried, and why it did not pass."""

    step: Step
    session: Session
    failure: Failed | ClientError | LeftOut | None
    seconds: float = 0.0
    is_untried: bool = False  # as the engine was given up

    @property
    def passed(self) -> bool | None:
        """Whether the engine passed; None if the step was left out."""
        return None if isinstance(self.failure, LeftOut) else self.failure is None

    @property
    def reason(self) -> str:
        """Why it did not pass."""
        return str(self.failure or "")

    @property
    def expected(self) -> str:
        """The last expectation."""
        return self.session.awaited or self.step.sentence

    @property
    def came(self) -> str:
        """The answer that came instead of it."""
        return self.failure.came if isinstance(self.failure, Failed) else self.reason


def find_protocol(command: Sequence[str], patience: float) -> str:
    """Return the protocol that an engine answers to; raise OthelloError if it answers to none."""
    reason = ""
    for name, session_type in SESSIONS.items():
        session = session_type(command, patience)
        try:
            with session:
                session.greet()
            return name
        except (Failed, ClientError) as failure:
            if session.lines() or not reason:
                reason = str(failure)
            for line in session.lines():
                if (other := protocol_of(line)) in SESSIONS and other != name:
                    return other
    raise OthelloError(
        f"{quote(' '.join(command))} answers in none of {', '.join(SESSIONS)}: {reason}. "
        "Is stdout flushed after each line? Else name the protocol with --protocol"
    )


def try_steps(
    command: Sequence[str], protocol: str, wanted: Sequence[Step], patience: float
) -> Iterator[Outcome]:
    """Try steps in turn; the rest is left out if one of the basics fails, or several are silent."""
    silent: list[str] = []
    given_up = ""
    for step in wanted:
        if given_up:
            session = SESSIONS[protocol](command, patience)
            yield Outcome(step, session, LeftOut(f"not tried: {given_up}"), is_untried=True)
            continue
        outcome = try_step(command, protocol, step, patience)
        silent = (
            [*silent, step.name] if outcome.passed is False and not outcome.session.lines() else []
        )
        if len(silent) == MOST_SILENT:
            given_up = f"the engine did not answer in {', '.join(silent)}"
        elif step.group == BASICS and outcome.passed is False:
            given_up = f"{step.name} has failed, on which they depend"
        yield outcome


def try_step(command: Sequence[str], protocol: str, step: Step, patience: float) -> Outcome:
    """Try one step in a new process."""
    began = time.perf_counter()
    session = SESSIONS[protocol](command, patience)
    failure: Failed | ClientError | LeftOut | None = None
    try:
        with session:
            if step.greeted:
                session.greet()
            step.run(session)
    except (Failed, ClientError, LeftOut) as caught:
        failure = caught
    return Outcome(step, session, failure, time.perf_counter() - began)


def steps_of(protocol: str) -> list[Step]:
    """Return the steps of a protocol, in the order in which they are tried."""
    return [step for step in steps() if protocol in step.protocols]
