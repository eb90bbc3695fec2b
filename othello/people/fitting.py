"""Fitting the model to the moves of people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from othello._training import CHOICE_BATCH, CHOICE_HIDDEN, CHOICE_PARTS, CHOICE_UNIT, choices_learn
from othello.arrays import Positions
from othello.batch import legal_mask
from othello.errors import FormatError
from othello.fields import Range
from othello.files.access import reading
from othello.files.writing import replacing
from othello.people.inputs import UNIT, Inputs, Scores, engine_scores, inputs_of, places_of
from othello.people.model import (
    HIDDEN,
    LAYER_UNIT,
    N_LAYERS,
    N_ROWS,
    PARTS,
    ROW_UNIT,
    UNREADABLE,
    Model,
    split_layers,
)

assert (CHOICE_PARTS, CHOICE_HIDDEN, CHOICE_UNIT) == (PARTS, HIDDEN, UNIT)

AT_ONCE = 1 << 14
"""Positions whose inputs are in memory at once."""

SCORED_AT_ONCE = 100_000
"""Positions whose scores are in one file."""

FIRST_SQUARES = 0.01
"""First sums of squared gradients of the rows, so that the first steps are small."""


class FitSettings(NamedTuple):
    """Settings of the fit: how often it goes through the moves, and the size of its first steps.

    The steps shrink to nothing by the last one.
    """

    passes: Annotated[int, Range(1, 100), "how often each move is learnt"] = 2
    rate: float = 0.002
    row_rate: float = 0.05
    seed: int = 1


def positions_of(moves: npt.NDArray[np.void]) -> npt.NDArray[np.uint64]:
    """Return the positions before some moves, shape (n, 2)."""
    return np.stack([moves["player"], moves["opponent"]], axis=1)


class Scored:
    """Moves of people with the engine's scores of all moves there, which files in a folder keep.

    A file has `SCORED_AT_ONCE` positions, of which its name is a checksum; one that is not there is
    made. A run that was ended goes on there.
    """

    def __init__(self, moves: npt.NDArray[np.void], folder: str | Path, threads: int = 1) -> None:
        self.moves, self.folder, self.threads = moves, Path(folder), threads
        self.folder.mkdir(parents=True, exist_ok=True)

    def __len__(self) -> int:
        return -(-len(self.moves) // SCORED_AT_ONCE)

    def __iter__(self) -> Iterator[tuple[npt.NDArray[np.void], Scores]]:
        """Yield some moves with their scores each time."""
        for begin in range(0, len(self.moves), SCORED_AT_ONCE):
            some = self.moves[begin : begin + SCORED_AT_ONCE]
            positions = positions_of(some)
            path = self.folder / f"{sha256(positions.tobytes()).hexdigest()[:16]}.npy"
            if not path.exists():
                with replacing(path, "wb") as file:
                    np.save(file, engine_scores(positions, self.threads))
            yield some, read_scores(path, positions)


def read_scores(path: Path, positions: Positions) -> Scores:
    """Return the scores of all moves in some positions that a file has.

    Raises FormatError if it is another file, or damaged.
    """
    try:
        with reading(path) as file:
            scores: Scores = np.load(file)
        known = np.isfinite(scores[:, :64])
        is_sound = scores.dtype == np.float32 and np.array_equal(known, legal_mask(positions))
    except (*UNREADABLE, IndexError, MemoryError):
        is_sound = False
    if not is_sound:
        reason = f"expected scores of {len(positions):,} positions, as these commands keep them"
        raise FormatError(str(path), None, f"{reason}: without the file they are made anew")
    return scores


def fit_model(
    moves: npt.NDArray[np.void],
    scores: Scores,
    settings: FitSettings,
    on_pass: Callable[[int, float, Model], object] | None = None,
) -> Model:
    """Return a model of these moves, in which the engine gives the moves these scores.

    `on_pass` is called after each pass with its number, the mean loss and the model so far. The
    same moves give the same model.
    """
    rng = np.random.default_rng(settings.seed)
    of_rows, of_layers = first_weights(rng)
    n_chunks = -(-len(moves) // AT_ONCE)
    n_done = step = 0
    for number in range(1, settings.passes + 1):
        losses = []
        for some in np.array_split(rng.permutation(len(moves)), n_chunks):
            left = 1 - n_done / (n_chunks * settings.passes)
            inputs, played = choices(moves[some], scores[some])
            losses.append(
                choices_learn(
                    inputs.numbers,
                    inputs.rows,
                    inputs.first,
                    played,
                    of_rows,
                    of_layers,
                    step,
                    (settings.rate * left, settings.row_rate * left),
                )
            )
            step += len(some) // CHOICE_BATCH
            n_done += 1
        if on_pass is not None:
            on_pass(number, float(np.mean(losses)), rounded_model(of_rows[0], of_layers[0]))
    return rounded_model(of_rows[0], of_layers[0])


def choices(moves: npt.NDArray[np.void], scores: Scores) -> tuple[Inputs, npt.NDArray[np.int32]]:
    """Return the inputs of all moves where these were made, and the number of each made there."""
    inputs = inputs_of(positions_of(moves), moves["rating"], scores)
    return inputs, places_of(moves["move"], inputs)


def first_weights(
    rng: np.random.Generator,
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return random rows and layers with what the fit keeps beside them."""
    of_rows = np.zeros((2, N_ROWS, PARTS + 1), np.float32)
    of_rows[0, :, :PARTS] = rng.normal(0, 0.02, (N_ROWS, PARTS))
    of_rows[1] = FIRST_SQUARES
    of_layers = np.zeros((3, N_LAYERS), np.float32)
    first, _, second, _, last = split_layers(of_layers[0])
    for weights, spread in ((first, 0.15), (second, 0.2), (last, 0.2)):
        weights[:] = rng.normal(0, spread, weights.shape)
    return of_rows, of_layers


def rounded_model(rows: npt.NDArray[np.float32], layers: npt.NDArray[np.float32]) -> Model:
    """Return the model with these weights."""
    whole_rows = np.clip(np.rint(rows * ROW_UNIT), -127, 127).astype(np.int8)
    whole_layers = np.clip(np.rint(layers * LAYER_UNIT), -32767, 32767).astype(np.int16)
    return Model(whole_rows, whole_layers, {})
