"""A headless Chromium of the system, driven by Playwright, and pages that must not complain."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from support.patience import SECONDS

# The first has no windows, tabs or menus; the same pages cost half the processor time in it.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 900}


@contextmanager
def chromium(*arguments: str) -> Iterator[Any]:
    """Run a browser with these arguments; skip the test where there is none.

    It is not shared by all modules: Playwright's event loop runs as long as it does, and tests with
    a loop of their own could not run.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next((path for name in NAMES if (path := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Chromium is installed")
    words = ["--no-sandbox", *arguments]
    with (
        playwright.sync_playwright() as driver,
        driver.chromium.launch(executable_path=path, args=words) as browser,
    ):
        yield browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The browser of a module's tests."""
    with chromium() as started:
        yield started


@contextmanager
def quiet_page(browser: Any, origin: str, **options: Any) -> Iterator[Any]:
    """Yield an empty page; until it is closed it may not complain, nor ask others for anything.

    `origin` is how the addresses begin that it may ask for. Its questions are answered with yes.
    `options` are those of Playwright's ``new_page``.
    """
    page = browser.new_page(**{"viewport": DESKTOP, "locale": "en-GB", **options})
    page.set_default_timeout(1000 * SECONDS)
    complaints: list[str] = []
    requests: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text))
    page.on("request", lambda request: requests.append(request.url))
    page.on("dialog", lambda dialog: dialog.accept())
    try:
        yield page
    finally:
        page.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith((origin, "data:"))] == []


def width_needed(page: Any) -> int:
    """Return how wide the window must be for all of the page, in pixels."""
    return int(page.evaluate("() => document.documentElement.scrollWidth"))


def serious_faults(page: Any, options: dict[str, object] | None = None) -> list[Any]:
    """Return what axe finds that keeps people out: the fault and the elements that have it.

    All rules are tried, unless its `options` leave some out.
    """
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    script = next(Path(axe.__file__).parent.rglob("axe*.js"))
    page.evaluate(script.read_text(encoding="utf-8"))
    # Of the rules that are kept, no elements are described: a megabyte.
    found = page.evaluate(
        "(options) => axe.run({ resultTypes: ['violations'], ...options })", options or {}
    )
    assert len(found["passes"]) > (0 if options else 10)
    return [
        (fault["id"], [node["html"] for node in fault["nodes"]])
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]
