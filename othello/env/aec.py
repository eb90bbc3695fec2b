"""A game with an agent for each side, for PettingZoo."""

from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv

from othello.env.play import OneGame, Play, mask_of, square_of
from othello.errors import InvalidOption
from othello.fields import one_of

AGENTS = ("black_0", "white_0")


class OthelloAEC(OneGame, AECEnv):
    """A game of two agents, ``black_0`` and ``white_0``.

    An observation is a dict of the planes, ``observation``, own discs first, and ``action_mask``,
    which is 0 for who is not to move. An illegal action loses: -1, and 1 for the other.

    Parameters
    ----------
    reward : str
        ``"win"`` for 1, 0 and -1 at the end, ``"discs"`` for the score / 64.
    render_mode : str, optional
        ``"ansi"``: `render` returns the board as text.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "othello_v0",
        "render_modes": ["ansi"],
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(self, *, reward: str = "win", render_mode: str | None = None) -> None:
        super().__init__(reward, render_mode)
        self.possible_agents = list(AGENTS)
        self.terminations = dict.fromkeys(AGENTS, True)  # until `reset`
        box = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 1, (2, 8, 8), np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (64,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, box)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(64) for agent in AGENTS}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Return what an agent sees."""
        return self.observation_spaces[one_of("agent", agent, AGENTS)]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Return what an agent may do."""
        return self.action_spaces[one_of("agent", agent, AGENTS)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; nothing in it is random."""
        self._play = Play()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = "black_0"

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return what an agent sees."""
        play = self._play
        side = AGENTS.index(one_of("agent", agent, AGENTS))
        is_turn = side == play.turn and not self.terminations.get(agent, True)
        return {
            "observation": play.planes(side),
            "action_mask": mask_of(play.legal if is_turn else 0),
        }

    def step(self, action: Any) -> None:
        """Play a square for the agent whose turn it is; None once the game is over."""
        if not getattr(self, "agents", None):
            raise InvalidOption("the game is over: expected reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        square = square_of(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        side = self.possible_agents.index(agent)
        if not (0 <= square < 64 and self._play.play(square)):
            self._end({agent: -1.0, self.possible_agents[1 - side]: 1.0})
        elif not self._play.legal:
            turns = enumerate(self.possible_agents)
            self._end({name: self._play.reward(turn, self._reward) for turn, name in turns})
        else:
            self.agent_selection = self.possible_agents[self._play.turn]
        self._accumulate_rewards()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)
