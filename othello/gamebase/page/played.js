// What was played in the position that is shown: the moves of a base of games, beside the engine's scores and the
// book's, and the games, of which one can be opened.

import { makeAdding, offerAdding } from "./adding.js";
import { ask } from "./connection.js";
import { byId, element, on, refill, sayIn } from "./elements.js";
import { readingText, statedText } from "./games.js";
import { remember, remembered } from "./kept.js";
import { discCounts, movesIn, obfOf, positionOf, sideOf } from "./rules.js";
import { fail, say } from "./shell.js";
import { makeStore } from "./store.js";
import { figures, t } from "./texts.js";
import { START, load, play, shown } from "./tree.js";
import { gradeText, resultText, scoreText } from "./words.js";

const KEPT = "base"; // under which the chosen base is remembered
const COLUMNS = [["games", "share"], ["results", "opening"], ["average"], ["engine"], ["book", "grade"]]; // behind the move
const TYPING = 250; // milliseconds after a key: a name is asked for when somebody pauses

/**
 * The `bases` that the server has; what a base has `found` and the `book` knows of the position, or the `reason` why not; the requests
 * for both, and whether they are not answered yet. `lineOf` returns the engine's line of a move.
 */
const store = makeStore({ bases: [], found: null, book: null, reason: "", asking: [], isOld: false, lineOf: () => null }, {
  made: (state, lineOf) => ({ lineOf }),
  offered: (state, bases) => ({ bases }),
  asked: (state, asking) => ({ asking, isOld: true }),
  answered: (state, book, found, reason) => ({ book, found, reason, isOld: false }),
}), { state } = store;

const nDiscs = (position) => discCounts(position).reduce((sum, discs) => sum + discs);

// -------------------------------- asking

/** Ask for the position that is shown; until there are answers, the table stays as it was. */
async function showPlayed() {
  for (const request of state.asking) request.cancel();
  const position = obfOf(shown.node.position), asking = [ask({ do: "book", position })];
  if (state.bases.length) asking.push(ask({ do: "games.moves", position, base: byId("base").value, ...filters() }));
  store.asked(asking);
  let reason = "";
  const [book, found] = await Promise.all([
    asking[0].catch(() => null), // there may be no book
    asking[1]?.catch(({ message }) => { reason = message; }),
  ]);
  store.answered(book, found, reason);
  byId("latest-games").scrollTop = 0;
}

function filters() {
  const given = { player: byId("filter-player").value.trim(), year: byId("filter-year").value.replace(/\s*[-–]\s*/, "-").trim() };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}

/** Offer the bases that the server has; `chosen` is shown first. */
async function offerBases(chosen) {
  const { bases, folder } = await ask({ do: "bases.list" });
  store.offered(bases);
  byId("base").replaceChildren(...bases.map(({ name }) => element("option", name, { value: name, ...(name === chosen && { selected: "" }) })));
  byId("filters").hidden = !bases.length;
  byId("base-field").hidden = bases.length < 2;
  offerAdding(folder);
  showPlayed();
}

// -------------------------------- the moves

/** Return the moves of the base and the book: those that were played most first, then the book's others. */
export function movesKnown({ found, book }) {
  const played = found?.moves ?? [], known = book?.moves ?? [];
  const others = known.filter(({ move }) => !played.some((one) => one.move === move));
  return [
    ...played.map((one) => [one, known.find(({ move }) => move === one.move)]),
    ...others.map((one) => [{ move: one.move, name: one.name }, one]),
  ];
}

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
function draw({ bases, found, reason, isOld }) {
  if (isOld) return;
  byId("played").hidden = !bases.length && byId("adding").hidden && !movesKnown(state).length;
  if (found || reason) sayIn("played-note", reason || countText(found));
  drawMoves();
  byId("latest").hidden = !found?.games.length;
  refill(byId("latest-games"), (found?.games ?? []).map(gameItem));
}

/** Draw the moves, with the engine's newest scores. Rows stay where they are: under the pointer, with the focus. */
function drawMoves() {
  if (state.isOld) return;
  const { lineOf } = state, rows = movesKnown(state), body = byId("played-moves"), side = sideOf(shown.node.position);
  byId("played-holder").hidden = !rows.length;
  while (body.rows.length > rows.length) body.lastChild.remove();
  rows.forEach(([one, entry], number) => {
    const row = body.rows[number] ?? body.appendChild(makeRow());
    Object.assign(row.querySelector("button"), { textContent: t(one.move), value: one.move });
    const line = lineOf(one.move), text = (score, exact) => (score === undefined || score === null ? "" : scoreText(score, side, exact));
    const texts = {
      games: one.games ?? "", share: one.games ? figures(`${(100 * one.share).toFixed(one.share < .1 ? 1 : 0)} %`) : "",
      average: text(one.score, false), engine: text(line?.score, line?.exact),
      book: text(entry?.score, Number.isInteger(entry?.score)), grade: entry ? gradeText(entry.grade, 64 - nDiscs(shown.node.position)) : "", opening: one.name ?? "",
    };
    for (const [name, words] of Object.entries(texts)) row.querySelector(`.${name}`).textContent = words;
    drawBar(row.querySelector(".results"), one, side);
    row.title = one.first ? t("Played from {first} to {last}", one) : "";
  });
}

function makeRow() {
  const made = element("tr", ""), cell = element("td", "", { class: "word" });
  cell.append(element("button", ""));
  made.append(cell, ...COLUMNS.map((names) => {
    const column = element("td", "");
    column.append(...names.map((name) => element("div", "", { class: name })));
    return column;
  }));
  made.addEventListener("click", () => play(made.querySelector("button").value));
  return made;
}

/** Draw how many games black won, nobody, and white. */
function drawBar(cell, { wins, draws, losses }, side) {
  const all = wins + draws + losses, [black, white] = side === "black" ? [wins, losses] : [losses, wins];
  if (!all) {
    cell.replaceChildren();
    return;
  }
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
  const item = element("li", "");
  item.append(element("button", text, {}, () => open(game)));
  return item;
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

/** Make the choices work; `lineOf` returns the engine's line of a move. */
function begin(lineOf) {
  let timer = 0;
  store.made(lineOf);
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
