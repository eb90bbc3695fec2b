// One score for each move: of what the search and the book have, the surer one, wherever the move stands on the page.

import { certainty, gradeOf } from "./words.js";

const RISING = ["estimated", "very likely", "proven"];
const CLEARLY = 2 / 3; // of the standard error of the book's score

const rankOf = (known) => [RISING.indexOf(certainty(known)), known.depth, known.selectivity];

/** Return the surer of two scores, the first one if they are equally sure; either may be missing. */
export function surer(one, other) {
  if (!one || !other) return one ?? other;
  const [ranks, others] = [one, other].map(rankOf), place = ranks.findIndex((rank, at) => rank !== others[at]);
  return place < 0 || ranks[place] > others[place] ? one : other;
}

/** Return which score of a move is used: the book's, unless that of the search is clearly surer; else the best move would change for a trifle. */
export function usedOf(line, entry) {
  const best = surer(line, entry), isClear = !entry?.error || line?.error <= CLEARLY * entry.error;
  return best === line && entry && certainty(line) === certainty(entry) && !isClear ? entry : best;
}

/** Return the moves that a search or the book knows in a position, best first: each with the score and the line that are used, and with both. */
export function surestMoves(found, book, empties) {
  const lines = (found?.lines ?? []).filter(({ move }) => move).map((line) => ({ ...line, empties }));
  const entries = (book?.moves ?? []).map((entry) => ({ ...entry, ...gradeOf(entry.grade, empties), empties }));
  const moves = [...new Set([...lines, ...entries].map(({ move }) => move))].map((move) => {
    const [line, entry] = [lines, entries].map((all) => all.find((one) => one.move === move));
    const used = usedOf(line, entry), pv = [used.pv, line?.pv].find((each) => each?.length > 1) ?? [move]; // a book may have no line
    return { ...used, pv, line, entry };
  });
  return moves.sort((one, other) => other.score - one.score);
}

/** Return what an analysis would tell of a move that was `played`, by its replies, and by all moves there were; `sign` is -1 where the other side replies. */
export function judgedMove(played, [reply], [best, next], sign) {
  const score = sign * reply.score, line = [...played, ...reply.pv];
  const worse = next && { move: next.move, discs: Number((best.score.toFixed(1) - next.score.toFixed(1)).toFixed(1)) };
  if (best.move === played[0]) return { score, best: score, exact: reply.exact, loss: 0, pv: line, played_pv: line, next: worse };
  return { score, best: best.score, exact: reply.exact && best.exact, loss: Math.max(0, best.score - score), pv: best.pv, played_pv: line };
}
