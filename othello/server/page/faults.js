// What is wrong with a text in a field, said there: a wrong move is marked.

import { byId, element } from "./elements.js";
import { movesIn } from "./rules.js";
import { makeStore } from "./store.js";
import { failureText } from "./texts.js";
import { load, onChange } from "./tree.js";

const AROUND = 60; // characters that are shown before the move and behind it

const fault = makeStore({ field: null, text: "", error: null });

export const hideFault = () => fault.set({ error: null });

/** Say at a field why its text cannot be read; of a bad move, the moves before it are shown on the board. */
export function showFault(field, text, error) {
  const badMove = error.known?.bad_move;
  if (badMove?.moves) load(badMove.start, movesIn(badMove.moves));
  fault.set({ field, text, error });
}

/** Return the line of a text in which a bad move stands, in three parts: before it, as it stands there, behind it. */
export function partsOf(text, { line, column, text: move }) {
  const given = text.split("\n")[line - 1], found = given.toLowerCase().indexOf(move.toLowerCase(), column - 1);
  const start = Math.max(found, column - 1), end = start + move.length, [first, last] = [start - AROUND, end + AROUND];
  const before = first > 0 ? `…${given.slice(first, start)}` : given.slice(0, start);
  return [before, given.slice(start, end), given.slice(end, last) + (last < given.length ? "…" : "")];
}

function draw({ field, text, error }) {
  byId("fault").hidden = !error;
  if (!error) return;
  field.closest("details")?.setAttribute("open", "");
  field.after(byId("fault"));
  const { known = {} } = error, parts = [element("p", error.known ? failureText(known) : error.message)];
  if (known.bad_move) {
    const [before, move, behind] = partsOf(text, known.bad_move);
    parts.unshift(element("p", [before, element("mark", move), behind]));
  } else if (known.meant) parts.push(element("button", known.meant, { type: "button" }, () => {
    field.value = known.meant;
    field.form.requestSubmit();
  }));
  byId("fault").replaceChildren(...parts);
  byId("fault").scrollIntoView({ block: "nearest" });
}

export function makeFaults() {
  fault.draw = draw;
  onChange((isNew) => { if (isNew) hideFault(); });
  document.addEventListener("input", ({ target }) => { if (fault.state.field?.contains(target)) hideFault(); });
}
