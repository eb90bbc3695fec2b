"""Opening drills: cards of lines, what is right, when they come again, and Anki."""

import json
import random
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from support.cli_process import judged_lines, othello, refused
from support.databases import older_profile
from support.patience import SECONDS

from othello.book import Book, shipped_book
from othello.errors import IllegalMove, OthelloError
from othello.game import Game
from othello.notation import Move
from othello.practice.drills import DECK, Drill, DrillCard, DrillLine, book_lines, cards_of
from othello.practice.profile import Card, Profile, time_text
from othello.practice.repertoire import repertoire

fsrs = pytest.importorskip("fsrs", reason="the extra practice")

TIGER, ROSE = "f5d6c3d3c4", "f5d6c3d3c4f4f6f3"
BEGIN = datetime(2026, 1, 1, 8, tzinfo=timezone.utc)

ANSWERER = """
import sys
from contextlib import closing
from datetime import datetime, timedelta, timezone
from othello.game import Game
from othello.practice.drills import *
from othello.practice.profile import Profile
cards = cards_of([DrillLine("", Game(sys.argv[2]))])
time = datetime(2026, 1, 1, tzinfo=timezone.utc)
def clock():
    global time
    time += timedelta(minutes=7)
    return time
number = 0
with Profile(sys.argv[1]) as profile:
    while True:
        drill = Drill(cards, profile, clock=clock)
        while (card := drill.next()) is not None:
            wrong = [m for m in card.board.legal_moves() if m not in card.answers]
            number += 1
            drill.judge(wrong[0] if wrong and number % 3 == 0 else card.answers[0])
            print(card.key, flush=True)
            if number % 3 == 0:
                drill.skip() if drill.next() else None
        time += timedelta(days=1)
"""


def cards(*texts: str, sides: str = "XO") -> list[DrillCard]:
    return cards_of(DrillLine(text, Game(text), sides) for text in texts)


def wrong_move(card: DrillCard) -> Move | None:
    others = [move for move in card.board.legal_moves() if move not in card.answers]
    return others[0] if others else None


# ---------------------------------------------------------------------- cards


def test_cards_are_the_positions_of_one_side() -> None:
    black = cards(TIGER, sides="X")
    assert [str(card.answers[0]) for card in black] == ["f5", "c3", "c4"]
    assert [card.board for card in black] == [Game(TIGER).positions()[ply] for ply in (0, 2, 4)]
    assert [card.moves for card in black] == [tuple(Game(TIGER).moves[:n]) for n in (0, 2, 4)]
    assert len(cards(TIGER)) == 5


def test_positions_of_several_lines_are_one_card() -> None:
    assert len(cards(TIGER, "c4e3f6e6f5")) == 5
    both = cards(TIGER, "f5d6c3g5", "f5f6e6")
    second = next(card for card in both if len(card.moves) == 1)
    assert [str(move) for move in second.answers] == ["d6", "f6"]
    assert len(both) == 6
    first = both[0]
    assert {str(move) for move in first.answers} == {"f5", "d3", "c4", "e6"}, "all are alike"


def test_a_pass_is_no_card() -> None:
    game = Game("f5f6d3g5h5h4f7h6")
    while not game.board.must_pass and not game.board.is_over:
        game.play(game.board.legal_moves()[0])
    if game.board.must_pass:
        game.play("pass")
    assert all(card.board.legal_moves() for card in cards_of([DrillLine("", game)]))
    assert all(card.answers and card.answers[0] in card.board.legal_moves() for card in cards(ROSE))


def test_the_book_goes_on_with_what_is_counted_as_hard() -> None:
    path = shipped_book()
    assert path is not None
    with Book(path) as book:
        for side in "XO":
            line = DrillLine("", Game(TIGER), side)
            more = cards_of(book_lines(book, line, within=1.0, plies=8))
            own = {card.key for card in cards_of([line])}
            found = repertoire(book, TIGER, side, within=1.0, plies=8)
            assert len({card.key for card in more} - own) == len(found.known) > 5
            for card in more:
                if card.key not in own:
                    assert card.answers[0] == book.moves(card.board)[0].move


def test_lines_that_the_book_continues_too_far_are_told() -> None:
    path = shipped_book()
    assert path is not None
    with Book(path) as book:
        line = DrillLine("my line", Game("f5"), "X")
        with pytest.warns(UserWarning, match="my line: the book goes on with more than [1-9]"):
            assert 0 < len([*book_lines(book, line, most=50)]) <= 50


# ---------------------------------------------------------------------- answers


def test_what_is_right_and_what_a_deviation_costs(profile: Profile) -> None:
    path = shipped_book()
    assert path is not None
    with Book(path) as book:
        drill = Drill(cards("f5d6c3"), profile, book=book)
        assert drill.judge("c4").is_right, "the same as f5"
        scores = {str(each.move): each.score for each in book.moves("f5")}
        with pytest.raises(IllegalMove):
            drill.judge("a1")
        judged = drill.judge("f4")
        assert not judged.is_right and judged.loss == max(scores.values()) - scores["f4"]
        assert judged.text.startswith("f4 is not in your lines; it costs 7.")
        assert drill.reveal() == (Move("c3"),)
        assert [drill.is_again, str(drill.next().answers[0] if drill.next() else "")] == [
            *(True, "d6")
        ]
        unknown = Drill(cards("f5d6c3"), None).judge("f5")
        assert unknown.is_right and unknown.loss is None
    kept = profile.answers(DECK)
    given = [(each.move, each.is_right) for each in kept]
    assert given == [("c4", True), ("f4", False), ("", False)], "what was shown is not right"
    assert kept[1].loss == judged.loss and len(profile.cards(DECK)) == 3


def test_due_cards_come_before_new_ones(profile: Profile) -> None:
    time = BEGIN
    first = Drill(cards(TIGER), profile, new=2, clock=lambda: time)
    assert (first.size, first.n_due, first.n_new) == (2, 0, 2)
    asked = [first.next().key if first.next() else ""]
    first.judge("f5")
    asked.append(first.next().key if first.next() else "")
    first.judge("d6")
    assert first.next() is None
    again = Drill(cards(TIGER), profile, new=2, clock=lambda: time)
    assert (again.n_due, again.n_new) == (0, 2), "known ones are not due at once"
    time += timedelta(days=30)
    later = Drill(cards(TIGER), profile, new=1, clock=lambda: time)
    assert (later.n_due, later.n_new) == (2, 1)
    assert [card.key for card in later.left][:2] == asked
    other = Drill(cards("f5f4d3"), profile, clock=lambda: time)
    assert (other.n_due, other.n_new) == (2, 1), "two positions are cards of both lines"


def test_the_schedule_of_60_days_is_the_librarys_own(path: Path) -> None:
    """The same answers, given to cards that never leave the memory."""
    chance = random.Random(5)
    all_cards = cards(ROSE, "f5f6e6f4g5", "f5f4e3")
    scheduler = fsrs.Scheduler(enable_fuzzing=False)
    own: dict[str, Any] = {}
    n_reviews, time = 0, BEGIN

    def clock() -> datetime:
        return time

    for day in range(60):
        time = BEGIN + timedelta(days=day)
        with Profile(path) as profile:
            drill = Drill(all_cards, profile, new=2, clock=clock)
            due = sorted((own[key].due, key) for key in own if own[key].due <= time)
            assert [card.key for card in drill.left[: drill.n_due]] == [key for _, key in due]
            while (card := drill.next()) is not None:
                time += timedelta(seconds=chance.randrange(5, 90))
                wrong = wrong_move(card)
                is_right = wrong is None or chance.random() < 0.8
                drill.judge(card.answers[0] if is_right or not wrong else wrong)
                rating = fsrs.Rating.Good if is_right else fsrs.Rating.Again
                before = own.get(card.key) or fsrs.Card()
                own[card.key], _ = scheduler.review_card(before, rating, time)
                n_reviews += 1
                assert drill.due == time_text(own[card.key].due)
            states = {card.key: card.state for card in profile.cards(DECK)}
        for key, card in own.items():
            expected = {**card.to_dict(), "card_id": states[key]["card_id"]}
            assert states[key] == expected
    assert len(own) == len(all_cards) and n_reviews > 100


def test_a_killed_process_loses_no_answer(path: Path) -> None:
    words = [sys.executable, "-c", ANSWERER, str(path), ROSE]
    with subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(40)]
        process.kill()
        told += process.stdout.readlines()
        process.wait(SECONDS)
    told = [line.strip() for line in told if line.endswith("\n")]
    with Profile(path) as profile:
        answers, kept = profile.answers(DECK), {card.key: card for card in profile.cards(DECK)}
    assert [each.key for each in answers][: len(told)] == told and len(answers) <= len(told) + 1
    # A card and the answer to it are one change: the answers alone give the same cards.
    own: dict[str, Any] = {}
    scheduler = fsrs.Scheduler(enable_fuzzing=False)
    for each in answers:
        rating = fsrs.Rating.Good if each.is_right else fsrs.Rating.Again
        before = own.get(each.key) or fsrs.Card()
        time = datetime.fromisoformat(each.time)
        own[each.key], _ = scheduler.review_card(before, rating, time)
    assert {key: card.due for key, card in own.items()} == {
        key: datetime.fromisoformat(card.due) for key, card in kept.items()
    }


def test_what_the_scheduler_cannot_use_is_told(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    (card,) = cards("f5")
    profile.keep_card(Card(DECK, card.key, {"state": 1}, "2020"))
    drill = Drill([card], profile)
    with pytest.raises(OthelloError, match="its state cannot be read: expected what the library"):
        drill.judge("f5")
    assert profile.answers(DECK) == [], "nothing is kept"
    monkeypatch.setitem(sys.modules, "fsrs", None)
    with pytest.raises(OthelloError, match=r"pip install 'othello-engine\[practice\]'"):
        Drill([card], profile)


# ---------------------------------------------------------------------- on the command line


def test_without_lines_the_cards_of_all_lines_drilled_so_far_are_asked(path: Path) -> None:
    words = ("practise", "openings", "--profile", path)
    kept = words[2:]
    othello(*words[:2], "f5d6c3", "--side", "white", *kept, stdin="d6\nquit\n")
    # Another line that branches there, and is asked in another image of the position.
    othello(*words[:2], "d3e3", "--side", "white", *kept, stdin="quit\n")
    out = othello(*words[:2], "f5f6e6", "--side", "black", *kept, stdin="f5\nd3\n").stdout
    assert "wrong: d3 is not in your lines" in out
    path_json = path.with_suffix(".json")
    othello("practise", "progress", "--export", path_json, "--profile", path)
    rows = json.loads(path_json.read_text())
    assert {row["key"] for row in rows["drilled"]} == {card["key"] for card in rows["cards"]}
    with Profile(path) as profile:
        for card in profile.cards(DECK):
            profile.keep_card(card._replace(due="2026-01-01T00:00:00.000+00:00"))
    *records, total = judged_lines(*words[1:])
    assert total["total"]["due"] == total["total"]["cards"] == 3
    best = {record["moves"]: set(record["best"]) for record in records}
    assert best == {"": {"f5", "d3", "c4", "e6"}, "d3": {"c5", "e3"}, "f5f6": {"e6"}}
    assert all(record["source"] for record in records)


def test_cards_whose_moves_were_never_kept_are_told(path: Path) -> None:
    words = ("practise", "openings", "--profile", path)
    othello(*words, "f5d6", "--side", "white", stdin="d6\n")
    older_profile(path, "drilled")
    told = refused(*words)
    assert "the moves of 1 card are not kept: drill the lines once more" in told
    othello(*words, "f5d6", "--side", "white")
    assert othello(*words).stdout.startswith("nothing is due, of 1 position")
