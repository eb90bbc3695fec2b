"""Bases of games behind the server: asked for positions, and made of files that are uploaded."""

import gzip
import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any, cast

import pytest
from support.asking import serving_lines
from support.cli_process import othello, written
from support.patience import SECONDS
from support.rooms import needs
from support.server import serving
from support.wthor_files import wthor_files

from othello.errors import InvalidOption
from othello.gamebase import GameBase
from othello.gamebase.operations.games_moves import GamesMoves
from othello.gamebase.serving import bases as bases_module
from othello.gamebase.serving.bases import MAX_UPLOADED_FILES, Bases
from othello.operation import Cancelled


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A base of two games."""
    path = tmp_path / "two.base"
    with GameBase(path, is_new=True) as made:
        made.add(["f5d6c3d3", "f5f6e6"])
    return path


@contextmanager
def lines(*arguments: object) -> Iterator[Any]:
    """Run ``serve --stdio``; yield a function that returns a request's result."""
    with serving_lines(*arguments) as send_request:
        yield lambda do, **values: send_request({"do": do, **values})["result"]


@pytest.fixture
def bases(data: Path) -> Iterator[Bases]:
    """The bases of a server of this machine alone, without any yet."""
    with Bases() as opened:
        opened.use_folder(data, print)
        yield opened


def put(bases: Bases, files: dict[str, bytes]) -> None:
    """Upload files as a whole."""
    for name, content in files.items():
        bases.upload(name, b64encode(content).decode())


def upload(ask: Any, files: dict[str, bytes]) -> Any:
    """Upload files, each in two parts, and add them; return the answer."""
    for name, content in files.items():
        half = len(content) // 2
        for at, part in ((0, content[:half]), (half, content[half:])):
            found = ask("bases.upload", name=name, at=at, part=b64encode(part).decode())
        assert found == {"name": name, "size": len(content)}
    return ask("bases.add", files=[*files])


# ---------------------------------------------------------------------- adding


@needs("pasted")
def test_files_become_bases_that_are_found_again(data: Path) -> None:
    """WTHOR's files one, with the names; all others another; nothing comes twice."""
    files = wthor_files("f5d6c3", ("Ann", "Bob"), ("Ann", "Cem"))
    files = {f"WTHOR{ending}": content for ending, content in files.items()}
    text = {"my games.txt": b"f5d6c3\n\nf5f6e6 {bad}\n\nf5a1\n\nResult: x\nf5f4\n"}
    with lines() as ask:
        found = upload(ask, files | text)
        assert (found["added"], found["known"]) == (5, 0)
        assert [*found["bases"]] == [{"name": "wthor", "games": 2}, {"name": "games", "games": 3}]
        assert len(found["faults"]) == 1 and found["faults"][0].startswith("my games.txt:5: ")
        assert found["left_out"] == ["comments"]
        assert len(found["doubts"]) == 1
        assert found["doubts"][0].startswith("my games.txt: game 4: stated result 'x': ")
        again = upload(ask, files)
        assert (again["added"], again["known"], again["left_out"]) == (0, 2, [])
    assert sorted(path.name for path in data.iterdir()) == ["games.base", "wthor.base"]
    with serving() as server:
        asked = {"do": "games.moves", "position": "f5d6c3", "base": "wthor", "player": "cem"}
        (game,) = server.post(asked).json["result"]["games"]
        assert (game["black"], game["event"]) == ("Ann", "Open")


def test_files_are_added_though_another_base_is_gone(base: Path, data: Path) -> None:
    with lines("--base", base) as ask:
        assert len(ask("bases.list")["bases"]) == 1  # it is open
        base.unlink()
        found = upload(ask, {"mine.txt": b"f5d6c3\n"})
    assert (found["added"], found["to"]) == (1, ["games"]), found
    assert sorted(path.name for path in data.iterdir()) == ["games.base"]


def test_of_two_who_add_files_at_once_each_is_told_of_ones_own(tmp_path: Path) -> None:
    """That a file is not in UTF-8, which is found out while another is read."""
    is_begun, is_done = Event(), Event()

    def add(name: str, wait: Callable[[], object]) -> object:
        with Bases() as bases:
            bases.use_folder(tmp_path / name, print)
            content = b"f5d6c3\n\n" * 9999 + b"f5f6 {Bj\xf8rn}\n"
            put(bases, {name: content})
            return bases.add([name], "", lambda _: wait())["faults"]

    def second() -> None:
        is_begun.set()
        is_done.wait(SECONDS)

    with ThreadPoolExecutor() as threads:
        others = threads.submit(add, "b.txt", second)
        try:
            told = add("a.txt", lambda: is_begun.wait(SECONDS))
        finally:
            is_done.set()
        said = "not all of it is UTF-8: other bytes are read as Windows-1252"
        assert (told, others.result()) == ([f"a.txt: {said}"], [f"b.txt: {said}"])


@needs("pasted")
@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"a.txt": b"hello"}, "no game: a.txt"),
        ({"a.sgf": bytes(range(256))}, "no game: a.sgf"),
        ({"x.wtb": b"f5d6"}, "no game: x.wtb: no names: expected WTHOR.JOU and WTHOR.TRN with it"),
        (
            {"a.txt": b"f5a1", "b.txt": b"f5a2"},
            "no game: a.txt:1: column 3: illegal move 'a1' (move 2): expected f4 d6 f6; b.txt:1: ",
        ),
        ({"x.jou": b"", "x.trn": b""}, "no game: only names"),
        ({"x.wtb": b"\xff" * 99, "x.jou": b"", "x.trn": b""}, "no game: x."),
        ({"../a.txt": b"f5"}, "invalid name '../a.txt': expected a file's, without a folder"),
        ({".a.txt": b"f5"}, "invalid name '.a.txt'"),
    ],
)
def test_rubbish_makes_no_base(
    data: Path, bases: Bases, files: dict[str, bytes], message: str
) -> None:
    def add() -> None:
        put(bases, files)
        bases.add([*files], "", print)

    with pytest.raises(InvalidOption) as raised:
        add()
    assert str(raised.value).startswith(message) and "\n" not in str(raised.value)
    with pytest.raises(InvalidOption, match="no file"):
        bases.add([*files], "", print)
    assert not data.exists()


@pytest.mark.parametrize("name", ["../outside.txt", "{folder}/outside.txt", "..", ".", "", "b.txt"])
def test_only_files_that_were_uploaded_are_added(
    data: Path, bases: Bases, tmp_path: Path, name: str
) -> None:
    """No other file of the user's is read, or removed."""
    outside = written(tmp_path / "outside.txt", "f5d6")
    put(bases, {"a.txt": b"f5d6"})
    for wanted in (name.format(folder=tmp_path), f"a.txt/../../{tmp_path.name}/outside.txt"):
        with pytest.raises(InvalidOption, match="expected one that was uploaded"):
            bases.add([wanted], "", print)
    assert outside.exists() and not data.exists()


def test_files_of_one_name_are_kept_apart(bases: Bases) -> None:
    """Of two tabs of the page, whose parts may come in turns."""
    bases.upload("a.txt", b64encode(b"f5").decode(), batch="1")
    for batch, part in (("1", b"d6c3"), ("2", b"f5f6")):
        bases.upload("a.txt", b64encode(part).decode(), at=2 * (batch == "1"), batch=batch)
    added = [bases.add(["a.txt"], batch, print)["added"] for batch in ("1", "2")]
    assert added == [1, 1]
    found = {row["move"]: row["games"] for row in GamesMoves(position="f5").run(bases)["moves"]}
    assert found == {"d6": 1, "f6": 1}


def test_nothing_is_added_for_who_has_gone(data: Path, bases: Bases) -> None:
    put(bases, {"a.txt": b"f5d6"})

    def progress(info: object) -> None:
        raise Cancelled("cancelled")

    with pytest.raises(Cancelled):
        bases.add(["a.txt"], "", progress)
    assert not data.exists()


def test_files_in_utf_16_or_compressed_are_added(bases: Bases) -> None:
    files = {
        "a.txt": "f5d6".encode("utf-16"),
        "b.txt.gz": gzip.compress(b"f5f6"),
        "c.txt": gzip.compress("f5f4".encode("utf-16")),
        "d.txt.gz": gzip.compress(b"f5d6c3")[:-4],
    }
    put(bases, files)
    found = bases.add([*files], "", print)
    (fault,) = cast(Any, found["faults"])
    assert found["added"] == 3 and fault.startswith("d.txt.gz: damaged gzip file: ")


@pytest.mark.parametrize("name", ["a.txt", "WTHOR.JOU.gz"])
def test_what_uploads_unpack_to_has_a_limit(
    data: Path, bases: Bases, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Also that of names, which are read from beside the files; then all are forgotten."""
    monkeypatch.setattr(bases_module, "MAX_UPLOAD_BYTES", 1 << 20)
    put(bases, {"b.txt": b"f5d6"})
    put(bases, {name: gzip.compress(b"\n" * (1 << 20))})
    with pytest.raises(InvalidOption, match="is too much: expected at most 1 MB in all files"):
        bases.add(["b.txt"], "", print)
    with pytest.raises(InvalidOption, match="no file"):
        bases.add(["b.txt"], "", print)
    put(bases, {"b.txt": gzip.compress(b"\n" * (1 << 20) + b"f5")})
    with pytest.raises(InvalidOption, match="'b.txt' is too much"):
        bases.add(["b.txt"], "", print)
    assert not data.exists()


def test_uploads_have_limits(bases: Bases, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of size and number; one that breaks them is refused, and the next may come."""
    monkeypatch.setattr(bases_module, "MAX_UPLOAD_BYTES", 1 << 20)
    most = b64encode(bytes(1 << 20)).decode()
    assert bases.upload("a", most) == {"name": "a", "size": 1 << 20}
    for name, at in (("a", 1), ("b", 0)):
        bases.upload("a", most)
        with pytest.raises(InvalidOption, match="is too much: expected at most 1 MB"):
            bases.upload(name, most, at)
    with pytest.raises(InvalidOption, match="invalid at 5: expected 0 to 0"):
        bases.upload("a", "", 5)
    with pytest.raises(InvalidOption, match=r"invalid part '\?': expected base64"):
        bases.upload("a", "?")
    for number in range(MAX_UPLOADED_FILES):
        bases.upload(f"{number}", "")
    with pytest.raises(InvalidOption, match="is too much"):
        bases.upload("one more", "")
    bases.upload("one more", "")


@pytest.mark.parametrize("arguments", [("--host-name", "x.example"), ("--host", "0.0.0.0")])
def test_only_a_server_of_this_machine_takes_files(
    data: Path, base: Path, arguments: tuple[str, ...]
) -> None:
    """Others do not see the user's games either."""
    data.mkdir(parents=True)
    base.rename(data / "mine.base")
    with serving(*arguments, "--token", "secret") as server:
        bearer = {"Authorization": "Bearer secret"}
        asked = server.post({"do": "bases.list"}, **bearer)
        assert asked.json["result"] == {"bases": [], "folder": None}
        for request in (
            {"do": "bases.upload", "name": "a", "part": ""},
            {"do": "bases.add", "files": ["a"]},
        ):
            refusal = server.post(request, **bearer)
            assert refusal.status == 400
            assert refusal.json["error"]["message"].startswith("this server takes no files")


def test_what_is_no_base_in_the_folder_is_left_out(data: Path, base: Path) -> None:
    data.mkdir(parents=True)
    base.rename(data / "mine.base")
    bad = written(data / "bad.base", "rubbish " * 100)
    done = othello("serve", "--stdio", stdin='{"id": 1, "do": "bases.list"}\n')
    assert [each["name"] for each in json.loads(done.stdout)["result"]["bases"]] == ["mine"]
    assert done.stderr.startswith(f"othello: warning: {bad}: expected a base of games")
    assert done.stderr.count("\n") == 1
