"""Evaluations of one's own: docs/own-evaluation.md explains them, block by block."""

# [match]
import othello
from othello import batch


def play(black, white, board):
    """Return Black's score."""
    while not board.is_over:
        board = board.after((black if board.turn == othello.BLACK else white)(board))
    return board.score() if board.turn == othello.BLACK else -board.score()


def match(ours, theirs, n_openings, seed=1):
    """Return our scores in two games from each of some random openings."""
    starts = batch.from_boards([othello.Board()] * n_openings)
    openings = batch.to_boards(batch.play_randomly(starts, 8, seed))
    return [
        score
        for board in openings
        for score in (play(ours, theirs, board), -play(theirs, ours, board))
    ]


def report(name, scores):
    wins, draws = sum(score > 0 for score in scores), scores.count(0)
    print(
        f"{name}: {wins} won, {draws} drawn, {len(scores) - wins - draws} lost, "
        f"{sum(scores) / len(scores):+.1f} discs a game"
    )


N_OPENINGS = 2
classic_engine = othello.Engine(evaluation="classic", hash_mb=1)


def classic(board):
    return classic_engine.search(board, depth=2).move
# [end of match]

# [batches]
from othello.evaluators import Puct

SQUARES = batch.to_planes(batch.from_boards([othello.Board()]))[0, 0] * 0
SQUARES[0, 0] = SQUARES[0, 7] = SQUARES[7, 0] = SQUARES[7, 7] = 8  # corners are worth 8 discs


def mobility(positions):
    planes = batch.to_planes(positions)
    corners = ((planes[:, 0] - planes[:, 1]) * SQUARES).sum(axis=(1, 2))
    own = batch.legal_mask(positions).sum(axis=1)
    other = batch.legal_mask(positions[:, ::-1]).sum(axis=1)
    return corners + own - other


puct = Puct(mobility, batch_size=32)
report("Puct", match(lambda board: puct.search(board, nodes=200).move, classic, N_OPENINGS))
# [end of batches]

# [leaves]
with othello.Engine(evaluation=mobility, hash_mb=1) as engine:
    report("alpha-beta", match(lambda board: engine.search(board, depth=2).move, classic, 1))
# [end of leaves]

# [c]
import ctypes
import subprocess
from othello.evaluators import CFunction

SOURCE = """
#include <stdint.h>
#define CORNERS 0x8100000000000081ull
static uint64_t around(uint64_t x)              /* the squares beside, in all directions */
{
    uint64_t wide = x | (x << 1 & 0xfefefefefefefefeull) | (x >> 1 & 0x7f7f7f7f7f7f7f7full);
    return wide | wide << 8 | wide >> 8;
}
double evaluate(uint64_t player, uint64_t opponent, void *context)
{
    double weight = context ? *(const double *)context : 1.0;
    uint64_t empty = ~(player | opponent);
    int corners = __builtin_popcountll(player & CORNERS)
                - __builtin_popcountll(opponent & CORNERS);
    int open = __builtin_popcountll(around(opponent) & empty)
             - __builtin_popcountll(around(player) & empty);
    return 8.0 * corners + weight * open;
}
"""
with open("own.c", "w") as file:
    file.write(SOURCE)
subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", "own.so", "own.c"], check=True)
library = ctypes.CDLL("./own.so")

with othello.Engine(evaluation=CFunction(library.evaluate), hash_mb=1) as engine:
    report("C", match(lambda board: engine.search(board, depth=6).move, classic, N_OPENINGS))
# [end of c]

# [pointer]
weight = ctypes.c_double(0.5)
half = CFunction(library.evaluate, ctypes.pointer(weight))
print(othello.Engine(evaluation=half).evaluate(othello.Board().after("f5")))
# [end of pointer]

# [network]
import numpy as np
import onnx
from othello.evaluators import Onnx

helper, FLOAT = onnx.helper, onnx.TensorProto.FLOAT
weights = np.concatenate([SQUARES.ravel() - 1, 1 - SQUARES.ravel()]).astype(np.float32)
graph = helper.make_graph(
    [
        helper.make_node("Flatten", ["planes"], ["flat"]),
        helper.make_node("MatMul", ["flat", "weights"], ["values"]),
    ],
    "own",
    [helper.make_tensor_value_info("planes", FLOAT, ["n", 2, 8, 8])],
    [helper.make_tensor_value_info("values", FLOAT, ["n", 1])],
    [onnx.numpy_helper.from_array(weights[:, None], "weights")],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
onnx.save(model, "own.onnx")

network = Puct(Onnx("own.onnx"))
report("ONNX", match(lambda board: network.search(board, nodes=100).move, classic, N_OPENINGS))
# [end of network]

# [squares]
import sys
from othello.evaluators import Patterns

PATTERNS = """
a1 b1 c1 d1 e1 f1 g1 h1 b2 g2   # an edge, and the squares diagonally next to the corners
a1 b1 c1 a2 b2 c2 a3 b3         # a corner
a1 b2 c3 d4 e5 f6 g7 h8
a3 b3 c3 d3 e3 f3 g3 h3
"""
N_GAMES = 60
with open("patterns.txt", "w") as file:
    file.write(PATTERNS)


def command(*words):
    subprocess.run([sys.executable, "-m", "othello", *words], check=True, capture_output=True)


command("selfplay", "data", "--games", str(N_GAMES), "--depth", "4")
command(
    "train", "--data", "data/positions-00000.npz", "--patterns", "patterns.txt", "--out", "own.bin"
)

patterns = Patterns("own.bin")
with othello.Engine(evaluation=patterns, hash_mb=1) as engine:
    report("patterns", match(lambda board: engine.search(board, depth=2).move, classic, N_OPENINGS))
# [end of squares]
