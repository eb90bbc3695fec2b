"""Files of results: read back, and an error that names file and place where they were edited."""

from functools import partial
from pathlib import Path

import pytest
from support.databases import change

from othello import Engine, Game, Limits, analyse_game
from othello.analysis.as_json import describe_analysis, describe_result, read_analysis, read_result
from othello.cluster.cache import opened_cache
from othello.errors import FileError, InvalidOption


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A file of a run with settings and one result."""
    path = tmp_path / "cache.db"
    with opened_cache(path, {"depth": 3}) as cache:
        cache.add(6, "item", {"nodes": 2})
    return path


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    game = Game("f5d6c3")
    with Engine(hash_mb=1) as engine:
        results = [engine.search("f5d6", depth=3, multipv=2), engine.solve("X" * 57 + "OOOOO-- X")]
        analysis = analyse_game(game, engine, Limits(depth=1))
    with opened_cache(tmp_path / "cache.db", {"depth": 3}) as cache:
        for number, result in enumerate(results):
            cache.add(number, f"item {number}", describe_result(result))
        cache.add(2, "game", describe_analysis(analysis))
    with opened_cache(tmp_path / "cache.db", {"depth": 3}) as cache:
        for number, result in enumerate(results):
            found = cache.find(number, f"item {number}", read_result)
            assert found == result and type(found.score) is type(result.score)
        assert cache.find(2, "game", partial(read_analysis, game=game)) == analysis
        assert cache.find(3, "game", read_result) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        *((text, "expected 3") for text in ("{", "[1]", "7", b"\xff")),
        pytest.param('{"depth": 3}', "format None: expected 2, or another file", id="older build"),
    ],
)
def test_settings_that_are_not_those_of_the_run(text: object, reason: str, kept: Path) -> None:
    change(kept, "UPDATE settings SET text = ?", text)
    with pytest.raises(InvalidOption, match=reason), opened_cache(kept, {"depth": 3}):
        pass


def test_damaged_bytes_are_named(kept: Path) -> None:
    whole, size = kept.read_bytes(), 4096
    for begin in range(size, len(whole), size):
        kept.write_bytes(whole[:begin] + b"\xff" * size + whole[begin + size :])
        try:
            with opened_cache(kept, {"depth": 3}) as cache:
                cache.find(0, "item", lambda found: found)
        except FileError as error:
            assert str(error).startswith(f"{kept}: ") and "\n" not in str(error)
    kept.write_bytes(whole[:size])
    with pytest.raises(FileError, match="malformed"), opened_cache(kept, {"depth": 3}):
        pass
