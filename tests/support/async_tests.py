"""Tests may be coroutines: each runs in an event loop of its own, and has to end in time."""

import asyncio
import inspect
from collections.abc import Coroutine
from typing import Any

import pytest

from support.patience import SECONDS


def run(scene: Coroutine[Any, Any, Any], seconds: float = SECONDS) -> Any:
    """Run what happens in a test, and return its outcome; it has to end in time."""
    return asyncio.run(asyncio.wait_for(scene, seconds))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> object:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True
