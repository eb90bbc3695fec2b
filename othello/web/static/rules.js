// Othello on 64 squares: "X" black, "O" white, "-" empty.

const DIRECTIONS = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

/** Return the position of an OBF text: its squares, the side to move, and no last move. */
export const positionOf = (obf) => ({ squares: [...obf.slice(0, 64)], turn: obf.slice(-1), last: null });

/** Return the name of the side to move. */
export const sideOf = ({ turn }) => (turn === "X" ? "black" : "white");

export const opponentOf = (side) => (side === "O" ? "X" : "O");

/** Return the number of the square a move is named after; null for a pass. */
export const squareOf = (move) => (move === "pass" ? null : 8 * (move.charCodeAt(1) - 49) + move.charCodeAt(0) - 97);

/** Return the squares of the discs that a disc of `own` on an empty square turns. */
function flips(squares, own, square) {
  const other = opponentOf(own), flipped = [];
  for (const [right, down] of DIRECTIONS) {
    const run = [];
    let file = square % 8 + right, rank = Math.floor(square / 8) + down;
    const isInside = () => file >= 0 && file < 8 && rank >= 0 && rank < 8;
    for (; isInside() && squares[8 * rank + file] === other; file += right, rank += down) {
      run.push(8 * rank + file);
    }
    if (isInside() && squares[8 * rank + file] === own) flipped.push(...run);
  }
  return flipped;
}

/** Return the position after a move, which is taken to be legal. */
export function after(position, move) {
  const squares = [...position.squares], own = position.turn, square = squareOf(move);
  for (const turned of square === null ? [] : [square, ...flips(squares, own, square)]) squares[turned] = own;
  return { squares, turn: opponentOf(own), last: square };
}

export const discCounts = (position) => ["X", "O"].map((side) => position.squares.filter((content) => content === side).length);

export const emptiesIn = ({ squares }) => squares.filter((content) => content === "-").length;

export const nameOf = (square) => "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1);

/** Return the squares that the side to move may play on. */
export const legalSquares = ({ squares, turn }) =>
  [...squares.keys()].filter((square) => squares[square] === "-" && flips(squares, turn, square).length > 0);

/** Return the legal moves: a pass if there is no other, none if the game is over. */
export function legalMoves(position) {
  const moves = legalSquares(position).map(nameOf);
  if (moves.length) return moves;
  return legalSquares({ ...position, turn: opponentOf(position.turn) }).length ? ["pass"] : [];
}

/** Return the moves of a transcript such as "f5d6pass", as a list. */
export const movesIn = (transcript) => transcript.match(/pass|[a-h][1-8]/g) ?? [];

/** Return moves, each given with its name, with their numbers; a pass has none, as on a score sheet. */
export function numbered(moves) {
  let number = 0;
  return moves.map((move) => ({ ...move, number: move.move === "pass" ? null : ++number }));
}

/** Return a number as it stands before a move. */
export const numberBefore = (number) => (number ? `${number}. ` : "");

export const obfOf = ({ squares, turn }) => `${squares.join("")} ${turn}`;
