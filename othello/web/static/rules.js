// Moves played on 64 squares: "X" black, "O" white, "-" empty. All moves are taken to be legal.

const DIRECTIONS = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

/** Return the position of an OBF text: its squares, the side to move, and no last move. */
export function positionOf(obf) {
  return { squares: [...obf.slice(0, 64)], turn: obf.slice(-1), last: null };
}

/** Return the number of the square a move is named after; null for a pass. */
export function squareOf(move) {
  return move === "pass" ? null : 8 * (move.charCodeAt(1) - 49) + move.charCodeAt(0) - 97;
}

/** Return the position after a move. */
export function after(position, move) {
  const squares = [...position.squares];
  const own = position.turn, other = own === "X" ? "O" : "X";
  const square = squareOf(move);
  if (square !== null) {
    squares[square] = own;
    for (const [right, down] of DIRECTIONS) {
      const run = [];
      let file = square % 8 + right, rank = Math.floor(square / 8) + down;
      const isInside = () => file >= 0 && file < 8 && rank >= 0 && rank < 8;
      for (; isInside() && squares[8 * rank + file] === other; file += right, rank += down) {
        run.push(8 * rank + file);
      }
      if (isInside() && squares[8 * rank + file] === own) run.forEach((flip) => { squares[flip] = own; });
    }
  }
  return { squares, turn: other, last: square };
}

/** Return how many discs black and white have. */
export function discCounts(position) {
  return ["X", "O"].map((side) => position.squares.filter((content) => content === side).length);
}
