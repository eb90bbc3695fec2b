// The last games of Play, which this browser keeps: a list to open them, to go on with them, to delete them.

import { OPPONENTS } from "./choices.js";
import { ask } from "./connection.js";
import { byId, element, on, refill, sayIn } from "./elements.js";
import { endText, who } from "./game.js";
import { onRemembered, remember, remembered } from "./kept.js";
import { ENDS } from "./outcome.js";
import { legalMoves } from "./rules.js";
import { makeStore } from "./store.js";
import { language, t } from "./texts.js";
import { START, restored, rootOf, saved } from "./tree.js";

const NAME = "games"; // under which they are remembered
const MOST_GAMES = 50;

/** The games are in the browser's storage; `isRefused` if there was no room for the last list, `given` is what play.js does with them; `openings`: their names, by the moves. */
const store = makeStore({ isRefused: false, given: null, openings: new Map() }), { openings } = store.state;

// -------------------------------- what is kept

/** Return the entries of the list, the newest first, sound or not. */
function entries() {
  const list = remembered(NAME);
  return Array.isArray(list) ? list.slice(0, MOST_GAMES) : [];
}

/** Return so many of the latest games with a person's moves. */
export const latestGames = (most) => entries().filter((entry) => isSound(entry) && entry.human).slice(0, most);

const allBut = (seed) => entries().filter((entry) => entry?.seed !== seed);

/** Keep a list; where there is no room for all of it, the oldest games go. */
function write(list) {
  let left = list.slice(0, MOST_GAMES);
  while (!remember(NAME, left) && left.length) left = left.slice(0, Math.floor(left.length * 0.9));
  store.set({ isRefused: !left.length && list.length > 0 });
}

/** Keep a game, given as `wholeOf` of game.js, if it has moves; return whether the list has it now. */
export function keepInList({ opened, ended, puzzle, line, ...entry }) {
  const { moves, seed } = entry;
  if (!moves.length) return true;
  const { date, ...before } = entries().find((other) => other?.seed === seed) ?? {};
  if (JSON.stringify(before) === JSON.stringify(entry)) return true;
  write([{ ...entry, date: Date.now() }, ...allBut(seed)]);
  return !store.state.isRefused;
}

/** Return whether an entry is a game that can be gone on with: another version of the page may have written it. */
export function isSound(entry) {
  try {
    const { on: isOn, outcome, human, opponents, total, seconds, tree, moves, date } = entry;
    const areTimes = [total, seconds].every((times) => times === null || ["X", "O"].every((side) => times[side] >= 0));
    const isWhole = moves.length > 0 && saved(restored(entry)).tree === tree && hasLegalMoves(rootOf(restored(entry)));
    return isWhole && areTimes && (total === null) === (seconds === null) && (isOn || Object.hasOwn(ENDS, outcome.how)) && Number.isFinite(date)
      && ["X", "O", "XO", ""].includes(human) && ["X", "O"].every((side) => Object.hasOwn(OPPONENTS, opponents[side]));
  } catch {
    return false; // a part is missing
  }
}

function hasLegalMoves(node) {
  const legal = legalMoves(node.position);
  return node.children.every((next) => legal.includes(next.move) && hasLegalMoves(next));
}

// -------------------------------- the list

function draw({ isRefused }) {
  if (!byId("last-games").open) return;
  const found = entries().filter(isSound), nDamaged = entries().length - found.length;
  refill(byId("last-games-list"), found.length ? found.map(row) : [element("li", t("No games"), { class: "muted" })]);
  if (isRefused) sayIn("last-games-note", t("This browser’s storage is full or blocked: no games are kept."));
  else sayIn("last-games-note", nDamaged ? t("Left out, as they cannot be read: {number}.", { number: nDamaged }) : "");
  byId("forget-games").disabled = !entries().length;
  nameOpenings(found);
}

function row(entry) {
  const text = textOf(entry);
  const open = element("button", text, { "data-seed": entry.seed }, () => store.state.given.open(entry));
  const forget = element("button", "✕", { class: "forget", "aria-label": t("Delete: {game}", { game: text }) }, () => {
    if (store.state.given.leave(entry.seed)) write(allBut(entry.seed));
  });
  return element("li", [open, forget], { class: "kept-game" });
}

/** Return what a row says: the date, the players, how the game went, its opening. */
function textOf(entry) {
  const lang = language(), region = navigator.language.startsWith(lang) ? navigator.language : lang;
  const date = new Date(entry.date).toLocaleString(region, { dateStyle: "short", timeStyle: "short" });
  const went = entry.outcome ? endText(entry) : t("running, {moves} moves", { moves: entry.moves.length });
  const opening = openings.get(entry.moves.join(""));
  return [date, `${who("X", entry)} – ${who("O", entry)}`, went, opening && t(opening)].filter(Boolean).join(" · ");
}

/** Ask for the names of the openings, one after the other, and write them into the list. */
async function nameOpenings(found) {
  const lines = found.filter(({ start }) => start === START).map(({ moves }) => moves.join(""));
  const unnamed = lines.filter((line) => !openings.has(line));
  for (const position of unnamed) openings.set(position, null); // it is asked for once, whichever list is shown then
  for (const position of unnamed) openings.set(position, (await ask({ do: "position", position }).catch(() => ({}))).opening);
  if (unnamed.length) store.redraw();
}

function forgetAll() {
  if (!window.confirm(t("Delete all games that this browser keeps, also the one that is played?"))) return;
  store.state.given.leave(null);
  write([]);
}

/** Make the list. `open` gets a game to show; `leave` the seed of one to delete, or null for all, and returns whether it may be. */
export function makeLastGames(given) {
  store.set({ given });
  store.draw = draw;
  on("last-games", "toggle", store.redraw);
  on("forget-games", "click", forgetAll);
  onRemembered(NAME, store.redraw);
}
