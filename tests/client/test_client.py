"""Clients, plain and asynchronous, meet engines that behave, and engines that do not."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from othello import Board, Game, Move
from othello.client import (
    Answer,
    AsyncClient,
    AsyncGtpClient,
    AsyncNBoardClient,
    AsyncUgiClient,
    Client,
    ClientError,
    EngineDied,
    EngineSilent,
    GoRequest,
    GtpClient,
    IllegalAnswer,
    NBoardClient,
    UgiClient,
    WrongReply,
    own_command,
)
from othello.errors import InvalidOption
from othello.protocol.ugi_text import format_go, format_info, parse_go, parse_info
from othello.result import Info

DEPTH_1 = GoRequest(depth=1)
MUST_PASS = Board(black=0b10, white=0b1)


class Awaited:
    """An asynchronous client that is used like a plain one, in an event loop of its own."""

    def __init__(self, client: AsyncClient) -> None:
        self.client = client
        self.loop = asyncio.new_event_loop()
        try:
            self.run(client.start())
        except BaseException:
            self.loop.close()
            raise

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(coroutine)

    def __enter__(self) -> Awaited:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.client, name)

    def go(self, *arguments: Any, **keywords: Any) -> Answer:
        answer: Answer = self.run(self.client.go(*arguments, **keywords))
        return answer

    def new_game(self) -> None:
        self.run(self.client.new_game())

    def set_option(self, name: str, value: object = None) -> None:
        self.run(self.client.set_option(name, value))

    def stop(self) -> None:
        self.run(self.client.stop())

    def close(self) -> None:
        self.run(self.client.close())
        self.loop.close()


CLIENTS: dict[str, tuple[type[Client], type[AsyncClient]]] = {
    "ugi": (UgiClient, AsyncUgiClient),
    "gtp": (GtpClient, AsyncGtpClient),
    "nboard": (NBoardClient, AsyncNBoardClient),
}


class Kind:
    """A protocol, and whether its client is asynchronous."""

    def __init__(self, protocol: str, is_async: bool) -> None:
        self.protocol = protocol
        self.is_async = is_async
        self.limit = GoRequest() if protocol == "gtp" else DEPTH_1

    def start(self, *arguments: Any, **keywords: Any) -> Any:
        plain, asynchronous = CLIENTS[self.protocol]
        if self.is_async:
            return Awaited(asynchronous(*arguments, **keywords))
        return plain(*arguments, **keywords)

    def fake(self, fault: str = "none", move: int = 1, **keywords: object) -> Any:
        """Start the engine of fake_engine.py."""
        script = str(Path(__file__).parents[1] / "support" / "fake_engine.py")
        command = [sys.executable, script, fault, str(move), self.protocol]
        return self.start(command, **keywords)


ALL = [Kind(protocol, is_async) for protocol in CLIENTS for is_async in (False, True)]


@pytest.fixture(params=ALL, ids=lambda kind: ("async-" * kind.is_async) + kind.protocol)
def kind(request: pytest.FixtureRequest) -> Kind:
    result: Kind = request.param
    return result


@pytest.fixture(params=[False, True], ids=["plain", "async"])
def ugi(request: pytest.FixtureRequest) -> Kind:
    return Kind("ugi", request.param)


@pytest.fixture(params=[False, True], ids=["plain", "async"])
def gtp(request: pytest.FixtureRequest) -> Kind:
    return Kind("gtp", request.param)


@pytest.fixture(params=[False, True], ids=["plain", "async"])
def nboard(request: pytest.FixtureRequest) -> Kind:
    return Kind("nboard", request.param)


# ---------------------------------------------------------------------- good engines


def test_our_engine_starts_beside_another_folder_of_its_name(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the folder above a clone."""
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
        assert repr(engine if not kind.is_async else engine.client).endswith(f"{engine.name}>")
        for _ in range(2):
            engine.new_game()
            game = Game("e6f4e3")
            while not game.is_over:
                answer = engine.go(game, GoRequest(), 60)
                assert answer.move in game.board.legal_moves() and answer.seconds > 0
                game.play(answer.move)
        assert engine.go(game).move.is_pass
        # Another game, of which nothing was said before.
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


@pytest.mark.parametrize("protocol", ["ugi", "nboard"])
@pytest.mark.parametrize("is_async", [False, True])
def test_a_forced_pass_and_a_finished_game(protocol: str, is_async: bool) -> None:
    with Kind(protocol, is_async).start() as engine:
        assert engine.go(Game(start=MUST_PASS), DEPTH_1).move.is_pass
        over = Game(start=MUST_PASS.after("pass").after("c1"))
        assert over.is_over and engine.go(over, DEPTH_1).move.is_pass


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
    said: list[str] = []
    with gtp.fake() as engine:
        (engine.client if gtp.is_async else engine).log = lambda *words: said.append(words[1])
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
    said: list[str] = []
    with gtp.fake() as engine:
        (engine.client if gtp.is_async else engine).log = lambda *words: said.append(words[1])
        game = Game()
        for _ in range(2):
            game.play(engine.go(game, request_).move)
            game.play(game.board.legal_moves()[0])
    told = [line for line in said if line.startswith("time_")]
    assert told == expected + [line for line in expected[-1:] if line.startswith("time_left")]


def test_clocks_over_nboard(nboard: Kind) -> None:
    said: list[str] = []
    with nboard.start() as engine:
        (engine.client if nboard.is_async else engine).log = lambda *words: said.append(words[1])
        clock = GoRequest(depth=60, p1time=1500, p2time=61_000, p2inc=500)
        assert engine.go(Game("f5"), clock).move in Board.from_moves("f5").legal_moves()
    (record,) = [line for line in said if line.startswith("set game")]
    assert "TB[1.50/0.00]TW[61.00/0.50]" in record


def test_what_is_said(ugi: Kind) -> None:
    said: list[str] = []
    with ugi.fake() as engine:
        client = engine.client if ugi.is_async else engine
        assert engine.name == "fake" and repr(client) == f"<{type(client).__name__} of fake>"
        client.log = lambda direction, line: said.append(f"{direction} {line}")
        engine.set_option("somesize", 3)
        answer = engine.go(Game("f5d6"), GoRequest(movetime=5))
    assert answer.move == Board.from_moves("f5d6").legal_moves()[0]
    assert answer.info is not None
    assert (answer.info.score, answer.info.rank, answer.info.pv) == (
        -1.5,
        1,
        (Move("d3"), Move("c3")),
    )
    assert said[:2] == ["> setoption name Some Size value 3", "> isready"]
    assert "> position startpos moves f5 d6" in said and "> go movetime 5" in said
    assert said[-2:] == ["< bestmove c3", "> quit"]


@pytest.mark.parametrize("protocol", ["ugi", "nboard"])
def test_a_game_from_a_position(protocol: str) -> None:
    start = Board.from_moves("f5f6")
    with Kind(protocol, False).fake() as engine:
        assert engine.go(Game("e6", start), DEPTH_1).move in start.after("e6").legal_moves()


def test_a_search_is_stopped_from_another_thread() -> None:
    with UgiClient() as engine:
        timer = threading.Timer(0.2, engine.stop)
        timer.start()
        assert engine.go(Game(), GoRequest(infinite=True), 60).move in Board().legal_moves()
        timer.join()


def test_several_engines_at_once() -> None:
    async def play() -> list[Answer]:
        async with AsyncUgiClient() as one, AsyncNBoardClient() as other:
            endless = asyncio.create_task(one.go(Game(), GoRequest(infinite=True), 60))
            answer = await other.go(Game("f5"), GoRequest(depth=2))
            await one.stop()
            return [answer, await endless]

    first, second = asyncio.run(play())
    assert first.move in Board.from_moves("f5").legal_moves()
    assert second.move in Board().legal_moves()


# ---------------------------------------------------------------------- bad engines


@pytest.mark.parametrize("fault", ["illegal", "rubbish", "wordless", "passing"])
def test_an_illegal_move_is_quoted(kind: Kind, fault: str) -> None:
    quoted = {
        "illegal": {"ugi": "bestmove a1", "gtp": "= A1", "nboard": "=== A1/1.0/0.1"},
        "rubbish": {
            "ugi": r"bestmove \x00\x01 e9 nonsense",
            "gtp": r"= \x00\x01 E9 NONSENSE",
            "nboard": r"=== \x00\x01 E9 NONSENSE/1.0/0.1",
        },
        "wordless": {"ugi": "'bestmove'", "gtp": "'= '", "nboard": "'=== /1.0/0.1'"},
        "passing": {"ugi": "bestmove 0000", "gtp": "= PASS", "nboard": "=== PA/1.0/0.1"},
    }[fault][kind.protocol]
    with kind.fake(fault, name="Rhino") as engine:
        for _ in range(2):  # the client is not lost
            with pytest.raises(IllegalAnswer, match=f"^Rhino: .*{re.escape(quoted)}.*expected d3"):
                engine.go(Game(), kind.limit)


@pytest.mark.parametrize("fault", ["hang", "flood"])
def test_silence_has_an_end(kind: Kind, fault: str) -> None:
    what = {"ugi": "bestmove", "gtp": "answer", "nboard": "==="}[kind.protocol]
    command = {"ugi": "go depth 1", "gtp": "genmove black", "nboard": "go"}[kind.protocol]
    message = f"^fake: no {what} within 0.2 s of '{command}', with 'at your service' on stderr$"
    with kind.fake(fault) as engine, pytest.raises(EngineSilent, match=message):
        engine.go(Game(), kind.limit, seconds=0.2)


def test_a_death_is_explained(kind: Kind) -> None:
    with kind.fake("die", 2) as engine:
        engine.go(Game(), kind.limit)
        for _ in range(2):
            with pytest.raises(EngineDied, match="^fake: left with exit code 3 .*'out of luck'"):
                engine.go(Game(), kind.limit)


def test_a_closed_pipe(kind: Kind) -> None:
    with kind.fake("close") as engine, pytest.raises(EngineDied, match="^fake: closed its output"):
        engine.go(Game(), kind.limit)


def test_an_engine_that_does_not_come_up(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EngineDied, match=r"^fake_engine: left with exit code 3 .*'out of luck'"):
        kind.fake("stillborn", name="fake_engine")
    with pytest.raises(EngineDied, match=r"^no-such: cannot be started as 'no-such --now': "):
        kind.start(["no-such", "--now"])
    monkeypatch.setattr("othello.client.protocol.READY_SECONDS", 0.5)
    what = {"ugi": "ugiok", "gtp": "answer", "nboard": "pong 1"}[kind.protocol]
    with pytest.raises(EngineSilent, match=f"no {what} within 0.5 s of '"):
        kind.fake("mute")


def test_refusals(ugi: Kind) -> None:
    with ugi.fake("rude") as engine:
        with pytest.raises(InvalidOption, match="fake: no option 'Hash': expected Some Size"):
            engine.set_option("Hash", 1)
        with pytest.raises(WrongReply, match="'setoption name Some Size value 99'.*too large"):
            engine.set_option("Some Size", 99)
        with pytest.raises(WrongReply, match="'uginewgame' was answered by .*never"):
            engine.new_game()
        assert engine.go(Game(), DEPTH_1).move == Move("d3")


def test_what_gtp_has_no_word_for(gtp: Kind) -> None:
    with pytest.raises(WrongReply, match=r"'clear_board' was answered by '\? never'"):
        gtp.fake("rude")
    with gtp.fake() as engine:
        with pytest.raises(InvalidOption, match="fake: its protocol has no word for depth"):
            engine.go(Game(), DEPTH_1)
        with pytest.raises(InvalidOption, match="no word for a position"):
            engine.go(Game(start=MUST_PASS))
        with pytest.raises(InvalidOption, match="no option 'Hash'.*its protocol has no options"):
            engine.set_option("Hash", 1)
        with pytest.raises(InvalidOption, match="no word to end a search"):
            engine.stop()


def test_what_nboard_has_no_word_for(nboard: Kind) -> None:
    with nboard.fake() as engine, pytest.raises(InvalidOption, match="no word for nodes"):
        engine.go(Game(), GoRequest(nodes=5))


def test_bad_options_leave_no_process(ugi: Kind) -> None:
    with pytest.raises(WrongReply):
        ugi.fake(options={"Some Size": 99})
    assert not any("_read_std" in thread.name for thread in threading.enumerate())


def test_an_engine_that_will_not_leave_is_killed(kind: Kind) -> None:
    engine = kind.fake("hang")
    client = engine.client if kind.is_async else engine
    process = client._process._process
    with pytest.raises(EngineSilent):
        engine.go(Game(), kind.limit, seconds=0.01)
    if not kind.is_async:
        engine.close()
        with pytest.raises(EngineDied):
            engine.new_game()
    else:
        engine.run(client.close())
        with pytest.raises(EngineDied):
            engine.new_game()
        engine.loop.close()
    assert process.returncode != 0


def test_killed_from_another_thread() -> None:
    engine = Kind("ugi", False).fake("hang")
    timer = threading.Timer(0.2, engine.kill)
    timer.start()
    with pytest.raises(ClientError):
        engine.go(Game(), DEPTH_1)
    timer.join()


def test_a_cancelled_call_ends_the_engine() -> None:
    async def cancel() -> None:
        async with AsyncUgiClient() as engine:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.go(Game(), GoRequest(infinite=True)), 0.3)
            with pytest.raises(EngineDied, match="was ended by signal 9"):
                await engine.go(Game(), DEPTH_1)

    asyncio.run(cancel())


def test_an_asynchronous_client_must_be_started() -> None:
    with pytest.raises(ClientError, match=r"is not started: expected start\(\)"):
        asyncio.run(AsyncUgiClient(name="x").go(Game()))


# ---------------------------------------------------------------------- texts


@pytest.mark.parametrize(
    "command",
    [
        "go",
        "go depth 8 nodes 100",
        "go movetime 0 p1time -5 p2time 10 p1inc 1 p2inc 2 movestogo 3",
        "go infinite exact wld searchmoves d3 0000",
    ],
)
def test_go_is_written_as_it_is_read(command: str) -> None:
    assert format_go(parse_go(command.split()[1:])) == command


@pytest.mark.parametrize(
    "info",
    [
        Info(8, 73, 1.5, None, False, (Move("f5"), Move("d6")), 1, 100, 0.25, 3),
        Info(20, 100, -4, None, True, (Move("pass"),), 2, 10**12, 99.0, 1000),
        Info(3, 100, 0.25, "upper", False, (), 1, 0, 0.0, 0),
    ],
)
def test_info_is_read_as_it_is_written(info: Info) -> None:
    assert parse_info(format_info(info)) == info


@pytest.mark.parametrize("line", ["info", "info depth", "info nodes 5", "info string score cp 3"])
def test_info_without_a_score(line: str) -> None:
    assert parse_info(line) is None


def test_odd_info_is_read_as_far_as_it_goes() -> None:
    info = parse_info("info score mate 3 depth x nodes 7 pv")
    assert info is not None and (info.depth, info.nodes, info.pv) == (0, 7, ())
