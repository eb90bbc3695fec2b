"""One game against an opponent, for Gymnasium."""

from collections.abc import Callable
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt

from othello.board import Board
from othello.env.play import OneGame, Play, mask_of, square_of
from othello.errors import IllegalMove, InvalidOption, quote
from othello.fields import one_of
from othello.notation import each_move, format_moves

Opponent = Callable[[Board], Any]
"""Returns its move on a board: a `Move`, a number or a name."""


class OthelloEnv(OneGame, gymnasium.Env[npt.NDArray[np.uint8], Any]):
    """A game against an opponent: a step is our move, and the opponent's answers to it.

    Parameters
    ----------
    opponent : callable, optional
        Returns its move on a `Board`: ``lambda board: engine.search(board, depth=4).move``. Without
        one it plays at random, by the seed of `reset`.
    black : bool, optional
        Whether we are Black; by default at random for each game.
    reward : str
        ``"win"`` for 1, 0 and -1 at the end, ``"discs"`` for the score / 64.
    render_mode : str, optional
        ``"ansi"``: `render` returns the board as text.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        opponent: Opponent | None = None,
        *,
        black: bool | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        if opponent is not None and not callable(opponent):
            raise InvalidOption(
                f"invalid opponent {quote(opponent)}: expected a function of a Board"
            )
        super().__init__(reward, render_mode)
        self.observation_space = gymnasium.spaces.Box(0, 1, (2, 8, 8), np.uint8)
        self.action_space = gymnasium.spaces.Discrete(64)
        self._opponent = opponent
        self._black = None if black is None else one_of("black", black, (True, False))
        self._ours = 0
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begin a game; if we are White the opponent has moved."""
        super().reset(seed=seed)
        self._play = Play()
        black = bool(self.np_random.random() < 0.5) if self._black is None else self._black
        self._ours = 0 if black else 1
        self._is_over = True  # until the opponent has moved, which may raise
        self._answer()
        self._is_over = False
        return self._play.planes(self._ours), self._info()

    def step(self, action: Any) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Play a square, and the opponent's moves until it is our turn or the game is over.

        If the opponent raises, so does this, and the game is over.
        """
        if self._is_over:
            raise InvalidOption("the game is over: expected reset first")
        square = square_of(action)
        reward = -1.0
        self._is_over = True  # until the opponent has moved, which may raise
        if 0 <= square < 64 and self._play.play(square):
            self._answer()
            self._is_over = not self._play.legal
            reward = 0.0
            if self._is_over:
                reward = self._play.reward(self._ours, self._reward)
        planes = self._play.planes(self._ours)
        return planes, reward, self._is_over, False, self._info()

    def _answer(self) -> None:
        """Let the opponent move while it is its turn."""
        play = self._play
        while play.legal and play.turn != self._ours:
            if self._opponent is None:
                play.play(self._random_square(play.legal))
                continue
            board = self.board
            move = next(each_move([self._opponent(board)]))
            if not (move < 64 and play.play(int(move))):
                raise IllegalMove(
                    f"the opponent played {move} on {board.to_obf()}: expected "
                    f"{format_moves(board.legal_moves(), ' ')}"
                )

    def _random_square(self, legal: int) -> int:
        for _ in range(int(self.np_random.random() * legal.bit_count())):
            legal &= legal - 1
        return (legal & -legal).bit_length() - 1

    def _info(self) -> dict[str, Any]:
        return {"action_mask": mask_of(0 if self._is_over else self._play.legal)}
