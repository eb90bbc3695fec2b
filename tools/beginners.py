"""Two players that know less than any engine, behind UGI: the low end of a scale of strengths.

    othello match "ugi:python tools/beginners.py random" strength=0 --depth 20
    othello match "ugi:python tools/beginners.py corners" strength=5 --depth 20

``random`` plays any move. ``corners`` takes a corner when it can, and else plays any move. Which
one depends on the seed (a second argument, by default 0) and the position, so that games can be
repeated.
"""

import argparse
from random import Random

from othello import Board, Move, serve_bot

CORNERS = frozenset(map(Move, ("a1", "h1", "a8", "h8")))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("player", choices=("random", "corners"))
    parser.add_argument("seed", nargs="?", type=int, default=0)
    chosen = parser.parse_args()

    def choose(board: Board) -> Move:
        moves = board.legal_moves()
        wanted = [move for move in moves if move in CORNERS] if chosen.player == "corners" else []
        return Random(f"{chosen.seed} {board.to_obf()}").choice(wanted or moves)

    serve_bot(choose, chosen.player)


if __name__ == "__main__":
    main()
