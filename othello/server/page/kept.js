// What outlives a reload of the page, in this tab only: the analysis, and what was typed; and what is remembered for
// the next visit: the game, choices. Where the browser blocks it, even naming a storage is an error: then nothing is
// kept.

import { byId, element } from "./elements.js";
import { t } from "./texts.js";

/** Write a value into a storage, or null to take it out; return whether that could be done: if not, nothing is there. */
function write(storage, name, value) {
  try {
    window[storage].removeItem(name);
    if (value !== null) window[storage].setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false; // it is blocked, or the value is too large
  }
}

function read(storage, name) {
  try {
    return JSON.parse(window[storage].getItem(name));
  } catch {
    return null;
  }
}

/** Keep a value under a name, and return it: null if there is none. */
export const keep = (name, value) => write("sessionStorage", name, value);
export const kept = (name) => read("sessionStorage", name);

/** The same for the next visit. */
export const remember = (name, value) => write("localStorage", name, value);
export const remembered = (name) => read("localStorage", name);

/** Throw an error unless all are numbers from 0 on: what was kept may be damaged. */
export function checkNumbers(...numbers) {
  if (!numbers.every((number) => Number.isFinite(number) && number >= 0)) throw new Error("damaged");
}

/** Write a value into a field, or choose it in a list that has it. */
export function fillIn(field, value) {
  if (field.options ? [...field.options].some((option) => option.value === value) : value) field.value = value;
}

/** Let a field say what it did at an earlier visit, or what is `usual`, and remember what it does. */
export function rememberChosen(field, usual = null) {
  fillIn(field, remembered(field.id) ?? usual);
  field.addEventListener("input", () => remember(field.id, field.value));
}

/** Offer values with their texts in a list, of which one is `usual`, or the first; what is chosen is remembered. */
export function offer(id, choices, usual = null) {
  byId(id).append(...Object.entries(choices).map(([value, text]) => element("option", t(text), { value, "data-t": text })));
  rememberChosen(byId(id), usual);
}

/** Call `listener` when another tab of the browser has remembered something else under a name. */
export function onRemembered(name, listener) {
  window.addEventListener("storage", ({ key, newValue }) => { if (key === name && newValue !== null) listener(); });
}

/** Keep what is typed into a field, and put back what was. */
export function keepTyped(field) {
  field.value = kept(field.id) ?? field.value;
  field.addEventListener("input", () => keep(field.id, field.value));
}
