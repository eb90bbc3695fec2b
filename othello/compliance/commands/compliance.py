"""``othello compliance``."""

import argparse
from collections.abc import Sequence

from othello.client.process import words_of
from othello.commands.arguments import add_shared
from othello.commands.output import EXIT_WRONG_RESULT, Progress, show
from othello.commands.values import FLAG, file_name, seconds
from othello.compliance import report
from othello.compliance.run import Outcome, find_protocol, steps_of, try_steps
from othello.compliance.sessions import SESSIONS
from othello.compliance.step import Step
from othello.compliance.steps import steps
from othello.errors import InvalidOption, quote
from othello.files.writing import replacing
from othello.spelling import expected_of

EXAMPLE = "othello compliance 'othello ugi' --step isready-is-answered"

PATIENCE = 5.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("engine", metavar="ENGINE", nargs="?", help="the command that starts the engine")
    add("--protocol", choices=SESSIONS, help="what it speaks (default: it is asked)")
    add(
        "--step",
        action="append",
        metavar="NAME",
        help="try this step only; may be given several times",
    )
    add("--list", **FLAG, help="list the steps, and try none")
    add(
        "--timeout",
        type=seconds,
        default=PATIENCE,
        metavar="S",
        help=f"seconds for an answer without a long search (default {PATIENCE:g})",
    )
    add("--junit", type=file_name, metavar="FILE", help="write JUnit's XML, for CI, as well")
    add_shared(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Try the steps; the exit code is 1 if one fails that must pass."""
    wanted = steps() if arguments.protocol is None else steps_of(arguments.protocol)
    chosen = choose(wanted, arguments.step)
    if arguments.list:
        for step in chosen:
            show(arguments.json, report.describe_step(step), report.format_step(step))
        return 0
    if arguments.engine is None:
        raise InvalidOption("no ENGINE: expected the command that starts it")
    command = words_of(arguments.engine)
    protocol = arguments.protocol or find_protocol(command, arguments.timeout)
    chosen = [step for step in chosen if protocol in step.protocols]
    outcomes: list[Outcome] = []
    with Progress(len(chosen)) as progress:
        for outcome in try_steps(command, protocol, chosen, arguments.timeout):
            progress.hide()
            is_said = outcome.is_untried and outcomes[-1].is_untried
            if arguments.json or arguments.step or not (outcome.passed or is_said):
                show(arguments.json, report.describe(outcome), report.format_outcome(outcome))
            outcomes.append(outcome)
            progress.step()
    total = {"total": report.describe_total(outcomes, protocol)}
    show(arguments.json, total, report.format_total(outcomes, protocol))
    if arguments.junit is not None:
        with replacing(arguments.junit) as file:
            file.write(report.junit(outcomes, arguments.engine))
    failed = any(report.has_failed(outcome, must=True) for outcome in outcomes)
    return EXIT_WRONG_RESULT if failed else 0


def choose(known: Sequence[Step], names: Sequence[str] | None) -> list[Step]:
    """Return the steps of some names, all without any."""
    by_name = {step.name: step for step in known}
    for name in names or ():
        if name not in by_name:
            raise InvalidOption(f"no step {quote(name)}: {expected_of(name, list(by_name))}")
    return [step for step in known if not names or step.name in names]
