"""What several test modules share: every core that was built and runs here."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import settings

from othello._core import compiled, supported
from othello.weights import load_default

# Doctests are looked for in every file; this one imports a fuzzer that few have, and has none.
collect_ignore = ["fuzz/fuzz_atheris.py"]

pytest_plugins = ["support.client_kinds", "support.ugi_engines"]

settings.register_profile("othello", deadline=None, print_blob=True)
settings.load_profile("othello")


def built_cores() -> list[ModuleType]:
    """Return the compiled modules this processor can run, each ready to evaluate."""
    cores = [core for isa in supported() if (core := compiled(f"_core_{isa}")) is not None]
    for core in cores:
        load_default(core)
    return cores


@pytest.fixture(params=built_cores(), ids=lambda core: core.ISA)
def core(request: pytest.FixtureRequest) -> ModuleType:
    """One after the other, each instruction set's core."""
    module: ModuleType = request.param
    return module


@pytest.fixture(scope="session")
def cores() -> list[ModuleType]:
    """All of them at once."""
    return built_cores()
