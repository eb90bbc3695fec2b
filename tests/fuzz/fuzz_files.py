"""Files of all formats, damaged at random, and what reads them.

Whatever is in a file, a reader may raise nothing but an `OthelloError` of one line, and a command
must end with 0, 1 or 2, soon and without a traceback.
"""

import contextlib
import io
import json
import os
import random
import signal
import struct
import sys
import tempfile
import traceback
import zlib
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from support.random_games import random_game

from othello import Board, Engine, Game, Limits, analyse_game, read_games, write_games
from othello._core import core
from othello.analysis.as_json import describe_analysis, describe_result, read_analysis, read_result
from othello.cli import main as run_command
from othello.cluster.cache import opened_cache
from othello.errors import OthelloError
from othello.learning.sources import read_samples
from othello.matches.log import opened_log
from othello.matches.openings import Opening, read_openings
from othello.matches.players import Effort, players_from_file
from othello.matches.record import GameRecord, Thinking, match_schedule
from othello.matches.tuning import Parameter, read_iterations, read_parameters
from othello.proving.store import Proven, opened_store
from othello.proving.tree import key_of
from othello.training.dataset import POSITION, read_dataset, write_dataset
from othello.weights import read_weights_file
from othello.weights.file import CHECKSUM, Weights, rows_of_phase, zero_factors
from othello.weights.patterns import read_patterns
from othello.wthor.games import read_arrays

SECONDS = 60
"""How long one file may take; a thousand times what it takes on an idle machine."""

GAME_FORMATS = ("ggf", "sgf", "obf", "transcript", "wthor", "pasted")

TOKENS = [
    *(b"(;", b")", b"]", b"[", b"\\", b";", b":", b"/", b"\r\n", b"\n", b"\0", b"\xff"),
    *(b"GM[Othello]", b"GM[2]", b"FF[3]", b"CA[Shift_JIS]", b"CA[utf-16]", b"BO[8 ", b"TY[8k]"),
    *(b"AB[a1:h8]", b"RE[B+R]", b"B[f5]", b"W[]", b"PA", b"--:-127", b"pass", b"f5", b"d6", b"z9"),
    *(b"{}", b"[]", b"null", b"true", b'"\\ud800"', b"1e999", b"NaN", b"-1", b"9" * 400, b"0"),
    *("\u30bd".encode("shift_jis"), "\u9ed1".encode(), b"\xef\xbb\xbf", b"\xff\xfe"),
    *(b"\xed\xa0\x80", b"\x1b[31m"),
]


# ---------------------------------------------------------------------- damage


def damaged(contents: bytes, rng: random.Random) -> bytes:
    """Return the contents of a file with some random changes."""
    result = bytearray(contents)
    for _ in range(rng.choice((1, 1, 2, 3, 8, 30))):
        rng.choice(CHANGES)(result, rng)
    return bytes(result)


def some_bytes(result: bytearray, rng: random.Random) -> None:
    for _ in range(rng.randrange(1, 9)):
        if result:
            result[rng.randrange(len(result))] = rng.randrange(256)


def a_token(result: bytearray, rng: random.Random) -> None:
    place = rng.randrange(len(result) + 1)
    result[place : place + rng.choice((0, 0, 1, 4))] = rng.choice(TOKENS)


def a_cut(result: bytearray, rng: random.Random) -> None:
    first = rng.randrange(len(result) + 1)
    del result[first : rng.choice((len(result), first + rng.randrange(1, 40)))]


def a_copy(result: bytearray, rng: random.Random) -> None:
    first = rng.randrange(len(result) + 1)
    part = result[first : first + rng.randrange(1, 200)]
    place = rng.randrange(len(result) + 1)
    result[place:place] = part * rng.choice((1, 1, 2, 50))


def a_number(result: bytearray, rng: random.Random) -> None:
    places = [place for place, byte in enumerate(result) if 48 <= byte <= 57]
    if places:
        place = rng.choice(places)
        odd = (b"9" * 400, b"-7", b"1e400", b"0.5", b"65", b"null")
        result[place : place + 1] = rng.choice(odd)


def a_word(result: bytearray, rng: random.Random) -> None:
    if len(result) >= 4:
        place = rng.randrange(len(result) - 3)
        word = rng.choice((0, 1, 0xFFFF, 1 << 31, 2**32 - 1))
        result[place : place + 4] = struct.pack("<I", word)


CHANGES = (some_bytes, some_bytes, a_token, a_token, a_cut, a_copy, a_number, a_word)


# ---------------------------------------------------------------------- whole files and readers


Readers = Callable[[Path, random.Random], Iterator[Callable[[], object]]]


class Kind(NamedTuple):
    """Files of one kind: how a whole one is made, and what reads it, given its path."""

    make: Callable[[Path, random.Random], object]
    readers: Readers
    sealed: bool = False


def some_games(rng: random.Random) -> list[Game]:
    games = []
    for _ in range(rng.randrange(1, 4)):
        game = random_game(rng.randrange(10**9), rng.choice((3, 20, 128)))
        game.headers |= {"Black": rng.choice(("Ann", "Bj\u00f8rn", "\u9ed1]")), "White": "b"}
        game.headers |= {"Event": "Open", "Date": "2020", "Result": rng.choice(("+2", "B+R", "?"))}
        games.append(game)
    return games


def make_games(name: str, path: Path, rng: random.Random) -> None:
    games = some_games(rng)
    if name == "wthor":  # it has no unknown result
        for game in games:
            game.headers["Result"] = "+2"
    write_games(path, games, format=name)


def make_obf(path: Path, rng: random.Random) -> None:
    with path.open("w") as file:
        for game in some_games(rng):
            board = rng.choice(game.positions())
            scores = [f"{move}:{rng.randrange(-32, 33) * 2:+d};" for move in board.legal_moves()]
            file.write(f"{board.to_obf()}; {''.join(scores)}\n")


def command(*words: object) -> Callable[[], object]:
    """Return a call of a command, whose faults are those of any exception or another exit code."""

    def run() -> None:
        out, error = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
            status = run_command([*map(str, words)])
        if status > 128:  # a signal that was meant for this program
            sys.exit(status)
        assert status in (0, 1, 2), f"exit code {status}"
        assert status != 2 or error.getvalue(), "exit code 2 without a word"
        assert "Traceback" not in error.getvalue()

    return run


def games_readers(name: str, path: Path, rng: random.Random) -> Iterator[Callable[[], object]]:
    yield lambda: list(read_games(path))
    yield lambda: list(read_games(path, on_error=one_line))
    target = rng.choice(GAME_FORMATS)
    options = rng.sample(["--check", "--dedupe"], rng.randrange(3))
    out = path.with_name("out.wtb" if target == "wthor" else "out")
    yield command("convert", path, out, "--from", name, "--to", target, *options)
    if name != "wthor":
        text = path.read_text("utf-8", "replace")
        yield lambda: Game.parse(text)
        yield lambda: list(read_openings(text.splitlines(), "x", one_line))
    if rng.random() < 0.03:
        yield command("analyse", path, "--level", 0, "--games", "1-1", "--exact-from", 6)
        yield command("test", path, "--depth", 1)
    if path.suffix in (".obf", ".wtb"):
        yield lambda: list(read_samples(path))
    if path.suffix == ".wtb":
        yield lambda: read_arrays(path, one_line)


def make_names(path: Path, rng: random.Random) -> None:
    """Write a file of games, and the files of names beside it, one of which is `path`."""
    make_games("wthor", path.with_suffix(".wtb"), rng)


def read_named_games(path: Path) -> None:
    list(read_games(path.with_suffix(".wtb"), on_error=one_line))


def convert_named_games(path: Path) -> None:
    command("convert", path.with_suffix(".wtb"), path.with_name("out.wtb"))()


def make_store(path: Path, rng: random.Random) -> None:
    board = Board.from_obf("X" * 57 + "OOOOO-- X")
    with opened_store(path) as store:
        store.add([Proven(key_of(board), 64, 64, True, 5, 0.1)])
        store.add([Proven(key_of(board), -64, 64, False)])
        store.set_score(board, 64)


def make_cache(path: Path, rng: random.Random) -> None:
    with opened_cache(path, {"depth": 3}) as cache, Engine(hash_mb=1) as engine:
        cache.add(0, "f5", describe_result(engine.search("f5", depth=2)))
        analysis = analyse_game(Game("f5d6"), engine, Limits(depth=1))
        cache.add(1, "game", describe_analysis(analysis))


def read_cache(path: Path) -> None:
    with opened_cache(path, {"depth": 3}) as cache:
        with contextlib.suppress(OthelloError):
            cache.find(0, "f5", read_result)
        cache.find(1, "game", partial(read_analysis, game=Game("f5d6")))


SETTINGS = {"players": ["a", "b"], "games": 4}
NAMES = ("a", "b")
FIXTURES = match_schedule([Opening("x:1", Board(), ()), Opening("x:2", Board("f5"), ())], 4)


def make_log(path: Path, rng: random.Random) -> None:
    folder = path.with_suffix("")
    for old in folder.glob("*") if folder.is_dir() else ():
        old.unlink()
    with opened_log(folder, SETTINGS, NAMES) as log:
        for scheduled in FIXTURES:
            is_over = scheduled.opening.start == Board()
            game = random_game(rng.randrange(10**6)) if is_over else Game()
            end = {"fault": "time", "reason": "slow", "faulty": 0}
            end = dict.fromkeys(end) if is_over else end
            thinking = (Thinking(3, 0.5, 0.2, 0.4),) * 2
            log.add(GameRecord(**vars(scheduled), **end, game=game, thinking=thinking))
    path.write_bytes((folder / rng.choice(("games.jsonl", "match.json", "games.ggf"))).read_bytes())


def resume_log(path: Path) -> None:
    contents = path.read_bytes()
    name = "match.json" if b'"players"' in contents[:200] else "games.jsonl"
    name = "games.ggf" if contents.startswith(b"(;") else name
    (path.with_suffix("") / name).write_bytes(contents)
    with opened_log(path.with_suffix(""), SETTINGS, NAMES, resume=True) as log:
        log.played(FIXTURES)


PARAMETERS = {"Window": Parameter(3, 1, 9, 1), "Depth": Parameter(5, 1, 8, 1)}


def make_tuning(path: Path, rng: random.Random) -> None:
    line = {"tried": [{"Window": 3, "Depth": 4}] * 2, "points": 1.0, "fault": None}
    line["values"] = {"Window": 3.5, "Depth": 4.0}
    path.write_text("".join(json.dumps({"iteration": n, **line}) + "\n" for n in (1, 2)))


def make_json(value: object, path: Path, rng: random.Random) -> None:
    path.write_text(json.dumps(value))


def make_dataset(path: Path, rng: random.Random) -> None:
    rows = np.zeros(5, POSITION)
    rows["player"], rows["opponent"] = Board("f5d6").player, Board("f5d6").opponent
    write_dataset(path, rows, {"made": "by a fuzzer"})


def make_weights(path: Path, rng: random.Random) -> None:
    n_rows = rows_of_phase(("a1b1",))
    values = array("h", [7]) * (core.PATTERN_PHASES * n_rows)
    path.write_bytes(Weights(values, zero_factors(n_rows), {}, patterns=("a1b1",)).to_bytes())


def one(*calls: Callable[[Path], object]) -> Readers:
    """Return readers that take nothing but the path."""
    return lambda path, rng: iter([partial(call, path) for call in calls])


def games_kind(name: str) -> Kind:
    return Kind(partial(make_games, name), partial(games_readers, name))


ENGINES = [
    {"name": "a", "options": {"hash": 1}, "depth": 1},
    {"command": [sys.executable], "protocol": "gtp"},
]
KINDS = {
    "ggf": games_kind("ggf"),
    "sgf": games_kind("sgf"),
    "txt": games_kind("transcript"),
    "pasted": games_kind("pasted"),
    "wtb": games_kind("wthor"),
    "obf": Kind(make_obf, partial(games_readers, "obf")),
    **dict.fromkeys(("jou", "trn"), Kind(make_names, one(read_named_games, convert_named_games))),
    "store": Kind(make_store, one(lambda path: command("verify", path, "--leaves", "all")())),
    "cache": Kind(make_cache, one(read_cache)),
    "log": Kind(make_log, one(resume_log)),
    "tuning": Kind(make_tuning, one(lambda path: read_iterations(path, PARAMETERS))),
    "parameters": Kind(
        partial(make_json, {name: p._asdict() for name, p in PARAMETERS.items()}),
        one(read_parameters),
    ),
    "engines": Kind(
        partial(make_json, ENGINES), one(lambda path: players_from_file(path, Effort(), {}, {}))
    ),
    "npz": Kind(make_dataset, one(read_dataset, lambda path: list(read_samples(path)))),
    "weights": Kind(make_weights, one(read_weights_file), sealed=True),
    "patterns": Kind(lambda path, rng: path.write_text("a1b1\n# x\nc1d1e1\n"), one(read_patterns)),
}


# ---------------------------------------------------------------------- one file


class TooLong(BaseException):
    """A file that takes longer than `SECONDS`."""


def one_line(error: BaseException) -> None:
    """Check the message of an error."""
    text = str(error)
    assert "\n" not in text, f"a message of several lines: {text!r}"
    assert 0 < len(text) < 3000, f"a message of {len(text)} characters"


def too_long(*_: object) -> None:
    raise TooLong(f"more than {SECONDS} s")


def fuzz(name: str, number: int, seed: int, path: Path) -> bool:
    """Make, damage and read one file; return whether a reader refused it."""
    kind, rng = KINDS[name], random.Random(f"{seed} {name} {number}")
    for old in path.parent.glob(f"{path.name}-*"):
        old.unlink()  # SQLite's files beside a database
    path.unlink(missing_ok=True)
    kind.make(path, rng)
    contents = damaged(path.read_bytes(), rng)
    if kind.sealed and rng.random() < 0.7:
        contents = contents[: -CHECKSUM.size]
        contents += CHECKSUM.pack(zlib.crc32(contents))
    path.write_bytes(contents)
    refused = False
    for read in kind.readers(path, rng):
        signal.alarm(SECONDS)
        try:
            read()
        except OthelloError as error:
            one_line(error)
            refused = True
        finally:
            signal.alarm(0)
    return refused


def damage_files(name: str, seed: int, first: int, number: int, keep: Path) -> str:
    """Damage and read files of a kind; return how many. A failure does not end it."""
    signal.signal(signal.SIGALRM, too_long)
    n_refused, failures = 0, []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = folder
        path = Path(folder, f"file.{name}")
        for n in range(first, first + number):
            try:
                n_refused += fuzz(name, n, seed, path)
            except Exception as error:
                keep.mkdir(exist_ok=True)
                (keep / f"{n}.{name}").write_bytes(path.read_bytes())
                print(f"{name} --seed {seed} --first {n} --number 1: {error!r:.300}", flush=True)
                traceback.print_exc(limit=-6)
                failures.append(n)
    told = f"{number} files, {n_refused} refused by a reader"
    assert not failures, f"{told}, {len(failures)} failures"
    return told
