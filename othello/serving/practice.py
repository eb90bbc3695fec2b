"""Exercises over the API: those of games, without their solutions, and judged answers.

Nothing is kept between two requests, but in the profile that an answer names; it comes with its
position.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from othello.analysis.games import LEVEL, analyse_game
from othello.board import Board
from othello.engine import Engine
from othello.errors import InvalidOption, counted
from othello.formats.player_names import who_played
from othello.game import Game
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
from othello.serving.bases import Bases
from othello.serving.game_texts import game_of, read_texts
from othello.serving.profiles import Profiles
from othello.serving.scheduler import Report

__all__ = ["ASKING", "exercises", "games_to_practise", "judged"]

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
    played: PlayedGame | None = None  #: as a profile keeps it, if it is of one


class Practised(NamedTuple):
    """The games of a request."""

    games: list[GameToPractise]
    faults: object  #: what cannot be read of a text


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
        read: dict[str, Any] = read_texts(values["text"])
        faults = read["faults"]
        games = [_game(each) for each in read["games"]][: values.get("limit")]
        if len(games) > MOST_GAMES:
            reason = f"expected at most {MOST_GAMES}, or a limit"
            raise InvalidOption(f"{counted(len(games), 'game')} to analyse: {reason}")
    else:
        games = [game_of(values)]
    if not any(game.moves for game in games) and given != ["base"]:
        raise InvalidOption("a game without moves: expected some")
    kept = _games_kept(values, profiles) if "profile" in values else []
    found = [
        GameToPractise(
            _named(game, number if len(games) > 1 else None), game, sides, _kept(game, kept)
        )
        for number, game in enumerate(games, 1)
        if (sides := sides_of(game, chosen, player)) and game.moves
    ]
    return Practised(found, faults)


def _of_profile(values: dict[str, Any], chosen: str, profiles: Profiles) -> Practised:
    """Return the latest games that a profile keeps, of which the person had a chosen side."""
    if "player" in values:
        raise InvalidOption("player and profile: expected one of them; a profile's games are yours")
    own = [each for each in _games_kept(values, profiles) if side_of(each) in chosen]
    found = [
        GameToPractise(_named(game, each.number), game, side_of(each), each)
        for each in own[: values.get("limit", GAMES_OF_BASE)]
        for game in [kept_game(each)]
    ]
    return Practised(found, [])


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
    practised: Practised,
    profiles: Profiles,
    values: dict[str, Any],
    engine: Engine,
    report: Report,
) -> dict[str, object]:
    """Return an exercise for each mistake in some games, and the mistakes counted by their idea."""
    level: int = values.get("level", LEVEL)
    least = values.get("least", LEAST_LOSS)
    games, faults = practised
    found: list[Exercise] = []
    n_moves, n_done = sum(len(each.game.moves) for each in games), 0

    def count(ply: int) -> None:
        nonlocal n_done
        n_done += 1
        report({"done": n_done, "of": n_moves})

    for name, game, sides, played in games:
        analysis = None if played is None else known_analysis(played, level)
        if analysis is None:
            analysis = analyse_game(game, engine, level=level, on_move=count)
            if played is not None:
                keep = partial(keep_analysis, played=played, analysis=analysis, level=level)
                profiles.change(values["profile"], keep)
        decisive: bool = values.get("decisive", False)
        found += exercises_of(analysis, engine, name, sides=sides, least=least, decisive=decisive)
    asked = once_each(found)
    if "profile" in values:
        asked = profiles.read(values["profile"], partial(known_last, asked))
    solution = values.get("solutions", False)
    return {
        "games": len(games),
        "mistakes": len(found),
        "lost": round(sum(each.loss for each in found), 2),
        "exercises": [each.to_dict(solution=solution) for each in asked],
        "groups": [group.to_dict() for group in grouped(found)],
        "faults": faults,
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
