"""Practice with the model of people: difficulty of puzzles, the partner's moves, traps."""

import re
from pathlib import Path
from random import Random

import pytest
from support.cli_process import answer, othello, written
from support.random_games import random_game
from support.ranks import correlation

from othello.board import Board
from othello.engine import Engine
from othello.engine.near import Near
from othello.engine.strength import Strength
from othello.game import Game
from othello.limits import Limits
from othello.people.asking import people_moves
from othello.people.tempting import Tempting
from othello.protocol.play_options import Randomness

pytest.importorskip("othello.practice", reason="what two rooms do together")

from othello.practice.kinds import KINDS
from othello.practice.partner import Partner
from othello.practice.puzzle_making import FULL, check_puzzle, puzzles_of_game, rate, renewed
from othello.practice.puzzles import Puzzle, parse_puzzle, shipped_set
from othello.practice.with_people import (
    difficulty_of,
    is_trap,
    share_erring,
    share_solving,
)

RATINGS = (1100, 1300, 1500, 1700, 1900)

DRAWS = 20
"""Players of each rating who try a puzzle."""


# ---------------------------------------------------------------------- difficulty


def test_the_difficulty_is_that_of_a_player_who_wins_as_often() -> None:
    puzzle = shipped_set().puzzles[1]
    board, line = puzzle.board, puzzle.line
    share, first = share_solving(board, line), share_solving(board, line[:1])
    assert 0 < share < first < 1 and len(puzzle.then) == 2
    by_glicko = 1 / (1 + 10 ** ((difficulty_of(board, line) - 1500) / 400))
    assert by_glicko == pytest.approx(share, abs=0.001)


def test_the_shipped_set_has_these_difficulties() -> None:
    """All but exactly: the model may be a newer one than that of `othello puzzles renew`."""
    puzzles = Random(3).sample(shipped_set().puzzles, 40)
    with Engine(hash_mb=1) as engine:
        again = [renewed(engine, puzzle._replace(difficulty=0, then=())) for puzzle in puzzles]
    assert [each.then for each in again] == [puzzle.then for puzzle in puzzles]
    numbers = [[puzzle.difficulty for puzzle in each] for each in (again, puzzles)]
    assert correlation(*numbers) > 0.97


def share_failing(puzzle: Puzzle, chance: Random) -> float:
    """Return the share of players of five ratings who fail, each drawn by the model."""
    shares = [share_solving(puzzle.board, puzzle.line, rating) for rating in RATINGS]
    return sum(chance.random() > share for share in shares * DRAWS) / (DRAWS * len(RATINGS))


@pytest.mark.parametrize("count", [60, pytest.param(2265, marks=pytest.mark.slow)])
def test_the_difficulty_rises_with_the_share_that_fails(count: int) -> None:
    """More so than that by searches, which knows the first move only."""
    puzzles, chance = Random(5).sample(shipped_set().puzzles, count), Random(6)
    failing = [share_failing(puzzle, chance) for puzzle in puzzles]
    with Engine(hash_mb=1) as engine:
        by_searches = [rate(engine, puzzle).difficulty for puzzle in puzzles]
    by_people = [puzzle.difficulty for puzzle in puzzles]
    found = [correlation(each, failing) for each in (by_people, by_searches)]
    between = correlation(by_people, by_searches)
    print(f"people {found[0]:.2f}, searches {found[1]:.2f}, both {between:.2f}")  # for practice.md
    assert found[0] > 0.95 > found[1] and 0.4 < between < 0.9


# ---------------------------------------------------------------------- the partner


def test_the_partner_leads_into_errors() -> None:
    board, limits = Board("f5d6c3d3c4f4f6f3e6e7d7c5"), Limits(depth=6)
    with Engine(hash_mb=1) as engine:
        for near, held in ((None, Strength()), ((-40, 40), Near(-40, 40))):
            partner = Partner(Randomness(), Strength(), near=near, tempts=1300)
            tempting = Tempting(held, 1300)
            assert partner.limits(board, limits) == tempting.limits(board, limits)
            result = engine.search(board, partner.limits(board, limits))
            assert partner.pick(board, result) == tempting.pick(board, result)
            assert partner.from_book(board, pytest.fail) is None


def test_play_with_a_tempting_partner() -> None:
    script = "f5\nquit\n"
    words = ("play", "--level", 4, "--randomness", 0, "--no-book", "--tempt")
    done = othello(*words, 1300, stdin=script)
    assert (done.returncode, done.stderr) == (0, "") and "white plays " in done.stdout
    wrong = othello(*words, 600, stdin=script)
    assert wrong.returncode == 2
    assert "argument --tempt: '600': expected 700 to 2300" in wrong.stderr


# ---------------------------------------------------------------------- traps


def reply_share(puzzle: Puzzle, rating: int, engine: Engine) -> float:
    """Return how often people of a rating answer the right move so that it loses no more."""
    after = puzzle.board.after(puzzle.best)
    return sum(
        each.percent / 100
        for each in people_moves(after, rating)
        if -engine.solve(after.after(each.move), window=FULL).score <= 0
    )


def best_trap(puzzle: Puzzle, rating: int, engine: Engine) -> bool:
    """Return whether most err after the right move, and more than after any other."""
    shares = {
        move: reply_share(puzzle._replace(best=move), rating, engine)
        for move in puzzle.board.legal_moves()
    }
    return 0.5 < shares[puzzle.best] == max(shares.values())


def test_traps_are_lost_but_most_err_in_reply() -> None:
    near = [puzzle for puzzle in shipped_set().puzzles if -10 <= puzzle.score < 0][:30]
    with Engine(hash_mb=4) as engine:
        for puzzle in near:
            game = Game(start=puzzle.board), puzzle.source
            found = puzzles_of_game(KINDS, (8, 20), engine, game, traps=1300)
            share = reply_share(puzzle, 1300, engine)
            assert share == pytest.approx(share_erring(puzzle.board.after(puzzle.best), 1300))
            is_one = best_trap(puzzle, 1300, engine)
            assert [each.best for each in found] == ([puzzle.best] if is_one else [])
            board, best = puzzle.board, puzzle.best
            assert not any(is_trap(board, best, score, 1300) for score in (0, 2, -12))


def test_make_with_traps(tmp_path: Path) -> None:
    lines = [f"{random_game(seed).transcript()}\n" for seed in range(25)]
    games = written(tmp_path / "games.txt", "".join(lines))
    words = ("puzzles", "make", games, "--empties", "4-14", "--traps", 1100)
    head, *found = answer(*words).splitlines()
    assert head.endswith(" make games.txt --traps 1100 --empties 4-14 --seed 1")
    puzzles = [parse_puzzle(line) for line in found]
    assert len(puzzles) > 1
    assert all(is_trap(each.board, each.best, each.score, 1100) for each in puzzles)
    wrong = othello("puzzles", "make", games, "--traps", 2400)
    assert wrong.returncode == 2
    assert "argument --traps: '2400': expected 700 to 2300" in wrong.stderr


def test_a_trap_for_the_usual_rating_is_of_that_kind() -> None:
    """Of all that are made, renewed and checked, and of the shipped ones: no other is a trap."""
    near = [puzzle for puzzle in shipped_set().puzzles if -10 <= puzzle.score < 0]
    assert sum(puzzle.kind == "trap" for puzzle in near) >= 150
    with Engine(hash_mb=4) as engine:
        for puzzle in [*[each for each in near if each.kind == "trap"][:6], *near[:9]]:
            is_one = best_trap(puzzle, 1500, engine)
            game = Game(start=puzzle.board), puzzle.source
            found = puzzles_of_game(KINDS, (8, 20), engine, game)
            again = [renewed(engine, puzzle._replace(kind=kind)) for kind in ("trap", "endgame")]
            assert {(each.kind == "trap") for each in (*found, *again)} == {is_one}
            wrong = check_puzzle(engine, puzzle._replace(kind="endgame" if is_one else "trap"))
            assert re.fullmatch(
                "kind trap, not endgame" if is_one else r"kind \w+, not trap", wrong
            )


def test_no_opening_is_a_trap() -> None:
    """Nobody can solve it, nor the replies to its move."""
    with Engine(hash_mb=4) as engine:
        game = random_game(0), "g:1"
        assert puzzles_of_game(KINDS, (48, 50), engine, game)
        assert puzzles_of_game(KINDS, (48, 50), engine, game, traps=1100) == []
