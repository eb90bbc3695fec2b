// What was played in the position that is shown: the moves of a base of games, with their scores, and the games, of which
// one can be opened.

import { makeAdding, offerAdding } from "./adding.js";
import { ask } from "./connection.js";
import { byId, element, on, refill, sayIn } from "./elements.js";
import { moveOf } from "./explore.js";
import { readingText, statedText } from "./games.js";
import { remember, remembered } from "./kept.js";
import { discCounts, movesIn, obfOf, positionOf, sideOf } from "./rules.js";
import { fail, say } from "./shell.js";
import { makeStore } from "./store.js";
import { figures, t } from "./texts.js";
import { START, load, play, shown } from "./tree.js";
import { knownScore, resultText, scoreText } from "./words.js";

const KEPT = "base"; // under which the chosen base is remembered
const COLUMNS = [["games", "share"], ["results", "opening"], ["average"], ["score"]]; // behind the move
const LATEST = 8; // games that are listed
const TYPING = 250; // milliseconds after a key: a name is asked for when somebody pauses

/** The `bases` that the server has; what the chosen one has `found`, or the `reason` why not; the request, `asking`, that has no answer yet. */
const store = makeStore({ bases: [], found: null, reason: "", asking: null }, {
  answered: (state, found, reason = "") => ({ found, reason, asking: null }),
}), { state } = store;

const nDiscs = (position) => discCounts(position).reduce((sum, discs) => sum + discs);

// -------------------------------- asking

/** Ask for the position that is shown; until there is an answer, the table stays as it was. */
async function showPlayed() {
  state.asking?.cancel();
  if (!state.bases.length) return;
  const asking = ask({ do: "games.moves", position: obfOf(shown.node.position), base: byId("base").value, limit: LATEST, ...filters() });
  store.set({ asking });
  await asking.then(store.answered, ({ message }) => store.answered(null, message));
}

function filters() {
  const given = { player: byId("filter-player").value.trim(), year: byId("filter-year").value.replace(/\s*[-–]\s*/, "-").trim() };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}

/** Offer the bases that the server has; `chosen` is shown first. */
async function offerBases(chosen) {
  const { bases, folder } = await ask({ do: "bases.list" });
  offerAdding(folder);
  store.set({ bases });
  byId("base").replaceChildren(...bases.map(({ name }) => element("option", name, { value: name, ...(name === chosen && { selected: "" }) })));
  byId("base-field").hidden = bases.length < 2;
  showPlayed();
}

// -------------------------------- the moves

/** Return how many games were found, and which player or years no game has at all, with what may have been meant. */
export function countText({ count, unknown }) {
  const parts = [t(count === 1 ? "{count} game" : "{count} games", { count })];
  for (const { condition, asked, known } of unknown) {
    const isYear = condition === "year", values = { asked, known: known.join(", ") };
    parts.push(t(isYear ? "No game is from {asked}." : "No player is called {asked}.", values));
    if (known.length) parts.push(t(isYear ? "The years there are: {known}" : "Did you mean: {known}?", values));
  }
  return parts.join(" · ");
}

/** Draw what is known, once it is. */
function draw({ bases, found, reason, asking }) {
  byId("played").hidden = !bases.length && byId("adding").hidden;
  byId("played-title").hidden = byId("filters").hidden = !bases.length;
  if (asking) return;
  if (found || reason) sayIn("played-note", reason || countText(found));
  drawMoves();
  byId("latest").hidden = !found?.games.length;
  refill(byId("latest-games"), (found?.games ?? []).map(gameItem));
}

/** Draw the moves, with the newest scores. Rows stay where they are: under the pointer, with the focus. */
function drawMoves() {
  if (state.asking) return;
  const rows = state.found?.moves ?? [], body = byId("played-moves"), side = sideOf(shown.node.position);
  byId("played-table").hidden = !rows.length;
  while (body.rows.length > rows.length) body.lastChild.remove();
  rows.forEach((one, number) => {
    const row = body.rows[number] ?? body.appendChild(makeRow()), known = moveOf(one.move);
    Object.assign(row.querySelector("button"), { textContent: t(one.move), value: one.move });
    const texts = {
      games: one.games, share: figures(`${(100 * one.share).toFixed(one.share < .1 ? 1 : 0)} %`),
      average: scoreText(one.score, side, false), opening: one.name ?? "",
    };
    for (const [name, words] of Object.entries(texts)) row.querySelector(`.${name}`).textContent = words;
    row.querySelector(".score").replaceChildren(...(known ? [knownScore(known, side)] : []));
    drawBar(row.querySelector(".results"), one, side);
    row.title = one.first ? t("Played from {first} to {last}", one) : "";
  });
}

function makeRow() {
  const button = element("button"), columns = COLUMNS.map((names) => element("td", names.map((name) => element("div", "", { class: name }))));
  return element("tr", [element("td", button, { class: "word" }), ...columns], {}, () => play(button.value));
}

/** Draw how many games black won, nobody, and white. */
function drawBar(cell, { wins, draws, losses }, side) {
  const all = wins + draws + losses, [black, white] = side === "black" ? [wins, losses] : [losses, wins];
  const [b, d, w] = [black, draws, white].map((count) => (100 * count) / all);
  const label = t("Black {black} %, drawn {drawn} %, White {white} %", { black: Math.round(b), drawn: Math.round(d), white: Math.round(w) });
  if (cell.firstChild?.ariaLabel === label) return;
  const bar = element("div", "", { class: "bar", role: "img", "aria-label": label });
  for (const [kind, percent] of [["black", b], ["drawn", d], ["white", w]]) {
    const part = element("span", `${Math.round(percent)}%`, { class: kind });
    part.style.width = `${percent}%`;
    bar.append(part);
  }
  cell.replaceChildren(bar);
}

// -------------------------------- the games

function gameItem(game) {
  const players = [game.black ?? t("Black"), game.white ?? t("White")].join(" – ");
  const result = [resultText(game.result), statedText(game)].filter(Boolean).join(" ");
  const text = [players, result, game.year, game.event].filter(Boolean).join(" · ");
  return element("li", element("button", text, {}, () => open(game)));
}

/** Show a game where it has come to the position that is shown, and say so if its moves contradict its result. */
function open({ moves: text, start: given, headers, doubt }) {
  const start = given ?? START, moves = movesIn(text);
  let left = nDiscs(shown.node.position) - nDiscs(positionOf(start)), ply = 0;
  while (left > 0 || moves[ply] === "pass") left -= moves[ply++] === "pass" ? 0 : 1;
  load(start, moves, ply, { opened: { start, moves: text, headers } });
  say(readingText({ faults: [], doubts: doubt ? [doubt] : [], left_out: [] }));
}

// -------------------------------- the part of the tab

/** Make the choices work. */
function begin() {
  let timer = 0;
  store.draw = draw;
  on("base", "change", ({ target }) => {
    remember(KEPT, target.value);
    showPlayed();
  });
  for (const name of ["filter-player", "filter-year"]) {
    on(name, "input", () => {
      clearTimeout(timer);
      timer = setTimeout(showPlayed, TYPING);
    });
  }
  makeAdding(({ to }) => offerBases(to[0]).catch(fail));
  offerBases(remembered(KEPT)).catch(fail);
}

/** The part of Explore, as explore.js uses it. */
export const played = { begin, changed: showPlayed, drawMoves };
