"""The page without a server: the engine in WebAssembly answers as the compiled one does."""

import asyncio
import json
import lzma
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support.chromium import PHONE, quiet_page, width_needed
from support.endgames import FFO_1_19
from support.served_page import MISTAKES, MY_TURN_OR_OVER, ServedPage

from othello.book import Book, shipped_book
from othello.server.assets import page_assets
from othello.serving.scheduler import Scheduler
from othello.weights import load_shipped, load_weights

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


def answer(do: str, **values: Any) -> Any:
    """Return the answer to a request of the engine that is compiled for this machine."""

    async def work() -> Any:
        scheduler = Scheduler(1, book=Book(shipped_book()))
        try:
            return await scheduler.carry_out(do, values, lambda info: None)
        finally:
            scheduler.close()

    # In another thread: Playwright's event loop runs in this one.
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, work()).result()


@pytest.fixture
def its_weights(site: Path, tmp_path: Path) -> Iterator[None]:
    """Give the compiled engine the coarser weights of the site."""
    file = tmp_path / "weights.bin"
    file.write_bytes(lzma.decompress((site / "engine" / "weights.bin.xz").read_bytes()))
    load_weights(file)
    yield
    load_shipped()


def rounded(found: Any) -> Any:
    """Round all numbers: the exponential function there differs in its last digit."""
    return json.loads(json.dumps(found), parse_float=lambda text: round(float(text), 9))


def test_a_whole_game(page: ServedPage) -> None:
    page.begin()
    while page.is_hidden("#result"):
        page.click("#grid .legal >> nth=0")
        page.wait_for_selector(MY_TURN_OR_OVER)
    page.wait_for_accuracies()
    assert len(page.squares_called("empty")) < 30


def test_exact_scores(ask: Any) -> None:
    for position in FFO_1_19[:3]:
        found = ask(do="solve", position=position.board.to_obf())
        assert found["exact"] and found["score"] == position.best_score


@pytest.mark.usefixtures("its_weights")
def test_an_analysis_is_that_of_the_compiled_engine(ask: Any) -> None:
    request = {"do": "analyse", "moves": MISTAKES, "level": 8}
    assert rounded(ask(**request)) == rounded(answer(**request))


@pytest.mark.usefixtures("its_weights")
def test_an_explanation_and_the_book_are_too(ask: Any) -> None:
    for request in (
        {"do": "explain", "position": "f5d6c3d3c4f4f6b4", "move": "g3", "level": 8},
        {"do": "book.show", "position": "f5d6c3"},
        {"do": "names", "text": "tiger"},
    ):
        assert ask(**request) == answer(**request), request


def test_wrong_requests_are_refused_in_the_same_words(page: ServedPage, ask: Any) -> None:
    for request, words in (
        ({"do": "search", "position": "f5", "depth": 0}, "invalid depth 0"),
        ({"do": "search", "position": "a1"}, "a1"),
    ):
        with pytest.raises(Exception, match=words):
            ask(**request)


def test_an_endless_search_is_cancelled(page: ServedPage) -> None:
    """It reports, others are answered beside it, and after it the next search is."""
    found = page.evaluate(
        """async () => {
          const { ask } = await import("./connection.js");
          let endless, depth = 0;
          await new Promise((resolve) => {
            const request = { do: "search", position: "f5d6c3", depth: 60, selectivity: 73 };
            endless = ask(request, (info) => { if (info.depth > 3) resolve(depth = info.depth); });
          });
          const beside = await ask({ do: "names", text: "tiger" });
          endless.cancel();
          const next = await ask({ do: "search", position: "f5d6", depth: 2 });
          return [depth, beside.openings.length, next.move];
        }"""
    )
    assert found[0] > 3 and found[1] > 3 and found[2]


def test_it_is_as_wide_as_a_phone(browser: Any, module_files: Any) -> None:
    with quiet_page(browser, module_files.address, viewport=PHONE) as phone:
        phone.goto(module_files.address)
        phone.wait_for_selector("#loading progress")
        assert width_needed(phone) <= PHONE["width"]
        assert "MB" in phone.text_content("#loading")
        phone.wait_for_selector("main[aria-busy=false]")
        phone.wait_for_selector("#loading", state="hidden")
        assert width_needed(phone) <= PHONE["width"]


def test_the_site_has_the_page_of_serve(site: Any) -> None:
    for name, content in page_assets().items():
        if name != "index.html":
            assert (site / name).read_bytes() == content, name
