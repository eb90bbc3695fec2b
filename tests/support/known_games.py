"""Games and positions with a property that several tests need."""

WIPEOUT = "e6 f4 e3 f6 g5 d6 e7 f5 c5"
"""One of the shortest games: after nine moves white has no disc."""

PLAYED = (
    "f5f6e6f4g5h6e3c5g4f3g3h3d6f7e7e8c4c6d7b3h5c3h7d2e2e1g6f2f1g1d3d8c7c8c1g2c2h4d1h8h1h2g7g8f8"
    "b2b1passa1a2a3b4a4b5a5b6a7a6b7a8b8"
)
"""A game of a tournament in 1984, with a pass."""

MISTAKES = "f5d6c3d3c4f4f6b4e3g7g4f3"
"""A game with mistakes."""

MUST_PASS = "XO" + "-" * 62 + " O"
"""White has no move, black plays c1."""

OVER = {
    "p1win": "X" * 40 + "O" * 24 + " X",
    "p2win": "O" * 3 + "-" * 61 + " X",
    "draw": "X" * 32 + "O" * 32 + " O",
}
"""Positions without a move, by their result."""
