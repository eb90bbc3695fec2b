"""Make our own positions of `othello benchmark`: endgames of self-play, each score proven twice.

    python tools/benchmark_positions.py solve CHECKPOINTS       # several of these may run at once
    python tools/benchmark_positions.py write CHECKPOINTS othello/benchmark/data/benchmark.obf

A position is what a game of the engine with a weaker or otherwise evaluating one leaves, after 6 to
20 random moves and, in half of the games, some more among the others. The slots of `SLOTS` say how
many empties it has, and how far ahead the side to move is. A position that takes more than
`MOST_NODES` is passed over.

The first search is exact. The second one has a new engine with a smaller table and a mirrored
board, so that it comes to other moves first, and questions: whether the best move makes the score
at least this, whether one of the others does, which then is a best one too, and whether one of the
best makes it more. A slot has a file in the folder CHECKPOINTS; an empty one is being worked on,
or its run was ended: delete those before the next one.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from othello import Board, Engine, Game, Move, Result
from othello.formats.obf import read_positions
from othello.symmetry import symmetric_moves

MARGINS = {"level": (-2, 2), "ahead": (4, 10), "behind": (-10, -4), "won": (12, 24)}
MARGINS |= {"lost": (-24, -12), "far": (26, 60), "any": (-40, 40)}
"""Scores of the side to move."""

CYCLE = ("level", "ahead", "behind", "won", "lost", "level", "behind", "ahead", "won", "far")
FEW = [*range(20, 29), *range(20, 27), 24, 25, *range(20, 27), 23, 24, *range(20, 23)]
SLOTS = [(empties, CYCLE[slot % len(CYCLE)]) for slot, empties in enumerate(FEW)]
SLOTS += [(30, "any")] * 30 + [(30, "level"), (30, "behind")] * 5
"""The empties of each position, and its margin."""

MOST_NODES = {26: 150_000_000, 28: 400_000_000, 30: 5_000_000_000}
EASY_NODES = 2_000_000_000
"""Nodes that a proof may take, with at most so many empties; with 30 and any margin."""

GUESS_NODES = {28: 1 / 750, 30: 1 / 4000}
"""The part of them that a selective solve may take, with at most so many empties."""

GUESS_LEVEL, GUESS_ERROR = 10, 6
"""A first look at a position, and by how many discs it may be off."""

KEPT_GUESS, KEPT_PROOF, KEPT_SECOND = 4, 256, 64
"""Megabytes of the tables."""

SUITES = Path(__file__).parents[1] / "tests" / "positions"
TITLE = (
    "% Positions with all their best moves and the proven score: docs/benchmark.md describes them."
)

MIRROR = 5
"""The symmetry of the second search."""


def played(rng: random.Random, empties: int) -> Game | None:
    """Return a game up to `empties`; None if it was over before."""
    players = [
        Engine(
            hash_mb=4,
            level=rng.choice((2, 4, 6, 8, 10)),
            evaluation=rng.choice(("pattern", "pattern", "classic")),
        )
        for _ in range(2)
    ]
    n_random = rng.randint(6, 20)
    share_random = rng.choice((0, 0, 0.04, 0.1))
    game = Game()
    while not game.is_over and game.board.n_empties > empties:
        if len(game.moves) < n_random or rng.random() < share_random:
            game.play(rng.choice(game.board.legal_moves()))
        else:
            game.play(players[len(game.moves) % 2].search(game.board).move)
    return None if game.is_over or game.board.must_pass else game


def first_search(board: Board, margin: str) -> Result | None:
    """Return the proof of the score; None if it is not of this margin, or takes too long."""
    least, most = MARGINS[margin]
    most_nodes = nodes_for(board.n_empties, margin)
    with Engine(hash_mb=KEPT_GUESS) as engine:
        few = int(most_nodes * up_to(board.n_empties, GUESS_NODES))
        depth = board.n_empties
        guess = engine.search(board, depth=depth, selectivity=73, nodes=few)
        if guess.nodes >= few or not least <= guess.score <= most:
            return None
    with Engine(hash_mb=KEPT_PROOF) as engine:
        proof = engine.solve(board, nodes=most_nodes)
    return proof if proof.exact and least <= proof.score <= most else None


def nodes_for(n_empties: int, margin: str) -> int:
    """Return how many nodes the proof of a slot's position may take."""
    if margin == "any":
        return EASY_NODES
    return int(up_to(n_empties, MOST_NODES))


def up_to(n_empties: int, limits: Mapping[int, float]) -> float:
    """Return the limit for so many empties."""
    return next(limit for empties, limit in limits.items() if n_empties <= empties)


def second_search(board: Board, proof: Result) -> dict[str, object]:
    """Return whether the mirrored board has the score of `proof`, and all moves that reach it."""
    score, mirrored = int(proof.score), board.symmetries()[MIRROR]
    images = {symmetric_moves([move])[MIRROR][0]: move for move in board.legal_moves()}
    best = [next(image for image, move in images.items() if move == proof.move)]
    searches: list[Result] = []
    with Engine(hash_mb=KEPT_SECOND) as engine:

        def is_at_least(score: int, moves: Collection[int]) -> bool:
            searches.append(engine.solve(mirrored, window=(score - 2, score), moves=moves))
            return searches[-1].bound == "lower"

        agrees = is_at_least(score, best)
        while others := images.keys() - set(best):
            if not is_at_least(score, others):
                break
            best.append(int(searches[-1].move or 0))
        agrees &= not is_at_least(score + 2, best)
    return {
        "agrees": agrees,
        "moves": [str(images[image]) for image in best],
        "nodes": sum(each.nodes for each in searches),
        "seconds": round(sum(each.seconds for each in searches), 2),
    }


def fill(slot: int) -> dict[str, object]:
    """Return the first position of the slot's games that suits it, with both searches."""
    empties, margin = SLOTS[slot]
    attempt = 0
    while True:
        attempt += 1
        game = played(random.Random(f"{slot} {attempt}"), empties)
        proof = game and first_search(game.board, margin)
        if game and proof:
            return {
                "slot": slot,
                "attempt": attempt,
                "empties": empties,
                "position": game.board.to_obf(),
                "game": game.transcript(),
                "score": proof.score,
                "nodes": proof.nodes,
                "seconds": round(proof.seconds, 2),
                "second": second_search(game.board, proof),
            }


def solve(folder: Path) -> None:
    """Fill the slots that no other run has begun, the cheapest first."""
    folder.mkdir(parents=True, exist_ok=True)
    for slot in sorted(range(len(SLOTS)), key=lambda slot: nodes_for(*SLOTS[slot])):
        path = folder / f"{slot:02}.json"
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            continue
        path.write_text(json.dumps(fill(slot)) + "\n")


# ------------------------------------------------------------------ the archive


def archive(folder: Path) -> str:
    """Return the archive: the FFO suite, then our own positions for which both searches agree."""
    lines = [TITLE]
    number = 0
    for path in sorted(SUITES.glob("ffo-*.obf")):
        for each in read_positions(path.read_text().splitlines()):
            number += 1
            lines += [f"% ffo-{number}", row(each.board, each.best_moves, each.best_score)]
    n_of: Counter[int] = Counter()
    filled = [json.loads(text) for path in folder.glob("*.json") if (text := path.read_text())]
    for found in sorted(filled, key=lambda found: (found["empties"], found["slot"])):
        assert found["second"]["agrees"], f"slot {found['slot']}: the searches do not agree"
        empties = found["empties"]
        n_of[empties] += 1
        board = Board.from_obf(found["position"])
        best = sorted(map(Move, found["second"]["moves"]))
        lines += [f"% e{empties}-{n_of[empties]} {found['game']}", row(board, best, found["score"])]
    print(f"{number} FFO positions, {dict(n_of)} of our own by empties")
    return "".join(f"{line}\n" for line in lines)


def row(board: Board, moves: Sequence[Move], score: int) -> str:
    """Return a line of OBF in which these moves have the same score."""
    return f"{board.to_obf()};" + "".join(f" {move}:{score:+d};" for move in moves)


if __name__ == "__main__":
    act, *paths = sys.argv[1:]
    if act == "solve":
        solve(Path(paths[0]))
    else:
        Path(paths[1]).write_text(archive(Path(paths[0])))
