"""The file of a person's practice: whole after kills, shared, moved aside where it is damaged."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from support.cli_process import refused
from support.databases import older_profile
from support.patience import SECONDS
from support.systems import POSIX

from othello.errors import FileError, MissingFile
from othello.files.database import LOGS
from othello.files.writing import NO_DATABASE
from othello.gamebase import GameBase
from othello.practice.profile import (
    PUZZLE,
    Card,
    PlayedGame,
    Profile,
    RecordedAnswer,
    default_profile,
    now,
)
from othello.ratings.glicko import NEW, Rating, rated

N_PROCESSES, N_ANSWERS = 20, 25

WRITER = """
import sys
from othello.practice.profile import *
from othello.ratings.glicko import NEW
path, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
number = 0
with Profile(path) as profile:
    while number != count:
        profile.add_answer(RecordedAnswer("mistake", "corner", f"{name} {number}", "", "f5", True))
        print(number, flush=True)
        number += 1
        with profile.changing():  # read, then written: none of it may be lost
            card = profile.card("deck", "shared") or Card("deck", "shared", {"n": 0}, "2026")
            profile.keep_card(card._replace(state={"n": card.state["n"] + 1}))
        profile.rate("puzzle", NEW, number % 2 == 0)
"""


def writer(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    """Start a process that gives so many answers, or endlessly for -1; it prints their numbers."""
    words = [sys.executable, "-c", WRITER, str(path), name, str(count)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")


def answer(
    key: str = "key", kind: str = "mistake", right: bool = True, idea: str = ""
) -> RecordedAnswer:
    return RecordedAnswer(kind, idea, key, "position", "f5", right)


# ---------------------------------------------------------------------- what it keeps


def test_all_that_is_kept_comes_back(path: Path) -> None:
    card = Card("line", "key", {"stability": 1.5, "list": [1]}, "2026-11-27T00:00:00+00:00")
    with Profile(path) as profile:
        profile.add_answer(answer()._replace(loss=2.5, seconds=1.25, time="2026-01-01"))
        profile.add_answer(answer("other", "puzzle", right=False))
        profile.keep_card(card)
        profile.keep_card(card._replace(key="later", due="2027"))
        first = profile.add_game(PlayedGame("f5d6", "black", "level 6"))
        second = profile.add_game(PlayedGame("f5", "white", "level 1", "+3", "start", {"a": [1]}))
        profile.keep_analysis(first, {"b": 2})
    assert (first, second) == (1, 2)
    with Profile(path) as profile:
        one, other = profile.answers()
        assert one == answer()._replace(loss=2.5, seconds=1.25, time="2026-01-01")
        assert other.is_right is False and other.time[:4] >= "2026" and other.time <= now()
        assert profile.answers("puzzle") == [other] and profile.answers("drill") == []
        assert profile.card("line", "key") == card and profile.card("line", "none") is None
        assert [each.key for each in profile.cards()] == ["key", "later"]
        assert profile.cards("line", "2026-12") == [card] and profile.cards("none") == []
        games = profile.games()
        assert [game.analysis for game in games] == [{"b": 2}, {"a": [1]}]
        assert (games[1].start, games[1].result, games[1].number) == ("start", "+3", 2)


def test_answers_are_counted_by_kind(profile: Profile) -> None:
    for key, idea, right in (
        ("a", "corner", 0),
        ("a", "corner", 1),
        ("b", "corner", 1),
        ("c", "", 0),
    ):
        profile.add_answer(answer(key, idea=idea, right=bool(right))._replace(loss=1.5))
    profile.add_answer(answer("a", "puzzle", right=False))
    tallies = [tuple(each) for each in profile.tallies()]
    assert tallies == [
        ("mistake", "corner", 3, 2, 2, 4.5),
        ("mistake", "", 1, 0, 1, 1.5),
        ("puzzle", "", 1, 0, 1, 0.0),
    ]
    assert profile.last_right("mistake") == {"a": True, "b": True, "c": False}


def test_a_wrong_answer_ends_a_row_and_not_the_longest(profile: Profile) -> None:
    found = []
    for key, right in enumerate([True, True, False, True]):
        profile.add_answer(answer(str(key), "puzzle", right=right))
        profile.add_answer(answer(str(key), "mistake", right=False))
        found.append(profile.rows_right("puzzle"))
    assert found == [(1, 1), (2, 2), (0, 2), (1, 2)]


def test_an_attempt_rates_the_person_and_the_puzzle(profile: Profile) -> None:
    usual = Rating(1800, 100)
    person, puzzle = profile.rate("p", usual, True)
    assert person == rated(NEW, [(usual, 1)]) and puzzle == rated(usual, [(NEW, 0)])
    assert person.rating > NEW.rating and puzzle.rating < usual.rating
    assert profile.rating() == person and profile.rating(PUZZLE, "p") == puzzle
    again, _ = profile.rate("p", usual, False)
    assert again == rated(person, [(puzzle, 0)])
    assert [each["games"] for each in profile.export()["ratings"]] == [2, 2]


def test_the_export_has_all_as_json(profile: Profile) -> None:
    profile.add_answer(answer())
    profile.keep_card(Card("line", "key", {"n": 1}, "2026"))
    profile.rate("p", NEW, True)
    profile.add_game(PlayedGame("f5", "black", "level 6"))
    content = json.loads(json.dumps(profile.export()))
    assert content["version"] == 1
    assert content["answers"][0]["key"] == "key" and content["cards"][0]["state"] == {"n": 1}
    assert {each["kind"] for each in content["ratings"]} == {"person", "puzzle"}
    assert content["games"][0]["opponent"] == "level 6"


def half(profile: Profile) -> None:
    with profile.changing():
        profile.add_answer(answer("half"))
        profile.add_answer("no answer")  # type: ignore[arg-type]


def test_a_change_is_made_whole_or_not_at_all(profile: Profile) -> None:
    profile.add_answer(answer("before"))
    with pytest.raises(AttributeError):
        half(profile)
    assert [each.key for each in profile.answers()] == ["before"]


# ---------------------------------------------------------------------- together


def test_twenty_processes_lose_nothing(path: Path) -> None:
    """They begin at once with no file there, and one of them makes it."""
    writers = [writer(path, str(number), N_ANSWERS) for number in range(N_PROCESSES)]
    for each in writers:
        printed, errors = each.communicate(timeout=SECONDS)
        assert (each.returncode, errors) == (0, "")
        assert printed.split() == [str(number) for number in range(N_ANSWERS)]
    with Profile(path) as profile:
        keys = {each.key for each in profile.answers()}
        card = profile.card("deck", "shared")
        ratings = profile.export()["ratings"]
    assert keys == {f"{name} {n}" for name in range(N_PROCESSES) for n in range(N_ANSWERS)}
    assert card is not None and card.state == {"n": N_PROCESSES * N_ANSWERS}
    assert [each["games"] for each in ratings] == [N_PROCESSES * N_ANSWERS] * 2


def test_threads_lose_nothing(profile: Profile) -> None:
    def write(name: int) -> None:
        for number in range(N_ANSWERS):
            profile.add_answer(answer(f"{name} {number}"))
            profile.rate("p", NEW, True)

    threads = [threading.Thread(target=write, args=[name]) for name in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(SECONDS)
    assert len({each.key for each in profile.answers()}) == 8 * N_ANSWERS
    assert profile.export()["ratings"][0]["games"] == 8 * N_ANSWERS


@POSIX
def test_a_killed_process_loses_no_answer(path: Path) -> None:
    """Every answer whose number was printed is there, after kills at any moment."""
    given = set()
    for name in range(4):
        with writer(path, str(name), -1) as process:
            assert process.stdout is not None
            for _ in range(5 + 7 * name):
                given.add(f"{name} {process.stdout.readline().strip()}")
            process.send_signal(signal.SIGKILL)
            given |= {f"{name} {line}" for line in process.stdout.read().split()}
    with Profile(path) as profile:
        assert given <= {each.key for each in profile.answers()}


# ---------------------------------------------------------------------- bad files


def spoil(path: Path, how: str) -> None:
    """Damage a profile with many answers."""
    with Profile(path) as profile, profile.changing():
        for number in range(500):
            profile.add_answer(answer(f"key {number}"))
    content = bytearray(path.read_bytes())
    if how == "cut":
        del content[len(content) // 2 :]
    elif how == "overwritten":
        content[4096:20000] = os.urandom(20000 - 4096)
    else:
        content[:] = b"no database at all"
    path.write_bytes(content)


@pytest.mark.parametrize("how", ["cut", "overwritten", "replaced"])
def test_a_damaged_profile_is_moved_aside(path: Path, how: str) -> None:
    spoil(path, how)
    content = path.read_bytes()
    aside = path.with_name("me.profile.damaged")
    with pytest.warns(RuntimeWarning) as told:
        profile = Profile(path)
    with profile:
        assert profile.answers() == []
        profile.add_answer(answer("new"))
    assert len(told) == 1
    for part in (str(path), "damaged profile", f"moved to {aside}"):
        assert part in str(told[0].message)
    assert aside.read_bytes() == content
    # A second one does not overwrite the first.
    path.write_bytes(b"damaged again")
    with pytest.warns(RuntimeWarning, match=r"moved to .*me\.profile\.damaged-2"), Profile(path):
        pass
    assert aside.read_bytes() == content
    assert aside.with_name("me.profile.damaged-2").read_bytes() == b"damaged again"


def test_the_log_of_a_damaged_profile_is_kept_with_it(path: Path) -> None:
    spoil(path, "replaced")
    logs = [path.with_name(f"{path.name}{end}") for end in LOGS]
    for log in logs:
        log.write_bytes(b"answers")
    with pytest.warns(RuntimeWarning), Profile(path) as profile:
        assert profile.answers() == []
    for end in LOGS:
        assert path.with_name(f"me.profile.damaged{end}").read_bytes() == b"answers"


def test_many_processes_move_a_damaged_profile_aside_once(path: Path) -> None:
    path.write_bytes(b"damaged")
    writers = [writer(path, str(number), 3) for number in range(6)]
    told = 0
    for each in writers:
        _, errors = each.communicate(timeout=SECONDS)
        assert each.returncode == 0, errors
        told += "was moved to" in errors
    assert told == 1
    with Profile(path) as profile:
        assert len(profile.answers()) == 6 * 3
    assert [each.name for each in path.parent.glob("*.damaged*")] == ["me.profile.damaged"]


def test_a_profile_of_a_newer_version_is_refused(path: Path) -> None:
    with Profile(path) as profile:
        profile.add_answer(answer())
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 3")
    content = path.read_bytes()
    with pytest.raises(FileError, match="version 3, which a newer othello has written: expected 2"):
        Profile(path)
    assert path.read_bytes() == content and [*path.parent.glob("*.damaged*")] == []


def test_a_profile_without_checksums_gets_them(path: Path) -> None:
    """All stays, and what comes after it is counted in them."""
    with Profile(path) as profile:
        profile.add_answer(RecordedAnswer("mistake", "", "key", "position", loss=2))
        profile.keep_card(Card("deck", "key", {}, "2026"))
        kept = profile.export()
    older_profile(path)
    with Profile(path) as profile:
        assert profile.export() == kept
        profile.keep_card(Card("deck", "key", {"n": 1}, "2027"))
        profile.add_answer(answer())
    with Profile(path) as profile:
        assert (len(profile.answers()), len(profile.cards())) == (2, 1)


def test_files_that_are_no_profiles_are_left_alone(tmp_path: Path) -> None:
    games = tmp_path / "games.ggf"
    games.write_text("(;GM[Othello];)")
    base = tmp_path / "games.profile"
    with GameBase(base, is_new=True):
        pass
    for file in (games, base):
        content = file.read_bytes()
        with pytest.raises(FileError, match="expected a profile, as othello practise makes it"):
            Profile(file)
        assert file.read_bytes() == content
    with pytest.raises(MissingFile, match="no folder"):
        Profile(tmp_path / "none" / "me.profile")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["games.ggf", "games.profile"]


def test_a_new_profile_has_nothing_of_a_killed_one_that_was_deleted(path: Path) -> None:
    with writer(path, "old", -1) as process:
        assert process.stdout is not None and process.stdout.readline() == "0\n"
        process.kill()
    assert path.with_name("me.profile-wal").exists()
    path.unlink()
    with Profile(path) as profile:
        assert profile.answers() == []


def test_the_usual_profile_lies_in_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_profile() == tmp_path / "data" / "othello" / "practice.profile"
    with Profile() as profile:
        assert profile.path == default_profile() and default_profile().is_file()


# ---------------------------------------------------------------------- on the command line


@POSIX
def test_the_export_does_not_replace_the_profile(path: Path, tmp_path: Path) -> None:
    with Profile(path) as profile:
        profile.add_answer(answer())
    link = tmp_path / "link"
    link.symlink_to(path)
    for target in (path, link):
        told = refused("practise", "progress", "--profile", path, "--export", target)
        assert told == f"othello: {target}: {NO_DATABASE}\n"
    with Profile(path) as profile:
        assert len(profile.export()["answers"]) == 1
