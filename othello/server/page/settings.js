// What the reader has chosen for the board, in all tabs; it is remembered for the next visit.

import { byId } from "./elements.js";
import { onRemembered, remember, remembered } from "./kept.js";

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

/** Let the fields say what was remembered, also by another tab, and take it up. */
export function makeSettings() {
  const fields = Object.keys(USUAL).map((name) => [name, byId(`set-${name}`), name === "colour" ? "value" : "checked"]);
  const take = () => fields.forEach(([name, field, part]) => {
    if (chosen[name] === field[part]) return;
    chosen[name] = field[part];
    document.documentElement.dataset.board = chosen.colour;
    for (const listener of listeners) listener(name);
  });
  const takeUp = () => {
    const before = remembered(NAME);
    for (const [name, field, part] of fields) {
      field[part] = typeof before?.[name] === typeof USUAL[name] ? before[name] : USUAL[name];
      if (field[part] === "") field[part] = USUAL[name]; // a colour that is none
    }
    take();
  };
  takeUp();
  onRemembered(NAME, takeUp);
  for (const [, field] of fields) {
    field.addEventListener("change", () => {
      take();
      remember(NAME, chosen);
    });
  }
}
