"""Files of labelled positions, which `othello selfplay` writes and `othello train` reads.

A file is a ``.npz`` with a structured array `positions`, whose fields are

==========  ======  ==============================================================
player      uint64  discs of the side to move, bit 0 = a1; it has a legal move
opponent    uint64  discs of the other side
value       int16   value for the side to move, in 1/128 disc
game        uint32  positions with the same number come from the same game
exact       uint8   1 if the value is the exact score, 0 if a search estimated it
==========  ======  ==============================================================

and with `provenance`, a JSON text that says how they were made. Files with plain arrays `player`,
`opponent` and `score` (exact, in discs) are read too; there each position counts as a game of its
own.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello.arrays import count_empties as empties_of
from othello.errors import WeightsError, quote
from othello.files.access import reading
from othello.files.writing import replacing

LabelledPositions = npt.NDArray[np.void]
"""An array of `POSITION`."""

MOST_EMPTIES = 60
LARGEST_VALUE = 64 * core.VALUE_PER_DISC

PLAIN = ("player", "opponent", "score")
"""Names of the arrays in a file without `positions`."""

NO_DATASET = "expected a .npz file, as selfplay writes"

#: The fields of a position in a file.
POSITION = np.dtype(
    [("player", "<u8"), ("opponent", "<u8"), ("value", "<i2"), ("game", "<u4"), ("exact", "u1")]
)


def new_positions(
    player: npt.NDArray[np.uint64],
    opponent: npt.NDArray[np.uint64],
    value: npt.ArrayLike,
    game: npt.ArrayLike,
    exact: npt.ArrayLike,
) -> LabelledPositions:
    """Return an array of positions made from an array (or one number) for each field."""
    positions = np.empty(len(player), POSITION)
    positions["player"] = player
    positions["opponent"] = opponent
    positions["value"] = value
    positions["game"] = game
    positions["exact"] = exact
    return positions


def write_dataset(
    path: str | Path, positions: LabelledPositions, provenance: dict[str, Any]
) -> None:
    """Write positions and their provenance to a file, replacing it as a whole."""
    with replacing(path, "wb") as file:
        np.savez_compressed(file, positions=positions, provenance=np.array(json.dumps(provenance)))


def read_dataset(path: str | Path) -> LabelledPositions:
    """Read the positions in a file.

    Raises WeightsError if the file is of another kind, is damaged, or has a row that is not a
    position.
    """
    with opened(path) as arrays:
        if "positions" in arrays:
            positions = arrays["positions"]
            if positions.dtype != POSITION or positions.ndim != 1:
                raise ValueError(f"expected fields {POSITION}, got {positions.dtype}")
        else:
            missing = [name for name in PLAIN if name not in arrays]
            if missing:
                expected = f"positions, or {', '.join(PLAIN)}"
                raise ValueError(f"no array {', '.join(missing)}: expected {expected}")
            positions = exact_positions(*(arrays[name] for name in PLAIN))
        check_positions(positions)
        return np.asarray(positions)


def read_provenance(path: str | Path) -> dict[str, Any]:
    """Return the file's record of how its positions were made; empty if it has none.

    Raises WeightsError if the file is damaged.
    """
    with opened(path) as arrays:
        if "provenance" not in arrays:
            return {}
        provenance = json.loads(str(arrays["provenance"]))
        if not isinstance(provenance, dict):
            raise ValueError(f"provenance is {quote(provenance)}")
        return provenance


@contextmanager
def opened(path: str | Path) -> Iterator[Any]:
    """Open a file's arrays for a ``with`` block; each error in it becomes a `WeightsError`."""
    # The file is opened here because numpy does not close a file that it cannot read.
    with reading(path) as file:
        try:
            loaded = np.load(file)
            if not isinstance(loaded, np.lib.npyio.NpzFile):  # a single array, as of a .npy file
                raise ValueError(NO_DATASET)
            with loaded as arrays:
                yield arrays
        except Exception as error:
            # For a damaged file, zipfile, zlib and numpy raise exceptions of many types.
            reason = str(error) or type(error).__name__
            if "pickle" in reason:  # numpy's guess at whatever it does not know
                reason = NO_DATASET
            raise WeightsError(f"{path} holds no labelled positions: {reason}") from None


def check_positions(positions: LabelledPositions) -> None:
    """Raise ValueError unless each row is a position with a legal move and a value of a game."""
    # The core needs its arrays aligned, which the fields of a row are not.
    player = np.ascontiguousarray(positions["player"])
    opponent = np.ascontiguousarray(positions["opponent"])
    value, legal = positions["value"], np.empty(len(positions), np.uint64)
    core.legal_masks(player, opponent, legal)
    for bad, what in (
        ((player & opponent) != 0, "has two discs on a square"),
        (count_empties(positions) > MOST_EMPTIES, "has too few discs"),
        (legal == 0, "has no legal move"),
        ((value > LARGEST_VALUE) | (value < -LARGEST_VALUE), "has a value beyond 64 discs"),
    ):
        if bad.any():
            i = int(bad.argmax())
            boards = f"player {int(player[i]):#x}, opponent {int(opponent[i]):#x}"
            raise ValueError(f"position {i} {what}: {boards}, value {int(value[i])}")


def exact_positions(
    player: npt.NDArray[np.uint64], opponent: npt.NDArray[np.uint64], score: npt.NDArray[np.int8]
) -> LabelledPositions:
    """Return positions with exact scores (in discs), each as a game of its own.

    Raises ValueError if the arrays are not integers of one length, or a score is not -64 to 64.
    """
    arrays: tuple[npt.NDArray[Any], ...] = (player, opponent, score)
    for name, array in zip(PLAIN, arrays, strict=True):
        if array.dtype.kind not in "iu" or array.ndim != 1:
            found = f"{array.dtype} {array.shape}"
            raise ValueError(f"{name}: expected a row of whole numbers, got {found}")
    for name, array in zip(PLAIN, arrays, strict=True):
        if len(array) != len(score):
            raise ValueError(f"{name}: expected {len(score)} rows, as score has, got {len(array)}")
    if len(score) and not -64 <= score.min() <= score.max() <= 64:
        found = f"{score.min()} to {score.max()}"
        raise ValueError(f"expected scores from -64 to 64, got {found}")
    value = score.astype(np.int16) * core.VALUE_PER_DISC
    game = canonical_hash(player, opponent).astype(np.uint32)
    return new_positions(player, opponent, value, game, 1)


def count_empties(positions: LabelledPositions) -> npt.NDArray[np.int64]:
    """Return the number of empties of each position."""
    return empties_of(positions["player"], positions["opponent"])


def phases_of(positions: LabelledPositions) -> npt.NDArray[np.int64]:
    """Return the phase of the pattern evaluation that each position belongs to."""
    phases = count_empties(positions) // core.PATTERN_PHASE_EMPTIES
    return phases.clip(max=core.PATTERN_PHASES - 1)


def canonical_hash(
    player: npt.NDArray[np.uint64], opponent: npt.NDArray[np.uint64]
) -> npt.NDArray[np.uint64]:
    """Return a hash of each position; the eight symmetric forms of a position share it."""
    hashes = np.empty(len(player), np.uint64)
    core.canonical_hashes(
        np.ascontiguousarray(player, np.uint64), np.ascontiguousarray(opponent, np.uint64), hashes
    )
    return hashes


def distinct(positions: LabelledPositions) -> LabelledPositions:
    """Return the positions without those that are equal or symmetric to an earlier one."""
    hashes = canonical_hash(positions["player"], positions["opponent"])
    _, first = np.unique(hashes, return_index=True)
    return np.asarray(positions[np.sort(first)])


def joined(parts: Iterable[LabelledPositions]) -> LabelledPositions:
    """Return the positions of all `parts` in one array."""
    return np.concatenate([np.empty(0, POSITION), *parts])
