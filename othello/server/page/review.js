// Analyse: games from a text or a file, each move judged: graph, accuracy, list, the next mistake.

import { addressNow, isLink, readAddress } from "./address.js";
import { ask } from "./connection.js";
import { makeQueue, takeChosen, takeDrops } from "./drops.js";
import { byId, disc, element, on, sayIn } from "./elements.js";
import { hideFault, showFailure } from "./faults.js";
import { listGames, listedGames, makeList, markShown, readFiles, readText, readingText, textsOf } from "./games.js";
import { drawScoreGraph } from "./graph.js";
import { showBoard } from "./grid.js";
import { forgetTyped, keep, keepTyped, kept } from "./kept.js";
import { fillAccuracy, markMove, moveRows, offerLines } from "./moves.js";
import { analysisOf } from "./result.js";
import { movesIn, squareOf } from "./rules.js";
import { drawIn, fail, isOpen, openTab, practise, say, sayStatus, silently } from "./shell.js";
import { makeStore, whenOther } from "./store.js";
import { explainer, tabs } from "./tabs.js";
import { language, t } from "./texts.js";
import { asFields, child, goTo, lineThrough, load, movesTo, pathTo, play, restored, rootOf, saved, shown } from "./tree.js";
import { betterMove, certainty, lossText, scoreText, turnText, verdict } from "./words.js";

const inTurn = makeQueue(); // what was opened last is read last, and is what is shown

/**
 * `analysing` is the root of the game that was analysed last, or still is, by the request that is `running`; one `stood` on a node in
 * the analysed game that this tab showed last, and `earlier` on one in the game that it showed before. A game's analysis is at its root.
 */
export const FIRST = { running: null, analysing: null, stood: null, earlier: null, isReading: false };

export const actions = { stood: standing };

const store = makeStore({ ...FIRST }, actions), { state } = store;

// -------------------------------- which game

/** Return what `reading` brings, of a text if it is one; null if it fails, which is said. */
async function read(reading, text = "") {
  store.set({ isReading: true });
  hideFault();
  const found = await reading.catch((error) => {
    const { message } = error, isGame = shown.root.children.length > 0;
    if (!showFailure(byId("paste"), text, error)) fail(new Error(isGame ? `${message}\n${t("The board still shows the game of before.")}` : message));
    return null;
  });
  store.set({ isReading: false });
  return found;
}

/** Change the board, in this tab. If the tab was opened for that, both are one step of the browser's history. */
function showHere(change, isOpened) {
  if (openTab("review") || isOpened) silently(change);
  else change();
}

/** List the games that `reading` brings, and show the first. */
async function open(reading, isOpened, text) {
  const found = await read(reading, text);
  if (!found) return;
  const { games } = found;
  listGames(games);
  say(readingText(found));
  showHere(() => {
    choose(0);
    if (games.length === 1 && !games[0].moves) openTab("explore"); // a position
  }, isOpened);
}

/** Open what was pasted: games, or this page's address. */
async function openText(text, isOpened = false) {
  if (!isLink(text)) {
    await open(readText(text), isOpened, text);
    return;
  }
  const found = await read(readAddress(text));
  if (!found) return;
  listGames([]);
  say("");
  showHere(() => load(found.start, found.moves), isOpened);
  judgeShown();
}

/** Open files; what was pasted before is not what is shown any more. */
async function openFiles(files, isOpened = false) {
  forgetTyped(byId("paste"));
  await open(readFiles(files), isOpened);
}

function choose(number) {
  const game = listedGames()[number];
  load(game.start, movesIn(game.moves), 0, { game, opened: game });
  judge();
}

/** Say of the game at a root how far its analysis is. */
function note(root, progress) {
  root.progress = progress;
  if (shown.root === root) store.redraw();
}

/** Show the analysis of a line, which may be known. */
async function judge(known = null, line = lineThrough(shown.node)) {
  state.running?.cancel();
  if (state.analysing) delete state.analysing.progress;
  const [root] = line, fields = asFields(line.at(-1));
  Object.assign(root, { line, judged: null });
  const running = known || !fields.moves ? null : ask({ do: "analyse", ...fields }, ({ done, of }) => {
    note(root, () => t("Analysed {done} of {of} moves", { done, of }));
  });
  store.set({ analysing: root, running });
  if (isOpen("review")) changed();
  if (!fields.moves) {
    note(root, () => t("There are no moves to analyse: see the scores in Explore."));
    return;
  }
  note(root, () => t("Thinking …"));
  try {
    root.judged = { ...known ?? await running, line };
    store.set({ running: null });
    if (isOpen("review")) changed();
  } catch (error) {
    root.progress = () => "";
    store.set({ running: null });
    fail(error);
  }
}

function stop() {
  state.running.cancel();
  state.analysing.progress = () => t("Stopped. “Analyse the game on the board” begins again.");
  store.set({ running: null });
}

/** Analyse the line that is shown, or show its analysis if that is known. */
function judgeShown(known) {
  delete shown.root.game;
  return judge(known);
}

/** Analyse the game that the address names, where this tab is opened by it. */
function judgeLink() {
  if (isOpen("review") && lineThrough(shown.node).length > 1) judgeShown();
}

// -------------------------------- a reload of the page

/** Return where one stands in an analysed game, with its analysis, as a value for `taken`. */
function whole(node) {
  const { game, line, judged } = rootOf(node), known = judged && { ...judged, line: undefined };
  return { ...saved(node), line: movesTo(line.at(-1)), judged: known, number: listedGames().indexOf(game) };
}

function save() {
  const isShown = Boolean(shown.root.line), nodes = [isShown ? shown.node : state.stood, state.earlier];
  keep("games", listedGames());
  keep("analyses", { isShown, address: addressNow(), places: nodes.filter(Boolean).map(whole) });
}

/** Return the node that was kept in an analysed game, which is that on the board or another one. */
function taken(place, isShown) {
  const node = isShown ? shown.node : restored(place), root = rootOf(node), game = listedGames()[place.number];
  const line = pathTo(place.line.reduce(child, root));
  Object.assign(root, { line, judged: place.judged && { ...place.judged, line }, ...(game && { game, opened: game }) });
  return node;
}

/** Take up the analyses of before a reload; one that was interrupted begins again. Without one, follow the address. */
function resume() {
  const old = kept("analyses"), isShown = Boolean(old?.isShown) && old.address === location.hash;
  listGames(kept("games") ?? []);
  const [stood = null, earlier = null] = (old?.places ?? []).map((place, number) => taken(place, isShown && number === 0));
  store.set({ stood, earlier });
  const { line, judged: known } = state.stood ? rootOf(state.stood) : {};
  if (line && !known) judge(null, line);
  markShown();
  if (isShown) goTo(shown.node, true);
  else judgeLink();
}

// -------------------------------- the analysis of before

/** Return where one stands in an analysed game, and in which one one stood before; games of one list are chosen there. */
function standing({ stood, earlier }, { root, node }, listed) {
  if (!root.line) return {};
  const before = stood && rootOf(stood), isOneList = [root, before].every((each) => listed.includes(each?.game));
  return { stood: node, earlier: stood && root !== before && !isOneList ? stood : earlier };
}

/** Return where one stood in the last analysed game that is not shown now; null if there is none. */
export const elsewhere = ({ stood, earlier }, root) => [stood, earlier].find((node) => node && rootOf(node) !== root) ?? null;

function showEarlier() {
  const node = elsewhere(state, shown.root), { judged: known, line } = rootOf(node);
  goTo(node, true);
  if (!known && line[0] !== state.analysing) judge(null, line);
}

/** Return the game of a tree if it has ended there or was opened, unless it, or another line of it, is analysed; else null. */
export function gameToJudge(root) {
  const { ended, opened, line } = root;
  const game = ended ? pathTo(ended.moves.reduce(child, root)) : opened ? lineThrough(root) : [root], tip = game.at(-1);
  return tip === root || (line && (line.at(-1) === tip || !game.includes(line.at(-1)))) ? null : game;
}

/** Analyse the game that is shown if it is one; return whether it is. */
function judgeWhole() {
  const game = gameToJudge(shown.root);
  if (!game) return false;
  delete shown.root.game;
  judge(analysisOf(game.at(-1)), game);
  return true;
}

// -------------------------------- what is shown of it

/** Return the ply of the analysed game at which a node is; null beside it. */
export const plyAt = (judged, node) => (judged && judged.line[node.ply] === node ? node.ply : null);

/** Return what is being read, or else how far the analysis of a game is, or of which game it is. */
function progressText({ game, judged, progress = () => "" }) {
  if (state.isReading) return t("Reading …");
  return judged ? (game ? textsOf(game) : []).join(" · ") : progress();
}

/** Fold which game it is once there is one; a reader who opens that meanwhile is not disturbed. */
const foldSource = whenOther((root, isThere) => { byId("source").open = !isThere; });

/** Draw what does not depend on the move: the game's accuracy, its moves. */
const drawWhole = whenOther((root, judged) => {
  byId("reviewed").hidden = byId("review-tools").hidden = !judged;
  markShown();
  if (!judged) return;
  byId("sides").replaceChildren(...Object.keys(judged.accuracy).map((side) => sideRow(side, judged)));
  fillAccuracy(judged.accuracy, Object.keys(judged.accuracy.black));
  byId("rows").replaceChildren(...moveRows(judged.moves, goToPly));
});

/** Return a side's accuracy and its mistakes, as buttons that lead to them. */
function sideRow(side, { accuracy, moves }) {
  const own = moves.filter((move) => move.mistake && move.side === side), { moves: count, percent } = accuracy[side].all;
  const buttons = own.map(({ ply, ...move }) => {
    const label = `${t("Move {ply}: {side} {move}", { ply, side: t(side), move: move.move })}, ${t(move.verdict)}`;
    return element("button", [`${ply}. ${move.move} `, verdict(move.verdict, `−${lossText(move)}`)], { "aria-label": label, "data-ply": ply }, () => goToPly(ply));
  });
  return element("div", [element("p", [disc(side), ` ${t(side)} ${count ? `${percent} %` : "–"}`]), ...buttons], { class: "line" });
}

function goToPly(ply) {
  const { line } = shown.root.judged;
  goTo(line[Math.min(Math.max(ply, 0), line.length - 1)], true); // a pass may follow: one looks at this move
}

function draw({ running, analysing }) {
  const { root, node } = shown, { judged = null } = root, isAnalysing = running !== null && root === analysing;
  foldSource(root, isAnalysing || judged !== null);
  drawWhole(root, judged, language());
  byId("earlier").hidden = !elsewhere(state, root);
  sayIn("progress", progressText(root));
  byId("stopping").hidden = !isAnalysing;
  const ply = plyAt(judged, node), move = ply ? judged.moves[ply - 1] : null;
  if (judged) drawScoreGraph(byId("graph"), judged.moves, ply ?? 0, goToPly);
  if (ply !== null) markMove(byId("moves"), byId("rows"), ply);
  for (const button of byId("sides").querySelectorAll("button")) button.setAttribute("aria-pressed", Number(button.dataset.ply) === ply);
  byId("explain-move").disabled = !move || move.move === "pass";
  sayStatus(statusText(judged, node));
  if (judged && ply === null) return; // a line beside the game: its buttons stay
  const named = move ? linesOf(move) : [];
  offerLines(byId("lines"), named, (moves, number) => {
    goTo(moves.reduce(child, judged.line[ply - 1]), moves.length < named[number][1].length);
    showBoard();
  });
}

/** Return what is thought of the move before a node of an analysed game; beside it, where one is. */
export function statusText(judged, node) {
  if (!judged) return turnText(node.position);
  const ply = plyAt(judged, node);
  if (ply === null) return besideText(judged, node);
  if (!ply) return t("Start");
  const move = judged.moves[ply - 1];
  return `${ply}. ${t(move.side)} ${t(move.move)} – ${t(move.verdict)}, ${scoreText(move.score, move.side, move.exact)}, ${t(certainty(move))}`;
}

/** Return the lines that can be stepped through at a move, with their names. */
export function linesOf(move) {
  const better = betterMove(move), named = [[t("After {move}", { move: t(move.move) }), move.played_pv]];
  if (better) named.unshift([t("Better: {move}", { move: `${better}, ${scoreText(move.best, move.side, move.exact)}` }), move.pv]);
  return named;
}

function besideText(judged, node) {
  const line = pathTo(node), ply = line.findIndex((other, number) => other !== judged.line[number]) - 1;
  return `${t("Line after move {ply}, move {count}", { ply, count: node.ply - ply })} – ${turnText(node.position)}`;
}

/** Return the next mistake after a ply, from the first again after the last; undefined if there is none. */
export function nextMistakeOf(moves, after) {
  const bad = moves.filter(({ mistake }) => mistake);
  return bad.find(({ ply }) => ply > after) ?? bad[0];
}

function nextMistake() {
  const next = nextMistakeOf(shown.root.judged.moves, shown.node.ply);
  showBoard();
  if (next) goToPly(next.ply);
  else sayStatus(t("No move lost two discs or more."));
}

// -------------------------------- the tab

/** Return whether what is dropped is for the page: a file always is, a text unless a field takes it. */
const isForPage = ({ dataTransfer, target }) => dataTransfer.types.includes("Files") || !target.matches("input, textarea");

/** Open games that were dropped, whichever tab is open. */
async function openDropped(files, text) {
  const isOpened = openTab("review");
  await (files.length ? openFiles(files, isOpened) : openText(text, isOpened));
}

function begin() {
  drawIn("review", store, draw);
  on("paste-form", "submit", (event) => {
    event.preventDefault();
    const text = byId("paste").value.trim();
    inTurn(() => openText(text));
  });
  keepTyped(byId("paste"));
  on("clear-paste", "click", () => {
    forgetTyped(byId("paste"));
    byId("paste").focus();
  });
  on("review-shown", "click", () => {
    forgetTyped(byId("paste"));
    judgeShown();
  });
  takeChosen("file", (files) => inTurn(() => openFiles(files)));
  makeList(choose);
  on("stop", "click", stop);
  on("to-earlier", "click", showEarlier);
  on("next-mistake", "click", nextMistake);
  byId("practise-analysed").hidden = !tabs.practise;
  on("practise-analysed", "click", () => practise(asFields(shown.root.judged.line.at(-1))));
  byId("explain-move").hidden = !explainer();
  on("explain-move", "click", () => {
    const { parent, move, ply } = shown.node;
    explainer().explainInView(parent, move, shown.root.judged.moves[ply - 1]).catch(fail);
  });
  takeDrops(document.body, isForPage, (files, text) => inTurn(() => openDropped(files, text)));
  window.addEventListener("pagehide", save);
  new ResizeObserver(() => { if (shown.root.judged) store.redraw(); }).observe(byId("graph"));
}

function changed() {
  explainer()?.hide();
  store.stood(shown, listedGames());
}

/** Return the better move of the one that is shown, to be ringed. */
export function marksOf(judged, node) {
  const ply = plyAt(judged, node), better = ply ? betterMove(judged.moves[ply - 1]) : null;
  return { ringed: better && better !== "pass" ? [squareOf(better)] : [] };
}

/** The tab, as shell.js describes it. */
export const review = {
  begin,
  changed,
  enter: (isAsked) => { if (!isAsked || !judgeWhole()) changed(); },
  leave: () => {},
  listsMoves: true,
  show: judgeShown,
  judgeLink,
  choose: play,
  resume,
  marks: () => marksOf(shown.root.judged ?? null, shown.node),
};
