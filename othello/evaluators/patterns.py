"""A file of weights as an evaluation, for whichever sets of squares it was fitted."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from othello._core import core
from othello.arrays import Positions, checked_threads, columns
from othello.evaluators.c_function import CFunction
from othello.weights import own_patterns_of, read_weights_file


class Patterns(CFunction):
    """The pattern evaluation with the weights of a file, as `othello train` writes them.

    `Engine` calls it as a `CFunction`, without the interpreter and from several threads, `Puct` as
    a function of positions. The shipped weights serve too; `Engine` by itself is faster with them.

    Parameters
    ----------
    path : str or Path
        The weights file.

    Attributes
    ----------
    patterns : tuple of str
        The squares of each pattern.
    provenance : dict
        How the weights were made.

    Raises
    ------
    WeightsError
        If the file cannot be used.

    Examples
    --------
    >>> import othello
    >>> from importlib.resources import files
    >>> shipped = Patterns(files("othello") / "data" / "weights.bin")
    >>> shipped.patterns[0], othello.Engine(evaluation=shipped).evaluate("f5d6")
    ('a1b1c1a2b2c2a3b3c3', ...)
    """

    def __init__(self, path: str | Path) -> None:
        weights = read_weights_file(path)
        self._own = own_patterns_of(weights)
        self._path = path
        self.patterns = weights.patterns
        self.provenance: dict[str, Any] = weights.provenance
        super().__init__(self._own.address, self._own.context_address)

    def __repr__(self) -> str:
        return f"Patterns({str(self._path)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._path,)

    def __call__(self, positions: Positions, threads: int = 1) -> npt.NDArray[np.float32]:
        """Return the evaluation of each position in discs for the side to move."""
        player, opponent = columns(positions)
        values = np.empty(len(player), np.int16)
        self._own.values(player, opponent, values, checked_threads(threads))
        return values.astype(np.float32) / np.float32(core.VALUE_PER_DISC)

    def value(self, player: int, opponent: int) -> float:
        """Return the evaluation of a position in discs."""
        return self._own.value(player, opponent) / core.VALUE_PER_DISC
