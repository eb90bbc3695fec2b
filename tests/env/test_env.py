"""The environments: their libraries' own checkers, and every step held to `Board`."""

import random
import warnings
from typing import Any

import pytest

from othello import Board, Engine, Move
from othello.errors import IllegalMove, InvalidMove, InvalidOption

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium", minversion="1.1")

from othello.env import OthelloEnv, OthelloVectorEnv  # noqa: E402


def squares(board: Board) -> list[int]:
    return [int(move) for move in board.legal_moves() if move < 64]


def legal(mask: Any) -> list[int]:
    return [int(square) for square in np.flatnonzero(mask)]


def planes(board: Board, turn: str) -> Any:
    return np.array(
        [
            [[board.disc_at(8 * rank + file) == side for file in range(8)] for rank in range(8)]
            for side in (turn, "O" if turn == "X" else "X")
        ],
        np.uint8,
    )


def passed(board: Board) -> Board:
    return board.after("pass") if board.must_pass else board


# ---------------------------------------------------------------------- Gymnasium, one game


@pytest.mark.parametrize("options", [{}, {"black": True, "reward": "discs"}])
def test_gymnasiums_own_checker(options: dict[str, Any]) -> None:
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("othello.env:Othello-v0", render_mode="ansi", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=False)


@pytest.mark.parametrize("black", [True, False])
def test_games_are_those_of_board(black: bool) -> None:
    rng = random.Random(5)
    ours = "X" if black else "O"
    passes = 0
    for seed in range(16):
        board = Board()

        def opponent(position: Board) -> Move:
            nonlocal board, passes
            assert position == board and position.turn != ours
            move = rng.choice(board.legal_moves())
            after = board.after(move)
            passes += after.must_pass
            board = passed(after)
            return move

        env = OthelloEnv(opponent, black=black, reward="discs")
        observation, info = env.reset(seed=seed)
        terminated = False
        while not terminated:
            assert board.turn == ours and env.board == board
            assert (observation == planes(board, ours)).all()
            assert legal(info["action_mask"]) == squares(board)
            move = rng.choice(squares(board))
            after = board.after(move)
            passes += after.must_pass
            board = passed(after)
            observation, reward, terminated, truncated, info = env.step(move)
            assert not truncated
            assert reward == (
                0 if not terminated else board.score() * (1 if board.turn == ours else -1) / 64
            )
        assert board.is_over and not info["action_mask"].any()
        with pytest.raises(InvalidOption, match="the game is over"):
            env.step(0)
    assert passes > 0


def test_random_games_come_again_with_their_seed() -> None:
    def game(seed: int) -> list[Any]:
        env = OthelloEnv()
        observation, info = env.reset(seed=seed)
        seen = [observation.tobytes()]
        terminated = False
        while not terminated:
            square = legal(info["action_mask"])[0]
            observation, reward, terminated, _, info = env.step(square)
            seen += [observation.tobytes(), reward]
        assert seen[-1] in (-1, 0, 1)
        return seen

    assert game(1) == game(1)
    assert len({tuple(game(seed)) for seed in range(8)}) > 4


def test_an_illegal_action_loses() -> None:
    for square in (0, 27, 63):
        env = OthelloEnv(black=True)
        env.reset(seed=1)
        _, reward, terminated, _, info = env.step(square)
        assert (reward, terminated, info["action_mask"].any()) == (-1, True, False)


def test_the_engine_as_an_opponent() -> None:
    with Engine(hash_mb=1) as engine:
        env = OthelloEnv(lambda board: engine.search(board, depth=2).move, black=False)
        _, info = env.reset(seed=1)
        assert env.board.turn == "O" and len(legal(info["action_mask"])) > 0
    cheat = OthelloEnv(lambda board: "a1", black=False)
    with pytest.raises(IllegalMove, match="the opponent played a1 on .*: expected d3 c4 f5 e6"):
        cheat.reset()


# ---------------------------------------------------------------------- Gymnasium, many games


def test_many_games_against_themselves_are_those_of_board() -> None:
    n = 64
    envs = OthelloVectorEnv(n, opponent="self", reward="discs")
    observations, infos = envs.reset(seed=1)
    boards = [Board() for _ in range(n)]
    rng = random.Random(1)
    ended = np.zeros(n, bool)
    n_ended = passes = 0
    for _ in range(130):
        actions = np.zeros(n, np.int64)
        for i, board in enumerate(boards):
            assert legal(infos["action_mask"][i]) == ([] if ended[i] else squares(board))
            if not ended[i]:
                actions[i] = rng.choice(squares(board))
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert not truncated.any()
        for i, board in enumerate(boards):
            if ended[i]:  # this step began the next game
                boards[i] = Board()
                assert not terminated[i] and rewards[i] == 0
                continue
            after = board.after(int(actions[i]))
            passes += after.must_pass
            boards[i] = after = passed(after)
            assert terminated[i] == after.is_over
            mover = after.score() if after.turn == board.turn else -after.score()
            assert rewards[i] == (mover / 64 if after.is_over else 0)
        for i in range(0, n, 16):
            assert (observations[i] == planes(boards[i], boards[i].turn)).all()
        ended = terminated
        n_ended += int(terminated.sum())
    assert n_ended >= 2 * n and passes > 10


def test_many_games_against_random_moves() -> None:
    """After our move and theirs it is our turn, one, three, … plies on, in a legal position."""
    n = 200
    envs = OthelloVectorEnv(n)
    observations, infos = envs.reset(seed=2)
    firsts = observations.reshape(n, -1).sum(axis=1)
    assert set(firsts.tolist()) == {4, 5} and 60 < (firsts == 4).sum() < 140
    total: list[float] = []
    ended = np.zeros(n, bool)
    for _ in range(45):
        before = observations
        masks = infos["action_mask"]
        actions = np.array([legal(mask)[0] if mask.any() else 0 for mask in masks])
        observations, rewards, terminated, _, infos = envs.step(actions)
        for i in range(0, n, 10):
            if not ended[i]:
                follows(
                    before[i], int(actions[i]), observations[i], bool(terminated[i]), rewards[i]
                )
        ended = terminated
        total += rewards[terminated].tolist()
    assert len(total) > n and set(total) <= {-1, 0, 1}


def board_of(observation: Any) -> Board:
    player, opponent = (
        int.from_bytes(np.packbits(plane.ravel(), bitorder="little").tobytes(), "little")
        for plane in observation
    )
    return Board(player, opponent)


def follows(before: Any, square: int, after: Any, terminated: bool, reward: float) -> None:
    """Hold a step against random moves to the rules: some answers lead from one to the other."""
    target = board_of(after)
    boards = [board_of(before).after(square)]  # Black is us
    while boards:
        board = passed(boards.pop())
        if board.is_over:
            if (board.black, board.white) == (target.black, target.white):
                black = board.score() if board.turn == "X" else -board.score()
                assert terminated and reward == np.sign(black)
                return
        elif board.turn == "X":
            if board == target:
                assert not terminated and reward == 0
                return
        else:
            boards += [board.after(move) for move in board.legal_moves()]
    raise AssertionError(f"no answers lead to {target}")


def test_an_illegal_action_loses_one_game_of_many() -> None:
    envs = OthelloVectorEnv(3, opponent="self")
    envs.reset(seed=1)
    _, rewards, terminated, _, infos = envs.step(np.array([37, 64, -1]))
    assert rewards.tolist() == [0, -1, -1] and terminated.tolist() == [False, True, True]
    assert infos["action_mask"].any(axis=1).tolist() == [True, False, False]
    _, rewards, terminated, _, infos = envs.step(np.array([43, 0, 0]))
    assert rewards.tolist() == [0, 0, 0] and not terminated.any()
    assert legal(infos["action_mask"][1]) == [19, 26, 37, 44]
    made = gymnasium.make_vec("othello.env:Othello-v0", 4, vectorization_mode="vector_entry_point")
    assert made.reset(seed=1)[0].shape == (4, 2, 8, 8)


# ---------------------------------------------------------------------- PettingZoo


@pytest.fixture
def aec() -> Any:
    pytest.importorskip("pettingzoo")
    from othello.env import OthelloAEC

    return OthelloAEC


def test_pettingzoos_own_checkers(aec: Any, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        # PettingZoo says so of its own games with action masks too.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(aec(render_mode="ansi"), num_cycles=300)
        seed_test(aec, num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


def test_games_of_two_agents_are_those_of_board(aec: Any) -> None:
    rng = random.Random(3)
    passes = 0
    for _ in range(5):
        env = aec(reward="discs")
        env.reset()
        board = Board()
        while not board.is_over:
            agent = "black_0" if board.turn == "X" else "white_0"
            assert env.agent_selection == agent and env.board == board
            seen = env.observe(agent)
            assert (seen["observation"] == planes(board, board.turn)).all()
            assert legal(seen["action_mask"]) == squares(board)
            other = env.observe("white_0" if agent == "black_0" else "black_0")
            assert not other["action_mask"].any()
            move = rng.choice(squares(board))
            after = board.after(move)
            passes += after.must_pass
            board = passed(after)
            env.step(move)
        black = (board.score() if board.turn == "X" else -board.score()) / 64
        assert env.rewards == {"black_0": black, "white_0": -black}
        assert all(env.terminations.values())
    assert passes > 0
    env = aec()
    env.reset()
    env.step(0)
    assert env.rewards == {"black_0": -1, "white_0": 1}


# ---------------------------------------------------------------------- what is refused


@pytest.mark.parametrize("black", [True, False])
def test_no_step_after_an_error_of_the_opponent(black: bool) -> None:
    """The next step would play the opponent's move for it."""
    raises = not black

    def opponent(board: Board) -> Move:
        if raises:
            raise ConnectionError("gone")
        return board.legal_moves()[0]

    env = OthelloEnv(opponent, black=black)
    # As White, we wait for its move at once.
    with pytest.raises(ConnectionError):  # noqa: PT012
        env.reset()
        raises = True
        env.step(37)
    raises = False
    turn = env.board.turn
    for _ in range(2):
        with pytest.raises(InvalidOption, match="expected reset first"):
            env.step(int(env.board.legal_moves()[0]))
    assert env.board.turn == turn
    _, info = env.reset()
    assert info["action_mask"].any()
    assert env.step(int(info["action_mask"].argmax()))[1:3] == (0.0, False)


def test_what_is_no_action_changes_nothing() -> None:
    """``refused.jsonl`` has the errors."""
    env = OthelloEnv(lambda board: "f6", black=True)
    env.reset()
    with pytest.raises(InvalidMove):
        env.step(np.float32(37))
    assert env.board == Board()
    env.step("F5")
    assert env.board == Board("f5f6")
    envs = OthelloVectorEnv(2, opponent="self")
    before, _ = envs.reset(seed=1)
    with pytest.raises(InvalidMove, match=r"expected integers of shape \(2,\)"):
        envs.step([37])
    after, *_ = envs.step([0, 0])  # a1 is illegal and changes nothing
    assert (after == before).all()


def test_agents_before_and_after_a_game_and_unknown_ones(aec: Any) -> None:
    env = aec()
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
