"""Games that a person played: kept by the terminal and the server, and their mistakes practised."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.asking import ask
from support.evaluations import worthless_weights
from support.known_games import WIPEOUT

from othello.analysis.games import analyse_game, default_engine
from othello.errors import InvalidOption
from othello.game import Game
from othello.practice.played import analysed, game_of, keep_once, known_analysis, played_game
from othello.practice.profile import Profile
from othello.weights import load_shipped, use_weights

SHORT = "f5f6e6f4g5h6e3c5g4f3g3h3"


def short(side: str = "black", opponent: str = "level 6") -> Any:
    return played_game(Game(SHORT, headers={"Result": "W+R"}), side, opponent)


# ---------------------------------------------------------------------- keeping


def test_a_game_is_kept_with_its_result() -> None:
    over = played_game(Game(WIPEOUT), "white", "Bob")
    assert (over.result, over.side, over.opponent) == ("B+64", "white", "Bob")
    assert game_of(over).board.is_over and game_of(over).headers["White"] == "me"
    start = Game("f5").board
    later = played_game(Game("d6", start, {"Result": "B+T"}), "black", "x")
    assert (game_of(later).start, later.result) == (start, "B+T")
    for headers, said in (({}, "a game that is not over"), ({"Result": "5-3"}, "result '5-3'")):
        with pytest.raises(InvalidOption, match=f"{said}: expected a game to its end, or its"):
            played_game(Game("f5", headers=headers), "black", "x")


def test_a_game_that_is_sent_twice_is_kept_once(profile: Profile) -> None:
    first = keep_once(profile, short())
    assert keep_once(profile, short()) == first != keep_once(profile, short("white"))
    assert keep_once(profile, short()) == 3, "another one was between"
    assert [each.number for each in profile.games(latest=2)] == [2, 3]
    profile.remove_game(2)
    assert [each.number for each in profile.games()] == [1, 3]


def test_an_analysis_is_made_once_for_a_level_and_weights(profile: Profile) -> None:
    keep_once(profile, short())
    with default_engine() as engine:
        (played,) = profile.games()
        made = analysed(profile, played, engine, 4)
        expected = analyse_game(SHORT, engine, level=4)
        assert [move.to_dict() for move in made.moves] == [m.to_dict() for m in expected.moves]
        (kept,) = profile.games()
        assert known_analysis(kept, 4) == known_analysis(kept) == made
        assert known_analysis(kept, 5) is None

        def none(ply: int) -> None:
            raise AssertionError("analysed again")

        assert analysed(profile, kept, engine, 4, none) == made
        try:
            use_weights(worthless_weights())
            assert known_analysis(kept, 4) is None
            others = analysed(profile, kept, engine, 4)
            (kept,) = profile.games()
            assert made != others == known_analysis(kept, 4)
        finally:
            load_shipped()
        assert known_analysis(kept, 4) is None


# ---------------------------------------------------------------------- the server


def told(folder: Path, do: str, **fields: object) -> Any:
    """Return the result of a request."""
    return ask({"do": do, "profile": "Ann", **fields}, folder=folder)[0]


def test_the_server_keeps_games_and_finds_their_mistakes(tmp_path: Path) -> None:
    mine = {"side": "black", "opponent": "level 6"}
    first = told(tmp_path, "profile.keep", moves=SHORT, result="W+R", **mine)
    assert first == {"game": 1, "result": "W+R"}
    assert told(tmp_path, "profile.keep", moves=SHORT, result="W+R", **mine) == first
    over = told(tmp_path, "profile.keep", moves=WIPEOUT, side="white", opponent="Bob")
    assert (over["game"], over["result"]) == (2, "B+64")
    found = told(tmp_path, "mistakes.next", side="black", level=6)
    assert found["games"] == 1 and found["exercises"]
    assert {each["side"] for each in found["exercises"]} == {"black"}
    with Profile(tmp_path / "Ann.profile") as profile:
        assert known_analysis(profile.games()[0], 6)
    worst = found["exercises"][0]
    told(tmp_path, "mistakes.answer", position=worst["position"], move=found_best(worst), level=6)
    again = told(tmp_path, "mistakes.next", side="black", level=6)["exercises"]
    assert again[-1]["position"] == worst["position"], "what is known comes last"
    assert told(tmp_path, "mistakes.next", profile="nobody")["games"] == 0
    for values, message in (
        ({"moves": "f5", **mine}, "a game that is not over: expected a game to its end"),
        ({"moves": "f5", "result": "x", **mine}, "result 'x': expected"),
    ):
        with pytest.raises(InvalidOption, match=message):
            told(tmp_path, "profile.keep", **values)
    assert json.dumps(found)


def found_best(exercise: dict[str, Any]) -> str:
    """Return a right answer."""
    with default_engine() as engine:
        return str(engine.search(exercise["position"], level=8).move)
