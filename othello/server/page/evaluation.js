// What the positions of a game in Play are worth, if that is switched on: a bar below the board, and a graph.

import { ask } from "./connection.js";
import { byId } from "./elements.js";
import { drawScoreGraph } from "./graph.js";
import { obfOf, sideOf } from "./rules.js";
import { onSetting, setting } from "./settings.js";
import { fail } from "./shell.js";
import { makeStore } from "./store.js";
import { t } from "./texts.js";
import { goTo, lineThrough, shown } from "./tree.js";
import { scoreText } from "./words.js";

const LEVEL = 10;
const MOST = 32; // discs, from which on the bar is full

/** `scores` are those for black, by nodes: `score` and `exact`. */
const evaluation = makeStore({ asked: null, isSeen: false, scores: new WeakMap() }), { scores } = evaluation.state;

/** Ask for nothing more: the engine has to move, or something else is shown. */
export function stopEvaluation() {
  evaluation.state.asked?.cancel();
  evaluation.set({ asked: null });
}

/** Show what the shown game is worth if `isWanted` and it is switched on, else nothing. */
export function showEvaluation(isWanted) {
  evaluation.state.asked?.cancel();
  evaluation.set({ isSeen: isWanted, asked: null });
  if (isWanted && setting("evaluation")) askNext([shown.node, ...lineThrough(shown.node)]);
}

/**
 * Ask for the scores of nodes that have none, one after the other, as a client's searches run. So the engine's move, which is
 * asked for first, does not wait.
 */
function askNext(nodes) {
  const node = nodes.find((each) => !scores.has(each));
  if (!node) return;
  const own = ask({ do: "search", position: obfOf(node.position), level: LEVEL });
  evaluation.set({ asked: own });
  own.then(({ score, exact }) => {
    scores.set(node, { score: node.position.turn === "X" ? score : -score, exact });
    if (evaluation.state.asked !== own) return;
    evaluation.redraw();
    askNext(nodes);
  }, fail);
}

function draw({ isSeen }) {
  const isOn = isSeen && setting("evaluation");
  byId("evaluation").hidden = byId("evaluation-game").hidden = !isOn;
  if (!isOn) return;
  const found = scores.get(shown.node);
  const text = found ? scoreText(found.score, "black", found.exact) : "…";
  byId("evaluation-text").textContent = text;
  byId("evaluation-bar").setAttribute("aria-label", t("score {score}", { score: text }));
  if (found) byId("evaluation-black").style.width = `${50 + 50 * Math.max(-1, Math.min(1, found.score / MOST))}%`;
  drawGraph();
}

function drawGraph() {
  const line = lineThrough(shown.node), known = line.findIndex((node) => !scores.has(node));
  const moves = line.slice(1, known < 0 ? undefined : known).map(asMove);
  drawScoreGraph(byId("game-graph"), moves, Math.min(shown.node.ply, moves.length), (ply) => {
    const node = line[Math.max(1, Math.min(ply, moves.length))];
    if (node && node !== shown.node) goTo(node, true);
  });
}

/** Return a move as the graph draws it; the move before has a score, too. */
function asMove(node) {
  const side = sideOf(node.parent.position), sign = side === "black" ? 1 : -1;
  const { score, exact } = scores.get(node), loss = Math.max(0, sign * (scores.get(node.parent).score - score));
  const [verdict] = JSON.parse(byId("game-graph").dataset.verdicts).find(([, limit]) => loss < limit);
  return { ply: node.ply, side, score: sign * score, exact, loss, verdict };
}

export function makeEvaluation() {
  evaluation.draw = draw;
  onSetting(() => showEvaluation(evaluation.state.isSeen));
}
