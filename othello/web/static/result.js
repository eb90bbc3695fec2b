// How a game ended, and the moves that decided it.

import { ask } from "./connection.js";
import { byId, element, on, refill } from "./elements.js";
import { obfOf, opponentOf } from "./rules.js";
import { t } from "./texts.js";
import { movesTo, pathTo } from "./tree.js";
import { lossText, sideText } from "./words.js";

const KEY_MOMENTS = 3, WORTH_NAMING = 2; // the moments at most, and the discs a move must lose to be one

const analyses = new WeakMap(); // of games that have ended, by their last nodes

let judging = null, shownResult = null;

/** Return how a game of these discs ends: the empty squares go to the winner. */
export function discOutcome([black, white]) {
  const empty = 64 - black - white;
  if (black === white) return { how: "discs", winner: null, more: 32, fewer: 32, empty };
  const more = Math.max(black, white) + empty;
  return { how: "discs", winner: black > white ? "X" : "O", more, fewer: 64 - more, empty };
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
  if (how === "resigned") return t("{side} wins: {other} resigned.", { side, other: sideText(opponentOf(winner)) });
  return withEmpty(t("{side} wins {more}–{fewer}", { side, more, fewer }), outcome);
}

/** Return how the game ended for somebody who played the colour `own`. */
export function ownOutcomeText(outcome, own) {
  const { how, winner, more, fewer } = outcome, hasWon = winner === own;
  if (!winner) return outcomeText(outcome);
  if (how === "time") return hasWon ? t("You won on time.") : t("You lost on time.");
  if (how === "resigned") return hasWon ? t("You won: your opponent resigned.") : t("You resigned.");
  return withEmpty(t(hasWon ? "You won {more}–{fewer}" : "You lost {fewer}–{more}", { more, fewer }), outcome);
}

/** Return what a move lost, as a sentence; `who` names the player of a side, "black" or "white". */
export function momentText(move, who) {
  const values = { who: who(move.side), ply: move.ply, move: move.move, better: move.pv[0], loss: lossText(move) };
  return t("{who}, move {ply}: {move} ({better} was better, −{loss})", values);
}

/** Return the analysis of a game that has ended, by its last node, if it is there. */
export const analysisOf = (tip) => analyses.get(tip);

/** Make the button that shows the whole analysis. */
export function makeResult() {
  on("analyse-game", "click", () => shownResult.analyse(shownResult.found));
}

/**
 * Show how a game ended, given by its last node, `tip`, and its `outcome`, and then what its moves were worth; null hides
 * what is shown.
 *
 * `who` names the player of a side; `choose` gets the analysis of a key moment that is clicked on, and the
 * node before its move; `analyse` the analysis of the game, when all of it is to be seen; `fail` an error.
 */
export async function showResult(ended, { who, choose, analyse, fail }) {
  if (ended?.tip === shownResult?.tip) return;
  judging?.cancel();
  byId("result").hidden = !ended;
  const own = ended && { ...ended, who, choose, analyse, line: pathTo(ended.tip), found: analyses.get(ended.tip) };
  shownResult = own;
  drawResult();
  const moves = own ? movesTo(own.tip).join("") : "";
  if (!moves || own.found) return;
  byId("accuracies").textContent = t("Looking through the game …");
  judging = ask({ do: "analyse", start: obfOf(own.line[0].position), moves }, ({ done, of }) => {
    byId("accuracies").textContent = t("Analysed {done} of {of} moves", { done, of });
  });
  try {
    own.found = await judging;
    analyses.set(own.tip, own.found);
    drawResult();
  } catch (error) {
    byId("accuracies").textContent = "";
    fail(error);
  }
}

/** Write the result, in the language of the moment. */
export function drawResult() {
  if (!shownResult) return;
  const { outcome, found } = shownResult;
  byId("outcome").textContent = outcomeText(outcome);
  byId("accuracies").textContent = "";
  byId("analyse-game").hidden = byId("moments-title").hidden = !found;
  refill(byId("moments"), found ? momentsOf(found.moves) : []);
  if (!found) return;
  const percent = (side) => {
    const { moves, percent: share } = found.accuracy[side].all;
    return moves ? `${share} %` : "–";
  };
  byId("accuracies").textContent = t("Accuracy: black {black}, white {white}", {
    black: percent("black"), white: percent("white"),
  });
}

function momentsOf(moves) {
  const worst = moves.filter(({ loss }) => loss >= WORTH_NAMING).sort((a, b) => b.loss - a.loss);
  const moments = worst.slice(0, KEY_MOMENTS).sort((a, b) => a.ply - b.ply).map(momentItem);
  return moments.length ? moments : [element("li", t("No move lost much."))];
}

function momentItem(move) {
  const { who, choose, line } = shownResult;
  const item = element("li", "");
  item.append(element("button", momentText(move, who), {}, () => choose(move, line[move.ply - 1])));
  return item;
}
