"""Clients, plain and asynchronous, with engines that behave."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from support.client_kinds import DEPTH_1, Kind

from othello import Board, Game, Limits, Move
from othello.client import (
    AsyncNBoardClient,
    AsyncUgiClient,
    GoRequest,
    NBoardClient,
    UgiClient,
    own_command,
)
from othello.result import Info

MUST_PASS = Board(black=0b10, white=0b1)


def test_our_engine_starts_beside_another_folder_of_its_name(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It starts in a folder with a subfolder othello/, such as the one above a clone."""
    other = tmp_path / "othello"
    other.mkdir()
    (other / "__init__.py").write_text("raise SystemExit('the wrong othello')")
    monkeypatch.chdir(tmp_path)
    with kind.start() as engine:
        assert engine.go(Game("f5"), kind.limit).move in Game("f5").board.legal_moves()


def test_a_game_with_our_own_engine(kind: Kind) -> None:
    command = [*own_command(kind.protocol), "--hash", "1", "--level", "2"]
    with kind.start(command) as engine:
        assert engine.name.startswith("othello")
        assert repr(engine).endswith(f"{engine.name}>")
        for _ in range(2):
            engine.new_game()
            game = Game("e6f4e3")
            while not game.is_over:
                answer = engine.go(game, GoRequest(), 60)
                assert answer.move in game.board.legal_moves() and answer.seconds > 0
                game.play(answer.move)
        assert engine.go(game).move is None
        # Another game, which the engine has not been told of before.
        assert engine.go(Game("f5d6")).move in Board.from_moves("f5d6").legal_moves()


def test_options_and_reports(ugi: Kind) -> None:
    infos: list[Info] = []
    with ugi.start(options={"Hash": 1, "verify_mode": True}) as engine:
        assert engine.options["Hash"].startswith("spin default 64")
        engine.set_option("clear hash")
        answer = engine.go(Game("f5d6c3"), GoRequest(depth=4), on_info=infos.append)
    assert [info.depth for info in infos] == [1, 2, 3, 4] and infos[-1] == answer.info
    assert answer.info.pv[0] == answer.move


def test_nboard_reports_depths_scores_and_nodes(nboard: Kind) -> None:
    endgame = Game(start=Board.from_obf("X" * 57 + "OOOOO-- X"))
    with nboard.start() as engine:
        info = engine.go(Game("f5d6"), GoRequest(depth=3)).info
        assert (info.depth, info.exact) == (3, False) and info.nodes > 0
        info = engine.go(endgame, DEPTH_1).info
        assert (info.depth, info.score, info.exact) == (2, 64, True)


def test_a_score_that_nboard_tells_with_the_move_only(tmp_path: Path) -> None:
    for answer, score in (("=== F5 18.00 0.1", 18), ("=== F5/-2.5/0", -2.5), ("=== F5//0.1", None)):
        engine = tmp_path / "engine.sh"
        engine.write_text(
            "while read word rest; do case $word in\n"
            f"ping) echo pong $rest;; go) echo 'nodestats 7 0.1'; echo '{answer}';; quit) exit;;\n"
            "esac; done"
        )
        with NBoardClient(["sh", str(engine)]) as client:
            info = client.go(Game(), DEPTH_1).info
        found = None if info is None else (info.score, info.nodes, info.pv)
        assert found == (None if score is None else (score, 7, (Move("f5"),)))


def test_a_forced_pass_and_a_finished_game(ugi_or_nboard: Kind) -> None:
    with ugi_or_nboard.start() as engine:
        assert engine.go(Game(start=MUST_PASS), DEPTH_1).move.is_pass
        over = Game(start=MUST_PASS.after("pass").after("c1"))
        assert over.is_over and engine.go(over, DEPTH_1).move is None


def listened(engine: Any) -> list[str]:
    """Return a list of the lines from now on, ``> `` before what is sent, ``< `` before answers."""
    said: list[str] = []
    engine.log = lambda direction, line: said.append(f"{direction} {line}")
    return said


def passing_game() -> Game:
    """Return a game with two forced passes, the last one to come."""
    game = Game()
    while not game.board.must_pass or not any(move.is_pass for move in game.moves):
        game.play(game.board.legal_moves()[0])
    return game


def test_passes(kind: Kind) -> None:
    game = passing_game()
    after = Game(game.moves)
    after.play("pass")
    with kind.start([*own_command(kind.protocol), "--level", "1"]) as engine:
        assert engine.go(game).move.is_pass
        assert engine.go(after).move in after.board.legal_moves()


def test_an_engine_that_is_told_no_passes(gtp: Kind) -> None:
    after = Game([*passing_game().moves, "pass"])
    with gtp.fake() as engine:
        said = listened(engine)
        for _ in range(2):
            assert engine.go(after).move == after.board.legal_moves()[0]
            engine.new_game()
    assert sum(line.endswith("PASS") for line in said) == 1, "it is asked once"


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (GoRequest(movetime=1500), ["time_settings 0 1.5 1", "time_settings 0 2 1"]),
        (GoRequest(movetime=2000), ["time_settings 0 2 1"]),
        (
            GoRequest(p1time=59_500, p2time=1),
            ["time_settings 59.5 0 0", "time_settings 60 0 0", "time_left black 60 0"],
        ),
        (GoRequest(p2time=1), []),
    ],
)
def test_clocks_over_gtp(gtp: Kind, request_: GoRequest, expected: list[str]) -> None:
    """An engine that refuses fractions is told whole seconds, rounded up."""
    with gtp.fake() as engine:
        said = listened(engine)
        game = Game()
        for _ in range(2):
            game.play(engine.go(game, request_).move)
            game.play(game.board.legal_moves()[0])
    told = [line[2:] for line in said if line.startswith("> time_")]
    assert told == expected + [line for line in expected[-1:] if line.startswith("time_left")]


def test_clocks_over_nboard(nboard: Kind) -> None:
    """Our own engine has a shorter clock, to think less."""
    for start, milliseconds, told in ((nboard.fake, 61_000, "61.00"), (nboard.start, 3000, "3.00")):
        clock = GoRequest(depth=60, p1time=1500, p2time=milliseconds, p2inc=500)
        with start() as engine:
            said = listened(engine)
            assert engine.go(Game("f5"), clock).move in Board.from_moves("f5").legal_moves()
        (record,) = [line for line in said if line.startswith("> set game")]
        assert f"TB[1.50/0.00]TW[{told}/0.50]" in record


def test_what_is_said(ugi: Kind) -> None:
    with ugi.fake() as engine:
        said = listened(engine)
        assert engine.name == "fake"
        assert repr(engine) == f"<{'Async' * ugi.is_async}UgiClient of fake>"
        engine.set_option("somesize", 3)
        answer = engine.go(Game("f5d6"), GoRequest(movetime=5))
    assert answer.move == Board.from_moves("f5d6").legal_moves()[0]
    assert (answer.info.score, answer.info.rank) == (-1.5, 1)
    assert answer.info.pv == (Move("d3"), Move("c3"))
    assert said[:3] == ["> setoption name Some Size value 3", "> isready", "< readyok"]
    assert "> position startpos moves f5 d6" in said and "> go movetime 5" in said
    assert said[-2:] == ["< bestmove c3", "> quit"]


def test_a_game_from_a_position(ugi_or_nboard: Kind) -> None:
    start = Board.from_moves("f5f6")
    with ugi_or_nboard.fake() as engine:
        assert engine.go(Game("e6", start), DEPTH_1).move in start.after("e6").legal_moves()


def test_a_search_is_stopped_from_another_thread() -> None:
    with UgiClient() as engine:
        timer = threading.Timer(0.2, engine.stop)
        timer.start()
        assert engine.go(Game(), GoRequest(infinite=True), 60).move in Board().legal_moves()
        timer.join()


def test_several_engines_at_once() -> None:
    async def play() -> list[Move]:
        async with AsyncUgiClient() as one, AsyncNBoardClient() as other:
            endless = asyncio.create_task(one.go(Game(), GoRequest(infinite=True), 60))
            answer = await other.go(Game("f5"), GoRequest(depth=2))
            await one.stop()
            return [answer.move, (await endless).move]

    first, second = asyncio.run(play())
    assert first in Board.from_moves("f5").legal_moves()
    assert second in Board().legal_moves()


@pytest.mark.parametrize("position", ["startpos", "8/8/8/3ox3/3xo3/8/8/8 x", "Tiger"])
def test_a_position_may_be_any_text_that_means_one(position: str) -> None:
    with UgiClient() as client:
        assert client.go(position, GoRequest(depth=1)).move is not None


def test_limits_have_the_words_of_the_engine(ugi: Kind) -> None:
    """They mean what they mean to `Engine`, and hold for one search."""
    with ugi.start(options={"Level": 3}) as engine:
        assert engine.go("f5", level=5).info.depth == 5
        assert engine.go("f5").info.depth == 3
        assert engine.go("f5", Limits(depth=4, moves=["d6"])).move == Move("d6")
        ranks: set[int] = set()
        engine.go("f5", depth=2, multipv="all", on_info=lambda info: ranks.add(info.rank))
        engine.set_option("Level", 2)
        assert ranks == {1, 2, 3} and engine.go("f5").info.depth == 2
        assert engine.go("f5", seconds=0.05, timeout=60).move in Board("f5").legal_moves()
        assert engine.go(Game(), depth=60, black_clock=0.1).info.depth < 60


def test_limits_are_sent_in_the_words_of_each_protocol(kind: Kind) -> None:
    with kind.fake() as engine:
        said = listened(engine)
        engine.go("f5", black_clock=60, white_clock=1.5, white_inc=0.5)
    expected = {
        "ugi": "go p1time 60000 p2time 1500 p2inc 500",
        "gtp": "time_left white 2 0",
        "nboard": "TB[60.00/0.00]TW[1.50/0.50]",
    }[kind.protocol]
    assert any(expected in line for line in said)


def test_numbers_are_sent_up_to_what_a_protocol_can_express(ugi: Kind) -> None:
    with ugi.fake() as engine:
        said = listened(engine)
        engine.go("f5", nodes=10**18, depth=2, seconds=float("inf"), white_clock=1e16)
    most = 10**15
    assert f"> go depth 2 nodes {most} movetime {most} p2time {most}" in said


@pytest.mark.parametrize("seconds", [0, 0.0001, 0.004])
def test_hardly_any_time_left_is_time_to_move(kind: Kind, seconds: float) -> None:
    with kind.start() as engine:
        if kind.protocol != "gtp":
            engine.go("f5", depth=3)
        answer = engine.go("f5", white_clock=seconds, timeout=1e10)
    assert answer.move in Board("f5").legal_moves()


def test_a_limit_holds_for_one_search(kind: Kind) -> None:
    """The next one is as that of a client that had none before, also in a new game."""
    limit = {"seconds": 4} if kind.protocol == "gtp" else {"depth": 3}
    with kind.fake() as engine:
        said = listened(engine)
        for limits in ({}, limit, {}, {}, limit):
            engine.go("f5", **limits)
        engine.new_game()
        engine.go("f5")
        lines = [line.removeprefix("> ") for line in said]
    told, back = {
        "ugi": ("go depth 3", "go"),
        "gtp": ("time_settings 0 4 1", "time_settings 0 0 0"),
        "nboard": ("set depth 3", "quit"),
    }[kind.protocol]
    first = [back] if kind.protocol == "ugi" else []
    assert [line for line in lines if line in (told, back)] == [
        *(*first, told, back),
        *(*first, told, back),
    ]


@pytest.mark.parametrize(("protocol", "limit"), [("ugi", "level"), ("nboard", "depth")])
def test_a_limit_is_told_again_after_a_restart(protocol: str, limit: str) -> None:
    """What the process before was told is not taken for said."""

    async def depths() -> list[int | None]:
        made = AsyncUgiClient if protocol == "ugi" else AsyncNBoardClient
        book = ["--no-book"] if protocol == "nboard" else []
        engine: Any = made([*own_command(protocol), "--level", "6", *book])
        found = []
        for _ in range(2):
            async with engine:
                found.append((await engine.go("f5d6c3d3c4f4f6f3e6e7", **{limit: 3})).info.depth)
        return found

    assert asyncio.run(depths()) == [3, 3]


def test_a_depth_is_not_that_of_the_search_before() -> None:
    with NBoardClient([*own_command("nboard"), "--no-book", "--level", "4"]) as engine:
        depths = []
        for limits in ({"depth": 2}, {}, {"white_clock": 60.0}, {"depth": 3}):
            answer = engine.go("f5", timeout=60, **limits)
            assert answer.info is not None
            depths.append(answer.info.depth)
    assert depths == [2, 4, 4, 3]


def test_old_names_warn(ugi: Kind) -> None:
    with ugi.fake() as engine:
        with pytest.warns(DeprecationWarning, match=r"expected limits=\.\.\."):
            assert engine.go("f5", request=GoRequest(depth=1)).move is not None
        with pytest.warns(DeprecationWarning, match=r"expected timeout=\.\.\."):
            assert engine.go("f5", GoRequest(depth=1), seconds=30).move is not None
