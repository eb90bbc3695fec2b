"""An Othello engine whose core is compiled from Cython.

>>> import othello
>>> board = othello.Board().after("f5")
>>> [str(move) for move in board.legal_moves()]
['f4', 'd6', 'f6']

Names, and modules such as `othello.batch` and `othello.svg`, are imported when they are first used.
So the command line and the protocol loop start fast, and if the compiled core cannot be loaded, the
error is raised only by what needs it.
"""

# Next to nothing is imported here, so that the command's first lines are soon reached, which handle
# Ctrl-C.
from othello import _moved as _moved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from othello import analysis as analysis
    from othello import batch as batch
    from othello import book as book
    from othello import errors as errors
    from othello import formats as formats
    from othello import svg as svg
    from othello._added import *  # noqa: F403
    from othello._version import __version__ as __version__
    from othello.analysis import GameAnalysis as GameAnalysis
    from othello.analysis import MoveAnalysis as MoveAnalysis
    from othello.analysis import analyse_game as analyse_game
    from othello.board import BLACK as BLACK
    from othello.board import PASS as PASS
    from othello.board import SQUARES as SQUARES
    from othello.board import WHITE as WHITE
    from othello.board import Board as Board
    from othello.board import Move as Move
    from othello.board import Outcome as Outcome
    from othello.board import Position as Position
    from othello.book import Book as Book
    from othello.convert import read_games as read_games
    from othello.convert import write_games as write_games
    from othello.engine import Engine as Engine
    from othello.engine import Info as Info
    from othello.engine import Result as Result
    from othello.engine.asynchronous import AsyncEngine as AsyncEngine
    from othello.errors import OthelloError as OthelloError
    from othello.game import Game as Game
    from othello.limits import Limits as Limits

HOMES = {
    "othello._version": ("__version__",),
    "othello.engine.asynchronous": ("AsyncEngine",),
    "othello.analysis": ("GameAnalysis", "MoveAnalysis", "analyse_game"),
    "othello.board": ("BLACK", "PASS", "SQUARES", "WHITE", "Board", "Move", "Outcome", "Position"),
    "othello.book": ("Book",),
    "othello.convert": ("read_games", "write_games"),
    "othello.engine": ("Engine", "Info", "Result"),
    "othello.errors": ("OthelloError",),
    "othello.game": ("Game",),
    "othello.limits": ("Limits",),
}
"""The public names by the modules that have them."""

NAMES = [name for names in HOMES.values() for name in names]

MODULES = (
    "analysis",
    "batch",
    "book",
    "errors",
    "formats",
    "svg",
)
"""Modules that ``dir`` lists; any is imported when it is first used as an attribute."""


def __getattr__(name: str) -> object:
    from importlib import import_module
    from importlib.util import find_spec

    from othello.errors import NotBuilt
    from othello.rooms import added, names_added

    if name == "__all__":
        return sorted({*NAMES, *names_added("othello")})
    try:
        for module, names in HOMES.items():
            if name in names:
                value: object = getattr(import_module(module), name)
                globals()[name] = value
                return value
        if find_spec(f"othello.{name}"):  # of the core or a room; `from othello import` asks here
            return import_module(f"othello.{name}")
        return added("othello", name)
    except NotBuilt as error:
        raise error.with_traceback(None) from None  # the modules on the way there explain nothing


def __dir__() -> list[str]:
    from othello.rooms import names_added

    return sorted({*NAMES, *MODULES, *names_added("othello")})
