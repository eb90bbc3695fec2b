// How a game ended, and which moves decided it, as values and as texts.

import { opponentOf } from "./rules.js";
import { figures, t } from "./texts.js";
import { lossText, sideText } from "./words.js";

const KEY_MOMENTS = 3;

/** Return how a game of these discs ends: the empty squares go to the winner. */
export function discOutcome([black, white]) {
  const empty = 64 - black - white, isDraw = black === white, more = isDraw ? 32 : Math.max(black, white) + empty;
  return { how: "discs", winner: isDraw ? null : black > white ? "X" : "O", more, fewer: 64 - more, empty };
}

/** Return a result, and whose the empty squares are, which the discs on the board do not show. */
function withEmpty(result, { winner, empty }) {
  if (!empty) return result;
  return t(winner ? "{result} – empty squares go to the winner" : "{result} – empty squares are shared", { result });
}

/** Return who won, by the names of the colours. */
export function outcomeText(outcome) {
  const { how, winner, more, fewer } = outcome;
  if (!winner) return withEmpty(t("Draw, {more}–{fewer}", { more, fewer }), outcome);
  const side = sideText(winner);
  if (how === "time") return t("{side} wins on time.", { side });
  if (how === "resigned") return t("{side} wins: {other} gave up.", { side, other: sideText(opponentOf(winner)) });
  return withEmpty(t("{side} wins {more}–{fewer}", { side, more, fewer }), outcome);
}

/** Return how the game ended for somebody who played the colour `own`. */
export function ownOutcomeText(outcome, own) {
  const { how, winner, more, fewer } = outcome, hasWon = winner === own;
  if (!winner) return outcomeText(outcome);
  if (how === "time") return hasWon ? t("You won on time.") : t("You lost on time.");
  if (how === "resigned") return hasWon ? t("You won: your opponent gave up.") : t("You gave up.");
  return withEmpty(t(hasWon ? "You won {more}–{fewer}" : "You lost {fewer}–{more}", { more, fewer }), outcome);
}

/** Return a word on the result for a child, who played the colour `own`. */
export function cheerText({ winner }, own) {
  if (!winner) return t("What a close game!");
  return winner === own ? t("Well played!") : t("Good try! You learn from each game.");
}

/** Return what a move lost, as a sentence; `who` names the player of a side, "black" or "white". */
export function momentText(move, who) {
  const values = { who: who(move.side), ply: move.ply, move: move.move, better: move.pv[0], loss: lossText(move) };
  return t("{who}, move {ply}: {move} ({better} was better, −{loss})", values);
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
