"""Games of the terminal in files: saved, loaded, analysed."""

import os
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from random import Random

from othello.analysis.games import AnalysisInterrupted, default_engine
from othello.analysis.page import analysis_page
from othello.board import Board, Move
from othello.commands.analyse import analyse_shown
from othello.commands.game_source import GameSource, heading
from othello.commands.output import Progress, print_fault
from othello.commands.searching import Working
from othello.convert import format_of, read_games, write_file
from othello.engine import Engine
from othello.errors import OthelloError, counted, printable, quote
from othello.explaining.explanation import explain_move
from othello.explaining.operations.explain import describe_explanation, last_choice
from othello.files.writing import replacing
from othello.formats.dropped_headers import without_headers
from othello.formats.registry import formats
from othello.formats.results import header_of
from othello.game import Game
from othello.openings.balanced import XOT, balanced_openings
from othello.operations.analyse import Analysed


def save_game(game: Game, path: str, players: Mapping[str, str], *, overwrite: bool = False) -> str:
    """Write `game` to a file in the format that its name ends in; return what was done.

    Where the game's headers name no players they are `players`. A finished game gets its result.
    What is returned also names the headers of `game` that the format has no place for.
    """
    texts = [each for each in formats().values() if not each.is_binary and each.name != "obf"]
    check_name("save", path, tuple(suffix for each in texts for suffix in each.suffixes))
    name = printable(path)
    several = " with several games" if _has_several_games(path) else ""
    if not overwrite and os.path.lexists(path):
        raise OthelloError(f"{name} exists{several}: save! {name} writes over it")
    known = format_of(path)
    named = game.copy()
    if not named.headers.keys() & players.keys():
        named.headers |= players
    if (score := named.result()) is not None:
        named.headers["Result"] = header_of(score)
    beside = known.beside()
    try:
        write_file(path, known, [known.of_game(named, beside)], beside)
    except OSError as error:
        raise OthelloError(f"cannot save {quote(path)}: {error.strerror or error}") from None
    except OthelloError as error:
        raise OthelloError(f"save {quote(path)}: {error}") from None
    lost = without_headers(known.places.lost(game), changed=known.places.changed(game))
    over = several and f" over a file{several}"
    return "; ".join([f"saved {name}{over}: {counted(len(game.moves), 'move')}", *lost])


def _has_several_games(path: str) -> bool:
    with warnings.catch_warnings(), suppress(OthelloError, OSError):
        warnings.simplefilter("ignore")
        return len(list(islice(read_games(path, on_error=lambda _: None), 2))) > 1
    return False


def load_game(path: str) -> tuple[Game, str] | None:
    """Return the first game of a file that can be used, or that of an opening's name or of moves.

    None if there is none; why is printed on stderr, and which one it is if it is not the first.

    A number after the file's name chooses another of its games, that one and no other. The second
    item says what is loaded, what of the file the game does not hold, and what to type for the next
    one.
    """
    if not path:
        raise OthelloError("load '': expected a file, the name of an opening, or moves")
    given = path
    chosen, (file, _, last) = 0, path.rpartition(" ")
    if last.isdecimal() and os.path.isfile(file) and not os.path.lexists(path):
        path, chosen = file, int(last)
    games = GameSource([path], (chosen or 1, None), needs_moves=False)
    found = list(islice(games, 2))
    numbers = [int(game.id.rpartition(":")[2]) for game in found]
    if not found or chosen not in (0, numbers[0]):
        return None
    if not chosen and numbers[0] > 1:
        print_fault(f"{heading(found[0].id)} is loaded: no game before it can be used")
    extras = ", ".join(sorted(name.removeprefix("the ") for name in found[0].extras))
    note = f"; without its {extras}, which save does not write" if extras else ""
    if len(found) > 1:
        note += f"; load {printable(path)} {numbers[1]} is the file's next game"
    moves = counted(len(found[0].game.moves), "move")
    return found[0].game.copy(), f"loaded {printable(given)}: {moves}{note}"


def dealer(name: str, seed: int | None) -> Callable[[], Game] | None:
    """Return what deals an opening by chance: of ``xot``, or of a file. None if there is none.

    Why there is none was printed on stderr then.
    """
    rng = Random(seed)
    if name == XOT:
        return lambda: Game(rng.choice(balanced_openings()).moves)
    games = [each.game for each in GameSource([name]) if not each.game.is_over]
    return (lambda: rng.choice(games).copy()) if games else None


def analyse(game: Game, engine: Engine, path: str) -> str:
    """Return the analysis of `game` as a table; write a page if `path` is not empty.

    The threads and the size of the table are those of `engine`.
    """
    if not game.moves:
        raise OthelloError("no moves yet: expected a game to analyse")
    if path:
        check_name("analyse", path, (".html", ".htm"))
    with default_engine(engine.threads, engine.hash_mb) as own:
        try:
            analysis = analyse_shown(game, own)
        except AnalysisInterrupted as interrupted:
            if interrupted.analysis is None:
                raise
            analysis = interrupted.analysis
    shown = printable(Analysed(analysis).text).rstrip("\n")
    if path:
        try:
            with replacing(path) as page:
                page.write(analysis_page([analysis]))
        except OSError as error:
            raise OthelloError(f"cannot write {quote(path)}: {error.strerror or error}") from None
        shown += f"\nwrote {path}"
    return shown


def explain(game: Game, engine: Engine, text: str) -> str:
    """Return what the move `text` costs and why; without a text the last one that is no pass."""
    found: tuple[Board, Move | str] | None = (game.board, text) if text else last_choice(game)
    if found is None:
        raise OthelloError("no moves yet: expected explain and a move, such as explain f5")
    board, move = found
    with default_engine(engine.threads, engine.hash_mb) as own, Progress(1) as progress:
        progress.watch(Working(own).text)
        return describe_explanation(explain_move(board, move, own))


def check_name(command: str, path: str, suffixes: tuple[str, ...]) -> None:
    """Raise OthelloError unless a file's name is more than one of the suffixes, and ends in one."""
    name = os.path.basename(path).lower()
    if not name.endswith(suffixes) or name in suffixes:
        endings = " or ".join(suffixes)
        raise OthelloError(f"{command} {quote(path)}: expected a name with {endings}")
