// Stepping through a game, with buttons and keys.

import { byId, hasModifier } from "./elements.js";

export const STEP_KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", Escape: "leave" };

/**
 * Let the buttons and keys call the functions in `steps`, each under its button's id; Escape, which has none, under
 * "leave". A key does so unless it is for a field, or `isTaken` says that it is for something else.
 */
export function makeSteps(steps, isTaken = () => false) {
  for (const [name, act] of Object.entries(steps)) byId(name)?.addEventListener("click", act);
  document.addEventListener("keydown", (event) => {
    const act = steps[STEP_KEYS[event.key]], isInField = event.target.matches("input:not([type=file]), select, textarea");
    if (!act || isInField || hasModifier(event) || isTaken(event)) return;
    event.preventDefault();
    act();
  });
}
