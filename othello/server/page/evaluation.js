// Who is ahead, by a bar below the board and in words; in Play, if that is switched on, with a graph of the game.

import { ask } from "./connection.js";
import { byId, sayIn } from "./elements.js";
import { drawScoreGraph } from "./graph.js";
import { emptiesIn, obfOf, sideOf } from "./rules.js";
import { onSetting, setting } from "./settings.js";
import { fail, isOpen } from "./shell.js";
import { makeStore } from "./store.js";
import { goTo, lineThrough, shown } from "./tree.js";
import { aheadText } from "./words.js";

const LEVEL = 10;
const MUCH = 16; // discs, at which the bar is seven eighths full

/** `scores` are those for black, by nodes, with how well they are known. */
const evaluation = makeStore({ asked: null, isSeen: false, scores: new WeakMap() }), { scores } = evaluation.state;

/** Ask for nothing more: the engine has to move, or something else is shown. */
export function stopEvaluation() {
  evaluation.state.asked?.cancel();
  evaluation.set({ asked: null });
}

/** Show what the shown game is worth if `isWanted` and it is switched on, else nothing. */
export function showEvaluation(isWanted) {
  stopEvaluation();
  evaluation.set({ isSeen: isWanted });
  if (isWanted && setting("evaluation")) askFor([shown.node, ...lineThrough(shown.node)]).catch(fail);
}

/** Ask for the scores of nodes that have none, one after the other: the engine's move never waits for them. */
async function askFor(nodes) {
  for (const node of nodes) {
    if (scores.has(node)) continue;
    const { position } = node, asked = ask({ do: "search", position: obfOf(position), level: LEVEL });
    evaluation.set({ asked });
    const { score, exact, depth } = await asked; // never, if it is cancelled
    scores.set(node, { score: position.turn === "X" ? score : -score, exact, depth, empties: emptiesIn(position) });
    evaluation.redraw();
  }
}

/** Draw who is ahead by a score, that of `side`, if it `isWanted`; it may not be known yet, or a search may still be `isGoingOn`. */
export function drawAhead(isWanted, known = null, side = "black", isGoingOn = false) {
  byId("evaluation-bar").hidden = byId("evaluation-text").hidden = !isWanted;
  sayIn("evaluation-text", known ? `${aheadText(known, side)}${isGoingOn ? " …" : ""}` : "…");
  if (known) byId("evaluation-black").style.width = `${50 + (side === "black" ? 50 : -50) * Math.tanh(known.score / MUCH)}%`;
}

function draw({ isSeen }) {
  const isOn = isSeen && setting("evaluation");
  byId("evaluation-game").hidden = !isOn;
  if (!isOpen("play")) return;
  drawAhead(isOn, scores.get(shown.node));
  if (isOn) drawGraph();
}

function drawGraph() {
  const line = lineThrough(shown.node), known = line.findIndex((node) => !scores.has(node));
  const moves = line.slice(1, known < 0 ? undefined : known).map(asMove);
  drawScoreGraph(byId("game-graph"), moves, Math.min(shown.node.ply, moves.length), (ply) => {
    const node = line[Math.max(1, Math.min(ply, moves.length))];
    if (node && node !== shown.node) goTo(node, true);
  });
}

/** Return a move as the graph draws it; the move before has a score, too. What is no mistake may be an error of these short searches. */
function asMove(node) {
  const side = sideOf(node.parent.position), sign = side === "black" ? 1 : -1;
  const { score, ...known } = scores.get(node), loss = sign * (scores.get(node.parent).score - score);
  const verdicts = JSON.parse(byId("game-graph").dataset.verdicts), [, [, mistake]] = verdicts, [verdict] = verdicts.find(([, limit]) => loss < limit);
  return { move: node.move, ply: node.ply, side, score: sign * score, ...known, loss: loss < mistake ? 0 : loss, verdict };
}

export function makeEvaluation() {
  evaluation.draw = draw;
  onSetting(() => showEvaluation(evaluation.state.isSeen));
}
