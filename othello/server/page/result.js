// The result of a game that has ended: how it did, the players' accuracy, the moves that decided it.

import { isForChildren } from "./choices.js";
import { ask } from "./connection.js";
import { byId, element, on, refill } from "./elements.js";
import { accuracyText, cheerText, keyMoments, mistakesOf, momentText, outcomeText, ownOutcomeText } from "./outcome.js";
import { obfOf, sideOf } from "./rules.js";
import { fail, openTab } from "./shell.js";
import { makeStore } from "./store.js";
import { explainer, tabs } from "./tabs.js";
import { sentence, t } from "./texts.js";
import { goTo, movesTo, pathTo, rootOf } from "./tree.js";

const MOST_ASKED = 5; // moves of a child that are asked about

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
 * Show how a game ended, given by its last node, `tip`, its players and its `outcome`, and then what its moves were worth; null hides
 * what is shown.
 *
 * `who` names the player of a side; `choose` gets the analysis of a key moment that is clicked on, and the
 * node before its move; `analyse` the analysis of the game, when all of it is to be seen. To a child one move is named instead: `remember`
 * gets the node after it and what is `simple` to see, `tryAgain` the node before.
 */
export async function showResult(ended, handlers) {
  if (ended?.tip === result.state.ended?.tip) return;
  result.state.judging?.cancel();
  const { tip } = ended ?? {}, moves = ended ? movesTo(tip).join("") : "";
  const child = ended && isForChildren(ended) && ended.human, line = ended && pathTo(tip);
  result.showed(ended && { ...handlers, tip, child, line, outcome: ended.outcome, found: analyses.get(tip) });
  if (!moves || analyses.has(tip)) return;
  const own = ask({ do: "analyse", start: obfOf(rootOf(tip).position), moves }, ({ done, of }) => {
    result.set({ progress: () => t("Analysed {done} of {of} moves", { done, of }) });
  });
  result.set({ judging: own, progress: () => t("Looking through the game …") });
  try {
    const found = await own;
    if (child) found.lesson = await lessonOf(found.moves, child, line);
    analyses.set(tip, found);
    if (result.state.judging === own) result.found(analyses.get(tip));
  } catch (error) {
    result.set({ judging: null, progress: null });
    fail(error);
  }
}

function draw({ ended, progress }) {
  byId("result").hidden = !ended;
  if (!ended) return;
  const { outcome, found, child } = ended;
  byId("outcome").textContent = child ? ownOutcomeText(outcome, child) : outcomeText(outcome);
  byId("analyse-game").hidden = !found || child;
  byId("moments-title").hidden = child ? !found?.lesson : !found;
  byId("moments-title").textContent = child ? t("One thing to remember") : t("Key moments");
  byId("accuracies").textContent = !found ? progress?.() ?? "" : child ? cheerText(outcome, child) : accuracyText(found.accuracy);
  refill(byId("moments"), !found ? [] : child ? lessonItems(found.lesson) : momentsOf(found.moves));
}

/** Return the worst move of a child after which there is something to see on the board, and what; null if there is none. */
async function lessonOf(moves, side, line) {
  const own = moves.filter((move) => move.side === sideOf({ turn: side }));
  for (const move of explainer() ? mistakesOf(own).slice(0, MOST_ASKED) : []) {
    const { simple } = await explainer().ask(line[move.ply - 1], move.move, move);
    if (simple?.squares.length || simple?.arrows.length) return { node: line[move.ply], simple };
  }
  return null;
}

function lessonItems(lesson) {
  if (!lesson) return [];
  const { node, simple } = lesson, { remember, tryAgain } = result.state.ended;
  return [
    element("li", element("button", t("Move {ply}: {what}", { ply: node.ply, what: sentence(simple) }), {}, () => remember(node, { simple }))),
    element("li", element("button", t("Try again from there"), {}, () => tryAgain(node.parent))),
  ];
}

function momentsOf(moves) {
  const moments = keyMoments(moves).map(momentItem);
  return moments.length ? moments : [element("li", t("No move lost two discs or more."))];
}

function momentItem(move) {
  const { who, choose, line } = result.state.ended;
  return element("li", element("button", momentText(move, who), {}, () => choose(move, line[move.ply - 1])));
}
