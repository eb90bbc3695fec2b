"""What a profile says of a person's progress: by hand, in the terminal, and as a figure."""

import random
import time
from pathlib import Path

import pytest
from support.cli_process import othello

from othello.analysis.games import analyse_game
from othello.analysis.moves import PHASES, Accuracy
from othello.engine import Engine
from othello.errors import InvalidOption
from othello.game import Game
from othello.practice.played import analysed, played_game
from othello.practice.profile import Card, Profile, RecordedAnswer
from othello.practice.progress import BY, plot_progress, progress_of
from othello.ratings.glicko import Rating

SHORT = "f5f6e6f4g5h6e3c5g4f3g3h3"


def long_game() -> str:
    """Return the moves of a game that comes to its endgame."""
    chance, game = random.Random(1), Game()
    while game.board.n_empties > 15:
        game.play(chance.choice(game.board.legal_moves()))
    return game.transcript()


GAME = long_game()
PLAYED = (
    (GAME, "black", "level 6", "B+R", "2026-10-31"),
    (SHORT, "white", "Bob", "B+10", "2026-11-01"),
    (SHORT, "white", "Bob", "0", "2026-11-02"),
    (SHORT, "black", "level 6", "W+R", "2025-12-01"),
)


def quick_engine() -> Engine:
    """Return an engine that solves fewer positions than that of analyses."""
    return Engine(endgame_depth=12)


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile with answers of two months, and four games, of which three were analysed."""
    path = tmp_path_factory.mktemp("full") / "me.profile"
    with Profile(path) as profile, quick_engine() as engine:
        for month, right in ((9, True), (10, True), (10, False)):
            time = f"2026-{month:02}-15T12:00:00.000+00:00"
            profile.add_answer(
                RecordedAnswer("mistake", "corner", "key", "", "f5", right, time=time)
            )
        for moves, side, opponent, result, day in PLAYED:
            game = Game(moves, headers={"Result": result})
            profile.add_game(played_game(game, side, opponent)._replace(time=f"{day}T12:00"))
        for each in profile.games()[:3]:
            analysed(profile, each, engine, 4)
    return path


def test_games_are_counted_by_what_they_have_in_common(full: Path) -> None:
    with Profile(full) as profile:
        found = progress_of(profile)
    assert (found.games, found.analysed, found.rating) == (4, 3, None)
    assert found.months == {"2026-09": (1, 1), "2026-10": (2, 1)}
    counts = {(each.by, each.name): each[2:6] for each in found.played}
    assert counts["colour", "black"] == (2, 1, 0, 1) and counts["colour", "white"] == (2, 0, 1, 1)
    assert counts["opponent", "Bob"] == (2, 0, 1, 1)
    assert [each.name for each in found.of("month")] == ["2025-12", "2026-10", "2026-11"]
    assert [each.name for each in found.of("phase")] == [*PHASES, "all"]
    assert {each.by for each in found.played} == set(BY)


def test_accuracy_is_that_of_the_moves_themselves(full: Path) -> None:
    with Profile(full) as profile:
        found = {(each.by, each.name): each.accuracy for each in progress_of(profile).played}
    with quick_engine() as engine:
        long, short = (analyse_game(moves, engine, level=4).moves for moves in (GAME, SHORT))
    own = [move for move in long if move.board.turn == "X"]
    other = [move for move in short if move.board.turn == "O"] * 2
    for phase in PHASES:
        moves = [move for move in [*own, *other] if move.phase == phase]
        assert found["phase", phase] == pytest.approx(Accuracy.of(moves)), phase
    assert found["phase", "midgame"].moves > 0
    assert found["colour", "black"] == found["month", "2026-10"] == Accuracy.of(own)
    assert found["opponent", "Bob"] == pytest.approx(Accuracy.of(other))
    assert found["month", "2025-12"] == (0, 0, 0), "it was not analysed"


def test_rows_do_not_mislead(path: Path) -> None:
    with Profile(path) as profile:
        for kind, idea, right in (
            ("endgame", "edge", False),
            ("endgame", "", True),
            ("puzzle", "corner", True),
            ("puzzle", "", False),
            ("puzzle", "", True),
            ("mistake", "edge", True),
        ):
            profile.add_answer(RecordedAnswer(kind, idea, f"{kind}{right}", "", "f5", right))
        for hour in (1, 2):
            profile.keep_card(Card("drill", f"{hour}", {}, f"2026-01-01T0{hour}:00:00.000+00:00"))
        profile.keep_card(Card("drill", "later", {}, "2999-01-01T00:00:00.000+00:00"))
    lines = othello("practise", "progress", "--profile", path).stdout.splitlines()
    assert lines[1:] == [
        "     2   50 % right  endgame",
        "     1  100 % right  mistake, edge",
        "     3   67 % right  puzzle",
        "     2   50 % right    puzzle, other",
        "     1  100 % right    puzzle, corner",
        "2 cards due: othello practise openings asks them",
        "1 puzzle to try again: othello practise puzzles --failed asks them",
    ]


def test_the_rating_has_a_curve(path: Path) -> None:
    """A point for each rated answer; the last one is the rating."""
    with Profile(path) as profile:
        assert progress_of(profile).ratings == []
        for number, is_right in enumerate((True, True, False)):
            profile.rate(f"puzzle {number}", Rating(1500, 200), is_right)
            time.sleep(0.002)
        found = progress_of(profile)
    (_, first), (_, second), (_, third) = found.ratings
    assert 1500 < first < second > third == found.rating
    assert [each["rating"] for each in found.to_dict()["ratings"]][-1] == round(third)
    with Profile(path) as again:  # the checksums are right
        assert again.rating_history() == found.ratings


# ---------------------------------------------------------------------- the figure


def test_a_figure_by_month(full: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra plot")
    file = tmp_path / "progress.svg"
    done = othello("practise", "progress", "--profile", full, "--plot", file)
    assert (done.returncode, done.stderr) == (0, "")
    text = file.read_text(encoding="utf-8")
    months = [text.index(f"<!-- {month} -->") for month in ("2026-09", "2026-10", "2026-11")]
    assert months == sorted(months), "months of answers and of games are in one order"
    assert "accurate moves in games" in text and "rated answers" not in text
    with Profile(full) as profile:
        profile.rate("puzzle", Rating(1500, 200), True)
        plot_progress(progress_of(profile), file)
    assert "rated answers" in file.read_text(encoding="utf-8")
    with pytest.raises(InvalidOption, match="nothing to draw: expected answers, or games"):
        plot_progress(progress_of(None), file)
