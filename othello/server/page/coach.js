// The coach: what a person's move has lost, the better one and the weightiest reason, in a line. A child is told one thing to see.

import { coachName } from "./choices.js";
import { byId, on } from "./elements.js";
import { remember } from "./kept.js";
import { legalMoves } from "./rules.js";
import { explainer } from "./tabs.js";
import { sentence, t } from "./texts.js";
import { lossText } from "./words.js";

const [TAKE_BACK, CHILDS_TAKE_BACK] = [4, 10]; // discs from which on it is asked whether a move is taken back

export function makeCoach() {
  on("coach", "change", ({ target }) => remember(coachName(), target.checked));
}

/** Return whether a move in a position is to be commented on, by what explains moves; an only one is not. */
export const isCoached = (position) => explainer() !== undefined && byId("coach").checked && legalMoves(position).length > 1;

/** Return what is known of the move to a node as a comment, perhaps `isSimple`, for a child. */
export function commentOf(node, found, isSimple) {
  return { node, found, simple: isSimple && found.simple, isSimple, isAsked: found.loss >= (isSimple ? CHILDS_TAKE_BACK : TAKE_BACK) };
}

/** Return the comment on the move to a node; while it `isAsked` whether to take it back, without the better one. */
export function commentText({ node, found, isSimple, isAsked }) {
  const seen = found.simple ? sentence(found.simple) : "";
  if (isSimple) return !seen || seen.startsWith(found.move) ? seen : `${found.move}: ${seen}`;
  if (isAsked) return `${t("{move} loses {loss} discs.", { move: found.move, loss: lossText(found) })} ${seen}`;
  return explainer().text({ node: node.parent, judged: null, found: { ...found, sentences: found.sentences.slice(0, 2) } });
}
