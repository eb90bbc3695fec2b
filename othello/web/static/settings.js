// What the reader has chosen for the board, in all tabs; it is remembered for the next visit.

import { byId } from "./elements.js";
import { remember, remembered } from "./kept.js";

const NAME = "board"; // under which it is remembered
const USUAL = { evaluation: false, motion: true, sound: false, premoves: false, colour: "green" };
const listeners = [];

const chosen = { ...USUAL };

/** Return what is chosen under a name: whether something is switched on, or the board’s colour. */
export const setting = (name) => chosen[name];

/** Call `listener` with a setting's name when another one is chosen. */
export function onSetting(listener) {
  listeners.push(listener);
}

/** Take up what was remembered, and let the fields say it. */
export function makeSettings() {
  const before = remembered(NAME);
  for (const name of Object.keys(USUAL)) {
    const field = byId(`set-${name}`), part = field.type === "checkbox" ? "checked" : "value";
    field[part] = typeof before?.[name] === typeof USUAL[name] ? before[name] : USUAL[name];
    if (field[part] === "") field[part] = USUAL[name]; // a colour that is none
    const take = () => {
      chosen[name] = field[part];
      document.documentElement.dataset.board = chosen.colour;
    };
    take();
    field.addEventListener("change", () => {
      take();
      remember(NAME, chosen);
      for (const listener of listeners) listener(name);
    });
  }
}
