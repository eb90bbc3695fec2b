"""The operation `bases.list`: the bases of games."""

from __future__ import annotations

from typing import Any, ClassVar

from othello.gamebase.serving.bases import Bases
from othello.operation import ASIDE, operation
from othello.operations import BOOKS


@operation(ASIDE, BOOKS)
class BasesList:
    """List the bases of games that a server answers from."""

    example: ClassVar[str] = '{"do": "bases.list"}'

    def run(self, bases: Bases) -> dict[str, Any]:
        """Return their names and sizes, and the folder of those that `bases.add` makes."""
        return bases.names()
