// Analyse: games from a text or a file, each move judged: graph, accuracy, list, the next mistake.

import { addressNow, isLink, readAddress } from "./address.js";
import { ask } from "./connection.js";
import { makeQueue, takeChosen, takeDrops } from "./drops.js";
import { byId, element, hasRoom, on } from "./elements.js";
import { explainInView, hideExplanation } from "./explain.js";
import { listGames, listedGames, makeList, readFiles, readText, readingText, showInList, textsOf } from "./games.js";
import { drawScoreGraph } from "./graph.js";
import { showBoard } from "./grid.js";
import { forgetTyped, keep, keepTyped, kept } from "./kept.js";
import { accuracyRows, markMove, moveRows, offerLines } from "./moves.js";
import { analysisOf } from "./result.js";
import { movesIn, squareOf } from "./rules.js";
import { onTranslate, t } from "./texts.js";
import { asFields, child, goTo, lineThrough, load, movesTo, pathTo, play, restored, rootOf, saved, shown } from "./tree.js";
import { betterMove, errorText, knownText, scoreText, turnText } from "./words.js";

const BAD = ["mistake", "blunder"];

const inTurn = makeQueue(); // what was opened last is read last, and is what is shown

let page = null, running = null, judged = null, drawnRoot = null, isOpen = false, isReading = false;

// The root of the game that was analysed last, or still is; the node on which one stood in the analysed game that this tab
// showed last, and in the one that it showed before.
let analysing = null, stood = null, earlier = null;

// -------------------------------- which game

/** Return what `reading` brings; null if it fails, which is said. */
async function read(reading) {
  isReading = true;
  showProgress();
  const found = await reading.catch(({ message }) => {
    const isGame = shown.root.children.length > 0;
    page.fail(new Error(isGame ? `${message}\n${t("The board still shows the game of before.")}` : message));
    return null;
  });
  isReading = false;
  if (!found) showProgress();
  return found;
}

/** Change the board, in this tab. If the tab was opened for that, both are one step of the browser's history. */
function showHere(change, isOpened) {
  if (page.openTab("review") || isOpened) page.silently(change);
  else change();
}

/** List the games that `reading` brings, and show the first. */
async function open(reading, isOpened) {
  const found = await read(reading);
  if (!found) return;
  const { games } = found;
  listGames(games);
  page.say(readingText(found));
  showHere(() => {
    choose(0);
    if (games.length === 1 && !games[0].moves) page.openTab("explore"); // a position
  }, isOpened);
}

/** Open what was pasted: games, or this page's address. */
async function openText(text, isOpened = false) {
  if (!isLink(text)) {
    await open(readText(text), isOpened);
    return;
  }
  const found = await read(readAddress(text));
  if (!found) return;
  listGames([]);
  page.say("");
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

/** Show the analysis of a line, which may be known. */
async function judge(known = null, line = lineThrough(shown.node)) {
  running?.cancel();
  running = null;
  if (analysing) delete analysing.progress;
  const [root] = line, fields = asFields(line.at(-1));
  analysing = root;
  Object.assign(root, { line, judged: null });
  drawnRoot = null;
  const note = (say) => {
    root.progress = say;
    if (shown.root === root) showProgress();
  };
  if (!fields.moves) {
    if (isOpen) changed();
    note(() => t("There are no moves to analyse: see the scores in Explore."));
    return;
  }
  running = known ? null : ask({ do: "analyse", ...fields }, ({ done, of }) => {
    note(() => t("Analysed {done} of {of} moves", { done, of }));
  });
  if (isOpen) changed();
  note(() => t("Thinking …"));
  try {
    root.judged = { ...known ?? await running, line };
    running = null;
    if (isOpen) changed();
  } catch (error) {
    running = null;
    note(() => "");
    show();
    page.fail(error);
  }
}

function stop() {
  running.cancel();
  running = null;
  analysing.progress = () => t("Stopped. “Analyse the game on the board” begins again.");
  show();
}

/** Analyse the line that is shown, or show its analysis if that is known. */
function judgeShown(known) {
  delete shown.root.game;
  return judge(known);
}

/** Analyse the game that the address names, where this tab is opened by it. */
function judgeLink() {
  if (isOpen && lineThrough(shown.node).length > 1) judgeShown();
}

// -------------------------------- a reload of the page

/** Return where one stands in an analysed game, with its analysis, as a value for `taken`. */
function whole(node) {
  const { game, line, judged } = rootOf(node), known = judged && { ...judged, line: undefined };
  return { ...saved(node), line: movesTo(line.at(-1)), judged: known, number: listedGames().indexOf(game) };
}

function save() {
  const isShown = Boolean(shown.root.line), nodes = [isShown ? shown.node : stood, earlier];
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
  [stood = null, earlier = null] = (old?.places ?? []).map((place, number) => taken(place, isShown && number === 0));
  const { line, judged: known } = stood ? rootOf(stood) : {};
  if (line && !known) judge(null, line);
  showInList(isShown ? shown.root.game : null);
  if (isShown) goTo(shown.node, true);
  else judgeLink();
}

// -------------------------------- the analysis of before

/** Note where one stands in an analysed game, and in which one one stood before; games of one list are chosen there. */
function noteStanding() {
  if (!shown.root.line) return;
  const roots = [shown.root, stood && rootOf(stood)], isOneList = roots.every((root) => listedGames().includes(root?.game));
  if (stood && roots[0] !== roots[1] && !isOneList) earlier = stood;
  stood = shown.node;
}

/** Return where one stood in the last analysed game that is not shown now; null if there is none. */
const elsewhere = () => [stood, earlier].find((node) => node && rootOf(node) !== shown.root) ?? null;

function showEarlier() {
  const node = elsewhere(), { judged: known, line } = rootOf(node);
  goTo(node, true);
  if (!known && line[0] !== analysing) judge(null, line);
}

/** Analyse the game that is shown if it has ended here or was opened, unless another line of it was chosen. */
function judgeWhole() {
  const { root } = shown, { ended, opened, line } = root;
  const game = ended ? pathTo(ended.moves.reduce(child, root)) : opened ? lineThrough(root) : [root], tip = game.at(-1);
  if (tip === root || (line && (line.at(-1) === tip || !game.includes(line.at(-1))))) return false;
  delete root.game;
  judge(analysisOf(tip), game);
  return true;
}

// -------------------------------- what is shown of it

const isAnalysing = () => running !== null && shown.root === analysing;

/** Show what is being read, or else how far the analysis is, or of which game it is. */
function showProgress() {
  const { game, progress = () => "" } = shown.root, opening = judged?.opening && t("Opening: {name}", { name: judged.opening });
  const known = judged ? [...(game ? textsOf(game) : []), opening].filter(Boolean).join(" · ") : progress();
  byId("progress").textContent = isReading ? t("Reading …") : known;
  byId("stopping").hidden = !isAnalysing();
}

/** Show what does not depend on the move: the game's accuracy, its moves. */
function show() {
  byId("reviewed").hidden = byId("review-tools").hidden = !judged;
  byId("earlier").hidden = !elsewhere();
  byId("source").open = hasRoom() || !(judged || isAnalysing());
  showInList(shown.root.game);
  showProgress();
  if (!judged) return;
  const phases = Object.keys(judged.accuracy.black);
  byId("phases").replaceChildren(element("td", ""), ...phases.map((phase) => element("th", t(phase), { scope: "col" })));
  byId("accuracy").replaceChildren(...accuracyRows(judged.accuracy, phases));
  byId("rows").replaceChildren(...moveRows(judged.moves, goToPly));
}

function goToPly(ply) {
  goTo(judged.line[Math.min(Math.max(ply, 0), judged.line.length - 1)], true); // a pass may follow: one looks at this move
}

/** Return the ply of the analysed game that is shown; null beside it. */
const plyShown = () => (judged && judged.line[shown.node.ply] === shown.node ? shown.node.ply : null);

function update() {
  if (!isOpen) return;
  const ply = plyShown();
  if (judged) drawScoreGraph(byId("graph"), judged.moves, ply ?? 0, goToPly);
  const move = ply ? judged.moves[ply - 1] : null;
  byId("explain-move").disabled = !move || move.move === "pass";
  if (ply !== null) markMove(byId("moves"), byId("rows"), ply);
  if (ply === null && judged) { // a line beside the game: its buttons stay
    byId("status").textContent = besideText();
    return;
  }
  byId("lines").replaceChildren();
  if (!move) {
    byId("status").textContent = judged ? t("Start") : turnText(shown.node.position);
    return;
  }
  byId("status").textContent = `${ply}. ${t(move.side)} ${t(move.move)} – ${t(move.verdict)}, ${scoreText(move.score, move.side, move.exact)}${errorText(move.error)} (${knownText(move)})`;
  const better = betterMove(move), named = [[t("After {move}", { move: t(move.move) }), move.played_pv]];
  if (better) named.unshift([t("Better: {move}", { move: `${better}, ${scoreText(move.best, move.side, move.exact)}` }), move.pv]);
  offerLines(byId("lines"), named, (moves, number) => {
    goTo(moves.reduce(child, judged.line[ply - 1]), moves.length < named[number][1].length);
    showBoard();
  });
}

/** Return where one is beside the game. */
function besideText() {
  const line = pathTo(shown.node), ply = line.findIndex((node, number) => node !== judged.line[number]) - 1;
  return `${t("Line after move {ply}, move {count}", { ply, count: shown.node.ply - ply })} – ${turnText(shown.node.position)}`;
}

/** Go to the next move that lost much, from the first again after the last. */
function nextMistake() {
  const bad = judged.moves.filter(({ verdict }) => BAD.includes(verdict));
  const next = bad.find(({ ply }) => ply > shown.node.ply) ?? bad[0];
  showBoard();
  if (next) goToPly(next.ply);
  else byId("status").textContent = t("No move lost much.");
}

// -------------------------------- the tab

/** Return whether what is dropped is for the page: a file always is, a text unless a field takes it. */
const isForPage = ({ dataTransfer, target }) => dataTransfer.types.includes("Files") || !target.matches("input, textarea");

/** Open games that were dropped, whichever tab is open. */
async function openDropped(files, text) {
  const isOpened = page.openTab("review");
  await (files.length ? openFiles(files, isOpened) : openText(text, isOpened));
}

function begin(given) {
  page = given;
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
  on("practise-analysed", "click", () => page.practiseMistakes(asFields(judged.line.at(-1))));
  on("explain-move", "click", () => {
    const { parent, move } = shown.node;
    explainInView(parent, move, judged.moves[plyShown() - 1]);
  });
  takeDrops(document.body, isForPage, (files, text) => inTurn(() => openDropped(files, text)));
  window.addEventListener("pagehide", save);
  onTranslate(() => { if (!isOpen) drawnRoot = null; }); // it is drawn when this tab is opened
  new ResizeObserver(() => { if (judged) update(); }).observe(byId("graph"));
}

function changed() {
  noteStanding();
  const now = shown.root.judged ?? null;
  if (judged !== now || drawnRoot !== shown.root) {
    judged = now;
    drawnRoot = shown.root;
    show();
  }
  hideExplanation();
  update();
}

/** The tab, as serve.js uses it. */
export const review = {
  begin,
  changed,
  enter: (isAsked) => {
    isOpen = true;
    if (!isAsked || !judgeWhole()) changed();
  },
  leave: () => { isOpen = false; },
  show: judgeShown,
  judgeLink,
  choose: play,
  resume,
  retell: () => {
    show();
    update();
  },
  marks: () => {
    const ply = plyShown();
    const better = ply ? betterMove(judged.moves[ply - 1]) : null;
    return { ringed: better && better !== "pass" ? [squareOf(better)] : [] };
  },
};
