"""Play with any UGI, GTP or NBoard engine, ours or another, in a process of its own.

>>> from othello import Game
>>> from othello.client import UgiClient
>>> with UgiClient() as engine:
...     answer = engine.go(Game("f5d6"), depth=6)
>>> answer.info.depth
6

The methods of `UgiClient`, `GtpClient` and `NBoardClient` wait for the engine's answer;
`AsyncUgiClient`, `AsyncGtpClient` and `AsyncNBoardClient` have the same methods as coroutines. If
an engine misbehaves or dies, they raise a `ClientError` that names it and quotes the line.
"""

from typing import TYPE_CHECKING

from othello.rooms import lazily

if TYPE_CHECKING:
    from othello.client.asynchronous import (
        AsyncClient,
        AsyncGtpClient,
        AsyncNBoardClient,
        AsyncUgiClient,
    )
    from othello.client.client import Client, GtpClient, NBoardClient, UgiClient, own_command
    from othello.client.process import ClientError, EngineDied, EngineSilent
    from othello.client.protocol import Answer, IllegalAnswer, WrongReply
    from othello.protocol.ugi_text import GoRequest

__all__ = [
    "Answer",
    "AsyncClient",
    "AsyncGtpClient",
    "AsyncNBoardClient",
    "AsyncUgiClient",
    "Client",
    "ClientError",
    "EngineDied",
    "EngineSilent",
    "GoRequest",
    "GtpClient",
    "IllegalAnswer",
    "NBoardClient",
    "UgiClient",
    "WrongReply",
    "own_command",
]

__getattr__ = lazily(__name__, __all__, "client", "process", "asynchronous")
