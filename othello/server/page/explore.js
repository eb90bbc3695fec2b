// Explore: who is ahead, a score on every legal square while the engine looks deeper, and the best moves with their lines.

import { ask, makeAsker } from "./connection.js";
import { byId, element, on, refill } from "./elements.js";
import { drawAhead } from "./evaluation.js";
import { showBoard } from "./grid.js";
import { emptiesIn, legalMoves, obfOf, sideOf, squareOf } from "./rules.js";
import { drawIn, fail, sayStatus } from "./shell.js";
import { makeStore } from "./store.js";
import { judgedMove, surer, surestMoves, usedOf } from "./surest.js";
import { explainer, parts } from "./tabs.js";
import { language, t } from "./texts.js";
import { child, goTo, lastChosen, pathTo, play, shown } from "./tree.js";
import { certainty, certaintyClass, errorText, knownScore, knownText, scoreText, shortKnownText, shortScoreText, turnText } from "./words.js";

const SOLVED_FROM = 22; // empty squares from which on the search is for exact scores
const PRUNING = 73; // the confidence of the forward pruning before, in percent
const FAR = 36; // empty squares above which a depth that the search claims says little, as it leaves almost all out
const DEEPEST = 30; // the depth there
const EXPLAINED = 18; // the depth, at least, of scores that are explained
const FEW = 7; // moves that are listed, unless all are
const LINE_MOVES = 8; // of a line, unless it is kept on the board

/**
 * What the search, which may still be going on, has `found`, and the `book` has; whether all moves are listed; whose line is shown: that of a row that is
 * `pointed` at, by its number, or of a move that is `pinned`. What was found stays with the nodes of the tree.
 */
export const FIRST = { found: null, book: null, isSearching: false, isThinking: true, isAll: false, pointed: null, pinned: null };

const store = makeStore({ ...FIRST }, {
  switched: ({ isThinking }) => ({ isThinking: !isThinking }),
  widened: ({ isAll }) => ({ isAll: !isAll }),
  pinned: ({ pinned }, move) => (pinned === move ? { pinned: null, pointed: null } : { pinned: move }),
}), { state } = store;

const search = makeAsker();

/** Return what rooms add to this tab. */
const added = () => Object.values(parts.explore ?? {});

const movesAt = ({ found, book, position }) => surestMoves(found, book, emptiesIn(position));

const movesShown = ({ found, book }) => movesAt({ found, book, position: shown.node.position });

/** Return whether there are scores of the position that is shown. */
const isWanted = () => state.isThinking && legalMoves(shown.node.position).length > 0;

function stop() {
  search();
  store.set({ isSearching: false });
}

/** Look at the position that is shown, for as long as it is. */
function think() {
  const { node } = shown, { found = null, book = null, position } = node;
  stop();
  store.set(isWanted() ? { found, book } : { found: null, book: null });
  if (!isWanted()) return;
  if (!book) ask({ do: "book", position: obfOf(position) }).then((known) => keep(node, { book: known }), () => {}); // there may be no book
  if (!node.isSearched) searchAll(node, limitsOf(position)).then(() => { node.isSearched = true; }, fail);
}

/** Search all moves at a node. */
async function searchAll(node, limits) {
  const request = { do: "search", position: obfOf(node.position), multipv: "all", ...limits };
  store.set({ isSearching: true });
  keep(node, { found: await search(request, (found) => keep(node, { found })).finally(() => store.set({ isSearching: false })) });
}

/** Keep what is known at a node, unless a search found more there before. */
function keep(node, known) {
  if (known.found && surer(known.found.lines[0], node.found?.lines[0]) !== known.found.lines[0]) return;
  Object.assign(node, known);
  if (shown.node === node && state.isThinking) store.set(known);
}

/** Return how deep a position is searched: to its end unless that is far, and near it for exact scores. */
export const limitsOf = (position) => ({
  depth: emptiesIn(position) > FAR ? DEEPEST : 60,
  ...(emptiesIn(position) > SOLVED_FROM && { selectivity: PRUNING }),
});

// -------------------------------- what was found

function draw(now) {
  const { position } = shown.node, moves = movesShown(now), listed = now.isAll ? moves : moves.slice(0, FEW);
  sayStatus(turnText(position));
  drawAhead(isWanted(), moves[0], sideOf(position), now.isSearching);
  const last = lastChosen(shown.node);
  Object.assign(byId("explain-last"), { disabled: !now.pinned && !last, textContent: questionOf(now.pinned, moves[0], last) });
  byId("lines-table").hidden = !isWanted();
  byId("unsolved").hidden = emptiesIn(position) < 60;
  byId("thinking").setAttribute("aria-pressed", now.isThinking);
  byId("all-moves").hidden = moves.length <= FEW;
  byId("all-moves").setAttribute("aria-pressed", now.isAll);
  const { rows } = byId("best");
  while (rows.length > listed.length) byId("best").lastChild.remove();
  listed.forEach((move, number) => fillRow(rows[number] ?? addRow(number), move, now.pinned));
  drawDetails(now, listed);
  for (const part of added()) part.drawScores();
}

const sizeText = (count) => new Intl.NumberFormat(language(), { notation: "compact", maximumFractionDigits: 1 }).format(count);

/** Return how deep a search was, how large, and how fast; nothing is searched where all was known already. */
export function searchText({ nodes, seconds, ...known }) {
  const sizes = nodes ? [t("{size} positions", { size: sizeText(nodes) }), ...(seconds ? [t("{size} a second", { size: sizeText(nodes / seconds) })] : [])] : [];
  return [knownText(known), ...sizes].join(" · ");
}

/** Show how deep moves were searched, and where search and book have other scores, which one is used: it is bold. */
function drawDetails({ found, book }, moves) {
  const hasBook = moves.some(({ entry }) => entry);
  byId("details").hidden = !moves.length;
  byId("book-head").hidden = !hasBook;
  byId("depth").textContent = found ? searchText(found) : "";
  byId("umigame").textContent = book?.umigame ? t("Lines of the book to know by heart to hold this score: Black {black}, White {white}.", book.umigame) : "";
  byId("sources").replaceChildren(...moves.map(({ move, line, entry }) => {
    const best = usedOf(line, entry);
    return element("tr", [t(move), ...[line, entry].slice(0, hasBook ? 2 : 1).map((one) => one && element(one === best ? "strong" : "span", sourceText(one)))]
      .map((content, number) => element("td", content, number ? {} : { class: "word" })));
  }));
}

/** Return a score with its standard error, and how deep it was searched. */
function sourceText(known) {
  return `${scoreText(known.score, sideOf(shown.node.position), known.exact)}${errorText(known.error)} · ${shortKnownText(known)}`;
}

/** Add an empty row. Rows stay where they are when scores change: under the pointer, with the focus. */
function addRow(number) {
  const button = element("button"), line = [element("button", "", { class: "pv" }), element("small")];
  const made = element("tr", [element("td", button, { class: "word" }), element("td"), element("td", line, { class: "word" })]);
  for (const kind of ["pointerenter", "focusin"]) made.addEventListener(kind, () => store.set({ pointed: number }));
  for (const kind of ["pointerleave", "focusout"]) made.addEventListener(kind, () => store.set({ pointed: null }));
  made.addEventListener("click", ({ target }) => {
    const { to } = target.dataset;
    if (to) goTo(to.split(" ").reduce(child, shown.node));
    else store.pinned(movesShown(state)[number].move); // its line is kept on the board, or taken away
    if (to || state.pinned) showBoard();
  });
  return byId("best").appendChild(made);
}

function fillRow(row, known, pinned) {
  const { move, pv, entry } = known, isPinned = move === pinned, [button, line] = row.querySelectorAll("button");
  button.textContent = t(move);
  button.dataset.to = move;
  row.cells[1].replaceChildren(knownScore(known, sideOf(shown.node.position), entry && usedOf(known.line, entry) === entry ? t("book") : ""));
  const steps = pv.slice(0, isPinned ? undefined : LINE_MOVES).map((each, ply) => element("span", `${t(each)} `, { "data-to": pv.slice(0, ply + 1).join(" ") }));
  refill(line, steps.slice(1));
  line.setAttribute("aria-expanded", isPinned);
  line.nextSibling.textContent = t(entry?.name ?? "");
  row.ariaCurrent = isPinned ? "true" : null;
}

// -------------------------------- why a move

/** Return what can be asked: about the move whose row is kept, or else about the last one. */
export function questionOf(pinned, best, last) {
  if (pinned) return t(pinned === best?.move ? "Why {move}?" : "Why not {move}?", { move: pinned });
  return last ? t("Why {move}?", { move: last.move }) : t("Why this move?");
}

/** Explain that move, from the scores on the screen. They stay as they are then: one move has one score. */
function explain() {
  const { node } = shown, { pinned } = state, last = lastChosen(node);
  stop();
  explainer().explainInView(...(pinned ? [node, pinned, judgePinned(node, pinned)] : [last.parent, last.move, judge(node, last)]));
}

async function judgePinned(node, pinned) {
  const moves = await deepMoves(node), own = moves.find(({ move }) => move === pinned);
  return judgedMove([pinned], [{ ...own, pv: own.pv.slice(1) }], moves, 1);
}

async function judge(node, { parent, ply }) {
  if (!isWanted()) return null;
  const known = [await deepMoves(node), await deepMoves(parent)];
  return judgedMove(pathTo(node).slice(ply).map(({ move }) => move), ...known, node.position.turn === parent.position.turn ? 1 : -1);
}

/** Return the moves at a node, once they are searched deep enough. */
async function deepMoves(node) {
  if (!node.found?.lines.every(({ exact, depth }) => exact || depth >= EXPLAINED)) await searchAll(node, { depth: EXPLAINED, selectivity: PRUNING });
  return movesAt(node);
}

// -------------------------------- the tab

function begin() {
  drawIn("explore", store, draw);
  on("thinking", "click", () => {
    store.switched();
    think();
  });
  on("all-moves", "click", store.widened);
  for (const part of added()) part.begin();
  byId("explain-last").hidden = !explainer();
  on("explain-last", "click", explain);
}

function changed() {
  store.set({ pointed: null, pinned: null });
  for (const part of added()) part.changed();
  think();
}

/** Return what is known of a move. */
export const moveOf = (name) => movesShown(state).find(({ move }) => move === name);

/** Return the line that is shown of a row, if there is one. */
export const previewOf = ({ pointed, pinned }, moves) => (pointed === null ? moves.find(({ move }) => move === pinned) : moves[pointed])?.pv;

/** Return the scores on the squares: in short, in full for the side to move, and their class; and which are the best. */
export function marksOf(known, side) {
  const moves = known.filter(({ move }) => move !== "pass"), textOf = ({ score, exact }) => scoreText(score, side, exact);
  return {
    scores: new Map(moves.map((one) => {
      const short = shortScoreText(one.score, side, one.exact);
      return [squareOf(one.move), [short, `${textOf(one)}, ${t(certainty(one))}`, certaintyClass(one)]];
    })),
    best: moves.filter((one) => textOf(one) === textOf(moves[0])).map(({ move }) => squareOf(move)),
  };
}

export const explore = {
  begin,
  changed,
  enter: changed,
  leave() {
    search();
    drawAhead(false);
  },
  choose: play,
  marks: () => marksOf(movesShown(state), sideOf(shown.node.position)),
  lineOf: (name) => moveOf(name)?.pv,
  preview: () => previewOf(state, movesShown(state)),
};
