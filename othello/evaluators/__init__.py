"""Evaluations of your own: functions, ONNX models, sets of squares, and a search for networks.

An evaluation in Python is a function. It gets *positions*, an array of uint64, shape (n, 2), as
`othello.batch` has them: the discs of the side to move, which has a move, and those of the other.
It returns what they are worth in discs for the side to move: n floats, or integers. The searches
limit them: `Engine` to 63 discs, as more is for the end of a game, and `Puct` to 64.
`Engine.evaluate` returns them as they are.

>>> import othello
>>> def mobility(positions):
...     own = othello.batch.legal_mask(positions).sum(axis=1)
...     other = othello.batch.legal_mask(positions[:, ::-1]).sum(axis=1)
...     return own - other

Two searches take it. `Puct` asks for many positions at once, which is what a network is fast at;
the function may then also return the moves' probabilities. `Engine`, alpha-beta, asks for each leaf
alone, one call a position:

>>> from othello.evaluators import Puct
>>> result = Puct(mobility).search(othello.Board(), nodes=100)
>>> result.nodes, int(result.visits.sum())  # the root was visited once for itself
(100, 99)
>>> with othello.Engine(evaluation=mobility, hash_mb=1) as engine:
...     engine.search(othello.Board(), depth=3).depth
3

`CFunction` is a function in C, which `Engine` calls without the interpreter. `Onnx` is a model in a
file, for `Puct`. `Patterns` are weights that `othello train` has fitted, for any sets of squares.
"""

from typing import TYPE_CHECKING

from othello.rooms import lazily

if TYPE_CHECKING:
    from othello.engine.answers import Evaluation
    from othello.evaluators.c_function import CFunction
    from othello.evaluators.onnx import Onnx
    from othello.evaluators.patterns import Patterns
    from othello.evaluators.puct import Puct, PuctResult

__all__ = ["CFunction", "Evaluation", "Onnx", "Patterns", "Puct", "PuctResult"]

__getattr__ = lazily(__name__, __all__, "c_function", "puct", "patterns", "onnx")
