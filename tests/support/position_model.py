"""The position that an engine should have, for fuzzing; and strategies for what it is sent."""

from __future__ import annotations

from hypothesis import strategies as st

from support import reference

squares = st.builds(lambda file, rank: file + rank, *map(st.sampled_from, ("abcdefgh", "12345678")))
boards = st.builds(
    lambda squares, side: ("".join(squares), side),
    st.lists(st.sampled_from("XO-"), min_size=64, max_size=64),
    st.sampled_from("XO"),
)


class Model:
    """The expected position, by the reference rules."""

    def __init__(self) -> None:
        self.grid, self.mover = reference.start(), "X"

    def play(self, moves: list[str]) -> bool:
        """Play `moves`, putting in forced passes; stay put and return False if one is illegal."""
        grid, mover = self.grid, self.mover
        for move in moves:
            must_pass = not reference.legal_moves(grid, mover) and not reference.game_over(grid)
            if move == "0000":
                if not must_pass:
                    return False
            else:
                if must_pass:
                    mover = reference.OTHER[mover]
                square = (int(move[1]) - 1, "abcdefgh".index(move[0]))
                if square not in reference.legal_moves(grid, mover):
                    return False
                grid = reference.play(grid, mover, square)
            mover = reference.OTHER[mover]
        self.grid, self.mover = grid, mover
        return True

    def legal(self) -> set[str]:
        """Return the moves that ``bestmove`` may name."""
        moves = reference.legal_moves(self.grid, self.mover)
        return {"abcdefgh"[file] + str(rank + 1) for rank, file in moves} or {"0000"}
