// The result of a game that has ended: how it did, the players' accuracy, the moves that decided it.

import { ask } from "./connection.js";
import { byId, element, on, refill } from "./elements.js";
import { accuracyText, keyMoments, momentText, outcomeText } from "./outcome.js";
import { obfOf } from "./rules.js";
import { fail } from "./shell.js";
import { makeStore } from "./store.js";
import { t } from "./texts.js";
import { movesTo, pathTo, rootOf } from "./tree.js";

/** `ended` is the game whose result is shown, with what is `found` of its moves, and where its buttons lead; `judging` the request. `analyses` are those of ended games, by their last nodes. */
const result = makeStore({ ended: null, judging: null, progress: null, analyses: new WeakMap() }, {
  showed: (state, ended) => ({ ended, judging: null, progress: null }),
  found: ({ ended }, found) => ({ ended: { ...ended, found }, judging: null, progress: null }),
}), { analyses } = result.state;

/** Return the analysis of a game that has ended, by its last node, if it is there. */
export const analysisOf = (tip) => analyses.get(tip);

/** Make the button that shows the whole analysis. */
export function makeResult() {
  result.draw = draw;
  on("analyse-game", "click", () => result.state.ended.analyse(result.state.ended.found));
}

/**
 * Show how a game ended, given by its last node, `tip`, and its `outcome`, and then what its moves were worth; null hides
 * what is shown.
 *
 * `who` names the player of a side; `choose` gets the analysis of a key moment that is clicked on, and the
 * node before its move; `analyse` the analysis of the game, when all of it is to be seen.
 */
export async function showResult(ended, { who, choose, analyse }) {
  if (ended?.tip === result.state.ended?.tip) return;
  result.state.judging?.cancel();
  const { tip } = ended ?? {}, moves = ended ? movesTo(tip).join("") : "";
  result.showed(ended && { tip, outcome: ended.outcome, who, choose, analyse, line: pathTo(tip), found: analyses.get(tip) });
  if (!moves || analyses.has(tip)) return;
  const own = ask({ do: "analyse", start: obfOf(rootOf(tip).position), moves }, ({ done, of }) => {
    result.set({ progress: () => t("Analysed {done} of {of} moves", { done, of }) });
  });
  result.set({ judging: own, progress: () => t("Looking through the game …") });
  try {
    analyses.set(tip, await own);
    if (result.state.judging === own) result.found(analyses.get(tip));
  } catch (error) {
    result.set({ judging: null, progress: null });
    fail(error);
  }
}

function draw({ ended, progress }) {
  byId("result").hidden = !ended;
  if (!ended) return;
  const { outcome, found } = ended;
  byId("outcome").textContent = outcomeText(outcome);
  byId("analyse-game").hidden = byId("moments-title").hidden = !found;
  byId("accuracies").textContent = found ? accuracyText(found.accuracy) : progress?.() ?? "";
  refill(byId("moments"), found ? momentsOf(found.moves) : []);
}

function momentsOf(moves) {
  const moments = keyMoments(moves).map(momentItem);
  return moments.length ? moments : [element("li", t("No move lost two discs or more."))];
}

function momentItem(move) {
  const { who, choose, line } = result.state.ended;
  return element("li", element("button", momentText(move, who), {}, () => choose(move, line[move.ply - 1])));
}
