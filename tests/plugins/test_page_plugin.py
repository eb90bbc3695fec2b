"""A tab that a plug-in adds to the page."""

import os
from pathlib import Path
from typing import Any

from support.plugins import path_with, placed
from support.served_page import served_page
from support.server import serving

from othello import plugins as plugins  # the room, which may not be there


def test_a_tab_follows_the_board_in_the_language_of_the_reader(
    browser: Any, tmp_path: Path
) -> None:
    env = os.environ | path_with(placed(tmp_path, "hooks"))
    with serving(env=env) as server, served_page(browser, server.address, locale="fr") as page:
        page.show()
        page.click("#tab-greeting:has-text('Bonjour')")
        page.wait_for_selector("#greeting-text:has-text('Coups joués : 0')")
        page.click("#grid .legal >> nth=0")
        page.wait_for_selector("#greeting-text:has-text('Coups joués : 1')")
