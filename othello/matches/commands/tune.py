"""``othello tune``."""

import argparse
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from typing import Any

from othello.commands.output import EXIT_UNUSABLE_INPUT, Progress, print_json, show
from othello.commands.values import FILE, number
from othello.errors import InvalidOption, quote
from othello.files.lines import LineFile
from othello.matches.commands.playing import (
    PLAYER,
    add_playing,
    describe_playing,
    effort_of,
    list_openings,
    warn_of_unused,
)
from othello.matches.log import opened_folder
from othello.matches.openings import Opening
from othello.matches.players import Player, parse_player
from othello.matches.tuning import Parameter, Spsa, Tuning, read_iterations, read_parameters
from othello.spelling import expected_of

EXAMPLE = (
    "othello tune parameters.json --movetime 5 --iterations 10000 --concurrency 2 --log tuned\n"
    "  othello tune parameters.json --movetime 5 --iterations 10000 --log tuned --resume"
)

DEFAULT_ITERATIONS = 10_000
LINES = "tuning.jsonl"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "parameters",
        **FILE,
        help="a JSON object with value, low, high and step of each option to tune; step is how far "
        "the option is moved at the end, and should be worth about 3 Elo",
    )
    parser.add_argument(
        "--engine", default="", metavar="PLAYER", help=f"the engine to tune: {PLAYER}"
    )
    parser.add_argument(
        "--iterations",
        **number(1, default=DEFAULT_ITERATIONS),
        help="number of pairs of games to play (default %(default)s)",
    )
    parser.add_argument("--plot", **FILE, help="draw how each parameter changes into FILE")
    add_playing(parser, None)


def run(arguments: argparse.Namespace) -> int:
    """Tune; print the parameters' values at the end, also after an interruption."""
    if arguments.plot is not None:
        from othello.files.figures import check_figure_file

        check_figure_file(arguments.plot)
    parameters = read_parameters(arguments.parameters)
    effort, machine, own = effort_of(arguments)
    player = parse_player(arguments.engine, effort, machine, own)
    warn_of_unused(effort, [player])
    check_engine(player, parameters)
    faults: list[object] = []
    openings = list_openings(arguments, faults)
    optimizer = Spsa(parameters, arguments.iterations, arguments.seed or 0)
    with ExitStack() as stack:
        done: list[dict[str, Any]] = []
        lines = None
        if arguments.log is not None:
            described = describe_tuning(arguments, player, parameters, openings)
            folder = arguments.log
            stack.enter_context(opened_folder(folder, "tuning", described, LINES, arguments.resume))
            done = read_iterations(folder / LINES, parameters)
            lines = stack.enter_context(LineFile(folder / LINES))
        tuning = Tuning(
            player,
            openings,
            optimizer,
            arguments.iterations,
            arguments.concurrency,
            arguments.seed or 0,
            done,
            lines,
        )
        try:
            play(tuning, done, arguments)
        finally:
            show_values(optimizer.values, done, parameters, arguments)
    return EXIT_UNUSABLE_INPUT if faults else 0


def check_engine(player: Player, parameters: Mapping[str, Parameter]) -> None:
    """Start the engine once to check that each parameter is an option of it, with such values.

    Raises InvalidOption if one is not, or two are the same.
    """
    client = player.start()
    meant: dict[str, str] = {}
    try:
        for name, parameter in parameters.items():
            option = client.find_option(name)
            if option is None:
                expected = expected_of(name, list(client.options))
                raise InvalidOption(
                    f"{player.name} has no option {quote(name)}: {expected}; our own "
                    "search's constants are options of a build with OTHELLO_TUNING=1"
                )
            if meant.setdefault(option, name) != name:
                raise InvalidOption(f"{name} and {meant[option]} are one option: expected one")
            check_values(option, client.options[option], parameter)
    finally:
        client.close()


def check_values(option: str, described: str, parameter: Parameter) -> None:
    """Raise InvalidOption if an option's description, as of UCI, does not allow the values."""
    kind, *words = described.split() or [""]
    if kind in ("check", "combo", "button", "string"):
        raise InvalidOption(f"option {option} is a {kind}: expected one with numbers, a spin")
    bounds = dict(zip(words[::2], words[1::2], strict=False)) if kind == "spin" else {}
    for word, end, sign in (("min", parameter.low, 1), ("max", parameter.high, -1)):
        try:
            bound = float(bounds[word])
        except (KeyError, ValueError):
            continue
        if sign * (end - bound) < 0:
            raise InvalidOption(f"option {option}: {end}: expected {word} {bound:g}")


def describe_tuning(
    arguments: argparse.Namespace,
    player: Player,
    parameters: Mapping[str, Parameter],
    openings: Sequence[Opening],
) -> dict[str, object]:
    """Return the tuning's settings as a JSON object; ``--resume`` needs them to be equal."""
    return {
        "engine": arguments.engine,
        "iterations": arguments.iterations,
        "parameters": {name: parameter._asdict() for name, parameter in parameters.items()},
    } | describe_playing(arguments, openings, [player])


def play(tuning: Tuning, done: list[dict[str, Any]], arguments: argparse.Namespace) -> None:
    """Run the remaining iterations, print each and append its line of the log to `done`."""
    with (
        closing(tuning.iterations()) as lines,
        Progress(arguments.iterations, arguments.quiet) as progress,
    ):
        for line in lines:
            done.append(line)
            progress.hide()
            if not arguments.quiet:
                show(arguments.json, line, format_iteration(line))
            progress.step(len(done))


def format_iteration(line: Mapping[str, Any]) -> str:
    """Return a line of text about an iteration: its points and the values after it.

    >>> format_iteration({"iteration": 7, "points": -1.0, "values": {"A": 3.25, "B": 4}})
    'iteration 7: points -1  A 3.25  B 4'
    """
    values = "  ".join(f"{name} {value:g}" for name, value in line["values"].items())
    return f"iteration {line['iteration']}: points {line['points']:+g}  {values}"


def show_values(
    values: Mapping[str, float],
    done: Sequence[Mapping[str, Any]],
    parameters: Mapping[str, Parameter],
    arguments: argparse.Namespace,
) -> None:
    """Print the parameters' values, and draw how they changed if ``--plot`` asks for it."""
    rounded = {name: round(value, 3) for name, value in values.items()}
    if arguments.json:
        print_json({"total": {"iterations": len(done), "parameters": rounded}})
    else:
        print(f"{len(done)} of {arguments.iterations} iterations")
        for name, value in rounded.items():
            print(f"{name}: {parameters[name].value:g} → {value:g}")
    if arguments.plot is not None:
        from othello.matches.tuning import plot_tuning

        ways = {
            name: [parameter.value, *(line["values"][name] for line in done)]
            for name, parameter in parameters.items()
        }
        plot_tuning(ways, arguments.plot)
