"""The model of what people play: for each move of a position, how often it is chosen.

Each move gets a number by a small network with two hidden layers; the shares of the moves are the
softmax of their numbers. The weights are multiples of powers of two, and so small that all sums are
exact: they are the same in whatever order they are added up, on every machine.
"""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello.errors import FormatError
from othello.files.access import reading
from othello.people.inputs import N_INPUTS, UNIT, Inputs

VERSION = 1
"""The version of the inputs. A file with another one is of no use."""

N_ROWS = core.PATTERN_WEIGHTS

PARTS = 16
"""Sums of rows that are inputs of the network; another one is added to the number of a move."""

HIDDEN = 32
"""Units of each of the two hidden layers."""

ROW_UNIT = 128
LAYER_UNIT = 1024
"""Rows are whole multiples of a 128th, weights of layers of a 1024th."""

SHIPPED = Path(__file__).parent / "data" / "people.npz"

AT_ONCE = 1 << 14
"""Moves whose rows are added up at once."""

UNREADABLE = (
    *(ValueError, KeyError, TypeError, AttributeError, EOFError, RuntimeError),
    *(struct.error, zlib.error, zipfile.BadZipFile),
)
"""Errors that numpy and json raise for a file that is no model, or only a part of one."""

Values = npt.NDArray[np.float64]


class Model:
    """A model of what people play.

    Parameters
    ----------
    rows : array of int8, shape (N_ROWS, PARTS + 1)
        The rows that `othello.batch.features` numbers, in 1 / `ROW_UNIT`.
    layers : array of int16, shape (`N_LAYERS`,)
        In 1 / `LAYER_UNIT`: weights of the first hidden layer, shape (inputs + PARTS, HIDDEN), its
        biases, weights of the second one and its biases, weights of the output.
    about : dict
        How it was made: what `describe` of a file shows.
    """

    def __init__(
        self, rows: npt.NDArray[np.int8], layers: npt.NDArray[np.int16], about: dict[str, object]
    ) -> None:
        self.rows, self.layers, self.about = rows, layers, about
        first, first_bias, second, second_bias, self._last = split_layers(layers / LAYER_UNIT)
        self._hidden = (first, first_bias), (second, second_bias)

    def values(self, inputs: Inputs) -> Values:
        """Return the number of each move: by one more it is chosen e times as often."""
        values = np.empty(len(inputs.squares))
        for begin in range(0, len(values), AT_ONCE):
            some = slice(begin, begin + AT_ONCE)
            sums = self.rows[inputs.rows[some]].sum(axis=1, dtype=np.int32) / ROW_UNIT
            layer = np.concatenate([inputs.numbers[some] / UNIT, sums[:, :PARTS]], axis=1)
            for weights, bias in self._hidden:
                layer = np.maximum(layer @ weights + bias, 0)
            values[some] = layer @ self._last + sums[:, PARTS]
        return values

    def shares(self, inputs: Inputs) -> Values:
        """Return how often each move is chosen: 0 to 1, in all 1 for each position."""
        return shares_of(self.values(inputs), inputs.first)

    @property
    def checksum(self) -> str:
        """The beginning of the SHA-256 of its weights."""
        return sha256(self.rows.tobytes() + self.layers.tobytes()).hexdigest()[:16]

    def write(self, file: IO[bytes]) -> None:
        """Write the model to a file open for writing."""
        about = json.dumps({"version": VERSION, "checksum": self.checksum, **self.about})
        np.savez_compressed(file, about=np.array(about), rows=self.rows, layers=self.layers)

    @classmethod
    def read(cls, path: str | Path) -> Model:
        """Read a model from a file.

        Raises FormatError if the file is none, is of another version, or damaged.
        """
        try:
            with reading(path) as file, np.load(file, allow_pickle=False) as found:
                about = json.loads(str(found["about"]))
                rows, layers = found["rows"], found["layers"]
                version, checksum = about.pop("version"), about.pop("checksum")
        except UNREADABLE:
            reason = "expected a model that `othello people train` has written, and whole"
            raise FormatError(str(path), None, reason) from None
        if version != VERSION:
            reason = f"expected a model of version {VERSION}, got version {version}"
            raise FormatError(str(path), None, reason)
        shapes = (rows.shape, layers.shape) == ((N_ROWS, PARTS + 1), (N_LAYERS,))
        if not shapes or (model := cls(rows, layers, about)).checksum != checksum:
            raise FormatError(str(path), None, "damaged: its checksum is wrong")
        return model


@cache
def shipped_model() -> Model:
    """Return the model that comes with the package."""
    return Model.read(SHIPPED)


def split_layers(layers: Values) -> list[Values]:
    """Return weights and biases of both hidden layers, and the weights of the output.

    Weights of a hidden layer have the shape (inputs, HIDDEN).
    """
    inputs = N_INPUTS + PARTS
    ends = np.cumsum([inputs * HIDDEN, HIDDEN, HIDDEN * HIDDEN, HIDDEN, HIDDEN])
    parts = np.split(layers, ends[:-1])
    parts[0], parts[2] = parts[0].reshape(inputs, HIDDEN), parts[2].reshape(HIDDEN, HIDDEN)
    return parts


N_LAYERS = (N_INPUTS + PARTS + 1 + HIDDEN + 1 + 1) * HIDDEN


def shares_of(values: Values, first: npt.NDArray[np.int32]) -> Values:
    """Return the softmax of the numbers of each position's moves."""
    n_moves, begin = np.diff(first), first[:-1]
    weights = np.exp(values - np.repeat(np.maximum.reduceat(values, begin), n_moves))
    return np.asarray(weights / np.repeat(np.add.reduceat(weights, begin), n_moves))
