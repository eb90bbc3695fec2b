"""Steps that the environments refuse: at the wrong time, or with what is no action."""

import pytest

from othello import Board, Move
from othello.errors import InvalidMove, InvalidOption

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium", minversion="1.1")

from othello.env import OthelloEnv, OthelloVectorEnv  # noqa: E402


class Flaky:
    """An opponent that plays its first legal move, unless it is to raise."""

    raises = True

    def __call__(self, board: Board) -> Move:
        if self.raises:
            raise ConnectionError("gone")
        return board.legal_moves()[0]


def start(env: OthelloEnv, opponent: Flaky) -> None:
    env.reset()
    opponent.raises = True
    env.step(37)


@pytest.mark.parametrize("black", [True, False])
def test_no_step_after_an_error_of_the_opponent(black: bool) -> None:
    """The next step would play the opponent's move for it."""
    opponent = Flaky()
    env = OthelloEnv(opponent, black=black)
    opponent.raises = not black
    with pytest.raises(ConnectionError):  # as White, we wait for its move at once
        start(env, opponent)
    opponent.raises = False
    turn = env.board.turn
    for _ in range(2):
        with pytest.raises(InvalidOption, match="expected reset first"):
            env.step(int(env.board.legal_moves()[0]))
    assert env.board.turn == turn
    _, info = env.reset()
    assert info["action_mask"].any()
    assert env.step(int(info["action_mask"].argmax()))[1:3] == (0.0, False)


def test_what_is_no_action_changes_nothing() -> None:
    env = OthelloEnv(black=True)
    env.reset()
    with pytest.raises(InvalidMove, match="invalid action .*: expected a whole number, 0 to 63"):
        env.step(np.float32(37))
    assert env.board == Board()
    assert env.step(np.array([37]))[1] == 0.0
    envs = OthelloVectorEnv(2, opponent="self")
    before, _ = envs.reset(seed=1)
    with pytest.raises(InvalidMove, match=r"expected integers of shape \(2,\)"):
        envs.step([37])
    after, *_ = envs.step([0, 0])  # a1 is illegal and changes nothing
    assert (after == before).all()


def test_an_action_by_its_name() -> None:
    env = OthelloEnv(lambda board: "f6", black=True)
    env.reset()
    env.step("F5")
    assert env.board == Board("f5f6")


def test_agents_before_and_after_a_game_and_unknown_ones() -> None:
    pytest.importorskip("pettingzoo")
    from othello.env import OthelloAEC

    env = OthelloAEC()
    assert env.board == Board() and not env.observe("white_0")["action_mask"].any()
    with pytest.raises(InvalidOption, match="expected reset first"):
        env.step(37)
    for ask in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(InvalidOption, match="invalid agent 'black': expected black_0, white_0"):
            ask("black")
    env.reset()
    with pytest.raises(InvalidMove, match="invalid action 37.5"):
        env.step(37.5)
    assert env.board == Board() and not any(env.terminations.values())
    env.step(0)  # a1 is illegal and ends the game
    while env.agents:
        env.step(None)
    with pytest.raises(InvalidOption, match="expected reset first"):
        env.step(None)
