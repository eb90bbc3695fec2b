"""What each technique of the search gains: nodes with one of its constants set so that it is off.

The constants are those of a build with ``OTHELLO_TUNING=1`` (pyx/base/tuning.pxd). In other builds
they cannot be changed. Node counts do not depend on the machine or on its load.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Technique(NamedTuple):
    """A technique, and the values of constants with which it does nothing.

    Where a technique is not part of a kind of search, or has no constant there, that is None.
    """

    name: str
    solving: dict[str, int] | None
    midgame: dict[str, int] | None


TECHNIQUES = (
    Technique("nothing", {}, {}),
    Technique(
        "enhanced transposition cutoffs above 12 empties", {"ETC_DEPTH": 20}, {"ETC_DEPTH": 20}
    ),
    Technique(
        "the order by the opponent's mobility",
        {"ORDER_MOBILITY_SOLVE": 0, "ORDER_MOBILITY_FALL": 0},
        {"ORDER_MOBILITY": 0},
    ),
    Technique(
        "the order by potential mobility",
        {"ORDER_POTENTIAL_MOBILITY_SOLVE": 0},
        {"ORDER_POTENTIAL_MOBILITY": 0},
    ),
    Technique("most of the midgame search before a solve", {"PRESEARCH_GAP": 30}, None),
    Technique("ProbCut (margins of 300 % instead of 55 %)", None, {"PROBCUT_PERCENT": 300}),
    Technique("ProbCut's look at the static value first", None, {"PROBCUT_GATE": 0}),
    Technique("futility", None, {"FUTILITY_PERCENT_1": 900, "FUTILITY_PERCENT_2": 900}),
    Technique("late-move reductions", None, {"LMR_MIN_MOVE": 20, "LMR_MORE_MOVE": 30}),
    Technique("a further reduction of moves with a low score", None, {"LMR_SCORE_GAP": 8000}),
    Technique("plies at the root without pruning", None, {"ROOT_PLIES_UNPRUNED": 0}),
    Technique("aspiration windows", None, {"ASPIRATION_DEPTH": 20}),
    Technique("killers", None, {"ORDER_KILLER": 0}),
    Technique("history", None, {"HISTORY_LIMIT": 0}),
)

RUN = """
import json, sys
from othello._core import core
from othello.cli import main
for name, value in json.loads(sys.argv.pop(1)).items():
    core.tune(name, value)
sys.exit(main(sys.argv[1:]))
"""


def is_tuning_build() -> bool:
    """Return whether constants of the installed engine can be changed."""
    from othello._core import core

    return core.TUNING


def nodes(constants: dict[str, int] | None, arguments: list[str]) -> float | None:
    """Return the million nodes of a command with other values of constants."""
    if constants is None:
        return None
    command = [sys.executable, "-I", "-c", RUN, json.dumps(constants), *arguments, "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.stderr:
        raise SystemExit(f"{constants}: {done.stderr}")
    return float(json.loads(done.stdout.splitlines()[-1])["total"]["nodes"]) / 1e6


def shown(number: float | None, first: float | None) -> list[str]:
    """Return the cells of a node count: itself, and how many times the first it is."""
    if number is None or first is None:
        return ["", ""]
    return [f"{number:,.2f}", f"{number / first:.2f}"]


def rows(techniques: tuple[Technique, ...], *commands: list[str]) -> list[list[object]]:
    """Return a row for each technique: the nodes without it when solving and in the midgame."""
    counts = [
        [nodes(constants, command) for constants, command in zip(each[1:], commands, strict=True)]
        for each in techniques
    ]
    return [
        [each.name, *shown(count[0], counts[0][0]), *shown(count[1], counts[0][1])]
        for each, count in zip(techniques, counts, strict=True)
    ]
