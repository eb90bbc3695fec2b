"""Requests that are carried out in this process, as a server does."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.patience import SECONDS


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
    from othello.serving.scheduler import Scheduler
    from othello.serving.tasks import carry_out

    async def inside() -> list[Any]:
        path = shipped_book()
        assert path is not None
        with Book(path) as book:
            scheduler = Scheduler(1, hash_mb=4, book=book, bases=bases, profiles=Profiles(folder))
            try:
                return [
                    await asyncio.wait_for(
                        carry_out(fields.pop("do"), fields, scheduler, report), SECONDS
                    )
                    for fields in map(dict, requests)
                ]
            finally:
                scheduler.close()

    return asyncio.run(inside())
