"""``othello referee``."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from othello.commands.arguments import add_address, file_name
from othello.errors import EngineError
from othello.files.lock import locked
from othello.ggs.referee import Referee

EXAMPLE = "othello referee --port 5000"

PORT = 5000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add_address(parser, PORT)
    add(
        "--folder",
        type=file_name,
        default=Path("referee"),
        metavar="DIR",
        help="accounts, ratings, adjourned matches and finished games (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal; matches that are going on are adjourned then."""
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with locked(arguments.folder):
        asyncio.run(serve(arguments))
    return 0


async def serve(arguments: argparse.Namespace) -> None:
    referee = Referee(arguments.folder, lambda text: print(text, flush=True))
    try:
        async with await listen(referee, arguments.host, arguments.port) as server:
            host, port, *_ = server.sockets[0].getsockname()
            print(f"listening on {host}:{port}", flush=True)
            if host not in ("127.0.0.1", "::1"):
                warning = "passwords and games go over the network as plain text"
                print(f"othello: warning: {warning}", file=sys.stderr)
            await server.serve_forever()
    finally:
        await referee.close()


async def listen(referee: Referee, host: str, port: int) -> asyncio.Server:
    """Listen; raise EngineError if that address cannot be had."""
    try:
        return await referee.listen(host, port)
    except OSError as error:
        reason = (error.strerror or str(error)).rpartition(": ")[2]
        raise EngineError(f"cannot listen on {host}:{port}: {reason}") from None
