"""Exercises over the API: those of games, without their solutions, and judged answers.

Nothing is kept between two requests, but in the profile that an answer names; it comes with its
position.
"""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import Any, NamedTuple

from othello.analysis.game_texts import game_of, read_text
from othello.analysis.games import LEVEL, analyse_game
from othello.analysis.moves import GameAnalysis
from othello.board import Board
from othello.engine import Engine
from othello.errors import InvalidOption, counted
from othello.formats.player_names import who_played
from othello.game import Game
from othello.gamebase.serving.bases import Bases
from othello.limits import Limits
from othello.notation import BLACK, SIDES, WHITE, split_moves
from othello.practice.exercises import NO_IDEA, Exercise, judge, legal_answer
from othello.practice.mistakes import (
    KIND,
    LEAST_LOSS,
    exercises_of,
    grouped,
    once_each,
    sides_of,
)
from othello.practice.played import game_of as kept_game
from othello.practice.played import keep_analysis, known_analysis, side_of
from othello.practice.profile import PlayedGame
from othello.practice.rounds import answer_to, known_last
from othello.practice.serving.profiles import Profiles
from othello.serving.scheduler import Report

GAMES_OF_BASE = 10
"""Games of a base that are analysed, unless the request says how many."""

MOST_GAMES = 100
"""Games of a text that are analysed."""

SOURCES = ("moves", "text", "base")

ASKING = ("position", "move", "show")
"""Fields that only an answer has."""

ANSWERING = {*ASKING, "level", "profile", "seconds", "once", "idea"}
"""Fields of an answer."""


class GameToPractise(NamedTuple):
    """A game, what it is called, and the sides whose mistakes count."""

    name: str
    game: Game
    sides: str
    played: PlayedGame | None  #: as a profile keeps it, if it is of one
    analysis: GameAnalysis | None  #: if that is kept too

    @property
    def n_moves(self) -> int:
        """How many of its moves are to be analysed."""
        return len(self.game.moves) if self.analysis is None else 0


class Practised(NamedTuple):
    """The games of a request."""

    games: list[GameToPractise]
    faults: object  #: what cannot be read of a text

    @property
    def n_moves(self) -> int:
        """How many moves are to be analysed."""
        return sum(each.n_moves for each in self.games)


def games_to_practise(values: dict[str, Any], bases: Bases, profiles: Profiles) -> Practised:
    """Return the games of a request.

    Raises
    ------
    OthelloError
        If there is none, or more than one source of them.
    """
    chosen = SIDES.get(values.get("side", ""), BLACK + WHITE)
    given = [name for name in SOURCES if name in values]
    if "player" in values and not given:
        given = ["base"]
    if not given and "profile" in values:
        return _of_profile(values, chosen, profiles)
    if len(given) != 1:
        expected = f"expected one of {', '.join(SOURCES)}, profile, or position and move"
        raise InvalidOption(f"{' and '.join(given) or 'no game'}: {expected}")
    player = values.get("player")
    faults: object = []
    if given == ["base"]:
        if player is None:
            raise InvalidOption("base without player: expected both")
        games = bases.games_of(player, values.get("base"), values.get("limit", GAMES_OF_BASE))
    elif given == ["text"]:
        read: dict[str, Any] = read_text(values["text"]).to_dict()
        faults = read["faults"]
        games = [_game(each) for each in read["games"]]
    else:
        games = [game_of(values.get("moves", ""), values.get("start"))]
    if not any(game.moves for game in games) and given != ["base"]:
        raise InvalidOption("a game without moves: expected some")
    asked = [
        (number if len(games) > 1 else None, game, sides)
        for number, game in enumerate(games, 1)
        if (sides := sides_of(game, chosen, player)) and game.moves
    ][: values.get("limit")]
    if len(asked) > MOST_GAMES:
        reason = f"expected at most {MOST_GAMES}, or a limit"
        raise InvalidOption(f"{counted(len(asked), 'game')} to analyse: {reason}")
    kept = _games_kept(values, profiles) if "profile" in values else []
    level = values.get("level", LEVEL)
    found = [
        _with_analysis(game, number, sides, _kept(game, kept), level)
        for number, game, sides in asked
    ]
    return Practised(found, faults)


def _of_profile(values: dict[str, Any], chosen: str, profiles: Profiles) -> Practised:
    """Return the latest games that a profile keeps, of which the person had a chosen side."""
    if "player" in values:
        raise InvalidOption("player and profile: expected one of them; a profile's games are yours")
    own = [each for each in _games_kept(values, profiles) if side_of(each) in chosen]
    level = values.get("level", LEVEL)
    found = [
        _with_analysis(kept_game(each), each.number, side_of(each), each, level)
        for each in own[: values.get("limit", GAMES_OF_BASE)]
    ]
    return Practised(found, [])


def _with_analysis(
    game: Game, number: int | None, sides: str, played: PlayedGame | None, level: int
) -> GameToPractise:
    """Return a game with its name, and the analysis at a level if a profile keeps it."""
    analysis = None if played is None else known_analysis(played, level)
    return GameToPractise(_named(game, number), game, sides, played, analysis)


def _named(game: Game, number: int | None) -> str:
    """Return what a game is called: by its number, if it has one, and its players, if known.

    >>> _named(Game("f5", headers={"Black": "Ann"}), 3), _named(Game("f5"), None)
    ('game 3 (Ann – ?)', 'game')
    """
    told = "game" if number is None else f"game {number}"
    names = who_played(game.headers)
    return f"{told} ({names})" if names else told


def _games_kept(values: dict[str, Any], profiles: Profiles) -> list[PlayedGame]:
    """Return the games that a profile keeps, the latest first."""
    kept = profiles.read(values["profile"], lambda profile: profile and profile.games()) or []
    return kept[::-1]


def _kept(game: Game, kept: list[PlayedGame]) -> PlayedGame | None:
    """Return a game as a profile keeps it, with its analysis, if it is one of its games."""
    start, moves = None if game.start == Board() else game.start.to_obf(), game.transcript()
    return next((each for each in kept if (each.moves, each.start) == (moves, start)), None)


def _game(read: dict[str, Any]) -> Game:
    return Game(split_moves(read["moves"]), Board.parse(read["start"]), read["headers"])


def exercises(
    each: GameToPractise,
    profiles: Profiles,
    n_before: int,
    n_moves: int,
    values: dict[str, Any],
    engine: Engine,
    report: Report,
) -> list[Exercise]:
    """Return an exercise for each mistake in a game.

    Of all `n_moves` that are analysed for a request, `n_before` are those of other games.
    """
    name, game, sides, played, analysis = each
    if analysis is None:
        level: int = values.get("level", LEVEL)
        numbers = count(n_before + 1)
        analysis = analyse_game(
            game,
            engine,
            level=level,
            on_move=lambda ply: report({"done": next(numbers), "of": n_moves}),
        )
        if played is not None:
            keep = partial(keep_analysis, played=played, analysis=analysis, level=level)
            profiles.change(values["profile"], keep)
    least, decisive = values.get("least", LEAST_LOSS), values.get("decisive", False)
    return exercises_of(analysis, engine, name, sides=sides, least=least, decisive=decisive)


def told(
    practised: Practised, found: list[Exercise], profiles: Profiles, values: dict[str, Any]
) -> dict[str, object]:
    """Return the exercises of all games of a request, and the mistakes counted by their idea."""
    asked = once_each(found)
    if "profile" in values:
        asked = profiles.read(values["profile"], partial(known_last, asked))
    solution = values.get("solutions", False)
    return {
        "games": len(practised.games),
        "mistakes": len(found),
        "lost": round(sum(each.loss for each in found), 2),
        "exercises": [each.to_dict(solution=solution) for each in asked],
        "groups": [group.to_dict() for group in grouped(found)],
        "faults": practised.faults,
    }


def judged(
    profiles: Profiles, values: dict[str, Any], engine: Engine, report: Report
) -> dict[str, object]:
    """Return whether an answer is right, what it costs, and what refutes it.

    With `show` the move is the one that was played: that its solution was shown is kept.
    """
    given = next(name for name in ASKING if name in values)
    for name in ("position", "move"):
        if name not in values:
            raise InvalidOption(f"{given} without {name}: expected both")
    others = sorted(values.keys() - ANSWERING)
    if others:
        raise InvalidOption(f"{others[0]} with position and move: expected games, or an answer")
    board = Board.parse(values["position"])
    move = legal_answer(board, values["move"])
    lines = engine.search(board, Limits(level=values.get("level", LEVEL))).lines
    exercise = Exercise(board, lines[:1], KIND, NO_IDEA, "")
    judgement = judge(exercise, move, engine)
    answer = judgement.to_dict()
    if "profile" in values:
        shown = values.get("show", False)
        kept = answer_to(exercise, None if shown else judgement, values.get("seconds"))
        profiles.keep(values, kept._replace(idea=values.get("idea", "")))
        answer["kept"] = True
    return answer
