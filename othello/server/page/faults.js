// A text that was given and cannot be read: its wrong move, marked, and what could stand there.

import { byId, element } from "./elements.js";
import { movesIn } from "./rules.js";
import { makeStore } from "./store.js";
import { badMoveText } from "./texts.js";
import { load, onChange } from "./tree.js";

const AROUND = 60; // characters that are shown before the move and behind it

const fault = makeStore({ field: null, text: "", badMove: null });

export const hideFault = () => fault.set({ badMove: null });

/** Show the bad move of a text, if an error knows of one, and on the board the moves before it; return whether it does. */
export function showFailure(field, text, { known }) {
  const badMove = known?.bad_move;
  if (!badMove) return false;
  if (badMove.moves) load(badMove.start, movesIn(badMove.moves));
  fault.set({ field, text, badMove });
  return true;
}

/** Return the line of a text in which a bad move stands, in three parts: before it, as it stands there, behind it. */
export function partsOf(text, { line, column, text: move }) {
  const given = text.split("\n")[line - 1], found = given.toLowerCase().indexOf(move.toLowerCase(), column - 1);
  const start = Math.max(found, column - 1), end = start + move.length, [first, last] = [start - AROUND, end + AROUND];
  const before = first > 0 ? `…${given.slice(first, start)}` : given.slice(0, start);
  return [before, given.slice(start, end), given.slice(end, last) + (last < given.length ? "…" : "")];
}

function draw({ field, text, badMove }) {
  byId("fault").hidden = !badMove;
  if (!badMove) return;
  const [before, move, behind] = partsOf(text, badMove);
  field.after(byId("fault"));
  byId("fault").replaceChildren(element("p", [before, element("mark", move), behind]), element("p", badMoveText(badMove)));
  byId("fault").scrollIntoView({ block: "nearest" });
}

export function makeFaults() {
  fault.draw = draw;
  onChange((isNew) => { if (isNew) hideFault(); });
}
