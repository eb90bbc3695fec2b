"""Won endgames, played out: by the library, through a pipe, in JSON."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support.asking import ask
from support.databases import full
from support.known_games import PLAYED

from othello.analysis.games import default_engine
from othello.board import Board
from othello.engine import Engine
from othello.errors import FileError, InvalidOption
from othello.game import Game
from othello.limits import Limits
from othello.notation import PASS
from othello.practice.endgames import (
    Endgame,
    EndgameRound,
    Step,
    best_line,
    endgame_of_game,
    endgames_of_puzzles,
    fewest_first,
    play,
)
from othello.practice.profile import Profile
from othello.practice.puzzles import shipped_set

ENDGAMES = endgames_of_puzzles(shipped_set())


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with default_engine(hash_mb=16) as engine:
        yield engine


def solved(board: Board, engine: Engine, side: str) -> int:
    """Return the score of a position for `side`, by the final score or the solver."""
    score = board.score() if board.is_over else engine.solve(board).score
    return int(score if board.turn == side else -score)


def played_out(endgame: Endgame, engine: Engine, chance: Random) -> list[Step]:
    """Return the steps of a game in which the person plays at random."""
    board, steps = endgame.board, []
    while not board.is_over:
        steps.append(play(board, chance.choice(board.legal_moves()), engine))
        board = steps[-1].after
    return steps


def test_the_loss_is_what_the_solver_says_over_whole_games(engine: Engine) -> None:
    chance = Random(1)
    n_wrong = n_passes = 0
    for endgame in chance.sample(ENDGAMES, 25):
        side = endgame.board.turn
        steps = played_out(endgame, engine, chance)
        before = endgame.score
        assert before == solved(endgame.board, engine, side)
        for step in steps:
            after = solved(step.explanation.board.after(step.move), engine, side)
            assert (step.loss, step.score) == (before - after, after)
            assert solved(step.after, engine, side) == after, "the replies are perfect"
            before = after
            n_wrong += step.loss > 0
            n_passes += PASS in step.replies
        assert steps[-1].is_over
        assert endgame.score - sum(step.loss for step in steps) == before
    assert n_wrong > 25 and n_passes > 5


def test_perfect_play_loses_nothing(engine: Engine, profile: Profile) -> None:
    asked = EndgameRound(ENDGAMES[:5], engine, profile)
    n_moves = 0
    while asked.next() is not None:
        endgame = asked.next()
        step, outcome = asked.judge(best_line(asked.board, engine).pv[0], 1.5)
        n_moves += 1
        assert step.loss == 0
        if outcome is not None:
            assert (outcome.lost, outcome.first_wrong) == (0, None)
            assert outcome.result == endgame.score
    assert (asked.n_right, asked.n_asked) == (5, 5)
    answers = profile.answers("endgame")
    assert [(each.is_right, each.loss, each.idea) for each in answers] == [(True, 0.0, "")] * 5
    assert sum(each.seconds or 0 for each in answers) == 1.5 * n_moves
    assert [each.key for each in fewest_first(ENDGAMES, profile)[-5:]] == [
        each.key for each in fewest_first(ENDGAMES[:5], None)
    ]


def worst(board: Board, engine: Engine) -> str:
    lines = engine.search(board, Limits(exact=True, multipv=60)).lines
    return str(lines[-1].pv[0])


def test_a_lost_endgame_comes_again_and_its_first_wrong_move_is_kept(
    engine: Engine, profile: Profile
) -> None:
    endgame = next(
        each for each in ENDGAMES if play(each.board, worst(each.board, engine), engine).score < 0
    )
    asked = EndgameRound([endgame], engine, profile)
    first = worst(endgame.board, engine)
    outcome = None
    while outcome is None:
        _, outcome = asked.judge(worst(asked.board, engine))
    assert asked.is_again and asked.next() == endgame and asked.board == endgame.board
    assert not outcome.is_won and outcome.lost == endgame.score - outcome.result
    (kept,) = profile.answers("endgame")
    assert (kept.key, kept.position, kept.move) == (endgame.key, endgame.board.to_obf(), first)
    assert (kept.is_right, kept.loss, kept.seconds) == (False, outcome.lost, None)


def test_an_endgame_that_cannot_be_kept_goes_on(engine: Engine, profile: Profile) -> None:
    asked = EndgameRound(ENDGAMES[:2], engine, profile)

    def play_on() -> None:
        while not asked.outcomes:
            asked.judge(best_line(asked.board, engine).pv[0], 1.0)

    with full(profile, "answer"), pytest.raises(FileError, match="full"):
        play_on()
    n_moves, last = len(asked._steps) + 1, best_line(asked.board, engine).pv[0]
    with full(profile, "answer"), pytest.raises(FileError, match="full"):
        asked.reveal()
    assert (asked.next(), asked.n_asked, profile.answers()) == (ENDGAMES[0], 0, [])
    _, outcome = asked.judge(last, 1.0)
    assert outcome is not None and outcome.result == ENDGAMES[0].score
    (kept,) = profile.answers()
    assert (kept.key, kept.is_right, kept.seconds) == (ENDGAMES[0].key, True, n_moves)
    assert asked.next() == ENDGAMES[1] and not asked.is_running


def test_a_hint_is_about_a_wrong_move(engine: Engine) -> None:
    for endgame in ENDGAMES[:10]:
        assert EndgameRound([endgame], engine).hint() is not None, "a puzzle has wrong moves"
    only = Endgame(Board.from_obf("X" * 57 + "OOOOO-- X"), None, "")
    assert EndgameRound([only], engine).hint() is None


def test_the_shipped_endgames_are_won_by_a_few_discs() -> None:
    assert len(ENDGAMES) > 150
    for each in endgames_of_puzzles(shipped_set(), (14, 17)):
        assert 2 <= each.score <= 12 and 14 <= each.board.n_empties <= 17
    with pytest.raises(InvalidOption, match="no won endgame with 2 to 5 .*: expected 8 to 18"):
        endgames_of_puzzles(shipped_set(), (2, 5))


def test_an_endgame_of_a_game(engine: Engine) -> None:
    game = Game(PLAYED)
    found = {
        (empties, side): endgame_of_game(game, engine, "g", (1, empties), side)
        for empties in (8, 12, 16, 20)
        for side in "XO"
    }
    assert any(found.values())
    for (empties, side), endgame in found.items():
        if endgame is not None:
            assert endgame.board in game.positions() and endgame.board.turn == side
            assert endgame.board.n_empties <= empties
            assert endgame.score == solved(endgame.board, engine, side) and 2 <= endgame.score <= 12


# ---------------------------------------------------------------------- over the API


NEXT, ANSWER, SHOW = ({"do": f"endgame.{act}"} for act in ("next", "answer", "show"))


def test_an_endgame_is_kept_as_the_terminal_keeps_it(engine: Engine, tmp_path: Path) -> None:
    """The losses of all moves are proven again: nobody has to be believed."""
    asked = fewest_first(ENDGAMES, None)[:3]
    paths = [tmp_path / "terminal.profile", tmp_path / "served" / "Ann.profile"]
    requests: list[dict[str, object]] = []
    with Profile(paths[0]) as profile:
        round_ = EndgameRound(asked, engine, profile)
        for each, play_on in zip(asked, (best, worst, worst), strict=True):
            begun = {"position": each.board.to_obf(), "profile": "Ann", "seconds": 0}
            moves, outcome = "", None
            while outcome is None and (each is not asked[2] or not moves):
                move = play_on(round_.board, engine)
                requests.append({**ANSWER, **begun, "moves": moves, "move": move})
                step, outcome = round_.judge(move, 0.0)
                moves += "".join(map(str, (step.move, *step.replies)))
        requests.append({**SHOW, **begun, "moves": moves})
        solution = round_.reveal(0.0)
    answers = ask(*requests, folder=paths[1].parent)
    assert answers[-1]["score"] == solution.score
    over = [each for each in answers if each.get("over")]
    assert [each["outcome"] for each in over] == [each.to_dict() for each in round_.outcomes]
    assert sum(each["kept"] for each in answers) == 3
    kept = []
    for path in paths:
        with Profile(path) as profile:
            kept.append([each._replace(time="") for each in profile.answers()])
    assert kept[0] == kept[1]
    (asked_now,) = ask({**NEXT, "profile": "Ann"}, folder=paths[1].parent)
    assert asked_now["number"] != asked[0].number, "it was won"


def best(board: Board, engine: Engine) -> str:
    return str(engine.solve(board).pv[0])
