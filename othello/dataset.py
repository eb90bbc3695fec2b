"""Labelled positions in files: what `othello selfplay` writes and `othello train` reads.

A file is a ``.npz`` with one structured array, `positions`, of the fields

==========  ======  ==============================================================
player      uint64  the side to move, bit 0 = a1; it has a move
opponent    uint64
value       int16   of the position for the side to move, in 1/128 disc
game        uint32  positions with the same number come from the same game
exact       uint8   1 if the value is the exact score, 0 if a search estimated it
==========  ======  ==============================================================

and `provenance`, a JSON text. Files with plain arrays `player`, `opponent` and `score` (exact, in
discs) are read as well; there each position counts as a game.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello.arrays import count_empties as empties_of
from othello.errors import WeightsError

__all__ = [
    "POSITION",
    "Positions",
    "canonical_hash",
    "count_empties",
    "distinct",
    "new_positions",
    "read_dataset",
    "read_provenance",
    "write_dataset",
]

Positions = npt.NDArray[np.void]
"""An array of `POSITION`."""

#: What a file holds of each position.
POSITION = np.dtype(
    [
        ("player", "<u8"),
        ("opponent", "<u8"),
        ("value", "<i2"),
        ("game", "<u4"),
        ("exact", "u1"),
    ]
)


def new_positions(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    value: npt.ArrayLike,
    game: npt.ArrayLike,
    exact: npt.ArrayLike,
) -> Positions:
    """Return an array of positions, given field by field."""
    positions = np.empty(len(player), POSITION)
    positions["player"] = player
    positions["opponent"] = opponent
    positions["value"] = value
    positions["game"] = game
    positions["exact"] = exact
    return positions


def write_dataset(path: str | Path, positions: Positions, provenance: dict[str, Any]) -> None:
    """Write positions to a file, at once: nobody ever reads half of one."""
    target = Path(path)
    partial = target.with_name(f"{target.name}.partial")
    with partial.open("wb") as file:
        np.savez_compressed(file, positions=positions, provenance=np.array(json.dumps(provenance)))
    partial.replace(target)


def read_dataset(path: str | Path) -> Positions:
    """Return the positions in a file.

    Raises
    ------
    WeightsError
        If it is no such file, or damaged.
    """
    try:
        # Opened here, as numpy leaves a file open that it cannot read.
        with open(path, "rb") as file, np.load(file) as arrays:
            if "positions" in arrays:
                positions = arrays["positions"]
                if positions.dtype != POSITION:
                    raise WeightsError(f"{path}: expected fields {POSITION}, got {positions.dtype}")
                return np.asarray(positions)
            return exact_positions(arrays["player"], arrays["opponent"], arrays["score"])
    except (KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile) as error:
        if isinstance(error, WeightsError):
            raise
        raise WeightsError(f"{path} holds no labelled positions: {error}") from None


def read_provenance(path: str | Path) -> dict[str, Any]:
    """Return how a file's positions were made, as far as it says."""
    with np.load(path) as arrays:
        if "provenance" not in arrays:
            return {}
        provenance: dict[str, Any] = json.loads(str(arrays["provenance"]))
        return provenance


def exact_positions(
    player: npt.NDArray[np.uint64], opponent: npt.NDArray[np.uint64], score: npt.NDArray[np.int8]
) -> Positions:
    """Return solved positions of no known game."""
    value = score.astype(np.int16) * core.VALUE_PER_DISC
    game = canonical_hash(player, opponent).astype(np.uint32)
    return new_positions(player, opponent, value, game, 1)


def count_empties(positions: Positions) -> npt.NDArray[np.int64]:
    """Return the number of empties of each position."""
    return empties_of(positions["player"], positions["opponent"])


def canonical_hash(
    player: npt.NDArray[np.uint64], opponent: npt.NDArray[np.uint64]
) -> npt.NDArray[np.uint64]:
    """Return numbers that are the same for positions that symmetry makes alike."""
    hashes = np.empty(len(player), np.uint64)
    core.canonical_hashes(
        np.ascontiguousarray(player, np.uint64), np.ascontiguousarray(opponent, np.uint64), hashes
    )
    return hashes


def distinct(positions: Positions) -> Positions:
    """Return each position once, whatever its symmetry: the first of its kind."""
    hashes = canonical_hash(positions["player"], positions["opponent"])
    _, first = np.unique(hashes, return_index=True)
    return np.asarray(positions[np.sort(first)])


def joined(parts: Iterable[Positions]) -> Positions:
    """Return the positions of all `parts`."""
    return np.concatenate([np.empty(0, POSITION), *parts])
