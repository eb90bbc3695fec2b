"""Many clients exploring at once: when does each get scores, and how much memory is used?

::

    python tools/load_server.py --clients 100 --seconds 20

Each client opens a WebSocket and asks for scores of all moves of a position of its own; when it has
some, it waits for a moment and goes on to the next position, as somebody who clicks through a game.
Printed are the times from a request to its first scores, the slowest client's, and the server's
memory at the beginning and at the end. The exit code is 1 if a first answer took longer than
``--most``.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from othello.board import Board

PAUSE = 1.0
"""Seconds a client looks at scores before it goes on."""


def positions(seed: int) -> Iterator[str]:
    """Yield the positions of one random game after the other, as OBF texts."""
    choices = random.Random(seed)
    while True:
        board = Board()
        while not board.is_over:
            yield board.to_obf()
            board = board.after(choices.choice(board.legal_moves()))


async def explore(address: str, seed: int, ends: float) -> list[float]:
    """Return the seconds from each request of one client to its first scores."""
    waits = []
    async with connect(address, max_queue=None) as socket:
        for number, position in enumerate(positions(seed)):
            if time.monotonic() > ends:
                break
            sent = time.monotonic()
            request = {"id": number, "do": "search", "position": position, "multipv": "all"}
            await socket.send(json.dumps({**request, "depth": 60, "selectivity": 73}))
            while True:
                answer: dict[str, Any] = json.loads(await socket.recv())
                if answer["id"] == number:
                    break
            waits.append(time.monotonic() - sent)
            await asyncio.sleep(PAUSE)
            await socket.send(
                json.dumps({"id": f"stop {number}", "do": "cancel", "target": number})
            )
    return waits


def memory_mb(pid: int) -> float:
    """Return a process's resident memory; Linux only."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


async def load(address: str, n_clients: int, seconds: float) -> list[list[float]]:
    """Return the waits of every client."""
    ends = time.monotonic() + seconds
    socket = address.replace("http", "ws", 1) + "api/v2/socket"
    return await asyncio.gather(*(explore(socket, seed, ends) for seed in range(n_clients)))


def main() -> int:
    """Measure, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--most", type=float, default=2.0, help="seconds to first scores")
    parser.add_argument("--engines", type=int, default=2)
    arguments = parser.parse_args()
    command = [sys.executable, "-m", "othello", "serve", "--no-open", "--port", "0"]
    command += ["--engines", str(arguments.engines)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().strip()
            before = memory_mb(server.pid)
            asyncio.run(load(address, arguments.clients, min(arguments.seconds, 3.0)))
            warm = memory_mb(server.pid)
            began = time.monotonic()
            waits = asyncio.run(load(address, arguments.clients, arguments.seconds))
            seconds = time.monotonic() - began
            after = memory_mb(server.pid)
        finally:
            server.terminate()
    every = sorted(wait for client in waits for wait in client)
    worst = max(every)
    print(f"{len(waits)} clients, {len(every)} positions in {seconds:.0f} s")
    print(f"first scores after: median {every[len(every) // 2]:.3f} s, worst {worst:.3f} s")
    print(f"fewest positions of a client: {min(map(len, waits))}")
    print(f"memory: {before:.0f} MB, {warm:.0f} MB after a first load, {after:.0f} MB at the end")
    return int(worst > arguments.most)


if __name__ == "__main__":
    sys.exit(main())
