"""A network with two heads, trained on games of the engine, against random moves."""

import numpy as np

import othello
from othello import batch
from othello.evaluators import Puct

rng = np.random.default_rng(7)
positions = np.concatenate(
    [
        batch.play_randomly(batch.from_boards([othello.Board()] * 60), n, seed=n)
        for n in range(4, 52)
    ]
)
positions = positions[(positions != 0).any(axis=1)]
found = batch.search(positions, depth=3)
x = batch.to_planes(positions, legal=True).reshape(-1, 192)
values, moves = found.scores / 64, batch.policy_targets(found.moves)

first, last = rng.normal(0, 0.1, (192, 96)), rng.normal(0, 0.1, (96, 65))
for _ in range(60):
    for rows in np.array_split(rng.permutation(len(x)), len(x) // 32):
        hidden = np.maximum(x[rows] @ first, 0)
        out = hidden @ last
        shares = np.exp(out[:, 1:] - out[:, 1:].max(axis=1, keepdims=True))
        wrong = shares / shares.sum(axis=1, keepdims=True) - moves[rows]
        error = np.column_stack([2 * (out[:, 0] - values[rows]), wrong]) / len(rows)
        last, first = (
            last - 0.1 * hidden.T @ error,
            first - 0.1 * x[rows].T @ (error @ last.T * (hidden > 0)),
        )


def network(positions):
    planes = batch.to_planes(positions, legal=True).reshape(-1, 192)
    out = np.maximum(planes @ first, 0) @ last
    return 64 * out[:, 0], out[:, 1:]


bot = Puct(network)


scores = []
for number in range(20):
    board = othello.Board()
    while not board.is_over:
        ours = board.turn == (othello.BLACK if number % 2 else othello.WHITE)
        move = bot.search(board, nodes=200).move if ours else rng.choice(board.legal_moves())
        board = board.after(move)
    black = board.score() if board.turn == othello.BLACK else -board.score()
    scores.append(black if number % 2 else -black)
print(scores)
