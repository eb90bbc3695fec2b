"""Shift the values of positions by their number of empty squares, in a file of weights.

::

    python tools/shift_empties.py weights.bin --out shifted.bin 13=+0.15 14=-0.35

Each shift is in discs for the side to move. Searches to an even and to an odd depth end with other
sides to move, so a bias of the leaves makes their scores differ ("Even and odd" in
docs/evaluation.md). What was added is noted in the file's provenance.
"""

import argparse
import re
from pathlib import Path
from typing import NamedTuple

from othello._core import core
from othello.errors import WeightsError
from othello.files.writing import replacing
from othello.weights.file import Weights, read_weights_file, rows_of_phase

MOST_EMPTIES = core.PATTERN_EMPTIES - 1
MOST_DISCS = 64.0


class Shift(NamedTuple):
    """What is added to the value of positions with so many empties, in discs."""

    n_empties: int
    discs: float


def shift(text: str) -> Shift:
    """Return the shift that ``EMPTIES=DISCS`` stands for."""
    found = re.fullmatch(r"(\d+)=([+-]?\d+(?:\.\d+)?)", text)
    if found:
        given = Shift(int(found[1]), float(found[2]))
        if given.n_empties <= MOST_EMPTIES and abs(given.discs) <= MOST_DISCS:
            return given
    raise argparse.ArgumentTypeError(
        f"invalid shift {text!r}: expected EMPTIES=DISCS, such as 17=-0.3, with 0 to "
        f"{MOST_EMPTIES} empties and at most {MOST_DISCS:.0f} discs"
    )


def add(weights: Weights, given: Shift) -> None:
    """Change the row of one number of empties, and note it."""
    phase = min(given.n_empties // core.PATTERN_PHASE_EMPTIES, core.PATTERN_PHASES - 1)
    # The rows of the numbers of empties are the last of a phase.
    end = (phase + 1) * rows_of_phase(weights.patterns)
    row = end - core.PATTERN_EMPTIES + given.n_empties
    weights.values[row] += round(core.VALUE_PER_DISC * given.discs)
    phases = weights.provenance.setdefault("phases", {})
    noted = phases.setdefault(str(phase), {}).setdefault("shifted_later", {})
    before = noted.get(str(given.n_empties), 0.0)
    noted[str(given.n_empties)] = round(before + given.discs, 3)


def main() -> None:
    """Read the weights, shift them, and write them to another file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weights", type=Path, metavar="FILE", help="the weights to begin with")
    parser.add_argument("shifts", type=shift, nargs="+", metavar="EMPTIES=DISCS")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="file to write")
    options = parser.parse_args()
    try:
        weights = read_weights_file(options.weights)
    except (OSError, WeightsError) as error:
        raise SystemExit(f"shift_empties: {error}") from None
    for given in options.shifts:
        add(weights, given)
    with replacing(options.out, "wb") as file:
        file.write(weights.to_bytes())


if __name__ == "__main__":
    main()
