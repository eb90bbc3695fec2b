# What rooms add to `othello`, for type checkers; `Room.names` says it for Python.
from typing_extensions import Self

from othello import client as client
from othello import evaluators as evaluators
from othello import learning as learning
from othello.client.bot import serve_bot as serve_bot
from othello.gamebase.base import GameBase as GameBase

class WithFormats:
    """Methods that formats of rooms add to `Game`."""

    @classmethod
    def from_ggf(cls, text: str) -> Self: ...
    def to_ggf(self) -> str: ...
    @classmethod
    def from_sgf(cls, text: str) -> Self: ...
    def to_sgf(self) -> str: ...
