"""Many games in step, for Gymnasium: arrays of positions, and no object for a game."""

from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from othello._core import core
from othello.arrays import describe, is_integers
from othello.batch import to_bits
from othello.env.play import REWARDS, START, reward_of
from othello.errors import InvalidMove, InvalidOption
from othello.fields import in_range, one_of

OPPONENTS = ("random", "self")
MOST_ENVS = 1 << 20

Flags = npt.NDArray[np.bool_]


class OthelloVectorEnv(VectorEnv[npt.NDArray[np.uint8], Any, npt.NDArray[Any]]):
    """`num_envs` games at once.

    A game that has ended begins anew with the next step, whose action for it is ignored, as
    Gymnasium's vector environments do.

    Parameters
    ----------
    num_envs : int
        Games.
    opponent : str
        ``"random"``: a step is our move and random ones of the opponent, and we are Black or White
        by chance. ``"self"``: a step is one move, by whoever's turn it is; observation and reward
        are those of the side that moves and has moved.
    reward : str
        ``"win"`` or ``"discs"``.

    Examples
    --------
    >>> envs = OthelloVectorEnv(3, opponent="self")
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].sum(axis=1).tolist()
    ((3, 2, 8, 8), [4, 4, 4])
    >>> _, rewards, terminated, _, _ = envs.step(np.array([37, 19, 0]))  # a1 is illegal
    >>> rewards.tolist(), terminated.tolist()
    ([0.0, 0.0, -1.0], [False, False, True])
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, *, opponent: str = "random", reward: str = "win") -> None:
        self.num_envs = in_range("num_envs", num_envs, 1, MOST_ENVS)
        self.single_observation_space = gymnasium.spaces.Box(0, 1, (2, 8, 8), np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(64)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._opponent = one_of("opponent", opponent, OPPONENTS)
        self._reward = one_of("reward", reward, REWARDS)
        # Who is to move, the other, and where may be played; the player has a move or all is over.
        self._player = np.empty(num_envs, np.uint64)
        self._other = np.empty(num_envs, np.uint64)
        self._legal = np.empty(num_envs, np.uint64)
        self._flips = np.empty(num_envs, np.uint64)
        self._done = np.ones(num_envs, np.bool_)
        self._has_begun = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begin all games; a list of seeds counts by its first."""
        if isinstance(seed, list) and not seed:
            raise InvalidOption("invalid seed []: expected a number or a list of them")
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first, options=options)
        self._begin(np.ones(self.num_envs, np.bool_))
        self._has_begun = True
        return self._observations(), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Play a square in each game, and the opponent's moves after it."""
        if not self._has_begun:
            raise InvalidOption("no games have begun: expected reset first")
        squares = np.asarray(actions)
        if not is_integers(squares) or squares.shape != (self.num_envs,):
            expected = f"expected integers of shape ({self.num_envs},)"
            raise InvalidMove(f"invalid actions: {describe(squares)}, {expected}")
        squares = np.where((squares >= 0) & (squares < 64), squares, 64).astype(np.uint8)
        rewards = np.zeros(self.num_envs)
        begun = self._done
        running = ~begun
        moved = self._move(squares, running)
        if self._opponent == "self":
            swapped = self._hand_over(moved)
            sign = np.where(swapped, 1, -1)
        else:
            sign = self._answer(moved)
        lost = running & ~moved
        rewards[lost] = -1.0
        ended = moved & (self._legal == 0)
        if ended.any():
            scores = np.empty(self.num_envs, np.int8)
            core.final_scores(self._player, self._other, scores)
            rewards[ended] = (reward_of(scores.astype(float), self._reward) * sign)[ended]
            if self._opponent == "random":  # the last position, too, is seen from our side
                self._swap(ended & (sign < 0))
        self._done = lost | ended
        if begun.any():
            self._begin(begun)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observations(), rewards, self._done.copy(), truncated, self._infos()

    def _move(self, squares: npt.NDArray[np.uint8], where: Flags) -> Any:
        """Play in the games `where`; returns in which it was legal. The other is to move then."""
        core.flip_masks(self._player, self._other, squares, self._flips)
        legal = where & (self._flips != 0)
        placed = np.uint64(1) << (squares & 63).astype(np.uint64)
        own = self._other ^ self._flips
        other = self._player ^ self._flips ^ placed
        np.copyto(self._player, own, where=legal)
        np.copyto(self._other, other, where=legal)
        core.legal_masks(self._player, self._other, self._legal)
        return legal

    def _hand_over(self, where: Flags) -> Any:
        """Pass where the side to move must; returns in which games it did."""
        stuck = where & (self._legal == 0)
        if stuck.any():
            replies = np.empty_like(self._legal)
            core.legal_masks(self._other, self._player, replies)
            stuck &= replies != 0
            self._swap(stuck)
            self._legal = np.where(stuck, replies, self._legal)
        return stuck

    def _swap(self, where: Flags) -> None:
        """Let the other side be the player."""
        own = np.where(where, self._other, self._player)
        self._other = np.where(where, self._player, self._other)
        self._player = own

    def _answer(self, where: Flags) -> npt.NDArray[np.int64]:
        """Play the opponent's random moves, until it is our turn or the game is over.

        Returns 1 where the player of the arrays is us then, else -1.
        """
        theirs = where & ~self._hand_over(where)
        waiting = theirs & (self._legal != 0)
        while waiting.any():
            moved = self._move(self._random_squares(), waiting)
            theirs ^= moved  # it is our turn
            passed = self._hand_over(moved)
            theirs ^= passed  # and theirs again
            waiting = passed & (self._legal != 0)
        return np.where(theirs, -1, 1)

    def _random_squares(self) -> npt.NDArray[np.uint8]:
        """Return a legal square of each game, by chance; 64 where there is none."""
        bits = to_bits(self._legal)
        counts = bits.sum(axis=1)
        chosen = (self.np_random.random(self.num_envs) * counts).astype(np.int64)
        squares = (bits.cumsum(axis=1, dtype=np.int8) > chosen[:, None]).argmax(axis=1)
        return np.where(counts > 0, squares, 64).astype(np.uint8)

    def _begin(self, where: Flags) -> None:
        """Begin games; in about half of them the opponent, if there is one, moves first."""
        self._player[where], self._other[where] = START
        core.legal_masks(self._player, self._other, self._legal)
        if self._opponent == "random":
            second = where & (self.np_random.random(self.num_envs) < 0.5)
            self._move(self._random_squares(), second)
        self._done[where] = False

    def _observations(self) -> npt.NDArray[np.uint8]:
        both = np.stack([self._player, self._other], axis=1)
        return to_bits(both).view(np.uint8).reshape(self.num_envs, 2, 8, 8)

    def _infos(self) -> dict[str, Any]:
        legal = np.where(self._done, np.uint64(0), self._legal)
        return {"action_mask": to_bits(legal).view(np.int8)}
