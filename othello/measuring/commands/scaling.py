"""``othello scaling``."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from othello._core import core
from othello.commands.arguments import add_described, add_shared
from othello.commands.output import (
    EXIT_UNUSABLE_INPUT,
    EXIT_WRONG_RESULT,
    Progress,
    print_fault,
    show,
)
from othello.commands.positions import PositionSource
from othello.commands.values import file_name, number, whole_number
from othello.engine import Engine
from othello.errors import counted, quote
from othello.files.figures import check_figure_file
from othello.formats.obf import ScoredPosition
from othello.limits import MAX_DEPTH, MOST_THREADS
from othello.measuring.plots import plot_scaling
from othello.measuring.scaling import DEPTHS, GRANULARITIES, ScalingPoint, measure, plan

EXAMPLE = "othello scaling tests/positions/ffo-40-59.obf --lines 1-5 --max-threads 2"

HEADS = (
    *("algorithm", "granularity", "threads", "seconds", "nodes"),
    *("speed-up", "efficiency", "overhead", "span"),
)
LEGEND = "span: most nodes of a thread or rank; nodes / span is what the speed-up could be at most"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", help="an OBF file, or - for stdin")
    add_shared(parser, "lines")
    add(
        "--max-threads",
        **number(1, MOST_THREADS),
        help="measure 1, 2, 4, … and N threads (default: the number of cores)",
    )
    add(
        "--ranks",
        type=list_of(whole_number(1)),
        metavar="N,M",
        help="measure ranks of MPI jobs, which share out the root's moves, instead of threads",
    )
    add(
        "--algorithms",
        type=list_of(algorithm),
        default=Engine.ALGORITHMS,
        metavar="A,B",
        help=f"some of {','.join(Engine.ALGORITHMS)} (default: all)",
    )
    add(
        "--granularity",
        type=list_of(whole_number(1, MAX_DEPTH)),
        default=GRANULARITIES,
        metavar="N,M",
        help="depths below which threads share no work "
        f"(default {','.join(map(str, GRANULARITIES))})",
    )
    depths = ", ".join(f"{name} {depth or 'to the end'}" for name, depth in DEPTHS.items())
    add_described(parser, "depth", f"depth for all algorithms, in plies (default: {depths})")
    add(
        "--plot",
        type=file_name,
        metavar="F",
        help="draw speed-up, efficiency and time by threads (needs matplotlib); the ending of the "
        "name, such as .svg or .png, decides the format",
    )
    add_shared(parser, "hash", "weights_file", "json")


def run(arguments: argparse.Namespace) -> int:
    """Measure every setting, one thread first: the others are compared with it."""
    if arguments.plot is not None:
        check_figure_file(arguments.plot)
    if arguments.ranks is None:
        Engine(threads=arguments.max_threads or cores())  # raises now if not so many are possible
    source = PositionSource([arguments.file], arguments.lines)
    positions = list(source)
    if not positions:
        return EXIT_UNUSABLE_INPUT
    measurements = []
    unit = "threads" if arguments.ranks is None else "ranks"
    if not arguments.json:
        print(format_row([unit if head == "threads" else head for head in HEADS]))
    for measurement in measured(positions, arguments):
        measurements.append(measurement)
        show(arguments.json, describe(measurement, unit), format_measurement(measurement))
    wrong = sum(measurement.wrong for measurement in measurements)
    show(arguments.json, {"total": describe_total(measurements, len(positions))}, LEGEND)
    if arguments.plot is not None:
        plot_scaling(measurements, arguments.plot, unit)
    if wrong:
        differ = counted(wrong, "score differs", "scores differ")
        print_fault(f"{differ} from one thread's or from the file's")
        return EXIT_WRONG_RESULT
    return EXIT_UNUSABLE_INPUT if source.faults else 0


def measured(
    positions: Sequence[ScoredPosition], arguments: argparse.Namespace
) -> Iterator[ScalingPoint]:
    """Measure the numbers of threads, or of ranks; yield each with the progress bar hidden."""
    if arguments.ranks is None:
        max_threads = arguments.max_threads or cores()
        settings = plan(max_threads, arguments.algorithms, sorted(arguments.granularity))
        n_settings, run = len(settings), partial(measure, settings)
    else:
        from othello.measuring.with_cluster import measure_ranks

        n_settings = len(arguments.algorithms) * len({1, *arguments.ranks})
        weights = arguments.weights_file
        run = partial(measure_ranks, arguments.ranks, arguments.algorithms, weights=weights)
    with Progress(n_settings * len(positions)) as progress:
        for measurement in run(
            positions, depth=arguments.depth, hash_mb=arguments.hash, on_search=progress.step
        ):
            progress.hide()
            yield measurement


def algorithm(text: str) -> str:
    """Read the name of an algorithm."""
    if text not in Engine.ALGORITHMS:
        expected = ", ".join(Engine.ALGORITHMS)
        raise argparse.ArgumentTypeError(f"{quote(text)}: expected some of {expected}")
    return text


def list_of(read: Callable[[str], object]) -> Callable[[str], list[object]]:
    """Return a function that reads a list with commas, each part by `read`.

    >>> list_of(int)("6,8")
    [6, 8]
    """

    def parse(text: str) -> list[object]:
        return [read(part.strip()) for part in text.split(",")]

    return parse


def cores() -> int:
    """Return how many cores the engine can use in this process: 1 without OpenMP."""
    return min(core.processors(), Engine.max_threads())


def describe(measurement: ScalingPoint, unit: str) -> dict[str, object]:
    """Return a measurement as a JSON object."""
    return {
        "algorithm": measurement.algorithm,
        "granularity": measurement.granularity,
        unit: measurement.threads,
        "seconds": round(measurement.seconds, 6),
        "nodes": measurement.nodes,
        "speedup": round(measurement.speedup, 4),
        "efficiency": round(measurement.efficiency, 4),
        "overhead": round(measurement.overhead, 4),
        "work": measurement.nodes,
        "span": measurement.span,
    }


def describe_total(measurements: Sequence[ScalingPoint], positions: int) -> dict[str, object]:
    """Return the last JSON object: positions, nodes, seconds and wrong scores altogether."""
    return {
        "positions": positions,
        "nodes": sum(measurement.nodes for measurement in measurements),
        "seconds": round(sum(measurement.seconds for measurement in measurements), 6),
        "wrong": sum(measurement.wrong for measurement in measurements),
    }


def format_row(cells: Sequence[str]) -> str:
    """Return a line of the table: the first cell left-aligned, the others right-aligned."""
    first, *others = cells
    return f"{first:9}" + "".join(f"  {cell:>11}" for cell in others)


def format_measurement(measurement: ScalingPoint) -> str:
    """Return a measurement as a line of the table."""
    granularity = measurement.granularity
    return format_row(
        (
            measurement.algorithm,
            "-" if granularity is None else str(granularity),
            str(measurement.threads),
            f"{measurement.seconds:.3f}",
            str(measurement.nodes),
            f"{measurement.speedup:.2f}",
            f"{100 * measurement.efficiency:.1f} %",
            f"{100 * measurement.overhead:+.1f} %",
            str(measurement.span),
        )
    )
