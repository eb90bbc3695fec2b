"""``othello mpi``."""

import argparse

from othello.cluster.executors import load_mpi
from othello.cluster.mpi_search import RankedResult, search_on_ranks
from othello.commands.arguments import MACHINE, add_described, add_shared
from othello.commands.output import print_json
from othello.commands.positions import board_of
from othello.commands.values import number
from othello.engine import Engine
from othello.errors import InvalidOption, counted
from othello.fields import MISSING
from othello.limits import MAX_DEPTH
from othello.result import error_text, rounded, score_text

EXAMPLE = "mpiexec -n 4 othello mpi search f5d6c3 --algorithm alphabeta --depth 9"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("kind", choices=("search",), help="find the best move")
    add_shared(parser, "position")
    add_described(parser, "depth", "plies", MISSING)
    add(
        "--algorithm",
        choices=Engine.ALGORITHMS,
        default=Engine.ALGORITHMS[0],
        help="how each rank searches (default %(default)s); the score is the same for all",
    )
    add(
        "--granularity",
        **number(1, MAX_DEPTH),
        help="share out positions with more plies left than N (default: one less than --depth, "
        "which shares the root's moves)",
    )
    add_shared(parser, *MACHINE, "json")


def run(arguments: argparse.Namespace) -> int:
    """Search with the other ranks; the first one prints what was found."""
    mpi = load_mpi()
    board = board_of(arguments)
    granularity = arguments.granularity or max(arguments.depth - 1, 1)
    if granularity > arguments.depth:
        raise InvalidOption(
            f"--granularity {granularity} with --depth {arguments.depth}: expected less"
        )
    with Engine(
        arguments.threads, arguments.hash, algorithm=arguments.algorithm, verify=True
    ) as engine:
        result = search_on_ranks(mpi, board, engine, arguments.depth, granularity)
    if result is None:
        return 0
    record = {
        "position": board.to_obf(),
        "empties": board.n_empties,
        "algorithm": arguments.algorithm,
        "granularity": granularity,
        **describe(result),
    }
    if arguments.json:
        print_json({"id": "argument:1", **record})
        print_json({"total": {"positions": 1, "nodes": result.nodes, "seconds": record["seconds"]}})
    else:
        print(format_result(arguments.algorithm, result), flush=True)
    return 0


def describe(result: RankedResult) -> dict[str, object]:
    """Return a result as a JSON object."""
    line = result.line
    speedup = result.busy / max(result.seconds, 1e-9)
    return {
        "depth": line.depth,
        "selectivity": line.selectivity,
        "move": None if line.move is None else str(line.move),
        "score": rounded(line.score),
        "error": rounded(line.error),
        "exact": line.exact,
        "pv": list(map(str, line.pv)),
        "ranks": result.ranks,
        "nodes": result.nodes,
        "evaluations": result.evaluations,
        "seconds": round(result.seconds, 6),
        "nps": round(result.nodes / max(result.seconds, 1e-9)),
        "evals_per_second": round(result.evaluations / max(result.seconds, 1e-9)),
        "work": result.nodes,
        "span": result.span,
        "speedup": round(speedup, 4),
        "efficiency": round(speedup / result.ranks, 4),
    }


def format_result(algorithm: str, result: RankedResult) -> str:
    """Return a result as two lines of text."""
    line = result.line
    score = f"{score_text(line.score)}{error_text(line.error)}"
    speedup = result.busy / max(result.seconds, 1e-9)
    return (
        f"{line.move or 'game over'} {score}  depth {line.depth}  {' '.join(map(str, line.pv))}\n"
        f"{algorithm}  {counted(result.ranks, 'rank')}  {counted(result.nodes, 'node')}  "
        f"{result.seconds:.3f} s  "
        f"{result.nodes / max(result.seconds, 1e-9) / 1e6:.1f} M nodes/s  "
        f"{result.evaluations / max(result.seconds, 1e-9) / 1e6:.1f} M evaluations/s  "
        f"speed-up {speedup:.2f}  efficiency {100 * speedup / result.ranks:.0f} %"
    )
