"""From games to a model and back: docs/research.md explains it, block by block."""

# [games]
import subprocess
import sys
import numpy as np
import othello
from othello import batch, learning


def quick_game(board, engine):
    moves = []
    while not board.is_over:
        moves.append(engine.search(board, depth=1).move)
        board = board.after(moves[-1])
    return moves


rng = np.random.default_rng(1)
with othello.Engine(hash_mb=1) as engine, open("games.txt", "w") as file:
    for number in range(40):
        game = othello.Game()
        for _ in range(12):
            game.play(rng.choice(game.board.legal_moves()))
        for move in quick_game(game.board, engine):
            game.play(move)
        print(game.transcript(), file=file)
subprocess.run([sys.executable, "-m", "othello", "convert", "games.txt", "base.wtb"], check=True)
# [end of games]

# [arrays]
for samples in learning.stream(["base.wtb"], 1024, shuffle=2000, symmetries=True, seed=1):
    print(samples.planes().shape, samples.policies().shape, samples.scores[:4])
    break

PHASES = [(low, low + 9) for low in range(1, 51, 10)]
drawn = learning.sample(["base.wtb"], 240, phases=PHASES, seed=1)
# [end of arrays]

# [labels]
few = drawn.n_empties <= 10
scores = np.empty(drawn.size, np.float32)
scores[few] = batch.solve(drawn.positions[few])
scores[~few] = batch.search(drawn.positions[~few], depth=4).scores
data = drawn._replace(scores=scores, exact=few)
# [end of labels]

# [symmetries]
order = rng.permutation(data.size)
held_out, train = data.at(order[:200]), data.at(order[200:])
images = batch.symmetries(train.positions).reshape(-1, 2)
targets = np.repeat(train.scores, 8)
# [end of symmetries]

# [model]
def inputs(positions):
    planes = batch.to_planes(positions, legal=True)
    theirs = batch.legal_mask(positions[:, ::-1]).astype(np.float32)
    return np.concatenate([planes.reshape(len(planes), 192), theirs], axis=1)


class Network:
    def __init__(self, hidden=48):
        self.weights = [
            rng.normal(0, 0.1, (256, hidden)),
            np.zeros(hidden),
            rng.normal(0, 0.1, hidden),
            np.zeros(()),
        ]
        self.speed = [np.zeros_like(part) for part in self.weights]

    def __call__(self, positions):
        return self.forward(inputs(positions))[1] * 32

    def forward(self, x):
        first, bias, last, offset = self.weights
        hidden = np.maximum(x @ first + bias, 0)
        return hidden, hidden @ last + offset

    def learn(self, x, y, rate=0.02):
        hidden, guess = self.forward(x)
        error = (guess - y)[:, None] / len(y)
        back = error * self.weights[2] * (hidden > 0)
        steps = [x.T @ back, back.sum(0), (hidden * error).sum(0), error.sum()]
        for place, step in enumerate(steps):
            self.speed[place] = 0.9 * self.speed[place] - rate * step
            self.weights[place] = self.weights[place] + self.speed[place]


model = Network()
x = inputs(images)
for epoch in range(12):
    for rows in np.array_split(rng.permutation(len(x)), len(x) // 64):
        model.learn(x[rows], targets[rows] / 32)
error = np.abs(model(held_out.positions) - held_out.scores)
print(f"mean error {error.mean():.1f} discs, of the mean {np.abs(held_out.scores).mean():.1f}")
# [end of model]

# [search]
from othello.evaluators import Puct

puct = Puct(model, batch_size=16)
result = puct.search(othello.Board().after("f5"), nodes=300)
print(result.move, f"{result.score:+.1f}", result.calls, "calls for", result.evaluated, "positions")
# [end of search]

# [policy]
policy = result.visits[:64] / result.visits.sum()
print(f"{policy.max():.2f} of the visits went to {othello.Move(int(policy.argmax()))}")
# [end of policy]
