"""Many clients at once: when does each get scores, and how much memory is used?

::

    python tools/load_server.py --clients 100 --seconds 20
    python tools/load_server.py --clients 3 --engines 1 --ask '{"do": "analyse", "moves": "f5d6…"}'

Each client opens a WebSocket and asks for scores of all moves of a position of its own; when it has
some, it waits for a moment and goes on to the next position, as somebody who clicks through a game.
Printed are the times from a request to its first scores, the slowest client's, and the server's
memory at the beginning and at the end. The exit code is 1 if a first answer took longer than
``--most``.

With ``--ask``, the clients send this request again and again instead, and the times are those of
one more client, which searches at level 4 every half second. Printed is also how long the request
took, alone and then, and whether all answers were the same.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import connect

from othello.board import Board

PAUSE = 1.0
"""Seconds a client looks at scores before it goes on."""

BESIDE_PAUSE = 0.5

QUICK = {"do": "search", "position": "f5d6", "level": 4}
"""What is asked beside other requests."""


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


async def ask(socket: Any, request: dict[str, Any]) -> tuple[float, Any]:
    """Return the seconds until a request's answer, and the answer without the times in it."""
    begun = time.monotonic()
    await socket.send(json.dumps({"id": 1, **request}))
    while "info" in (answer := json.loads(await socket.recv())):
        pass
    return time.monotonic() - begun, without_seconds(answer)


def without_seconds(answer: Any) -> Any:
    """Return an answer without the times in it."""
    if isinstance(answer, dict):
        return {key: without_seconds(each) for key, each in answer.items() if key != "seconds"}
    return [*map(without_seconds, answer)] if isinstance(answer, list) else answer


async def beside(address: str, request: dict[str, Any], n_clients: int, seconds: float) -> float:
    """Ask for the same from many clients, and let another one search beside; print and return."""
    async with AsyncExitStack() as stack:
        sockets = [
            await stack.enter_async_context(connect(address, max_queue=None, ping_interval=None))
            for _ in range(1 + n_clients)
        ]
        alone, expected = await ask(sockets[0], request)
        _, quick = await ask(sockets[0], QUICK)
        times, waits, n_others = [], [], 0

        async def again(socket: Any) -> None:
            nonlocal n_others
            while True:
                took, answer = await ask(socket, request)
                times.append(took)
                n_others += answer != expected

        tasks = [asyncio.create_task(again(socket)) for socket in sockets[1:]]
        ends = time.monotonic() + seconds
        while time.monotonic() < ends or not times:
            await asyncio.sleep(BESIDE_PAUSE)
            took, answer = await ask(sockets[0], QUICK)
            waits.append(took)
            n_others += answer != quick
        for task in tasks:
            task.cancel()
    print(f"the request: {alone:.2f} s alone, {median(times):.2f} s of {n_clients}")
    print(f"searches beside: median {median(waits):.3f} s, worst {max(waits):.3f} s")
    print(f"answers that differ: {n_others} of {len(times) + len(waits)}")
    return max(waits)


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
    parser.add_argument("--ask", type=json.loads, help="a request in JSON")
    arguments = parser.parse_args()
    command = [sys.executable, "-m", "othello", "serve", "--no-open", "--port", "0"]
    command += ["--engines", str(arguments.engines)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().strip()
            if arguments.ask is not None:
                place = address.replace("http", "ws", 1) + "api/v2/socket"
                work = beside(place, arguments.ask, arguments.clients, arguments.seconds)
                return int(asyncio.run(work) > arguments.most)
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
    print(f"first scores after: median {median(every):.3f} s, worst {worst:.3f} s")
    print(f"fewest positions of a client: {min(map(len, waits))}")
    print(f"memory: {before:.0f} MB, {warm:.0f} MB after a first load, {after:.0f} MB at the end")
    return int(worst > arguments.most)


if __name__ == "__main__":
    sys.exit(main())
