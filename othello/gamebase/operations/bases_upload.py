"""The operation `bases.upload`: a part of a file of games."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from othello.fields import Length, Range
from othello.gamebase.serving.bases import Bases, BatchText
from othello.operation import LONG, operation
from othello.operations import BOOKS


@operation(LONG, BOOKS)
class BasesUpload:
    """Take a part of a file of games for `bases.add`, on a server for this machine alone."""

    example: ClassVar[str] = '{"do": "bases.upload", "name": "a.txt", "part": "ZjVkNg=="}'

    name: Annotated[str, Length(0, 200), "the file's name, without a folder"]
    part: Annotated[str, Length(0, None), "the bytes in base64"]
    at: Annotated[int, Range(0, 2**40), "bytes that came before"] = 0
    batch: BatchText = ""

    def run(self, bases: Bases) -> dict[str, Any]:
        """Return the file's name, and its size until now."""
        return bases.upload(self.name, self.part, self.at, self.batch)
