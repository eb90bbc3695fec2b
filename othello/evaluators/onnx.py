"""Models in the ONNX format as evaluations; needs the extra ``othello-engine[onnx]``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from othello.arrays import describe
from othello.batch.planes import to_planes
from othello.errors import EvaluationError, InvalidOption, quote
from othello.fields import Range, in_range, number_in
from othello.files.access import reading
from othello.limits import MOST_THREADS

PLANES = ("n", 2, 8, 8)
"""The shape of what `to_planes` makes."""
FLOAT = "tensor(float)"
"""Its type, in the word of `onnxruntime`."""


class Onnx:
    """A network in an ``.onnx`` file, run by `onnxruntime`: an evaluation for `Puct`.

    The model's first input is float32 planes, shape (n, 2, 8, 8), as `othello.batch.to_planes`
    makes them. Its first output are values, shape (n,) or (n, 1); a second one, shape (n, 64), are
    logits of the moves.

    Copied or pickled, it reads the file again.

    Parameters
    ----------
    path : path
        The model.
    scale : float
        What a value is multiplied by to give discs: 64 for a model that answers -1 to 1.
    planes : callable, optional
        Makes the model's input of positions, if it is not `to_planes`.
    threads : int
        Threads of `onnxruntime`; with 0 it decides.
    providers : sequence of str
        Where it runs, in the words of `onnxruntime`: some of its ``get_available_providers()``.

    Raises
    ------
    FileError
        If the file cannot be read.
    InvalidOption
        If it holds no model that `onnxruntime` can run, or one with another input than the planes
        of `to_planes`; or another argument is none, such as a `scale` that is no number above 0.
    EvaluationError
        In a call, if the model cannot use what `planes` makes.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        scale: float = 1.0,
        planes: Callable[[npt.NDArray[np.uint64]], npt.NDArray[Any]] | None = None,
        threads: int = 1,
        providers: Sequence[str] = ("CPUExecutionProvider",),
    ) -> None:
        scale = number_in("scale", scale, Range(0, is_open=True))
        in_range("threads", threads, 0, MOST_THREADS)
        if not isinstance(providers, (list, tuple)) or not providers:
            raise InvalidOption(f"invalid providers {quote(providers)}: expected a list of them")
        with reading(path) as file:
            model = file.read()
        import onnxruntime  # type: ignore[import-untyped,unused-ignore]

        known = onnxruntime.get_available_providers()
        for each in providers:  # for an unknown one, onnxruntime would take another
            if (each[0] if isinstance(each, tuple) else each) not in known:
                expected = f"expected some of {', '.join(known)}"
                raise InvalidOption(f"invalid providers {quote(providers)}: {expected}")

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        try:
            self._session = onnxruntime.InferenceSession(model, options, providers=list(providers))
        except Exception as error:  # onnxruntime's own kinds have no common base
            raise InvalidOption(f"invalid model {quote(str(path))}: {error}") from None
        self._input = self._session.get_inputs()[0]
        self._outputs = [output.name for output in self._session.get_outputs()][:2]
        self._planes = planes or to_planes
        self._scale = scale
        self.path = path
        settings = {"scale": scale, "planes": planes, "threads": threads, "providers": providers}
        self._settings: dict[str, Any] = settings
        shape = self._input.shape or PLANES  # no shape: any will do
        fits = len(shape) == len(PLANES) and all(
            not isinstance(size, int) or size == other
            for size, other in zip(shape[1:], PLANES[1:], strict=True)
        )
        if planes is None and not (fits and self._input.type == FLOAT):
            raise InvalidOption(
                f"invalid model {quote(str(path))}: its input is {self._described()}, expected "
                f"{FLOAT} of shape (n, 2, 8, 8), or planes=, a function that makes its input"
            )

    def _described(self) -> str:
        """Return the type and the shape of the model's input."""
        sizes = ", ".join(str(size or "n") for size in self._input.shape or ["any"])
        return f"{self._input.type} of shape ({sizes})"

    def __repr__(self) -> str:
        return f"Onnx({str(self.path)!r})"

    def __reduce__(self) -> tuple[partial[Onnx], tuple[()]]:
        return partial(type(self), self.path, **self._settings), ()

    def __call__(
        self, positions: npt.NDArray[np.uint64]
    ) -> npt.NDArray[Any] | tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return the values of positions in discs, and the logits of moves if there are some."""
        planes = self._planes(positions)
        try:
            values, *moves = self._session.run(self._outputs, {self._input.name: planes})
        except Exception as error:  # onnxruntime's own kinds have no common base
            raise EvaluationError(
                f"model {quote(str(self.path))}: its input is {self._described()}, planes gave "
                f"{describe(np.asarray(planes))}: {error}"
            ) from None
        if values.ndim == 2 and values.shape[1] == 1:
            values = values[:, 0]
        return (self._scale * values, moves[0]) if moves else self._scale * values
