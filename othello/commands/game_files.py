"""Games of the terminal in files: saved, loaded, analysed."""

from __future__ import annotations

from othello.analysis.explanation import explain_move
from othello.analysis.games import AnalysisInterrupted, analyse_game, default_engine
from othello.analysis.page import analysis_page
from othello.commands.analyse import describe
from othello.commands.games import GameSource
from othello.convert import FORMATS, format_of
from othello.engine import Engine
from othello.errors import OthelloError, counted, printable, quote
from othello.files.writing import replacing
from othello.formats.wthor_names import NameList, WthorNames
from othello.game import Game

__all__ = ["analyse", "explain", "load_game", "save_game"]

TEXT_SUFFIXES = tuple(
    suffix
    for name, known in FORMATS.items()
    for suffix in known.suffixes
    if not known.is_binary and name != "obf"
)


def save_game(game: Game, path: str) -> str:
    """Write `game` to a file in the format that its name ends in; return what was done."""
    if not path.lower().endswith(TEXT_SUFFIXES):
        raise OthelloError(f"save {quote(path)}: expected a name with {' or '.join(TEXT_SUFFIXES)}")
    known = format_of(path)
    record = known.of_game(game, WthorNames(NameList(), NameList()))
    try:
        with replacing(path) as file:
            known.write(file, [record])
    except OSError as error:
        raise OthelloError(f"cannot save {quote(path)}: {error.strerror or error}") from None
    return f"saved {path}: {counted(len(game.moves), 'move')}"


def load_game(path: str) -> Game:
    """Return the first game of a file, or the game of an opening's name or of moves."""
    if not path:
        raise OthelloError("load '': expected a file, the name of an opening, or moves")
    found = next(iter(GameSource([path], needs_moves=False)), None)
    if found is None:
        raise OthelloError(f"no game was loaded from {quote(path)}: the game goes on as it was")
    return found.game.copy()


def analyse(game: Game, engine: Engine, path: str) -> str:
    """Return the analysis of `game` as a table; write a page if `path` is not empty.

    The threads and the size of the table are those of `engine`.
    """
    if not game.moves:
        raise OthelloError("no moves yet: expected a game to analyse")
    if path and not path.lower().endswith((".html", ".htm")):
        raise OthelloError(f"analyse {quote(path)}: expected a name with .html, or none")
    with default_engine(engine.threads, engine.hash_mb) as own:
        try:
            analysis = analyse_game(game, own)
        except AnalysisInterrupted as interrupted:
            if interrupted.analysis is None:
                raise
            analysis = interrupted.analysis
    shown = printable(describe("game", analysis)).rstrip("\n")
    if path:
        try:
            with replacing(path) as page:
                page.write(analysis_page([analysis]))
        except OSError as error:
            raise OthelloError(f"cannot write {quote(path)}: {error.strerror or error}") from None
        shown += f"\nwrote {path}"
    return shown


def explain(game: Game, engine: Engine, text: str) -> str:
    """Return what the move `text` costs and why; without a text that of the game's last move."""
    if not text and not game.moves:
        raise OthelloError("no moves yet: expected explain and a move, such as explain f5")
    board = game.board if text else game.positions()[-2]
    with default_engine(engine.threads, engine.hash_mb) as own:
        return explain_move(board, text or game.moves[-1], own).text
