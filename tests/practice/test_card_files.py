"""Cards of a drill that are read from a file: ``othello practise openings --import-anki``."""

import json
from pathlib import Path

import pytest
from support.databases import older_profile
from support.random_games import random_game

from othello.board import Board
from othello.errors import FormatError
from othello.practice.card_files import keep_cards, known_cards, read_cards
from othello.practice.drills import DrillLine, anki_rows, cards_of
from othello.practice.profile import Profile, RecordedAnswer


@pytest.mark.parametrize("seed", range(5))
def test_what_is_written_is_read(seed: int, profile: Profile) -> None:
    cards = cards_of(DrillLine("x", random_game(10 * seed + n, 30)) for n in range(3))
    rows = list(anki_rows(cards))
    read = read_cards(rows, "x")
    assert [card.key for card in read] == [card.key for card in cards]
    assert list(anki_rows(read)) == rows
    keep_cards(read, "x", profile)
    assert list(anki_rows(known_cards(profile))) == rows


@pytest.mark.parametrize(
    ("line", "position", "moves", "answers"),
    [
        ("f5d6 c3", "f5d6", "f5d6", "c3"),
        ("f5 d6 c3", "f5d6", "f5d6", "c3"),
        ("tiger\tf4", "f5d6c3d3c4", "f5d6c3d3c4", "f4"),
        ("startpos f5", "startpos", "", "f5 d3 c4 e6"),
        ("F5\td6 F4\ttag\tother", "f5", "f5", "d6 f4"),
        ("8/8/8/3ox3/3xxx2/8/8/8 o; f5\tf6", "f5", "f5", "f6"),
    ],
)
def test_simple_lines(line: str, position: str, moves: str, answers: str) -> None:
    (card,) = read_cards([line], "x")
    assert card.board == Board.parse(position)
    assert "".join(map(str, card.moves)) == moves
    assert " ".join(map(str, card.answers)) == answers


def test_lines_of_one_position_are_one_card_however_it_is_turned() -> None:
    (card,) = read_cards(["#separator:tab", "f5\td6", "", "d3\tc3"], "x")
    assert card.board == Board("f5") and [str(move) for move in card.answers] == ["d6", "f6"]
    assert len(read_cards(["f5 d6", "f5 f4", "f5d6 c3"], "x")) == 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("f5d6", "no card 'f5d6': expected a position or moves, a tab or blank, and"),
        ("f5d6\t \tc3", "no card 'f5d6"),
        ("f5 g8", "illegal move 'g8' for white: expected f4 d6 f6"),
        ("f5 x9", "'x9'"),
        ("tigr c3", "'tigr'"),
        ("f5d6; f5d9\tc3", "'d9'"),
    ],
)
def test_a_wrong_line_is_named(line: str, reason: str) -> None:
    with pytest.raises(FormatError) as error:
        read_cards(["f5 d6", line], "cards.txt")
    assert str(error.value).startswith("cards.txt:2: ") and reason in str(error.value)
    faults: list[FormatError] = []
    assert len(read_cards(["f5 d6", line, "f5d6 c3"], "x", on_error=faults.append)) == 2
    assert len(faults) == 1


def test_a_file_takes_the_place_of_its_older_cards(profile: Profile) -> None:
    keep_cards(read_cards(["f5 d6", "f5d6 c3"], "a"), "a", profile)
    keep_cards(read_cards(["f5 f6", "f5f6 e6"], "b"), "b", profile)
    assert [len(card.answers) for card in known_cards(profile)] == [2, 1, 1]
    keep_cards(read_cards(["f5d6 c4"], "a"), "a", profile)
    told = {card.source: [str(move) for move in card.answers] for card in known_cards(profile)}
    assert len(known_cards(profile)) == 3 and told["a"] == ["c4"]
    keep_cards([], "b", profile)
    assert [card.source for card in known_cards(profile)] == ["a"]


def test_a_profile_of_before_gets_cards_too(path: Path) -> None:
    with Profile(path) as profile:
        profile.add_answer(RecordedAnswer("drill", "", "key", "position"))
    older_profile(path, "imported")
    with Profile(path) as profile:
        assert known_cards(profile) == [] and len(profile.answers()) == 1
        keep_cards(read_cards(["f5 d6"], "a"), "a", profile)
        (row,) = json.loads(json.dumps(profile.export()))["imported"]
    assert (row["answers"], row["moves"], row["source"]) == ("d6", "f5", "a")
