"""Two clients and a referee: whole games, kept alike everywhere."""

import asyncio
from pathlib import Path

import pytest
from support.ggs import games_of, jittering, play, raw, referee

from othello import GameBase, read_games
from othello.ggf.games import parse_game
from othello.ggs.rules import Rules


@pytest.mark.parametrize(("kind", "n_games"), [("8", 1), ("8w", 1), ("s8r20", 2)])
async def test_a_match_is_kept_alike_on_both_sides_and_on_the_server(
    tmp_path: Path, kind: str, n_games: int
) -> None:
    async with referee(tmp_path) as (server, port):
        (alice, said), (bob, _) = await asyncio.gather(
            play(port, "alice", tmp_path, asks=(f"{kind} 1:00 bob",), n_matches=1),
            play(port, "bob", tmp_path, n_matches=1),
        )
        assert alice.n_done == bob.n_done == 1
        assert any(line.startswith("rating 1500") for line in said)
        ratings = [server.journal.ratings[name] for name in ("alice", "bob")]
        assert sum(rating.rating for rating in ratings) == pytest.approx(3000)
        assert all(rating.deviation < 350 for rating in ratings)
    kept = games_of(tmp_path / "games.ggf")
    assert len(kept) == n_games
    assert games_of(tmp_path / "alice.ggf") == games_of(tmp_path / "bob.ggf") == kept
    base = GameBase(tmp_path / "both.base", is_new=True)
    counts = [base.add(read_games(tmp_path / name)) for name in ("games.ggf", "bob.ggf")]
    assert counts == [(n_games, 0), (0, n_games)]
    base.close()
    for line in kept:
        game = parse_game(line)
        assert game.game().board.is_over and game.tags["TI"] == "01:00//02:00"
        assert f"RE[{int(float(game.tags['RE'])):+d}.00]" in line
        black, white = game.game().board.disc_counts()
        assert (float(game.tags["RE"]) > 0) == (black > white)
        assert all(note.seconds is not None for note in game.moves)
        if kind == "8w":
            assert game.tags["PW"] == "alice"
    log = (tmp_path / "alice.log").read_text() + (tmp_path / "journal.jsonl").read_text()
    assert "secret" not in log


async def test_several_requests_are_made_again_after_each_match(tmp_path: Path) -> None:
    """Both are accepted, but the second cannot begin while the first is played."""
    async with referee(tmp_path) as (_, port):
        asks = ("8r20 1:00 bob", "8 1:00 bob")
        await asyncio.gather(
            play(port, "alice", tmp_path, asks=asks, n_matches=2),
            play(port, "bob", tmp_path, n_matches=2),
        )
    assert len(games_of(tmp_path / "games.ggf")) == 2


async def test_one_engine_plays_several_matches_at_once(tmp_path: Path) -> None:
    async with referee(tmp_path) as (_, port):
        askers = [
            play(port, name, tmp_path, asks=("8 1:00 bob",), n_matches=2)
            for name in ("alice", "carol", "dora")
        ]
        results = await asyncio.gather(play(port, "bob", tmp_path, n_matches=6, n_open=3), *askers)
        assert results[0][0].n_done == 6
    assert games_of(tmp_path / "bob.ggf") == games_of(tmp_path / "games.ggf")
    assert ":t" not in (tmp_path / "games.ggf").read_text()


async def test_an_observer_sees_all_moves(tmp_path: Path) -> None:
    async with referee(tmp_path) as (_, port), raw(port, "carol") as watcher:
        playing = asyncio.gather(
            play(port, "alice", tmp_path, asks=("8 1:00 bob",), n_matches=1),
            play(port, "bob", tmp_path, n_matches=1),
        )
        begun = await watcher.message("/os: + match")
        watcher.send(f"tell /os watch + {begun.id}")
        state = await watcher.message("/os: join")
        numbers = [state.number]
        while not state.board.is_over:
            state = await watcher.message("/os: update")
            numbers.append(state.number)
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        ended = await watcher.message("/os: - match")
        assert ended.result == parse_game((tmp_path / "games.ggf").read_text()).tags["RE"]
        await playing


async def jittered(folder: Path, n_pairs: int, n_matches: int, match: str, level: object) -> None:
    """Play matches of pairs of clients, all at once, over a network with up to 0.5 s of delay."""
    async with referee(folder) as (_, port), jittering(port, 0.5, seed=7) as late_port:
        settings = {"n_matches": n_matches, "level": level, "rules": Rules.parse("clock=0:10-9:00")}
        players = []
        for number in range(n_pairs):
            white = f"w{number}"
            asks = (f"{match} {white}",)
            players.append(play(late_port, f"b{number}", folder, asks=asks, **settings))
            players.append(play(late_port, white, folder, **settings))
        await asyncio.gather(*players)


SLOW = [pytest.mark.slow, pytest.mark.timeout(3000)]


@pytest.mark.parametrize(
    ("n_pairs", "n_matches", "match", "level"),
    [
        pytest.param(3, 1, "8r44 0:30/", 1, id="3"),
        pytest.param(1, 4, "8r40 0:20/", None, id="thinking all the time", marks=SLOW),
        pytest.param(20, 10, "8r30 2:00/", 1, id="200", marks=SLOW),
    ],
)
def test_jitter_loses_no_game_on_time(
    tmp_path: Path, n_pairs: int, n_matches: int, match: str, level: int | None
) -> None:
    asyncio.run(jittered(tmp_path, n_pairs, n_matches, match, level))
    kept = games_of(tmp_path / "games.ggf")
    assert len(kept) == n_pairs * n_matches
    assert [line for line in kept if ":" in parse_game(line).tags["RE"]] == []
    own = [line for number in range(n_pairs) for line in games_of(tmp_path / f"b{number}.ggf")]
    assert sorted(own) == kept
