// What was played in the position that is shown: the moves of a base of games, with their scores, and the games, of which
// one can be opened.

import { addFiles } from "./adding.js";
import { ask } from "./connection.js";
import { hasFiles, takeFiles } from "./drops.js";
import { byId, element, on, refill, sayIn } from "./elements.js";
import { moveOf } from "./explore.js";
import { readingText, statedText } from "./games.js";
import { rememberChosen, remembered } from "./kept.js";
import { emptiesIn, movesIn, obfOf, positionOf, sideOf } from "./rules.js";
import { fail, say } from "./shell.js";
import { makeStore } from "./store.js";
import { figures, t } from "./texts.js";
import { START, load, play, shown } from "./tree.js";
import { knownScore, resultText, scoreText } from "./words.js";

const LATEST = 8; // games that are listed
const TYPING = 250; // milliseconds after a key: a name is asked for when somebody pauses

/**
 * The `bases` that the server has, and the `folder` in which it puts games that are added, null if it takes none; how far that is; what
 * the chosen base has `found`, or the `reason` why not; the request, `asking`, that has no answer yet.
 */
const store = makeStore({ bases: [], folder: null, progress: () => "", found: null, reason: "", asking: null }, {
  answered: (state, found, reason = "") => ({ found, reason, asking: null }),
}), { state } = store;

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
  store.set({ bases, folder });
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
function draw({ bases, folder, progress, found, reason, asking }) {
  byId("played").hidden = !bases.length && folder === null;
  byId("adding").hidden = folder === null;
  byId("adding-folder").title = folder;
  sayIn("adding-note", progress());
  byId("played-title").hidden = byId("filters").hidden = !bases.length;
  if (asking) return;
  if (found || reason) sayIn("played-note", reason || countText(found));
  const side = sideOf(shown.node.position);
  byId("played-table").hidden = !found?.moves.length;
  refill(byId("played-moves"), (found?.moves ?? []).map((one) => moveRow(one, side)));
  byId("latest").hidden = !found?.games.length;
  refill(byId("latest-games"), (found?.games ?? []).map(gameItem));
}

function moveRow(one, side) {
  const { move, games, share, score, name, first } = one, words = figures(`${(100 * share).toFixed(share < .1 ? 1 : 0)} %`);
  return element("tr", [
    element("td", element("button", t(move), { value: move }), { class: "word" }),
    element("td", [element("div", games, { class: "games" }), element("div", words, { class: "share" })]),
    element("td", [barOf(one, side), element("div", name && t(name), { class: "opening" })]),
    element("td", scoreText(score, side, false), { class: "average" }),
    element("td", scoreOf(move), { class: "score" }),
  ], first ? { title: t("Played from {first} to {last}", one) } : {}, () => play(move));
}

/** Return the newest score of a move, if there is one. */
function scoreOf(move) {
  const known = moveOf(move);
  return known ? knownScore(known, sideOf(shown.node.position)) : "";
}

/** Draw the newest scores into the rows, which stay where they are: under the pointer, with the focus. */
function drawScores() {
  if (state.asking) return;
  for (const row of byId("played-moves").rows) row.querySelector(".score").replaceChildren(scoreOf(row.querySelector("button").value));
}

/** Return a bar that shows how many games black won, nobody, and white. */
function barOf({ wins, draws, losses }, side) {
  const counts = side === "black" ? { black: wins, drawn: draws, white: losses } : { black: losses, drawn: draws, white: wins };
  const shares = Object.entries(counts).map(([kind, count]) => [kind, (100 * count) / (wins + draws + losses)]);
  const rounded = Object.fromEntries(shares.map(([kind, percent]) => [kind, Math.round(percent)]));
  const parts = shares.map(([kind, percent]) => {
    const part = element("span", `${rounded[kind]}%`, { class: kind });
    part.style.width = `${percent}%`;
    return part;
  });
  return element("div", parts, { class: "bar", role: "img", "aria-label": t("Black {black} %, drawn {drawn} %, White {white} %", rounded) });
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
  let left = emptiesIn(positionOf(start)) - emptiesIn(shown.node.position), ply = 0;
  while (left > 0 || moves[ply] === "pass") left -= moves[ply++] === "pass" ? 0 : 1;
  load(start, moves, ply, { opened: { start, moves: text, headers } });
  say(readingText({ faults: [], doubts: doubt ? [doubt] : [], left_out: [] }));
}

// -------------------------------- games that are added

const note = (progress) => store.set({ progress });

async function add(files) {
  try {
    const found = await addFiles(files, note);
    note(() => t("Games added: {added}. There already: {known}.", found));
    say(readingText(found));
    await offerBases(found.to[0]);
  } catch (error) {
    note(() => "");
    fail(error);
  }
}

// -------------------------------- the part of the tab

/** Make the choices work. */
function begin() {
  let timer = 0;
  store.draw = draw;
  rememberChosen(byId("base"));
  on("base", "change", showPlayed);
  for (const name of ["filter-player", "filter-year"]) {
    on(name, "input", () => {
      clearTimeout(timer);
      timer = setTimeout(showPlayed, TYPING);
    });
  }
  takeFiles("add-files", byId("explore"), (event) => state.folder !== null && hasFiles(event), add);
  offerBases(remembered("base")).catch(fail);
}

/** The part of Explore, as explore.js uses it. */
export const played = { begin, changed: showPlayed, drawScores };
