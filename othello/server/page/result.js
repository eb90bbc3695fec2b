// The result of a game that has ended: how it did, the players' accuracy, the moves that decided it.

import { isForChildren } from "./choices.js";
import { byId, element, on, refill } from "./elements.js";
import { isSeen, momentText } from "./game.js";
import { analyse } from "./games.js";
import { accuracyText, cheerText, keyMoments, mistakesOf, outcomeText } from "./outcome.js";
import { numbered, sideOf } from "./rules.js";
import { fail, openTab } from "./shell.js";
import { makeStore } from "./store.js";
import { explainer, tabs } from "./tabs.js";
import { sentence, t } from "./texts.js";
import { goTo, numberOf, pathTo } from "./tree.js";

const MOST_ASKED = 5; // moves of a child that are asked about
const BEFORE = "{move} leaves the corner {corner} to {Other}."; // an earlier move has opened it

/** `ended` is the game whose result is shown, `judging` the request for its analysis, `progress` how far that is. */
const result = makeStore({ ended: null, judging: null, progress: () => "", show: null, tryAgain: null });

/** `show` gets a node, and a move from there that lost much or what is `simple` to see; `tryAgain` the node to play on from. */
export function makeResult(handlers) {
  result.set(handlers);
  result.draw = draw;
  on("analyse-game", "click", () => {
    goTo(result.state.ended.tip);
    tabs.review.show();
    openTab("review");
  });
}

/** Show how a game ended and what its moves were worth; to a child one of them instead, the `lesson`. Null hides all. */
export function showResult(ended) {
  if (ended?.tip === result.state.ended?.tip) return;
  result.state.judging?.cancel();
  const { tip } = ended ?? {}, child = ended && isForChildren(ended) && ended.human;
  result.set({ ended: ended && { ...ended, child }, judging: null, progress: () => "" });
  if (tip?.parent && (child ? tip.lesson : tip.judged) === undefined) judge(tip, child);
}

async function judge(tip, child) {
  const own = analyse(tip, (progress) => result.set({ progress })), line = pathTo(tip);
  result.set({ judging: own, progress: () => t("Looking through the game …") });
  try {
    const found = await own;
    if (child) tip.lesson = await lessonOf(found.moves, child, line);
    tip.judged = { ...found, line };
    result.redraw();
  } catch (error) {
    result.set({ progress: () => "" });
    fail(error);
  }
}

function draw({ ended, progress }) {
  byId("result").hidden = !ended;
  if (!ended) return;
  const { outcome, child, tip: { judged, lesson } } = ended;
  byId("outcome").textContent = outcomeText(outcome, child);
  byId("analyse-game").hidden = !judged || child;
  const told = child ? lesson : judged;
  byId("moments-title").hidden = !told;
  byId("moments-title").textContent = child ? t("One thing to remember") : t("Key moments");
  byId("accuracies").textContent = !judged ? progress() : child ? cheerText(outcome, child) : accuracyText(judged.accuracy);
  refill(byId("moments"), told ? (child ? lessonItems : momentItems)(told) : []);
}

/** Return the worst move of a child after which there is something to see on the board, and what; null if there is none. */
async function lessonOf(moves, side, line) {
  const own = moves.filter((move) => move.side === sideOf({ turn: side }));
  for (const move of explainer() ? mistakesOf(own).slice(0, MOST_ASKED) : []) {
    const { simple } = await explainer().ask(line[move.ply - 1], move.move, move);
    if (isSeen(simple) && simple.form !== BEFORE) return { node: line[move.ply], simple };
  }
  return null;
}

function lessonItems({ node, simple }) {
  const { show, tryAgain } = result.state;
  return [
    element("li", element("button", t("Move {ply}: {what}", { ply: numberOf(node), what: sentence(simple) }), {}, () => show(node, { simple }))),
    element("li", element("button", t("Try again from there"), {}, () => tryAgain(node.parent))),
  ];
}

function momentItems(judged) {
  const { ended, show } = result.state, moments = keyMoments(numbered(judged.moves));
  if (!moments.length) return [element("li", t("No move lost two discs or more."))];
  return moments.map((move) => element("li", element("button", momentText(move, ended), {}, () => {
    const node = judged.line[move.ply - 1];
    show(node, { move });
    explainer()?.explain(node, move.move, move);
  })));
}
