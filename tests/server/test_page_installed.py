"""The page as an app: what a browser needs to install it."""

import json
from typing import Any

from support.server import serving


def test_the_page_can_be_installed_also_with_a_token(browser: Any) -> None:
    """The manifest and its icons are there, and later visits need no token."""
    with serving("--token", "sesame") as server:
        context = browser.new_context()
        page = context.new_page()
        page.goto(server.address)
        found = page.context.new_cdp_session(page).send("Page.getAppManifest")
        assert found["errors"] == []
        manifest = json.loads(found["data"])
        (cookie,) = context.cookies()
        assert cookie["expires"] > 0, "it outlives the browser"
        home = server.address.partition("?")[0]
        assert found["url"] == f"{home}app.webmanifest" and manifest["start_url"] == "./"
        assert manifest["scope"] == "./" and manifest["id"]
        for icon in manifest["icons"]:
            reply = context.request.get(home + icon["src"])
            assert reply.ok and reply.headers["content-type"] == icon["type"]
        assert page.goto(home).ok
        context.close()
