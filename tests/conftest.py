"""Settings and fixtures for all tests: the compiled cores that this processor can run."""

import signal
import socket
from types import ModuleType

import pytest
from hypothesis import settings

from othello._core import compiled, supported
from othello.rooms import is_there
from othello.weights import load_default

pytest_plugins = [
    "support.patience",  # the others import it
    "support.async_tests",
    "support.chromium",
    *(["support.client_kinds"] if is_there("client") else []),
    "support.engine_process",
    "support.full",
    "support.order",
    "support.own_data",
    *(["support.pages"] if is_there("server") else []),
    "support.rooms",
    "support.skips",
    "support.small_book",
]

settings.register_profile("othello", deadline=None, print_blob=True)
settings.load_profile("othello")


# A shell that starts pytest in the background lets it ignore Ctrl-C, and so do its processes.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Let a test that ends its process end the run.

    With ``--dist loadfile`` xdist 3.8 waits for ever for the process that comes in its place.
    """
    if hasattr(config.option, "maxworkerrestart"):
        config.option.maxworkerrestart = 0


def built_cores() -> list[ModuleType]:
    """Return the compiled cores that this processor can run, with weights loaded."""
    load_default()
    return [core for isa in supported() if (core := compiled(f"_core_{isa}")) is not None]


@pytest.fixture(params=built_cores(), ids=lambda core: core.ISA)
def core(request: pytest.FixtureRequest) -> ModuleType:
    """A compiled core; the test runs once for each."""
    module: ModuleType = request.param
    return module


@pytest.fixture(scope="session")
def cores() -> list[ModuleType]:
    """All compiled cores, for tests that compare them."""
    return built_cores()


@pytest.fixture
def unused_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
