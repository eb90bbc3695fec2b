"""Positions to fit weights to, and weights that ``train`` fits."""

from pathlib import Path
from typing import Any

import numpy as np

from othello._core import core
from othello.training.dataset import LabelledPositions, distinct, new_positions
from othello.weights import Weights, read_weights
from support.cli_process import json_lines


def random_positions(n_empties: int, count: int, seed: int = 1) -> LabelledPositions:
    """Return positions of random games, without values."""
    player = np.full(count, 0x0000000810000000, np.uint64)
    opponent = np.full(count, 0x0000001008000000, np.uint64)
    core.play_randomly(player, opponent, np.full(count, 60 - n_empties, np.uint8), seed)
    there = player != 0
    game = np.flatnonzero(there)
    return distinct(new_positions(player[there], opponent[there], 0, game, 1))


def trained(data: Path, out: Path, *options: object) -> tuple[list[dict[str, Any]], Weights]:
    """Fit weights; return the objects that ``train`` prints, the total at the end, and the file."""
    lines = json_lines("train", "--data", data, "--out", out, *options)
    return lines, read_weights(out.read_bytes())
