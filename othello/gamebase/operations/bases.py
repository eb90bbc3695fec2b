"""The operations `bases.add`, `bases.list` and `bases.upload`: the bases of games of a server."""

from typing import Annotated, Any, ClassVar

from othello.fields import Length, Range
from othello.gamebase.serving.bases import Bases
from othello.operation import ASIDE, LONG, Progress, operation
from othello.operations import BOOKS

MAX_ADDED = 1000

FileName = Annotated[str, Length(0, 200)]
BatchText = Annotated[
    str, Length(0, 100), "a text that tells these files from others of the same names"
]


@operation(LONG, BOOKS)
class BasesAdd:
    """Add the games of files that were uploaded to the user's own bases."""

    example: ClassVar[str] = '{"do": "bases.add", "files": ["a.txt"]}'

    files: Annotated[
        tuple[FileName, ...], Length(1, MAX_ADDED), "their names, WTHOR's .jou and .trn too"
    ]
    batch: BatchText = ""

    def run(self, bases: Bases, progress: Progress) -> dict[str, Any]:
        """Return how many games were added and known, what is wrong with the files, the bases."""
        return bases.add(self.files, self.batch, progress)


@operation(ASIDE, BOOKS)
class BasesList:
    """List the bases of games that a server answers from."""

    example: ClassVar[str] = '{"do": "bases.list"}'

    def run(self, bases: Bases) -> dict[str, Any]:
        """Return their names and sizes, and the folder of those that `bases.add` makes."""
        return bases.names()


@operation(LONG, BOOKS)
class BasesUpload:
    """Take a part of a file of games for `bases.add`, on a server for this machine alone."""

    example: ClassVar[str] = '{"do": "bases.upload", "name": "a.txt", "part": "ZjVkNg=="}'

    name: Annotated[FileName, "the file's name, without a folder"]
    part: Annotated[str, Length(0, None), "the bytes in base64"]
    at: Annotated[int, Range(0, 2**40), "bytes that came before"] = 0
    batch: BatchText = ""

    def run(self, bases: Bases) -> dict[str, Any]:
        """Return the file's name, and its size until now."""
        return bases.upload(self.name, self.part, self.at, self.batch)
