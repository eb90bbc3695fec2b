"""tools/fit_errors.py finds the size of errors again from which searches were made up."""

import re
from pathlib import Path

import numpy as np
from support.tools import tool_output

from othello.standard_error import SEARCH, SOLVE, standard_error


def test_the_errors_are_found_again(tmp_path: Path) -> None:
    chance = np.random.default_rng(5)
    rows = []
    for game in range(400):
        n_empties = int(chance.integers(17, 26))
        for depth in (1, 2, 4, 8, 12, 16, n_empties):
            percent, score = int(chance.choice([73, 87, 95])), chance.normal(0, 12)
            error = standard_error(score, n_empties, depth, percent)
            assert error is not None
            rows.append((game, n_empties, depth, percent, score, error * chance.normal()))
    np.save(tmp_path / "rows.npy", np.array(rows))
    (tmp_path / "games.txt").write_text("f5d6\n", encoding="utf-8")
    told = tool_output("fit_errors.py", tmp_path / "games.txt", "--keep", tmp_path / "rows.npy")
    for name, used in (("SEARCH", SEARCH), ("SOLVE", SOLVE)):
        found = re.search(rf"{name} = \((.*)\)\n  all: \d+, within one error (\d+)", told)
        assert found is not None and 65 <= int(found[2]) <= 72
        assert len(found[1].split(",")) == len(used)
    for n_empties in ("16", "58"):
        assert f"\n| {n_empties} | " in told
