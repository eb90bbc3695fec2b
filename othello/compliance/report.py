"""Reports on steps: as text, as JSON objects, and as JUnit's XML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from othello.compliance.run import Outcome
from othello.compliance.session import SENT, shown
from othello.compliance.step import Step

SHOWN_LINES = 20
"""Lines of a transcript that are shown of its end."""


def describe(outcome: Outcome) -> dict[str, object]:
    """Return an outcome as a JSON object."""
    session = outcome.session
    return {
        **describe_step(outcome.step),
        "protocol": session.NAME,
        "passed": outcome.passed,
        "sent": [*map(shown, session.lines(kind=SENT))],
        "came": [*map(shown, session.lines())],
        "expected": outcome.expected,
        "position": session.position,
        "reason": outcome.reason,
        "seconds": round(outcome.seconds, 3),
    }


def describe_step(step: Step) -> dict[str, object]:
    """Return a step as a JSON object."""
    described = {"step": step.name, "group": step.group, "protocols": step.protocols}
    return {**described, "must": step.must, "sentence": step.sentence}


def describe_total(outcomes: Sequence[Outcome], protocol: str) -> dict[str, Any]:
    """Return the total as a JSON object: `failed` are those that must pass and do not."""
    return {
        "protocol": protocol,
        "passed": sum(outcome.passed is True for outcome in outcomes),
        "failed": sum(has_failed(outcome, must=True) for outcome in outcomes),
        "failed_should": sum(has_failed(outcome, must=False) for outcome in outcomes),
        "left_out": sum(outcome.passed is None for outcome in outcomes),
        "seconds": round(sum(outcome.seconds for outcome in outcomes), 3),
    }


def has_failed(outcome: Outcome, must: bool) -> bool:
    """Return whether a step has failed that an engine must pass, or should."""
    return outcome.passed is False and outcome.step.must == must


def format_outcome(outcome: Outcome) -> str:
    """Return an outcome as text: with the end of its transcript if it has failed."""
    step = outcome.step
    name = f"{step.group}: {step.name}"
    if outcome.passed:
        return f"passed  {name}"
    if outcome.is_untried:
        return f"left out  all further steps: {outcome.reason}"
    if outcome.passed is None:
        return f"left out  {name}: {outcome.reason}"
    lines = [f"{'FAILED' if step.must else 'failed, and should pass'}  {name}"]
    return "\n".join([*lines, f"  {step.sentence}", *details(outcome)])


def details(outcome: Outcome) -> list[str]:
    """Return the last lines that were said, and what was expected of the last of them."""
    session = outcome.session
    said = [f"    {kind} {shown(line)}" for kind, line in session.said]
    left = len(said) - SHOWN_LINES
    if left > 0:
        said = [f"    … {left} lines before", *said[-SHOWN_LINES:]]
    lines = [*said, f"  expected  {outcome.expected}", f"  came      {outcome.came}"]
    return [*lines, f"  position  {session.position}"] if session.position else lines


def format_total(outcomes: Sequence[Outcome], protocol: str) -> str:
    """Return the last line of the report."""
    total = describe_total(outcomes, protocol)
    return (
        f"{protocol}: {total['passed']} of {len(outcomes)} steps passed, {total['failed']} failed "
        f"that must pass, {total['failed_should']} that should, {total['left_out']} left out, "
        f"{total['seconds']:.1f} s"
    )


def format_step(step: Step) -> str:
    """Return a step as a line of the list."""
    kind = "must" if step.must else "should"
    return f"{step.name}  {kind}  {','.join(step.protocols)}  {step.sentence}"


def junit(outcomes: Sequence[Outcome], command: str) -> str:
    """Return JUnit's XML. A step that fails and should only have passed counts as skipped."""
    total = describe_total(outcomes, "")
    skipped = len(outcomes) - total["passed"] - total["failed"]
    suite = ElementTree.Element(
        "testsuite",
        name=command,
        tests=str(len(outcomes)),
        failures=str(total["failed"]),
        errors="0",
        skipped=str(skipped),
        time=str(total["seconds"]),
    )
    for outcome in outcomes:
        step = outcome.step
        group = f"{outcome.session.NAME}.{step.group}"
        time = f"{outcome.seconds:.3f}"
        case = ElementTree.SubElement(suite, "testcase", classname=group, name=step.name, time=time)
        if outcome.passed:
            continue
        kind = "failure" if has_failed(outcome, must=True) else "skipped"
        fault = ElementTree.SubElement(case, kind, message=f"{step.sentence} {outcome.reason}")
        if outcome.passed is False:
            fault.text = "\n".join(details(outcome))
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
