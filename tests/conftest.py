"""What several test modules share: every core that was built and runs here."""

from __future__ import annotations

import importlib
from types import ModuleType

import pytest
from hypothesis import settings

from othello import _cpu
from othello._core import ISAS

settings.register_profile("othello", deadline=None, print_blob=True)
settings.load_profile("othello")


def built_cores() -> list[ModuleType]:
    """Return the compiled modules this processor can run."""
    cores = []
    for isa in ISAS:
        if _cpu.supports(isa):
            try:
                cores.append(importlib.import_module(f"othello._core_{isa}"))
            except ModuleNotFoundError:
                continue
    return cores


@pytest.fixture(params=built_cores(), ids=lambda core: core.ISA)
def core(request: pytest.FixtureRequest) -> ModuleType:
    """One after the other, each instruction set's core."""
    module: ModuleType = request.param
    return module
