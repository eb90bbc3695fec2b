// A text that was given and cannot be read: its wrong move, marked, and what could stand there.

import { byId, element } from "./elements.js";
import { movesIn } from "./rules.js";
import { makeStore } from "./store.js";
import { failureText } from "./texts.js";
import { load, onChange } from "./tree.js";

const AROUND = 60; // characters that are shown before the move and behind it

const fault = makeStore({ field: null, text: "", known: null });

export const hideFault = () => fault.set({ known: null });

/** Show the bad move of a text, and on the board the moves before it, or what is meant, if an error knows of it; return whether it does. */
export function showFailure(field, text, { known }) {
  const badMove = known?.bad_move;
  if (!badMove && !known?.meant) return false;
  if (badMove?.moves) load(badMove.start, movesIn(badMove.moves));
  fault.set({ field, text, known });
  return true;
}

/** Return the line of a text in which a bad move stands, in three parts: before it, as it stands there, behind it. */
export function partsOf(text, { line, column, text: move }) {
  const given = text.split("\n")[line - 1], found = given.toLowerCase().indexOf(move.toLowerCase(), column - 1);
  const start = Math.max(found, column - 1), end = start + move.length, [first, last] = [start - AROUND, end + AROUND];
  const before = first > 0 ? `…${given.slice(first, start)}` : given.slice(0, start);
  return [before, given.slice(start, end), given.slice(end, last) + (last < given.length ? "…" : "")];
}

function draw({ field, text, known }) {
  byId("fault").hidden = !known;
  if (!known) return;
  field.after(byId("fault"));
  const { bad_move: badMove, meant } = known, [before, move, behind] = badMove ? partsOf(text, badMove) : [];
  const given = badMove ? element("p", [before, element("mark", move), behind]) : element("button", meant, { type: "button" }, () => {
    field.value = meant;
    field.form.requestSubmit();
  });
  const said = element("p", failureText(known));
  byId("fault").replaceChildren(...(badMove ? [given, said] : [said, given]));
  byId("fault").scrollIntoView({ block: "nearest" });
}

export function makeFaults() {
  fault.draw = draw;
  onChange((isNew) => { if (isNew) hideFault(); });
}
