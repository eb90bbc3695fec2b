// What all tabs share: which one is open, what is said, whether the board is edited. The tabs use this module,
// and it uses them by tabs.js alone.

import { writeAddress } from "./address.js";
import { byId, sayIn } from "./elements.js";
import { showRefused } from "./grid.js";
import { makeStore } from "./store.js";
import { explainer, tabs } from "./tabs.js";
import { shown } from "./tree.js";

/** `pointed` is a square; `lost` why there is no engine; `message` what went wrong; `isSilent`: no step of the browser's history; `followed` counts addresses. */
export const shell = makeStore(
  { tab: null, pointed: null, isEditing: false, isReady: false, isSilent: false, lost: "", message: "", opening: null, followed: 0 },
);

/** Show a message of something that went wrong; an empty one takes it away. */
export const say = (message) => shell.set({ message });

export const fail = ({ message }) => say(message);

/** Put a sign on a square that is no move, and say why; null and an empty text take both away. */
export function refuse(square, why) {
  showRefused(square);
  sayIn("refusal", why);
}

/** Write what the open tab says of the board; while that is edited, something else is said. */
export function sayStatus(text) {
  if (!shell.state.isEditing) sayIn("status", text);
}

/** Return whether a tab is open. */
export const isOpen = (name) => shell.state.tab === name;

/** Let the store of a tab be drawn while that is open, and then the board. */
export function drawIn(name, store, draw) {
  store.draw = (state) => {
    if (!isOpen(name)) return;
    draw(state);
    shell.redraw();
  };
}

/** Open a tab, perhaps as somebody asked who clicked on it; return whether another one was open. */
export function openTab(name, isAsked = false) {
  const { tab } = shell.state;
  if (tab === name) return false;
  tabs[tab]?.leave?.();
  shell.set({ tab: name });
  explainer()?.enter(byId(name).querySelector(".tools"));
  byId(name).querySelector(".start")?.append(byId("setup"));
  tabs[name].enter(isAsked, tabs[tab]?.setsUp);
  noteAddress(true);
  return true;
}

/** Practise the mistakes of a game, given as fields of a request. */
export function practise(game) {
  openTab("practise");
  tabs.practise.mistakesOf(game);
}

/** Let the address name what is shown; at another board or tab, the former one is a step back. */
export function noteAddress(isNew) {
  const { tab, isReady, isSilent } = shell.state;
  if (isReady) writeAddress(tab, shown.node, isNew && !isSilent); // else it is still to be read
}

/** Do something that is no step of the browser's history. */
export function silently(act) {
  const before = shell.state.isSilent;
  shell.set({ isSilent: true });
  act();
  shell.set({ isSilent: before });
}
