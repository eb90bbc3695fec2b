"""``othello referee``."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from othello.commands.arguments import add_shared
from othello.commands.values import file_name
from othello.errors import EngineError
from othello.files.lock import locked
from othello.ggs.referee import Referee
from othello.ggs.wire import MOST_LINE

EXAMPLE = "othello referee --port 5000"

PORT = 5000

Connected = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add_shared(parser, "port", "host", port=PORT)
    add(
        "--folder",
        type=file_name,
        default=Path("referee"),
        metavar="DIR",
        help="accounts, ratings, adjourned matches and finished games (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal, or until something cannot be kept; games go on with the next start."""
    asyncio.run(serve(arguments))
    return 0


async def serve(arguments: argparse.Namespace) -> None:
    """Listen, and only then make the folder, so that a port in use leaves none behind."""
    ready: asyncio.Future[Referee] = asyncio.get_running_loop().create_future()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        (await ready).begin_serving(reader, writer)

    async with await listen(connected, arguments.host, arguments.port) as server:
        arguments.folder.mkdir(parents=True, exist_ok=True)
        with locked(arguments.folder):
            referee = Referee(arguments.folder, lambda text: print(text, flush=True))
            ready.set_result(referee)
            try:
                tell_address(server)
                raise await referee.failed
            finally:
                server.close()
                await referee.close()


def tell_address(server: asyncio.Server) -> None:
    host, port, *_ = server.sockets[0].getsockname()
    shown = f"[{host}]" if ":" in host else host  # without brackets the port would be a part of it
    print(f"listening on {shown}:{port}", flush=True)
    if host not in ("127.0.0.1", "::1"):
        warning = "passwords and games go over the network as plain text"
        print(f"othello: warning: {warning}", file=sys.stderr)


async def listen(connected: Connected, host: str, port: int) -> asyncio.Server:
    """Listen; raise EngineError if that address cannot be had."""
    try:
        return await asyncio.start_server(connected, host, port, limit=MOST_LINE)
    except (OSError, UnicodeError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).rpartition(": ")[2]
        raise EngineError(f"cannot listen on {host}:{port}: {reason}") from None
