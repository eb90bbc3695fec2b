// The coach: what a person's move has lost, the better one and the weightiest reason, in a line.

import { ask } from "./connection.js";
import { byId, on } from "./elements.js";
import { explanationText } from "./explain.js";
import { remember, remembered } from "./kept.js";
import { legalMoves, obfOf } from "./rules.js";
import { t } from "./texts.js";

const TAKE_BACK = 4; // discs from which on it is asked whether a move is taken back

export function makeCoach() {
  byId("coach").checked = remembered("coach") ?? false;
  on("coach", "change", ({ target }) => remember("coach", target.checked));
}

/** Return whether a move in a position is to be commented on; an only one is not. */
export function isCoached(position) {
  return byId("coach").checked && legalMoves(position).length > 1;
}

/** Ask what the move to a node is worth; the promise is that of `ask`. */
export function askCoach({ parent, move }) {
  return ask({ do: "explain", position: obfOf(parent.position), move });
}

/** Return the comment on the move to a node, of which the engine `found` so much. */
export function commentText({ node, found }) {
  return explanationText({ node: node.parent, judged: null, found: { ...found, sentences: found.sentences.slice(0, 2) } });
}

/** Return whether a move that was commented on is to be taken back: after a mistake it is asked. */
export function isTakenBack(comment) {
  return comment.found.loss >= TAKE_BACK && window.confirm(`${commentText(comment)}\n\n${t("Take the move back?")}`);
}
