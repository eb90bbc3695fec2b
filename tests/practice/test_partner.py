"""The training partner: the score kept near, openings as people play them, the coach."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.asking import ask
from support.cli_process import othello

from othello.board import Board
from othello.engine import Engine
from othello.engine.near import Near
from othello.engine.strength import GROWN_UP, Strength
from othello.errors import InvalidOption
from othello.game import Game
from othello.gamebase import GameBase
from othello.limits import Limits
from othello.matches.openings import shipped_openings
from othello.notation import PASS, Move
from othello.play.commands.terminal import TerminalGame
from othello.practice.partner import CHILDS_TAKE_BACK, TAKE_BACK, Coach, HumanOpenings
from othello.practice.puzzles import shipped_set
from othello.server.assets import asset

PUZZLES = shipped_set().puzzles
PASSED = Board.from_obf("X" * 62 + "O- O")

LOST = "f5d6c3d3c4f4f6f3"
"""After this f2 loses some 15 discs."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=16) as engine:
        yield engine


def final_score(near: Near, board: Board, engine: Engine, level: int, own: int) -> int:
    """Play a game against a steady opponent; return the final score seen from that."""
    engine.clear()
    side = board.turn
    while not board.is_over:
        if board.turn == side:
            move = near.search(engine, board, level=own).move
        else:
            move = engine.search(board, level=level).move
        assert move is not None
        board = board.after(move)
    return int(board.score() if board.turn != side else -board.score())


def test_the_score_stays_in_the_range_in_most_games(engine: Engine) -> None:
    """From the middle of the game, for time; `test_whole_games` plays from the start."""
    board, found = Board(), []
    while board.n_empties > 36:
        board = board.after(engine.search(board, depth=4).lines[0].pv[0])
    for seed in range(5):
        found.append(final_score(Near(2, 8, Strength(seed=seed)), board, engine, 8, 10))
    assert sum(2 <= score <= 8 for score in found) >= 4, found


@pytest.mark.slow
@pytest.mark.parametrize(("low", "high"), [(2, 6), (-4, 4)])
def test_whole_games(low: int, high: int, engine: Engine) -> None:
    openings = shipped_openings()
    found = [
        final_score(
            Near(low, high, Strength(seed=seed)), openings[7 * seed].game().board, engine, 8, 10
        )
        for seed in range(20)
    ]
    print(f"\n{low} to {high}: {sorted(found)}")
    assert sum(low <= score <= high for score in found) > 10, found


def test_the_exact_score_nearest_to_the_range_is_kept(engine: Engine) -> None:
    n_choices = 0
    for puzzle in PUZZLES[:40]:
        lines = engine.search(puzzle.board, Limits(exact=True, multipv=60)).lines
        scores = {line.move: -line.score for line in lines}
        away = {move: max(2 - score, score - 6, 0) for move, score in scores.items()}
        nearest = {move for move, distance in away.items() if distance == min(away.values())}
        chosen = {
            Near(2, 6, Strength(seed=seed)).search(engine, puzzle.board, level=1).move
            for seed in range(8)
        }
        assert chosen <= nearest
        n_choices += len(chosen) > 1
    assert n_choices > 3, "one of several is drawn at random"


def test_near_below_full_strength(engine: Engine) -> None:
    board = Board.from_moves(LOST)
    near = Near(30, 64, Strength(40, seed=3))
    assert near.limits(board, Limits()).depth == Strength(40).limits(board, Limits()).depth
    first, again = (near.search(engine, board) for _ in range(2))
    assert first.move == again.move and len(first.lines) == 1
    given = Counter(
        Near(30, 64, Strength(60, seed=seed)).search(engine, board, multipv=20).move
        for seed in range(10)
    )
    scores = {line.move: line.score for line in engine.search(board, depth=6, multipv=60).lines}
    worst_three = sorted(scores, key=lambda move: scores[move])[:3]
    assert sum(given[move] for move in worst_three) >= 6, "the person is to be far ahead"


def test_a_pass_is_no_choice(engine: Engine) -> None:
    assert Near(0, 0).search(engine, PASSED, multipv=3).move is PASS


@pytest.mark.parametrize("given", [(3, 2), (-65, 0), (0, 65), (float("nan"), 2)])
def test_what_is_no_range(given: tuple[float, float]) -> None:
    with pytest.raises(InvalidOption, match="invalid near .*: expected two numbers from -64 to 64"):
        Near(*given)


# ---------------------------------------------------------------------- openings


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "few.base"
    lines = ["f5d6c3d3"] * 6 + ["f5f4e3d6"] * 2 + ["f5f6e6f4"] * 2
    # Games that are alike are one game of a base, unless their players differ.
    games = [Game(line, headers={"Black": f"P{n}"}) for n, line in enumerate(lines)]
    with GameBase(path, is_new=True) as base:
        base.add(games)
    return path


def test_openings_are_as_frequent_as_in_the_base(path: Path) -> None:
    with GameBase(path) as base:
        drawn: Counter[str] = Counter()
        for seed in range(300):
            found = HumanOpenings(base, seed).move(Board("f5"))
            assert found is not None and found == HumanOpenings(base, seed).move(Board("f5"))
            drawn[str(found[0])] += 1
        assert drawn.keys() == {"d6", "f4", "f6"}
        assert 140 < drawn["d6"] < 220 and 30 < drawn["f4"] < 90 and 30 < drawn["f6"] < 90
        assert HumanOpenings(base).move(Board("f5f4")) is None, "two games are too few"


def play(*script: str, options: tuple[object, ...] = ()) -> Any:
    words = ("play", "--level", 1, *options)
    return othello(*words, stdin="\n".join([*script, ""]))


def test_a_game_with_openings_of_people(path: Path) -> None:
    first = {
        play("f5", options=("--human-openings", path, "--seed", seed)).stdout.split("plays ")[1]
        for seed in range(8)
    }
    assert {text[:2] for text in first} > {"d6"} and all(", games)" in each for each in first)
    behind = play("f5f4", options=("--human-openings", path, "--seed", 1)).stdout
    assert "games)" not in behind


# ---------------------------------------------------------------------- the command


def test_play_near_in_the_terminal(engine: Engine) -> None:
    board = PUZZLES[0].board
    lines = engine.search(board, Limits(exact=True, multipv=60)).lines
    worst = {str(line.move) for line in lines if line.score == lines[-1].score}
    assert board.turn == "X" and len(worst) < len(lines)
    words = ("--position", board.to_obf(), "--colour", "white", "--near", "50,64")
    out = play(options=words).stdout
    (played,) = re.findall(rf"black plays (..) \({lines[-1].score:+d} for black\)", out)
    assert played in worst


def test_how_to_go_on_names_the_options() -> None:
    words = ("--near=-4,-1", "--coach", "--seed", "3")
    game = TerminalGame(Engine(hash_mb=1), "both", Game("f5"), print, others=words)
    assert "--near=-4,-1 --coach --seed 3 f5" in game.resumption()


# ---------------------------------------------------------------------- the coach


def at_terminal(engine: Engine) -> tuple[TerminalGame, list[str]]:
    shown: list[str] = []
    game = TerminalGame(
        engine,
        "black",
        Game(LOST),
        shown.append,
        at_keyboard=True,
        coach=Coach(engine),
    )
    return game, shown


def test_a_mistake_may_be_taken_back_at_a_terminal() -> None:
    with Engine(hash_mb=16, level=1) as engine:
        game, shown = at_terminal(engine)
        game.answer("f2")
        assert shown[-1] == "take it back? y or n"
        assert shown[-2].startswith("coach: f2 costs ")
        game.answer("e6")
        assert shown[-1] == "take it back? 'e6': expected y or n"
        game.answer("y")
        assert shown[-1].startswith("took back f2\n")
        game.answer("moves")
        assert shown[-1].split() == re.findall("..", LOST)
        game.answer("f2")
        game.answer("n")
        assert shown[-1].startswith("white plays ")
        game.answer("undo")
        assert shown[-1].startswith("took back f2 ")


def test_the_better_move_is_named_after_the_answer_only() -> None:
    with Engine(hash_mb=16, level=1) as engine:
        game, shown = at_terminal(engine)
        told = Coach(engine).comment(Board(LOST), Move("f2"))
        assert told is not None
        better = str(told.explanation.best.pv[0])
        game.answer("f2")
        asked = "\n".join(each for each in shown if each.startswith("coach: "))
        assert re.match(r"coach: f2 costs \d+\.\d discs\. [A-Z]", asked) and better not in asked
        game.answer("y")
        assert not any(f"{better} is better" in each for each in shown)
        game.answer("f2")
        game.answer("n")
        assert any(f"{better} is better. " in each for each in shown)


def test_a_child_is_told_one_thing_and_no_number_of_discs() -> None:
    """Also after the answer; of a move without anything to see nothing is said."""
    with Engine(hash_mb=16, level=1) as engine:
        game, shown = at_terminal(engine)
        for line in ("strength 5", "f2", "n"):
            game.answer(line)
        said = [each for each in shown if each.startswith("coach: ")]
        assert said == [
            "coach: f2 gives White 9 places to play. With another move there are fewer."
        ]
        assert any(re.match(r"white plays ..\n", each) for each in shown)
        game.answer("new")
        game.answer("f5")
        assert len([each for each in shown if each.startswith("coach: ")]) == 1


# ---------------------------------------------------------------------- the request


def test_the_request_for_a_move_near_a_score(engine: Engine) -> None:
    board = PUZZLES[0].board
    near = {"do": "search", "position": board.to_obf(), "level": 1, "near": [50, 64], "seed": 2}
    best, near = ask({"do": "search", "position": board.to_obf(), "level": 1}, near)
    lines = engine.search(board, Limits(exact=True, multipv=60)).lines
    assert near["score"] == lines[-1].score < best["score"] and len(near["lines"]) == 1
    with pytest.raises(InvalidOption, match="invalid near '5,2': expected two numbers"):
        ask({"do": "search", "position": board.to_obf(), "near": [5, 2]})


def test_the_page_asks_to_take_a_move_back_where_the_terminal_does() -> None:
    wanted = f"[TAKE_BACK, CHILDS_TAKE_BACK] = [{TAKE_BACK:g}, {CHILDS_TAKE_BACK:g}];"
    assert wanted in asset("game.js") and f"GROWN_UP = {GROWN_UP};" in asset("choices.js")
