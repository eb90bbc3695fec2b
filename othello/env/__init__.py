"""Environments for reinforcement learning: Gymnasium and PettingZoo; needs ``othello-engine[env]``.

`OthelloEnv` is a game against an opponent, one move of ours a step; ``Othello-v0`` for Gymnasium.
`OthelloVectorEnv` plays many such games in step, against random moves or against itself, and is
the fast one. `OthelloAEC` is PettingZoo's form, with an agent for each side.

In all of them an observation are planes of 0 and 1, shape (2, 8, 8): the discs of the side to move,
then those of the other. An action is a square, a1 = 0 to h8 = 63; who must pass passes without
being asked. Which squares are legal stands in the *action mask*. The reward is 0 until the end of
the game, then 1, 0 or -1 or, with ``reward="discs"``, the score in discs / 64. An illegal action
loses the game at once.

>>> import gymnasium
>>> env = gymnasium.make("othello.env:Othello-v0", black=True)
>>> observation, info = env.reset(seed=1)
>>> observation.shape, [int(square) for square in info["action_mask"].nonzero()[0]]
((2, 8, 8), [19, 26, 37, 44])
>>> observation, reward, terminated, truncated, info = env.step(37)
>>> int(observation.sum()), float(reward), terminated
(6, 0.0, False)
"""

from typing import TYPE_CHECKING

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"othello.env needs Gymnasium, the extra 'env': {error}") from None

from othello.env.single import OthelloEnv
from othello.env.vector import OthelloVectorEnv
from othello.rooms import lazily

if TYPE_CHECKING:
    from othello.env.aec import OthelloAEC

__all__ = ["OthelloAEC", "OthelloEnv", "OthelloVectorEnv"]

gymnasium.register(
    "Othello-v0",
    entry_point="othello.env.single:OthelloEnv",
    vector_entry_point="othello.env.vector:OthelloVectorEnv",
)

# PettingZoo is not needed for the others.
__getattr__ = lazily(__name__, __all__, "aec")
