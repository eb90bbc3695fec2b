"""Requests that are carried out in this process, as a server does, and by one that reads stdin."""

import asyncio
import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from othello.serving.scheduler import Scheduler
from support.cli_process import start
from support.patience import SECONDS

ENDLESS = {"do": "search", "position": "startpos", "depth": 60, "multipv": "all"}
"""A request that ends only where it is ended."""


def ask(
    *requests: dict[str, Any],
    folder: Path | None = None,
    bases: Any = None,
    report: Callable[[dict[str, object]], object] = lambda info: None,
) -> list[Any]:
    """Return the results of requests, made one after the other; profiles are in `folder`.

    A request has the field `do`; infos go to `report`. What cannot be answered raises its error.
    """
    pytest.importorskip("pydantic", reason="othello-engine[web] is not installed")
    from othello.book import Book, shipped_book
    from othello.practice.profiles import Profiles

    async def inside() -> list[Any]:
        path = shipped_book()
        assert path is not None
        with Book(path) as book:
            scheduler = Scheduler(1, hash_mb=4, book=book, bases=bases, profiles=Profiles(folder))
            try:
                return [
                    await asyncio.wait_for(
                        scheduler.carry_out(fields.pop("do"), fields, report), SECONDS
                    )
                    for fields in map(dict, requests)
                ]
            finally:
                scheduler.close()

    return asyncio.run(inside())


@contextmanager
def serving_lines(*arguments: object) -> Iterator[Callable[[dict[str, object]], Any]]:
    """Run ``serve --stdio``; yield a function that sends a request and returns its last answer.

    The server must say nothing on stderr.
    """
    process = start(
        *("serve", "--stdio", "--hash", 4, *arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )

    def ask(request: dict[str, object]) -> Any:
        print(json.dumps({"id": 1, **request}), file=process.stdin, flush=True)
        while "info" in (answer := json.loads(process.stdout.readline())):
            pass
        return answer

    try:
        yield ask
        _, errors = process.communicate(timeout=SECONDS)
        assert (process.returncode, errors) == (0, "")
    finally:
        process.kill()
        process.communicate()
