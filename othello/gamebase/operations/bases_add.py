"""The operation `bases.add`: uploaded games added to the user's bases."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from othello.fields import Length
from othello.gamebase.serving.bases import Bases, BatchText
from othello.operation import LONG, Progress, operation
from othello.operations import BOOKS

MAX_ADDED = 1000


@operation(LONG, BOOKS)
class BasesAdd:
    """Add the games of files that were uploaded to the user's own bases."""

    example: ClassVar[str] = '{"do": "bases.add", "files": ["a.txt"]}'

    files: Annotated[
        tuple[Annotated[str, Length(0, 200)], ...],
        Length(1, MAX_ADDED),
        "their names, WTHOR's .jou and .trn too",
    ]
    batch: BatchText = ""

    def run(self, bases: Bases, progress: Progress) -> dict[str, Any]:
        """Return how many games were added and known, what is wrong with the files, the bases."""
        return bases.add(self.files, self.batch, progress)
