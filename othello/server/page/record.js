// The moves of what is shown, with their variations, and the buttons that copy them.

import { hideCopied, makeCopies } from "./copies.js";
import { byId, element, refill } from "./elements.js";
import { onTranslate, t } from "./texts.js";
import { goTo, nextNodes, shown } from "./tree.js";

/** Make the buttons, as `makeCopies` does. */
export function makeRecord(headersAt) {
  makeCopies(byId("copies"), headersAt);
  onTranslate(drawRecord);
}

/** Show the tree: a move that goes on in its line stands behind it, the others stand below it. */
export function drawRecord() {
  hideCopied();
  const moves = movesFrom(shown.root);
  refill(byId("tree"), moves.length ? moves : [element("span", t("No moves"), { class: "muted" })]);
}

function movesFrom(node) {
  const parts = [];
  let place = node, isFirst = false;
  while (place) {
    const [next, ...others] = nextNodes(place);
    if (next) parts.push(moveButton(next, isFirst));
    isFirst = others.length > 0;
    parts.push(...others.map((other) => element("span", [moveButton(other, true), ...movesFrom(other)], { class: "side" })));
    place = next;
  }
  return parts;
}

/** Return the button of a move; black's and the first of a line have their number. */
function moveButton(node, isFirst) {
  const text = (node.ply % 2 || isFirst ? `${node.ply}. ` : "") + t(node.move);
  return element("button", text, node === shown.node ? { "aria-current": "step" } : {}, () => goTo(node, true));
}
