// The coach: what a person's move has lost, the better one and the weightiest reason, in a line.

import { ask } from "./connection.js";
import { byId, on } from "./elements.js";
import { remember, remembered } from "./kept.js";
import { legalMoves, obfOf } from "./rules.js";
import { explainer } from "./tabs.js";
import { t } from "./texts.js";
import { lossText } from "./words.js";

export const TAKE_BACK = 4; // discs from which on it is asked whether a move is taken back

export function makeCoach() {
  byId("coach").checked = remembered("coach") ?? false;
  on("coach", "change", ({ target }) => remember("coach", target.checked));
}

/** Return whether a move in a position is to be commented on, by what explains moves; an only one is not. */
export const isCoached = (position) => explainer() !== undefined && byId("coach").checked && legalMoves(position).length > 1;

/** Ask what the move to a node is worth; the promise is that of `ask`. */
export const askCoach = ({ parent, move }) => ask({ do: "explain", position: obfOf(parent.position), move });

/** Return the comment on the move to a node; while it `isAsked` whether to take it back, without the better one. */
export function commentText({ node, found, isAsked }) {
  if (isAsked) return [t("{move} loses {loss} discs.", { move: found.move, loss: lossText(found) }), ...explainer().reasons(found).slice(0, 1)].join(" ");
  return explainer().text({ node: node.parent, judged: null, found: { ...found, sentences: found.sentences.slice(0, 2) } });
}
