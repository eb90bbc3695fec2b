"""Profiles over the API: what is kept, of whom, and how much at once."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support import asking
from support.cli_process import othello
from support.databases import change
from support.patience import SECONDS
from support.server import serving

from othello.book import Book, shipped_book
from othello.errors import FileError, InvalidOption
from othello.practice.drills import DECK
from othello.practice.endgames import endgames_of_puzzles
from othello.practice.profile import PUZZLE, Card, Profile
from othello.practice.profiles import MOST_PROFILES
from othello.practice.puzzles import shipped_set

pytest.importorskip("fsrs", reason="the extra practice")

LINES = "tiger\nf5f6e6f4\n"
TIGER = {"do": "drill.next", "lines": LINES, "side": "black"}
ANSWER = {**TIGER, "do": "drill.answer"}
SHOW = {**TIGER, "do": "drill.show"}
MISTAKE = {"do": "mistakes.answer", "position": "f5", "move": "f6", "level": 4}
N_PROFILES = 100
ENDED = next(each.board for each in endgames_of_puzzles(shipped_set(), (8, 8)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "profiles"


def ask(folder: Path | None, *requests: dict[str, Any], **how: Any) -> list[Any]:
    """Return the results of some requests; see `support.asking`."""
    return asking.ask(*requests, folder=folder, **how)


# ---------------------------------------------------------------------- drills


def test_the_book_goes_on_with_the_lines(folder: Path) -> None:
    own, more = ask(folder, {**TIGER, "new": 1000}, {**TIGER, "new": 1000, "plies": 4})
    assert len(more["cards"]) > len(own["cards"]) == 4
    last = more["cards"][-1]
    (judged,) = ask(folder, {**SHOW, "plies": 4, "position": last["position"]})
    path = shipped_book()
    assert path is not None
    with Book(path) as book:
        assert judged["answers"][0] == str(book.moves(last["position"])[0].move)


# ---------------------------------------------------------------------- other answers


@pytest.mark.parametrize(
    "answer",
    [
        {**ANSWER, "position": "startpos", "move": "f5"},
        MISTAKE,
        {"do": "puzzle.show", "number": 3},
        {"do": "endgame.show", "position": ENDED.to_obf()},
    ],
    ids=lambda answer: answer["do"],
)
def test_an_answer_that_is_sent_twice_is_kept_once(folder: Path, answer: dict[str, object]) -> None:
    """By the name that the client gives it; it is answered in the same way both times."""
    mine = {**answer, "profile": "Ann", "seconds": 3}
    first, second = ask(folder, {**mine, "once": "a"}, {**mine, "once": "a"})
    assert first == second and first["kept"]
    with Profile(folder / "Ann.profile") as profile:
        assert len(profile.answers()) == 1
        assert {each["games"] for each in profile.export()["ratings"]} <= {1}
        before = profile.cards(DECK)
    ask(folder, {**mine, "once": "b"}, mine)
    with Profile(folder / "Ann.profile") as profile:
        assert len(profile.answers()) == 3
        assert profile.cards(DECK) != before or answer["do"] != "drill.answer"


@pytest.mark.parametrize("damaged", ["not json", "{}", '{"level": 18, "phases": 3}', "[]"])
def test_a_damaged_analysis_is_none(folder: Path, damaged: str) -> None:
    game = {"profile": "Ann", "side": "black"}
    ask(
        folder, {"do": "profile.keep", **game, "moves": "f5d6c3", "opponent": "me", "result": "W+R"}
    )
    change(folder / "Ann.profile", "UPDATE game SET analysis = ?", damaged)
    progress, practised, after = ask(
        folder,
        {"do": "profile.progress", "profile": "Ann"},
        {"do": "mistakes.next", **game, "level": 18},
        {"do": "profile.progress", "profile": "Ann"},
    )
    assert (progress["analysed"], practised["games"], after["analysed"]) == (0, 1, 1)


def test_a_damaged_card_is_named(folder: Path) -> None:
    folder.mkdir(parents=True)
    with Profile(folder / "Ann.profile") as profile:
        profile.keep_card(Card(DECK, "key", {}, ""))
    change(folder / "Ann.profile", "UPDATE card SET state = 'not json'")
    with pytest.raises(FileError, match=r"Ann\.profile: card 'key' of the deck 'drill': expected"):
        ask(folder, {"do": "profile.progress", "profile": "Ann"})


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize("name", ["Ann", "José_2", "虎 子", "a-b c", "console", "x" * 40])
def test_names_are_files_of_the_folder(folder: Path, name: str) -> None:
    ask(folder, {**ANSWER, "position": "startpos", "move": "f5", "profile": name})
    assert {each.name for each in folder.glob("*.profile")} == {f"{name}.profile"}
    assert ask(folder, {"do": "profile.list"})[0]["profiles"] == [{"name": name, "answers": 1}]


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", " a", "a ", "a  b", "..", "../a", "a/b", "a\\b", "a.b", "a\n", "a\0", "~"),
        *("con", "NUL", "Com1", "lpt9", "LPT²", "C:", "a" * 41),
    ],
)
def test_other_names_are_refused(folder: Path, name: str) -> None:
    for request in (
        {"do": "profile.progress", "profile": name},
        {"do": "puzzle.show", "number": 1, "profile": name},
    ):
        with pytest.raises(InvalidOption, match="invalid profile"):
            ask(folder, request)
    assert not folder.exists()


def test_a_server_that_others_reach_keeps_none_unless_told() -> None:
    for request in ({"do": "profile.list"}, {"do": "profile.progress", "profile": "Ann"}):
        with pytest.raises(InvalidOption, match="expected one for this machine alone, or othello"):
            ask(None, request)


def test_no_more_profiles_than_allowed(folder: Path) -> None:
    folder.mkdir()
    for number in range(MOST_PROFILES):
        (folder / f"{number}.profile").touch()
    with pytest.raises(InvalidOption, match="no profile 'Ann': expected one of the 1000"):
        ask(folder, {"do": "puzzle.show", "number": 1, "profile": "Ann"})
    assert len([*folder.iterdir()]) == MOST_PROFILES


def test_other_files_of_the_folder_are_no_profiles(folder: Path) -> None:
    folder.mkdir()
    with closing(sqlite3.connect(folder / "other.profile")) as database:
        database.execute("CREATE TABLE x (y)")
    ask(folder, {**ANSWER, "position": "startpos", "move": "f5", "profile": "Ann"})
    assert [each["name"] for each in ask(folder, {"do": "profile.list"})[0]["profiles"]] == ["Ann"]


# ---------------------------------------------------------------------- the server


def test_the_usual_folder_is_that_of_the_usual_profile(tmp_path: Path) -> None:
    """So that the page goes on with what the terminal has kept, under the name practice."""
    request = {"id": 1, **ANSWER, "position": "startpos", "move": "f5", "profile": "practice"}
    words = ("serve", "--stdio", "--hash", 4)
    done = othello(*words, stdin=json.dumps(request) + "\n", XDG_DATA_HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["result"]["kept"] is True
    told = othello("practise", "progress", XDG_DATA_HOME=str(tmp_path)).stdout
    assert told.startswith("1 answer, 100 % right")
    other = tmp_path / "other"
    done = othello(*words, "--profiles", other, stdin=json.dumps(request) + "\n")
    assert [each.name for each in other.glob("*.profile")] == ["practice.profile"], done.stderr


async def practising(address: str, name: str, opening: asyncio.Semaphore) -> int:
    """Answer puzzles and cards over a WebSocket; return how many answers were kept.

    Few connect at the same time: a connection without a request is closed after five seconds.
    """
    from websockets.asyncio.client import connect

    answers = {"startpos": "f5", "f5d6": "c3", "f5d6c3d3": "c5", "f5f6": "e6"}
    requests = [{**ANSWER, "position": each, "move": move} for each, move in answers.items()]
    for number in (1, 2, 3):
        *moves, last = map(str, shipped_set().puzzles[number - 1].line)
        so_far = {"number": number, "moves": "".join(moves)}
        requests.append({"do": "puzzle.answer", **so_far, "move": last})
    kept = 0
    async with opening:
        socket = await connect(address, open_timeout=SECONDS, ping_interval=None)
    async with socket:
        for id, request in enumerate(requests):
            await socket.send(json.dumps({"id": id, "profile": name, **request}))
        for _ in requests:
            answer = json.loads(await asyncio.wait_for(socket.recv(), SECONDS))
            assert answer["result"]["kept"] is True, answer
            kept += 1
    return kept


def test_a_hundred_profiles_at_once_lose_nothing(folder: Path) -> None:
    """Each is used by two clients."""
    names = [f"player {number}" for number in range(N_PROFILES)]

    async def all_of_them(address: str) -> list[int]:
        opening = asyncio.Semaphore(8)
        each = (practising(address, name, opening) for name in [*names, *names])
        return await asyncio.gather(*each)

    with serving("--profiles", str(folder)) as server:
        kept = asyncio.run(all_of_them(server.socket_address))
    assert kept == [7] * 2 * N_PROFILES
    for name in names:
        with Profile(folder / f"{name}.profile") as profile:
            assert len(profile.answers(DECK)) == 8 and len(profile.cards(DECK)) == 4
            assert len(profile.answers(PUZZLE)) == 6
            (rows,) = [r for r in profile.export()["ratings"] if r["kind"] == "person"]
            assert rows["games"] == 3, "the second client's tries are not rated again"
