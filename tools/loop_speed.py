"""How fast loops around the engine are: many searches, evaluations from outside, environments.

    python tools/loop_speed.py [--seconds 1]

Each line is a rate by processor time, of one thread.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from othello import Board, Engine, batch
from othello.evaluators import Puct


def rate(work: Callable[[], int], seconds: float) -> float:
    """Return how many units a second `work` does, which returns how many it has done."""
    work()
    units = 0
    started = time.process_time()
    while (taken := time.process_time() - started) < seconds:
        units += work()
    return units / taken


def searches() -> Iterator[tuple[str, Callable[[], int]]]:
    positions = batch.play_randomly(batch.from_boards([Board()] * 200), 20, seed=1)
    for depth in (1, 6):

        def search(depth: int = depth) -> int:
            return len(batch.search(positions, depth=depth).moves)

        yield f"batch.search, depth {depth}: positions", search


def evaluations() -> Iterator[tuple[str, Callable[[], int]]]:
    board = Board.from_moves("f5d6c3d3c4")
    for size in (1, 256):
        puct = Puct(batch.evaluate, batch_size=size)
        yield (
            f"Puct(batch.evaluate), {size} leaves at once: visits",
            lambda puct=puct: puct.search(board, nodes=2000).nodes,
        )

    def constant(positions: Any) -> Any:
        return np.zeros(len(positions))

    engine = Engine(evaluation=constant, hash_mb=1)

    def leaves() -> int:
        engine.clear()
        engine.search(board, depth=4)
        return engine.counters()["evaluations"]

    yield "Engine(evaluation=lambda positions: zeros): leaves", leaves


def environments() -> Iterator[tuple[str, Callable[[], int]]]:
    from othello.env import OthelloEnv, OthelloVectorEnv

    env = OthelloEnv()
    state = [env.reset(seed=1)[1]["action_mask"]]

    def steps() -> int:
        for _ in range(500):
            squares = state[0].nonzero()[0]
            action = squares[int(random.random() * len(squares))]
            _, _, is_over, _, info = env.step(action)
            state[0] = (env.reset()[1] if is_over else info)["action_mask"]
        return 500

    yield "OthelloEnv against random moves: steps", steps
    rng = np.random.default_rng(1)
    for opponent in ("random", "self"):
        envs = OthelloVectorEnv(1024, opponent=opponent)
        masks = [envs.reset(seed=1)[1]["action_mask"]]

        def many(envs: Any = envs, masks: Any = masks) -> int:
            actions = (rng.random(masks[0].shape, np.float32) * masks[0]).argmax(axis=1)
            masks[0] = envs.step(actions)[-1]["action_mask"]
            return 1024

        yield f"OthelloVectorEnv(1024, opponent={opponent!r}): steps", many


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each line")
    seconds = parser.parse_args().seconds
    for part in (searches, evaluations, environments):
        for name, work in part():
            print(f"{name}/s: {rate(work, seconds):,.0f}", flush=True)


if __name__ == "__main__":
    main()
