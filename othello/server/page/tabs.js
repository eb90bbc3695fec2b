// The tabs of the page, and what rooms add to tabs that are not theirs: serve.js fills both, as no tab may import another one.

import { makeStore } from "./store.js";

/**
 * The tabs by their names. Each has `begin` and `enter`, `changed` for another position, `choose` for a legal move that
 * was clicked on, and the `marks` on the board; and perhaps `leave`, the line of play that is known of a square (`lineOf`), that of a
 * `preview`, the `refusal` of a click that may not move, and instead of it a `plan`.
 *
 * The address of a tab has the moves, unless the tab has `addressOf` a tree; other names with which it begins are the tab's `aliases`,
 * read by its `readAddress`. Where a tab `setsUp` its own positions, the reader does not, nor is anything shared; `enter` is told that it was left. One that `listsMoves`
 * needs no other list. Where it has an element of the class `start`, the form is in it that sets up a position.
 */
export const tabs = makeStore({}).state;

/** What rooms add, by the place (a tab, or `reading` for all of them) and by names; to Play, lists of choices. */
export const parts = makeStore({}).state;

/** Return what explains moves, undefined where its room is not there. */
export const explainer = () => parts.reading?.explanation;
