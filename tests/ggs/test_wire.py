"""Messages: text to values and back, whole ones and damaged ones."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from othello.board import Board
from othello.ggf.games import GgfClock, GgfMove
from othello.ggs.tables import Table, random_start
from othello.ggs.wire import BadMessage, GameType, Gatherer, State, parse

JOIN = """
/os: join .5 8b K?
|0 move(s)
|  0: PASS
|alice    (1720.0 *) 00:59,0:0//02:00,0:0
|bob      (1720.0 O) 01:00,0:0//02:00,0:0
|
|   A B C D E F G H
| 1 - - - - - - - - 1 
| 2 - - - - - - - - 2 
| 3 - - - - - - - - 3 
| 4 - - - O * - - - 4 
| 5 - - - * O - - - 5 
| 6 - - - - - - - - 6 
| 7 - - - - - - - - 7 
| 8 - - - - - - - - 8 
|   A B C D E F G H
|
|* to move
READY
""".splitlines()  # noqa: W291
"""A message as the server sends it."""


CLOCK = GgfClock(60.0, 0.0, 120.0)


def played(seed: int, n_moves: int, clock: GgfClock = CLOCK) -> Table:
    """Return a game after random moves."""
    rng = random.Random(seed)
    kind = GameType.parse("s8r20")
    names, ratings = ("alice", "bob"), (1720.0, 1499.5)
    table = Table(".5.0", names, ratings, kind, clock, random_start(20, rng), "today")
    for _ in range(n_moves):
        if table.board.is_over:
            break
        move = rng.choice(table.board.legal_moves())
        seconds = rng.randrange(100) / 100
        table.play(GgfMove(move, rng.choice([None, -1.25]), seconds))
    return table


def message_of(lines: list[str]) -> State:
    (found,) = [message for line in lines for message in Gatherer().add(line)] or [lines]
    state = parse(found)
    assert isinstance(state, State)
    return state


def test_a_join_of_the_server_is_read() -> None:
    gatherer = Gatherer()
    (lines,) = [message for line in JOIN for message in gatherer.add(line)]
    state = message_of(lines)
    assert state.board == Board() and state.number == 0 and state.start is None
    assert state.color_of("alice") is True and state.color_of("bob") is False
    assert state.color_of("carol") is None
    assert state.players[0].clock == "00:59,0:0//02:00,0:0"
    assert state.lines() == lines


@given(st.integers(0, 10**6), st.integers(0, 50), st.booleans(), st.integers(0, 5))
def test_a_state_is_read_as_it_was_written(
    seed: int, n_moves: int, is_join: bool, increment: int
) -> None:
    table = played(seed, n_moves, GgfClock(60.0, float(increment), 120.0))
    state = table.state(is_join)
    assert parse(state.lines()) == state
    assert state.board == table.board and state.number == len(table.moves)
    if is_join and table.moves:
        assert state.start == table.start and list(state.moves) == table.moves


@given(st.integers(0, 10**6), st.integers(0, 30), st.booleans(), st.data())
def test_a_damaged_state_is_named_or_has_a_whole_board(
    seed: int, n_moves: int, is_join: bool, data: st.DataObject
) -> None:
    lines = played(seed, n_moves).state(is_join).lines()
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        place = data.draw(st.integers(0, len(lines[number])))
        change = data.draw(st.sampled_from(["", "x", "*", "O", "9", " ", "\0", "é"]))
        if data.draw(st.booleans()):
            lines[number] = lines[number][:place] + change + lines[number][place + 1 :]
        elif len(lines) > 1:
            del lines[number]
    try:
        state = parse(lines)
    except BadMessage:
        return
    if isinstance(state, State):
        black, white = state.board.disc_counts()
        assert 0 < black + white <= 64
        assert {player.is_black for player in state.players} == {True, False}


@pytest.mark.parametrize("line", ["alice: hello", ": + /os 1", "/os: who 3", "/os:", "|stray"])
def test_what_a_player_need_not_know_is_left(line: str) -> None:
    assert parse([line]) is None
