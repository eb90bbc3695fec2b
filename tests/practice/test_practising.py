"""The operations of mistakes: exercises without their solutions, and judged answers."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.asking import ask
from support.known_games import OVER

from othello.board import Board
from othello.errors import OthelloError
from othello.explaining.explanation import NO_LOSS
from othello.game import Game
from othello.gamebase import GameBase
from othello.gamebase.serving.bases import Bases
from othello.notation import Move
from othello.practice.operations.mistakes_next import MOST_GAMES

SHORT = "f5f6e6f4g5h6e3c5g4f3g3h3"
LEVEL = 6


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bases]:
    path = tmp_path_factory.mktemp("bases") / "games.base"
    names = ("Émile Lehmann", "Tamenori")
    with GameBase(path, is_new=True) as base:
        for number, (black, white) in enumerate((names, names[::-1])):
            headers = {"Black": black, "White": white, "Date": str(2000 + number)}
            base.add([Game(SHORT, headers=headers)])
    with Bases([path]) as bases:
        yield bases


def told(bases: Bases | None = None, act: str = "next", **values: object) -> Any:
    """Return the result of a request, and in it the infos."""
    infos: list[dict[str, object]] = []
    request = {"do": f"mistakes.{act}", "level": LEVEL, **values}
    return {**ask(request, bases=bases, report=infos.append)[0], "infos": infos}


def test_exercises_come_without_their_solutions() -> None:
    found = told(moves=SHORT)
    exercises = found["exercises"]
    assert (found["games"], found["mistakes"]) == (1, len(exercises)) and len(exercises) > 2
    assert found["infos"] == [{"done": n, "of": 12} for n in range(1, 13)]
    losses = [each["loss"] for each in exercises]
    assert losses == sorted(losses, reverse=True) and losses[-1] >= 2
    assert found["lost"] == pytest.approx(sum(losses), abs=0.1)
    assert sum(group["times"] for group in found["groups"]) == len(exercises)
    with_solutions = told(moves=SHORT, solutions=True)["exercises"]
    for each, solved in zip(exercises, with_solutions, strict=True):
        assert each == {name: solved[name] for name in each}
        assert each.keys() & {"best", "line", "score"} == set()
        board = Board.from_obf(each["position"])
        assert Move(each["played"]) in board.legal_moves()
        assert solved["best"] == solved["line"][:1]
        for text in (str(each["hint"]), str(each["idea"])):
            assert solved["best"][0] not in text


def test_whose_mistakes_of_which_games(bases: Bases) -> None:
    both = {each["position"] for each in told(moves=SHORT)["exercises"]}
    black = {each["position"] for each in told(moves=SHORT, side="black")["exercises"]}
    white = {each["position"] for each in told(moves=SHORT, side="white")["exercises"]}
    assert black | white == both and not black & white and black and white
    assert {e["loss"] >= 6 for e in told(moves=SHORT, least=6)["exercises"]} == {True}
    # The latest game first, in which the player was white.
    latest = told(bases, player="lehm", limit=1)
    assert (latest["games"], {e["position"] for e in latest["exercises"]}) == (1, white)
    assert {e["position"] for e in told(bases, base="games", player="emile")["exercises"]} == both
    text = "\n".join(
        Game(SHORT, headers={"Black": name, "White": "other"}).to_ggf() for name in ("me", "you")
    )
    mine = told(text=text, player="me")
    assert (mine["games"], {e["position"] for e in mine["exercises"]}) == (1, black)
    last = told(text=text, player="you", limit=1)
    assert (last["games"], last["exercises"][0]["source"][:10]) == (1, "game 2 (yo"), (
        "of the player's"
    )
    many = text + "\n(;GM[Othello]PB[other]PW[others]B[f5];)" * MOST_GAMES
    assert told(text=many, player="me")["games"] == 1
    assert mine["faults"] == []
    assert len(told(text=f"{text}\n(;GM[Othello];nonsense")["faults"]) == 1


def test_games_without_mistakes_are_no_error(bases: Bases) -> None:
    for values in ({"moves": "f5d6"}, {"player": "nobody"}):
        found = told(bases, **values)
        assert found["exercises"] == found["groups"] == [] and found["mistakes"] == 0


def test_an_answer_is_judged(bases: Bases) -> None:
    (worst, *_) = told(moves=SHORT, solutions=True)["exercises"]
    wrong = told(act="answer", position=worst["position"], move=worst["played"])
    assert wrong["right"] is False and wrong["loss"] > NO_LOSS
    assert wrong["reply"] == wrong["refutation"][0]
    assert wrong["text"].startswith(f"{worst['played']} costs ") and wrong["sentences"]
    assert wrong["hint"]["form"] and (wrong["idea"] or not wrong["reasons"])
    right = told(act="answer", position=worst["position"], move=wrong["better"])
    assert (right["right"], right["hint"], right["loss"]) == (True, None, 0)


@pytest.mark.parametrize(
    ("act", "values", "message"),
    [
        ("next", {}, "no games: expected moves, a text, a player of a base, or a profile"),
        ("next", {"base": "games"}, "no games: expected moves, a text, a player of a base"),
        ("next", {"base": "none", "player": "x"}, "no base 'none': expected 'games'"),
        ("answer", {"position": "f5", "move": "a1"}, "illegal move 'a1'"),
        ("answer", {"position": "f5", "move": "zz"}, "zz"),
        ("answer", {"position": OVER["draw"], "move": "a1"}, "illegal move 'a1'"),
        ("next", {"moves": ""}, "a game without moves: expected some"),
        ("next", {"text": "nothing"}, "no game"),
        ("next", {"text": "f5d6\n" * (MOST_GAMES + 1)}, f"{MOST_GAMES + 1} games to analyse: exp"),
    ],
)
def test_what_cannot_be_practised_is_said(
    bases: Bases, act: str, values: dict[str, object], message: str
) -> None:
    with pytest.raises(OthelloError, match=message):
        told(bases, act, **values)
