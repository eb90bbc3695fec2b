// Explore: a score on every legal square while the engine looks deeper, and the best lines.

import { ask } from "./connection.js";
import { byId, element, on } from "./elements.js";
import { explainInView, hideExplanation } from "./explain.js";
import { showBoard } from "./grid.js";
import { drawMoves, drawPlayed, makePlayed, showPlayed } from "./played.js";
import { legalMoves, obfOf, sideOf, squareOf } from "./rules.js";
import { t } from "./texts.js";
import { pathTo, play, shown } from "./tree.js";
import { depthText, errorText, scoreText, shortScoreText, turnText } from "./words.js";

const SOLVED_FROM = 22; // empty squares from which on the search is for exact scores
const PRUNING = 73; // the confidence of the forward pruning before, in percent

let page = null, search = null, found = null, isThinking = true;

// The rows of the table, and whose line is shown: that of a row that is pointed at, by its number, or of a move
// whose row was clicked on.
const rows = [];
let pointed = null, pinned = null;

const sideToMove = () => sideOf(shown.node.position);

/** End the search; what it has found stays. */
function endSearch() {
  search?.cancel();
  search = null;
}

function stop() {
  endSearch();
  found = null;
}

/** Look at the position that is shown, for as long as it is. */
function think() {
  stop();
  const { position } = shown.node;
  drawFound();
  if (!isThinking || legalMoves(position).length === 0) return;
  const nEmpty = position.squares.filter((content) => content === "-").length;
  const limits = nEmpty <= SOLVED_FROM ? { depth: 60 } : { depth: 60, selectivity: PRUNING };
  const own = ask({ do: "search", position: obfOf(position), multipv: "all", ...limits }, (info) => {
    found = info;
    drawFound();
  });
  search = own;
  own.then((result) => { if (search === own) { found = result; drawFound(); } }, page.fail);
}

// -------------------------------- what was found

function drawFound() {
  const lines = found?.lines ?? [];
  byId("depth").textContent = found ? knownText(found) : "";
  while (rows.length < lines.length) rows.push(makeRow(rows.length));
  rows.forEach((row, number) => (number < lines.length ? fillRow(row, lines[number]) : row.remove()));
  drawMoves();
  page.draw();
}

function knownText(result) {
  const { exact, nodes } = result;
  const size = nodes < 1e3 ? nodes : nodes < 1e6 ? `${Math.round(nodes / 1e3)} k` : `${(nodes / 1e6).toFixed(1)} M`;
  const known = exact ? t("exact") : t("depth {depth}", { depth: depthText(result) });
  return nodes ? `${known} · ${t("{size} positions", { size })}` : known; // none was searched: it was known already
}

/** Return an empty row. Rows stay where they are when scores change: under the pointer, with the focus. */
function makeRow(number) {
  const made = element("tr", "");
  const cell = element("td", "", { class: "word" });
  const button = element("button", "");
  cell.append(button);
  made.append(cell, element("td", ""), element("td", ""), element("td", "", { class: "word" }));
  const point = (place) => {
    pointed = place;
    page.draw();
  };
  for (const [target, kinds] of [[made, ["pointerenter", "pointerleave"]], [button, ["focus", "blur"]]]) {
    kinds.forEach((kind, isEnd) => target.addEventListener(kind, () => point(isEnd ? null : number)));
  }
  made.addEventListener("click", ({ target }) => {
    const { move } = found.lines[number];
    if (target === button) play(move);
    else pin(pinned === move ? null : move);
  });
  return made;
}

function fillRow(row, line) {
  const texts = [scoreText(line.score, sideToMove(), line.exact) + errorText(line.error), line.exact ? t("exact") : depthText(line), line.pv.slice(1).map((move) => t(move)).join(" ")];
  row.querySelector("button").textContent = t(line.move);
  texts.forEach((text, number) => { row.cells[number + 1].textContent = text; });
  if (line.move === pinned) row.setAttribute("aria-current", "true");
  else row.removeAttribute("aria-current");
  if (!row.isConnected) byId("best").append(row);
}

/** Keep the line of a move on the board; null takes it away. */
function pin(move) {
  pinned = move;
  drawFound();
  if (move) showBoard();
}

// -------------------------------- the tab

function status() {
  byId("status").textContent = turnText(shown.node.position);
}

function begin(given) {
  page = given;
  on("thinking", "click", () => {
    isThinking = !isThinking;
    byId("thinking").setAttribute("aria-pressed", isThinking);
    think();
  });
  makePlayed(lineOf, page);
  on("explain-last", "click", async () => {
    const { node } = shown, { parent, move } = lastChosen();
    endSearch(); // the engine does one thing at a time
    await explainInView(parent, move);
    if (shown.node === node) think();
  });
}

/** Return the node after the last move that was chosen, as a forced pass is not; undefined if there is none. */
const lastChosen = () => pathTo(shown.node).findLast(({ parent, move }) => parent && move !== "pass");

function changed() {
  pointed = pinned = null;
  status();
  hideExplanation();
  byId("explain-last").disabled = !lastChosen();
  showPlayed();
  think();
}

const lineOf = (name) => found?.lines.find(({ move }) => move === name);

/** The tab, as serve.js uses it. */
export const explore = {
  begin,
  changed,
  enter: changed,
  leave: stop,
  choose: play,
  retell: () => {
    status();
    drawFound();
    drawPlayed();
  },
  marks: () => {
    const lines = (found?.lines ?? []).filter(({ move }) => move && move !== "pass");
    return {
      scores: new Map(lines.map(({ move, score, exact }) =>
        [squareOf(move), [shortScoreText, scoreText].map((text) => text(score, sideToMove(), exact))])),
      best: lines.length ? squareOf(lines[0].move) : null,
    };
  },
  lineOf: (name) => lineOf(name)?.pv,
  preview: () => (pointed === null ? lineOf(pinned)?.pv : found?.lines[pointed]?.pv),
};
