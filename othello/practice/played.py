"""The games that a person played, in the person's profile: kept, read, and analysed once."""

from collections.abc import Callable

from othello.analysis.as_json import describe_analysis, read_analysis
from othello.analysis.book_entry import by_book
from othello.analysis.games import LEVEL, analyse_game
from othello.analysis.moves import Accuracy, GameAnalysis, accuracy_by_phase
from othello.board import Board
from othello.book import Book
from othello.engine import Engine
from othello.errors import InvalidOption, printable, quote
from othello.formats.results import read_result
from othello.game import Game
from othello.notation import BLACK, SIDE_NAMES, WHITE, parse_side
from othello.practice.profile import PlayedGame, Profile
from othello.weights import weights_checksum

PHASES = "phases"
"""Key of what `accuracies` returns, beside what the analysis found."""


def played_game(game: Game, side: str, opponent: str) -> PlayedGame:
    """Return a game that is over or was given up as a profile keeps it.

    >>> played_game(Game("f5d6", headers={"Result": "W+R"}), "black", "level 6").result
    'W+R'

    Raises
    ------
    InvalidOption
        If it is not over, and no result is stated.
    """
    score, stated = game.result(), game.headers.get("Result", "")
    if score is not None:
        winner = "B" if score > 0 else "W"
        stated = f"{winner}+{abs(score)}" if score else "0"
    elif read_result(stated) is None:
        given = f"result {quote(stated)}" if stated else "a game that is not over"
        raise InvalidOption(f"{given}: expected a game to its end, or its result, such as W+R")
    start = None if game.start == Board() else game.start.to_obf()
    name = SIDE_NAMES[parse_side(side)]
    return PlayedGame(game.transcript(), name, opponent, stated, start)


def keep_once(profile: Profile, played: PlayedGame, replaces: int | None = None) -> int:
    """Keep a game, unless it is the last one that was kept; return its number.

    It may replace an earlier one, of which moves were taken back: of the same side and start.
    """
    with profile.changing():
        latest = profile.games(latest=1)
        if latest and latest[0][:5] == played[:5]:
            return latest[0].number
        for game in [] if replaces is None else profile.games():
            if game.number == replaces and (game.side, game.start) == (played.side, played.start):
                profile.remove_game(game.number)
        return profile.add_game(played)


def game_of(played: PlayedGame) -> Game:
    """Return a game that was kept."""
    black, white = (
        ("me", played.opponent) if played.side == SIDE_NAMES[BLACK] else (played.opponent, "me")
    )
    headers = {"Black": black, "White": white, "Result": played.result}
    return Game(played.moves, played.start or Board(), headers)


def analysed(
    profile: Profile,
    played: PlayedGame,
    engine: Engine,
    level: int = LEVEL,
    on_move: Callable[[int], object] | None = None,
) -> GameAnalysis:
    """Return the analysis of a game that was kept; the profile keeps it too.

    It is made anew if that which is kept is of another level, or of other weights.
    """
    found = known_analysis(played, level)
    if found is None:
        found = analyse_game(game_of(played), engine, level=level, on_move=on_move)
        keep_analysis(profile, played, found, level)
    return found


def known_analysis(played: PlayedGame, level: int | None = None) -> GameAnalysis | None:
    """Return the analysis that is kept with a game.

    It is None without one, with one of another level or of other weights than those in use, or one
    that cannot be read.
    """
    found = played.analysis or {}
    # Older profiles do not say with which weights: then they are taken for the shipped ones.
    if level not in (None, found.get("level")) or found.get("weights") != weights_checksum():
        return None
    try:
        return read_analysis(found, game_of(played))
    except (LookupError, TypeError, ValueError):
        return None


def keep_analysis(
    profile: Profile,
    played: PlayedGame,
    analysis: GameAnalysis,
    level: int = LEVEL,
    book: Book | None = None,
) -> None:
    """Keep the analysis of a game at a level, in place of another one.

    With a book, the person's accuracy is that by the book.
    """
    phases = accuracy_by_phase(by_book(analysis, book), played.side)
    settings = {"level": level, "weights": weights_checksum()}
    described = {**describe_analysis(analysis), **settings, PHASES: phases}
    profile.keep_analysis(played.number, described)


def accuracies(played: PlayedGame) -> dict[str, Accuracy]:
    """Return the person's accuracy in each phase, and ``all``; empty without an analysis."""
    try:
        kept = (played.analysis or {})[PHASES]
        return {phase: Accuracy(*found) for phase, found in kept.items()}
    except (AttributeError, KeyError, TypeError):  # none, or damaged
        return {}


def side_of(played: PlayedGame) -> str:
    """Return the side that the person played: ``BLACK`` or ``WHITE`` of `othello.notation`."""
    return BLACK if played.side == SIDE_NAMES[BLACK] else WHITE


class GameKeeper:
    """Keeps a game when it is over, and takes it back out if play goes on after all."""

    def __init__(self, profile: Profile, write: Callable[[str], object]) -> None:
        self._profile = profile
        self._write = write
        self.change_game()

    def change_game(self) -> None:
        """Begin with another game: what it has so far was not played here."""
        self._number, self._is_played = 0, False

    def go_on(self) -> None:
        """Note that a move was made or taken back: the game is not what was kept."""
        self._is_played = True
        if self._number:
            self._profile.remove_game(self._number)
            self._number = 0

    def keep(self, game: Game, side: str, opponent: str) -> None:
        """Keep a game that is over, if it was played here and has moves."""
        if self._is_played and not self._number and game.moves:
            self._number = self._profile.add_game(played_game(game, side, opponent))
            self._write(f"kept in {printable(str(self._profile.path))}: othello practise mistakes")
