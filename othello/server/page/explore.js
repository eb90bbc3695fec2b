// Explore: a score on every legal square while the engine looks deeper, and the best lines.

import { ask } from "./connection.js";
import { byId, element, on } from "./elements.js";
import { showBoard } from "./grid.js";
import { legalMoves, obfOf, sideOf, squareOf } from "./rules.js";
import { drawIn, fail, sayStatus } from "./shell.js";
import { makeStore } from "./store.js";
import { explainer, parts } from "./tabs.js";
import { figures, t } from "./texts.js";
import { pathTo, play, shown } from "./tree.js";
import { depthText, errorText, scoreText, shortScoreText, turnText } from "./words.js";

const SOLVED_FROM = 22; // empty squares from which on the search is for exact scores
const PRUNING = 73; // the confidence of the forward pruning before, in percent

const { rows } = makeStore({ rows: [] }).state; // of the table

/** What the `search` has `found`; whose line is shown: that of a row that is `pointed` at, by its number, or of a move that is `pinned`. */
export const FIRST = { search: null, found: null, isThinking: true, pointed: null, pinned: null };

const store = makeStore({ ...FIRST }, {
  switched: ({ isThinking }) => ({ isThinking: !isThinking }),
  pinned: ({ pinned }, move) => ({ pinned: pinned === move ? null : move }),
}), { state } = store;

/** Return what rooms add to this tab. */
const added = () => Object.values(parts.explore ?? {});

/** End the search; what it has `found` may stay. */
function stop(found = null) {
  state.search?.cancel();
  store.set({ search: null, found });
}

/** Look at the position that is shown, for as long as it is. */
function think() {
  stop();
  const { position } = shown.node;
  if (!state.isThinking || legalMoves(position).length === 0) return;
  const own = ask({ do: "search", position: obfOf(position), multipv: "all", ...limitsOf(position) }, (found) => store.set({ found }));
  store.set({ search: own });
  own.then((found) => { if (state.search === own) store.set({ found }); }, fail);
}

/** Return how deep a position is searched: to its end, and near that for exact scores. */
export function limitsOf({ squares }) {
  const nEmpty = squares.filter((content) => content === "-").length;
  return nEmpty <= SOLVED_FROM ? { depth: 60 } : { depth: 60, selectivity: PRUNING };
}

// -------------------------------- what was found

function draw({ found, isThinking, pinned }) {
  const lines = found?.lines ?? [];
  sayStatus(turnText(shown.node.position));
  byId("explain-last").disabled = !lastChosen(shown.node);
  byId("thinking").setAttribute("aria-pressed", isThinking);
  byId("depth").textContent = found ? knownText(found) : "";
  while (rows.length < lines.length) rows.push(makeRow(rows.length));
  rows.forEach((row, number) => (number < lines.length ? fillRow(row, lines[number], pinned) : row.remove()));
  for (const part of added()) part.drawMoves();
}

export function knownText(result) {
  const { exact, nodes } = result;
  const size = nodes < 1e3 ? nodes : nodes < 1e6 ? `${Math.round(nodes / 1e3)} k` : `${figures((nodes / 1e6).toFixed(1))} M`;
  const known = exact ? t("exact") : t("depth {depth}", { depth: depthText(result) });
  return nodes ? `${known} · ${t("{size} positions", { size })}` : known; // none was searched: it was known already
}

/** Return an empty row. Rows stay where they are when scores change: under the pointer, with the focus. */
function makeRow(number) {
  const button = element("button"), cells = [element("td"), element("td"), element("td", "", { class: "word" })];
  const made = element("tr", [element("td", button, { class: "word" }), ...cells]);
  for (const [target, kinds] of [[made, ["pointerenter", "pointerleave"]], [button, ["focus", "blur"]]]) {
    kinds.forEach((kind, isEnd) => target.addEventListener(kind, () => store.set({ pointed: isEnd ? null : number })));
  }
  made.addEventListener("click", ({ target }) => {
    const { move } = state.found.lines[number];
    if (target === button) play(move);
    else pin(move);
  });
  return made;
}

function fillRow(row, line, pinned) {
  const texts = [scoreText(line.score, sideOf(shown.node.position), line.exact) + errorText(line.error), line.exact ? t("exact") : depthText(line), line.pv.slice(1).map((move) => t(move)).join(" ")];
  row.querySelector("button").textContent = t(line.move);
  texts.forEach((text, number) => { row.cells[number + 1].textContent = text; });
  if (line.move === pinned) row.setAttribute("aria-current", "true");
  else row.removeAttribute("aria-current");
  if (!row.isConnected) byId("best").append(row);
}

/** Keep the line of a move on the board, or take it away. */
function pin(move) {
  store.pinned(move);
  if (state.pinned) showBoard();
}

// -------------------------------- the tab

function begin() {
  drawIn("explore", store, draw);
  on("thinking", "click", () => {
    store.switched();
    think();
  });
  for (const part of added()) part.begin((move) => lineOf(state, move));
  byId("explain-last").hidden = !explainer();
  on("explain-last", "click", async () => {
    const { node } = shown, { parent, move } = lastChosen(node);
    stop(state.found); // the engine does one thing at a time
    await explainer().explainInView(parent, move).catch(fail);
    if (shown.node === node) think();
  });
}

/** Return the node after the last move that was chosen, as a forced pass is not; undefined if there is none. */
export const lastChosen = (node) => pathTo(node).findLast(({ parent, move }) => parent && move !== "pass");

function changed() {
  store.set({ pointed: null, pinned: null });
  explainer()?.hide();
  for (const part of added()) part.changed();
  think();
}

const lineOf = ({ found }, name) => found?.lines.find(({ move }) => move === name);

/** Return the line that is shown of a row, if there is one. */
export const previewOf = (now) => (now.pointed === null ? lineOf(now, now.pinned) : now.found?.lines[now.pointed])?.pv;

/** Return the scores on the squares, in short and in full, for the side to move; and which is the best. */
export function marksOf({ found }, side) {
  const lines = (found?.lines ?? []).filter(({ move }) => move && move !== "pass");
  return {
    scores: new Map(lines.map(({ move, score, exact }) =>
      [squareOf(move), [shortScoreText, scoreText].map((text) => text(score, side, exact))])),
    best: lines.length ? squareOf(lines[0].move) : null,
  };
}

/** The tab, as shell.js describes it. */
export const explore = {
  begin,
  changed,
  enter: changed,
  leave: () => stop(),
  redraw: store.redraw,
  choose: play,
  marks: () => marksOf(state, sideOf(shown.node.position)),
  lineOf: (name) => lineOf(state, name)?.pv,
  preview: () => previewOf(state),
};
