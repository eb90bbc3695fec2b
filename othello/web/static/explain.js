// Why a move is bad: what it costs, its refutation, and reasons that were counted.

import { ask } from "./connection.js";
import { byId } from "./elements.js";
import { addLine, markStep } from "./moves.js";
import { obfOf } from "./rules.js";
import { sentence, t } from "./texts.js";
import { child, goTo } from "./tree.js";

let running = null;

/** Take the explanation away, and end what is being worked out. */
export function hideExplanation() {
  if (byId("explanation").contains(document.activeElement)) return; // a step in one of its lines
  running?.cancel();
  running = null;
  byId("explanation").hidden = true;
}

/** Explain a move that was played after `node`. */
export async function explain(node, move) {
  running?.cancel();
  byId("explanation").hidden = false;
  byId("explained-lines").replaceChildren();
  byId("reason").textContent = t("Thinking …");
  byId("explanation").scrollIntoView({ block: "nearest" }); // on a phone it may be far from the button
  const own = ask({ do: "explain", position: obfOf(node.position), move });
  running = own;
  try {
    const found = await own;
    byId("reason").textContent = found.sentences.map(sentence).join(" ");
    showLines(node, found);
    byId("explanation").scrollIntoView({ block: "nearest" });
  } catch (error) {
    byId("reason").textContent = error.message;
  }
}

function showLines(node, { move, better, refutation, line }) {
  const holder = byId("explained-lines");
  const lines = [[move, ...refutation], line];
  const names = [t("After {move}", { move }), t("Better: {move}", { move: better })];
  holder.replaceChildren();
  lines.slice(0, move === better ? 1 : 2).forEach((moves, number) => {
    addLine(holder, names[number], moves, (chosen, step) => {
      goTo(chosen.slice(0, step).reduce(child, node));
      markStep(holder, lines, chosen, step);
    });
  });
}
