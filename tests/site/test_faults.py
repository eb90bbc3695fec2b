"""The static site without a network, and when something breaks: it says so, and goes on."""

from threading import Event
from typing import Any

import pytest
from support.served_page import ServedPage

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


def opened(browser: Any, address: str) -> ServedPage:
    """Open the site in a browser profile of its own, which keeps nothing of other tests."""
    page = browser.new_context(locale="en-GB").new_page()
    page.set_default_timeout(600_000)
    page.goto(address)
    return ServedPage(page, address)


def test_it_opens_and_plays_without_a_network(browser: Any, files: Any) -> None:
    page = opened(browser, files.address)
    page.wait_until_ready()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")  # all is kept then
    files.close()
    page.reload()
    page.begin()
    page.play()
    page.context.close()


def test_it_plays_before_its_weights_are_there(browser: Any, files: Any) -> None:
    """An own move is possible even before the engine is, and what takes longer waits."""
    engine, weights = files.held["othello.tar.xz"], files.held["weights.bin.xz"] = Event(), Event()
    page = opened(browser, files.address)
    page.click_on("f5")
    page.wait_for_discs(5)
    engine.set()
    page.wait_for_discs(6)
    page.wait_until_ready()
    assert page.is_visible("#loading")
    page.click("#tab-review")
    page.click("#review-shown")
    weights.set()
    page.wait_for_rows(2)
    page.wait_for_selector("#loading", state="hidden")
    page.context.close()


def test_a_second_visit_downloads_no_engine(browser: Any, files: Any) -> None:
    page = opened(browser, files.address)
    page.wait_until_ready()
    page.reload()
    once = ("othello.tar.xz", "pyodide.asm.wasm.gz", "weights.bin.xz")
    assert [files.sent[name] for name in once] == [1, 1, 1]
    page.context.close()


def test_an_interrupted_download_goes_on(browser: Any, files: Any) -> None:
    files.broken.append("othello.tar.xz")
    page = opened(browser, files.address)
    page.wait_for_trouble("The download of the engine was interrupted.")
    page.wait_until_ready()
    assert page.is_hidden("#trouble")
    assert files.sent["othello.tar.xz"] == 2
    page.context.close()


def test_a_worker_that_died_is_started_again(browser: Any, files: Any) -> None:
    page = opened(browser, files.address)
    page.wait_until_ready()
    page.begin()
    page.play()
    (worker,) = page.workers
    worker.evaluate("() => { setTimeout(() => { throw new Error('a fault'); }); }")
    page.wait_for_trouble("The engine has stopped.")
    page.wait_for_selector("#trouble", state="hidden")
    page.play()
    page.context.close()


def test_a_request_that_kills_the_worker_is_given_up(browser: Any, fatal_files: Any) -> None:
    """At the second death; others are answered, and the page goes on."""
    page = opened(browser, fatal_files.address)
    page.wait_until_ready()
    said = page.evaluate(
        """async () => {
          const { ask } = await import("./connection.js");
          const fatal = ask({ do: "names", text: "tiger" }).catch(({ message }) => message);
          return [await fatal, (await ask({ do: "names", text: "rose" })).openings.length];
        }"""
    )
    assert said[0] == "The engine has a fault." and said[1] > 0
    page.begin()
    page.play()
    page.context.close()
