// How a game ended, and which moves decided it, as values and as texts.

import { opponentOf } from "./rules.js";
import { figures, t } from "./texts.js";
import { sideText } from "./words.js";

const KEY_MOMENTS = 3;

/** What is said of each kind of end: who won, and to the winner and the loser. */
export const ENDS = {
  discs: ["{side} wins {more}–{fewer}", "You won {more}–{fewer}", "You lost {fewer}–{more}"],
  time: ["{side} wins on time.", "You won on time.", "You lost on time."],
  resigned: ["{side} wins: {other} gave up.", "You won: your opponent gave up.", "You gave up."],
};

/** Return how a game of these discs ends: the empty squares go to the winner. */
export function discOutcome([black, white]) {
  const empty = 64 - black - white, isDraw = black === white, more = isDraw ? 32 : Math.max(black, white) + empty;
  return { how: "discs", winner: isDraw ? null : black > white ? "X" : "O", more, fewer: 64 - more, empty };
}

/** Return how a game ended, by the names of the colours; or for somebody who played the colour `own`. */
export function outcomeText({ how, winner, more, fewer, empty }, own = null) {
  const [named, won, lost] = ENDS[how], values = { more, fewer, side: sideText(winner), other: sideText(opponentOf(winner)) };
  const result = winner ? t(!own ? named : winner === own ? won : lost, values) : t("Draw, {more}–{fewer}", values);
  if (!empty) return result;
  return t(winner ? "{result} – empty squares go to the winner" : "{result} – empty squares are shared", { result });
}

/** Return a word on the result for a child, who played the colour `own`. */
export function cheerText({ winner }, own) {
  if (!winner) return t("What a close game!");
  return winner === own ? t("Well played!") : t("Good try! You learn from each game.");
}

/** Return the mistakes among moves, the worst first. */
export const mistakesOf = (moves) => moves.filter(({ mistake }) => mistake).sort((a, b) => b.loss - a.loss);

/** Return a game's worst mistakes, in their order. */
export const keyMoments = (moves) => mistakesOf(moves).slice(0, KEY_MOMENTS).sort((a, b) => a.ply - b.ply);

/** Return how many of both sides' moves were good; a side without one has no share. */
export function accuracyText(accuracy) {
  const percent = ({ all: { moves, percent: share } }) => (moves ? figures(`${share} %`) : "–");
  return t("Accuracy (moves that lost less than 2 discs): black {black}, white {white}", { black: percent(accuracy.black), white: percent(accuracy.white) });
}
