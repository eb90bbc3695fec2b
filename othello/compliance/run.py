"""The steps tried on an engine, each in a process of its own, and what came of them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from othello.client.process import ClientError
from othello.client.protocol import protocol_of
from othello.compliance.session import CAME, Failed, LeftOut, Silent, shown
from othello.compliance.sessions import SESSIONS
from othello.compliance.step import Step
from othello.compliance.steps import basics, steps
from othello.errors import OthelloError, quote

MOST_SILENT = 3
"""Steps in turn without an answer after which an engine is given up."""

BASICS = basics.__name__.rpartition(".")[2]
"""The group of steps on which all later ones depend."""


class Outcome(NamedTuple):
    """Outcome of a step: `passed` is None if it was left out, and `reason` says why."""

    step: Step
    protocol: str
    passed: bool | None
    reason: str = ""
    expected: str = ""
    came: str = ""
    position: str = ""
    said: Sequence[tuple[str, str]] = ()
    seconds: float = 0.0
    is_mute: bool = False
    is_untried: bool = False  # as the engine was given up

    def lines(self, kind: str) -> list[str]:
        """Return the lines of one kind that were said."""
        return [shown(line) for each, line in self.said if each == kind]


def find_protocol(command: Sequence[str], patience: float) -> str:
    """Return the protocol that an engine answers to; raise OthelloError if it answers to none."""
    reason, came = "", False
    for name, session_type in SESSIONS.items():
        session = session_type(command, patience)
        try:
            with session, suppress(LeftOut):  # it may say that it does not play Othello
                session.greet()
            return name
        except (Failed, ClientError) as failure:
            reason = str(failure)
            came = came or not isinstance(failure, Silent) or bool(session.lines_that_came())
            for line in session.lines_that_came():
                if (other := protocol_of(line)) in SESSIONS and other != name:
                    return other
    protocols = ", ".join(SESSIONS)
    engine, hint = quote(" ".join(command)), "Name the protocol with --protocol"
    if came:
        raise OthelloError(f"{engine} answers in none of {protocols}: {reason}. {hint}")
    asked = "nothing to 'ugi', nor to what begins the other protocols"
    raise OthelloError(f"{engine} answers {asked}; is stdout flushed after each line? {hint}")


def try_steps(
    command: Sequence[str], protocol: str, wanted: Sequence[Step], patience: float
) -> Iterator[Outcome]:
    """Try steps in turn; the rest is left out if one of the basics fails, or several are silent."""
    silent: list[str] = []
    given_up = ""
    for step in wanted:
        if given_up:
            yield Outcome(step, protocol, None, f"not tried: {given_up}", is_untried=True)
            continue
        outcome = try_step(command, protocol, step, patience)
        silent = [*silent, step.name] if outcome.is_mute else []
        if len(silent) == MOST_SILENT:
            given_up = f"the engine did not answer in {', '.join(silent)}"
        elif step.group == BASICS and outcome.passed is False:
            given_up = f"{step.name} has failed, on which they depend"
        yield outcome


def try_step(command: Sequence[str], protocol: str, step: Step, patience: float) -> Outcome:
    """Try one step in a new process."""
    began = time.perf_counter()
    session = SESSIONS[protocol](command, patience)

    def outcome(passed: bool | None, reason: str = "", came: str = "", **more: bool) -> Outcome:
        expected = session.awaited or step.sentence
        position, said = session.position, session.said
        seconds = time.perf_counter() - began
        return Outcome(
            step, protocol, passed, reason, expected, came, position, said, seconds, **more
        )

    try:
        with session:
            step.run(session)
    except LeftOut as reason:
        return outcome(None, str(reason))
    except Failed as failure:
        return outcome(False, str(failure), failure.came, is_mute=isinstance(failure, Silent))
    except ClientError as failure:
        mute = not any(kind == CAME for kind, _ in session.said)
        return outcome(False, str(failure), failure.reason, is_mute=mute)
    return outcome(True)


def steps_of(protocol: str) -> list[Step]:
    """Return the steps of a protocol, in the order in which they are tried."""
    return [step for step in steps() if protocol in step.protocols]
