"""The files of the page, as the server sends them."""

from __future__ import annotations

from othello.board import Board
from othello.svg import draw
from othello.web.assets import site_assets

FIRST_PAGE = "index.html"


def page_assets() -> dict[str, bytes]:
    """Return the files of the page by name, with a picture of the empty board in it.

    >>> b"<svg" in page_assets()["index.html"]
    True
    """
    assets = site_assets()
    board = str(draw(Board(0, 0), legal_moves=False)).encode()
    assets[FIRST_PAGE] = assets[FIRST_PAGE].replace(b"$board", board)
    return assets
