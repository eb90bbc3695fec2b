// The address: it names the tab, the position and how it was reached. The browser's "back" leads to the tab
// and the board of before.

import { ask } from "./connection.js";
import { keep, kept } from "./kept.js";
import { movesIn, obfOf } from "./rules.js";
import { makeStore } from "./store.js";
import { tabs } from "./tabs.js";
import { t } from "./texts.js";
import { START, lineThrough, movesTo, restored, rootOf, saved, shown } from "./tree.js";

const WHOLE = /^(\w+:\/\/|www\.|[\w-]+(\.[\w-]+)*\.([a-z]{2,}[/?#:]|(com|org|net)$))\S*$/i; // an address from its beginning, of any page
const DELAY = 300; // milliseconds after a move: browsers refuse many changes in a row

/**
 * The place that is `waiting` to be written; the address as it was `written`, the browser's `step` then. `places` is what was shown at
 * each step of the browser's history: the tab, and the node of a tree. A step has a text, in `history.state`, where the whole place is
 * saved too: a page that is loaded anew knows none of the nodes.
 */
const { state } = makeStore({ waiting: null, written: "", step: undefined, places: new Map() }), { places } = state;

/** Return the address of a place. In Analyse it names the whole game, wherever in it one stands. */
export function hashOf({ tab, node }) {
  const root = rootOf(node), start = obfOf(root.position), own = tabs[tab].addressOf?.(root);
  if (own) return `#${own}`;
  const last = tab === "review" ? lineThrough(node).at(-1) : node;
  return `#${[tab, ...(start === START ? [] : [start.replace(" ", "_")]), movesTo(last).join("")].join("/")}`;
}

/** Let the address name the tab and the node that are shown, soon: the next place may follow at once. One that `isNew` is a step of the browser's history. */
export function writeAddress(tab, node, isNew) {
  if (isNew && state.waiting && !state.waiting.isNew) write();
  if (!state.waiting) setTimeout(write, DELAY);
  state.waiting = { tab, node, isNew: isNew || state.waiting?.isNew };
  if (isNew) queueMicrotask(write);
}

function write() {
  const place = taken(), { step, written } = state;
  if (!place || location.hash !== written) return; // it is written already; or another one was typed, and is followed next
  const hash = hashOf(place), isNew = place.isNew && !(place.tab === "review" && hash === written); // the same game once more is no step
  const next = isNew || !places.has(step) ? `${Math.random()}` : step;
  if (isNew && places.has(step)) history.replaceState(stateOf(step, places.get(step)), "");
  places.set(next, place);
  history[isNew ? "pushState" : "replaceState"](stateOf(next, place), "", hash);
  noteStep();
}

const stateOf = (name, { tab, node }) => ({ step: name, tab, ...saved(node) });

/** Return the place that is to be written, which does not wait any more; null if there is none. */
function taken() {
  const { waiting } = state;
  state.waiting = null;
  return waiting;
}

function noteStep(step = history.state?.step) {
  Object.assign(state, { written: location.hash, step });
}

/** Return the address of what is shown, also where the browser does not name it yet. */
export const addressNow = () => (state.waiting ? hashOf(state.waiting) : location.hash);

/** Return a link to what is shown. */
export function linkNow() {
  const open = tabInAddress(addressNow()), tab = tabs[open].addressOf?.(shown.root) === open ? "explore" : open; // it has no address of its own
  return new URL(hashOf({ tab, node: shown.node }), location.href).href;
}

/** Return what was shown, as `saved`, if the page is loaded again or one comes back to it, else null. The page gets the address of then. */
export function placeBefore() {
  const place = kept("place"), type = performance.getEntriesByType("navigation")[0]?.type;
  const isThere = place && (type === "reload" || (type === "back_forward" && place.step === state.step));
  if (isThere) history.replaceState(history.state, "", place.address);
  noteStep(state.step);
  return isThere ? place : type === "back_forward" ? history.state : null;
}

/** Call `show` with the place that the browser goes back or on to, and `follow` if the address is another one. */
export function onAddress(show, follow) {
  noteStep();
  window.addEventListener("pagehide", () => keep("place", { address: addressNow(), step: state.step, ...saved(shown.node) }));
  window.addEventListener("popstate", ({ state: place }) => {
    const missed = taken(), isOther = location.hash !== state.written;
    if (missed && state.step) places.set(state.step, missed); // a move just before: one may come back to it
    noteStep();
    const { step } = state;
    if (place && !places.has(step)) places.set(step, { tab: place.tab, node: restored(place), isRestored: true });
    if (places.has(step)) show(places.get(step));
    else if (isOther) follow();
  });
}

/** Return moves as a list, with the passes that they leave out. */
async function listOf(start, moves) {
  if (!moves) return [];
  const { text } = await ask({ do: "format", start, moves, form: "moves" });
  return movesIn(text);
}

/** Return whether a text is an address or, of this page, the end of one; `readAddress` refuses those of others. */
export const isLink = (text) => WHOLE.test(text) || (/^\S*#\w+\/\S*$/.test(text) && Boolean(tabInAddress(text)));

/** Return what the address says, #explore/f5d6c3, #explore/OBF_X/moves or another one that a tab reads: the start, the moves. */
export async function readAddress(address = location.hash) {
  const tab = tabInAddress(address), said = address.slice(address.indexOf("#") + 1), own = tabs[tab]?.readAddress;
  if (own && said.split("/")[0] !== tab) return own(said.split("/"));
  try {
    if (!tab) throw new Error();
    const parts = decodeURIComponent(said).split("/"), text = parts.length > 2 ? parts[1].replace("_", " ") : START;
    const { obf } = await ask({ do: "position", position: text });
    return { start: obf, moves: await listOf(obf, parts.length > 1 ? parts.at(-1) : "") };
  } catch {
    throw new Error(t("This link is incomplete or unknown."));
  }
}

/** Return the tab that an address names, if there is one of that name. */
export function tabInAddress(address = location.hash) {
  const [name] = address.slice(address.indexOf("#") + 1).split("/");
  return Object.keys(tabs).find((tab) => tab === name || tabs[tab].aliases?.includes(name));
}
