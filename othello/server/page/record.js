// The moves of what is shown, with their variations.

import { hideCopied } from "./copies.js";
import { byId, element, refill } from "./elements.js";
import { numberBefore } from "./rules.js";
import { t } from "./texts.js";
import { goTo, nextNodes, numberOf, shown } from "./tree.js";

/** Show the tree: a move that goes on in its line stands behind it, the others stand below it. */
export function drawRecord() {
  hideCopied();
  refill(byId("tree"), movesFrom(shown.root));
}

const hasVariations = (node) => nextNodes(node).length > 1 || node.children.some(hasVariations);

/** Return whether a tab needs this list: not without moves, nor where it lists them itself, but for variations. */
export const isRecordWanted = ({ setsUp, listsMoves }) =>
  !setsUp && shown.root.children.length > 0 && (!listsMoves || hasVariations(shown.root));

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
  const text = (node.parent.position.turn === "X" || isFirst ? numberBefore(numberOf(node)) : "") + t(node.move);
  return element("button", text, node === shown.node ? { "aria-current": "step" } : {}, () => goTo(node, true));
}
