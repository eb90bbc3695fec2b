// What the reader has chosen for the board, in all tabs; it is remembered for the next visit.

import { byId, on } from "./elements.js";
import { onRemembered, remember, remembered } from "./kept.js";
import { makeStore } from "./store.js";

const NAME = "board"; // under which it is remembered
const USUAL = { evaluation: false, motion: true, sound: false, premoves: false, colour: "green" };

const chosen = makeStore({ ...USUAL });

/** Return what is chosen under a name: whether something is switched on, or the board’s colour. */
export const setting = (name) => chosen.state[name];

/** Call `listener` when another setting is chosen. */
export const onSetting = (listener) => { chosen.draw = listener; };

/** Let the fields say what was remembered, also by another tab, and take it up. */
export function makeSettings() {
  const fields = Object.keys(USUAL).map((name) => [name, byId(`set-${name}`), name === "colour" ? "value" : "checked"]);
  const take = () => {
    chosen.set(Object.fromEntries(fields.map(([name, field, part]) => [name, field[part]])));
    document.documentElement.dataset.board = setting("colour");
  };
  const takeUp = () => {
    const before = { ...USUAL, ...remembered(NAME) };
    for (const [name, field, part] of fields) field[part] = before[name];
    byId("set-colour").value ||= USUAL.colour; // what was remembered may be none
    take();
  };
  takeUp();
  onRemembered(NAME, takeUp);
  for (const id of ["settings", "set-evaluation"]) {
    on(id, "change", () => {
      take();
      remember(NAME, chosen.state);
    });
  }
}
