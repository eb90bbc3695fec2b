// Analyse: games from a text or a file, each move judged: graph, accuracy, list, the next mistake.

import { addressNow, isLink, readAddress } from "./address.js";
import { ask } from "./connection.js";
import { hasFiles, takeFiles } from "./drops.js";
import { byId, disc, element, on, onSubmit, sayIn } from "./elements.js";
import { questionOf } from "./explore.js";
import { hideFault, showFault } from "./faults.js";
import { analyse, answered, matchesOf, readFiles, readingText, textsOf } from "./games.js";
import { drawScoreGraph } from "./graph.js";
import { showBoard } from "./grid.js";
import { fillIn, keep, keepTyped, kept } from "./kept.js";
import { fillAccuracy, linesOf, markMove, moveRows, offerLines } from "./moves.js";
import { mistakesOf } from "./outcome.js";
import { movesIn, nameOf, numberBefore, numbered, sideOf, squareOf } from "./rules.js";
import { drawIn, fail, isOpen, noteAddress, openTab, practise, say, sayStatus, silently } from "./shell.js";
import { makeStore, whenOther } from "./store.js";
import { explainer, tabs } from "./tabs.js";
import { language, t } from "./texts.js";
import { asFields, child, endGameAt, goTo, lineThrough, load, numberOf, pathTo, play, restored, rootOf, saved, shown } from "./tree.js";
import { betterMove, certainty, lossText, scoreText, sideText, turnText, verdict } from "./words.js";

const LONGEST_LIST = 8; // games that are seen at once
const SIDES = ["black", "white"];

/**
 * `analysing` is the root of the game that was analysed last, or still is, by the request that is `running`, and `progress` how far that
 * is; one `stood` on a node in the analysed game that this tab showed last. The `games` are those of the list, `text` what was read last.
 */
const store = makeStore({ games: [], text: "", running: null, analysing: null, progress: () => "", stood: null, isReading: false });
const { state } = store;

/** Return the analysis of the line of a tree that is analysed; null if there is none. */
const analysisIn = ({ line }) => line?.at(-1).judged ?? null;

// -------------------------------- which game

/** Let `take` have what `reading` brings of files, or of a text, which then stands in the field. It is one step of the browser's history. What fails is said. */
async function read(reading, text, take) {
  const isOpened = openTab("review");
  store.set({ isReading: true, text: "" });
  byId("paste").value = text;
  const found = await reading.catch((error) => {
    if (text) showFault(byId("paste"), text, error);
    else fail(error);
    if (error.known?.bad_move) list([]);
  });
  store.set({ isReading: false });
  if (!found) return;
  if (openTab("review") || isOpened) silently(() => take(found));
  else take(found);
  if (found.faults?.length) return; // it may be corrected
  keep("paste", null);
  shown.root.text = text;
  store.set({ text });
}

function list(games) {
  byId("find").value = "";
  store.set({ games });
}

/** List games that were read, and show the first. */
function showRead(found) {
  list(found.games);
  say(readingText(found));
  choose(0);
  if (!shown.root.children.length && found.games.length === 1) openTab("explore"); // a position
}

/** Open files, or a text: games, or an address of this page. */
async function open(files, text) {
  if (files.length) await read(readFiles(files), "", showRead);
  else if (isLink(text)) {
    await read(readAddress(text), text, ({ start, moves }) => {
      list([]);
      say("");
      load(start, moves);
      judgeShown();
    });
  } else await read(ask({ do: "games.text", text }), text, showRead);
}

function choose(number) {
  const game = state.games[number];
  load(game.start, movesIn(game.moves), 0, { game, opened: game });
  judge(lineThrough(shown.node));
}

/** Show the analysis of a line, which is asked for if it is not there. */
async function judge(line) {
  const [root] = line, tip = line.at(-1);
  hideFault();
  state.running?.cancel();
  root.line = line;
  if (answered(tip)) tip.judged ??= { ...answered(tip), line };
  const running = tip.judged || tip === root ? null : analyse(tip, (progress) => store.set({ progress }));
  const progress = () => t(running ? "Thinking …" : "There are no moves to analyse: see the scores in Explore.");
  store.set({ analysing: root, running, progress });
  changed();
  if (!running) return;
  try {
    tip.judged = { ...await running, line };
    store.set({ running: null });
  } catch (error) {
    store.set({ running: null, progress: () => "" });
    fail(error);
  }
}

/** Analyse a line of the game that is shown, which then is not that of the list any more. */
function judgeLine(line) {
  delete shown.root.game;
  judge(line);
}

const judgeShown = () => judgeLine(lineThrough(shown.node));

/** Let the variation that is shown be the main line, and analyse it. */
function makeMain() {
  judgeShown();
  endGameAt(shown.root.line.at(-1));
  goTo(shown.node, true);
}

/** Analyse the game that the address names, where this tab is opened by it; or go on with an analysis that another one ended. */
function judgeLink() {
  const { root, node } = shown;
  if (!isOpen("review") || analysisIn(root) || (root.line && root === state.analysing)) return;
  if (root.line) judge(root.line);
  else if (lineThrough(node).length > 1) judgeShown();
}

// -------------------------------- a reload of the page

function save() {
  const isShown = Boolean(shown.root.line), node = isShown ? shown.node : state.stood;
  keep("games", state.games);
  keep("analysed", node && { ...saved(node), isShown, address: addressNow(), number: state.games.indexOf(rootOf(node).game), text: rootOf(node).text });
}

/** Take up the analysis of before a reload; one that was interrupted begins again. Without one, follow the address. */
function resume() {
  const old = kept("analysed"), isShown = Boolean(old?.isShown) && old.address === location.hash;
  list(kept("games") ?? []);
  if (old) {
    const node = restored(old, isShown ? shown.root : undefined), root = rootOf(node), game = state.games[old.number];
    Object.assign(root, game && { game, opened: game }, { text: old.text });
    store.set({ stood: isShown ? shown.node : node, text: old.text });
    if (isShown) fillIn(byId("paste"), byId("paste").value || old.text);
    judge(root.line);
  }
  if (isShown) goTo(shown.node, true);
  else judgeLink();
}

/** Return the game of a tree if it has ended there or was opened, unless it, or another line of it, is analysed; else null. */
export function gameToJudge(root) {
  const { ended, opened, line } = root;
  const game = ended ? pathTo(ended.moves.reduce(child, root)) : opened ? lineThrough(root) : [root], tip = game.at(-1);
  return tip === root || (line && (line.at(-1) === tip || !game.includes(line.at(-1)))) ? null : game;
}

/** Show what is known of the board; if somebody asked for this tab, the game that is there is analysed. */
function enter(isAsked) {
  const game = isAsked && gameToJudge(shown.root);
  if (game) judgeLine(game);
  else changed();
}

// -------------------------------- what is shown of it

/** Return the ply of the analysed game at which a node is; null beside it. */
export const plyAt = (judged, node) => (judged && judged.line[node.ply] === node ? node.ply : null);

/** Return what is being read, or else how far the analysis of a game is, or of which game it is. */
function progressText(root, judged) {
  if (state.isReading) return t("Reading …");
  if (!judged) return root === state.analysing ? state.progress() : "";
  return root.game ? textsOf(root.game).join(" · ") : "";
}

/** Draw the list of the games in which all words of a text are found. */
const drawList = whenOther((games, text) => {
  const texts = games.map((game) => textsOf(game).join(" · "));
  const options = matchesOf(texts, text).map((number) => element("option", `${number + 1}. ${texts[number]}`, { value: number }));
  byId("game").replaceChildren(...options);
  byId("game").size = Math.min(Math.max(options.length, 2), LONGEST_LIST);
  sayIn("matches", t("Games found: {count} of {all}", { count: options.length, all: games.length }));
});

/** Fold which game it is once there is one; a reader who opens that meanwhile is not disturbed. */
const foldSource = whenOther((root, isThere) => { byId("source").open = !isThere; });

/** Empty the field once another game is shown than that of its text. */
const dropText = whenOther(({ text }, read) => { if (text !== read && byId("paste").value === read) byId("paste").value = ""; });

/** Draw what does not depend on the move: the game's accuracy, its moves. */
const drawWhole = whenOther((judged) => {
  byId("reviewed").hidden = byId("review-tools").hidden = !judged;
  if (!judged) return;
  const own = ownSide(judged), visited = mistakesVisited(judged);
  const rated = ask({ do: "people.rating", ...asFields(judged.line.at(-1)) }).catch(() => ({}));
  byId("sides").replaceChildren(...(own === "white" ? SIDES.toReversed() : SIDES).map((side) => sideRow(side, judged, rated)));
  for (const side of SIDES) byId(`practise-${side}`).hidden = !tabs.practise || !visited.some((move) => move.side === side);
  Object.assign(byId("next-mistake"), { hidden: !visited.length, textContent: t(visited[0]?.side === own ? "My next mistake" : "Next mistake") });
  fillAccuracy(judged.accuracy);
  byId("rows").replaceChildren(...moveRows(judged.moves, visit));
});

/** Return a side's accuracy, the rating it played like, once that is known, and its mistakes, as buttons that lead to them. */
function sideRow(side, { accuracy, moves }, rated) {
  const own = mistakesOf(numbered(moves).filter((move) => move.side === side)), { moves: count, percent } = accuracy[side].all;
  const buttons = own.map((move, place) => {
    const { number, ply } = move, first = place ? "" : `${t("Worst:")} `;
    const label = `${t("Move {ply}: {side} {move}", { ply: number, side: t(side), move: move.move })}, ${t(move.verdict)}`;
    return element("button", [`${first}${numberBefore(number)}${move.move} `, verdict(move.verdict, `−${lossText(move)}`)], { "aria-label": label, "data-ply": ply }, () => visit(ply));
  });
  const told = element("p", [disc(side), ` ${sideText(side)} ${count ? `${percent} %` : "–"}`]);
  rated.then(({ [side]: like }) => like && told.append(` · ${t("played like {rating} ± {error}", like)}`));
  return element("div", [told, ...buttons], { class: "line" });
}

function goToPly(ply) {
  const { line } = shown.root;
  goTo(line[Math.min(Math.max(ply, 0), line.length - 1)], true); // a pass may follow: one looks at this move
}

/** Show a move that was chosen in a list, and the board, which a phone's screen may not have. */
function visit(ply) {
  goToPly(ply);
  byId("playing").scrollIntoView({ block: "nearest" });
}

function draw({ games, text, running, analysing }) {
  const { root, node } = shown, judged = analysisIn(root), isAnalysing = running !== null && root === analysing;
  foldSource(root, isAnalysing || judged !== null);
  dropText(root, text);
  drawList(games, byId("find").value, language());
  byId("game").value = games.indexOf(root.game);
  byId("chooser").hidden = games.length < 2;
  drawWhole(judged, language());
  byId("earlier").hidden = Boolean(root.line) || !state.stood;
  sayIn("progress", progressText(root, judged));
  byId("stopping").hidden = !isAnalysing;
  const [main, other] = root.children.length && !byId("paste").value ? ["review-shown", "review-pasted"] : ["review-pasted", "review-shown"];
  [byId(main).className, byId(other).className] = ["main", ""];
  const ply = plyAt(judged, node), move = ply ? judged.moves[ply - 1] : null;
  if (judged) drawScoreGraph(byId("graph"), judged.moves, ply ?? 0, goToPly);
  if (ply !== null) markMove(byId("moves"), byId("rows"), ply);
  for (const button of byId("sides").querySelectorAll("button")) button.setAttribute("aria-pressed", Number(button.dataset.ply) === ply);
  const isAsked = move && move.move !== "pass", question = questionOf(null, null, isAsked ? move : null);
  Object.assign(byId("explain-move"), { disabled: !isAsked, hidden: !explainer() || ply === null, textContent: question });
  byId("explore-line").hidden = byId("make-main").hidden = ply !== null;
  sayStatus(statusText(judged, node));
  if (judged && ply === null) return; // a line beside the game: its buttons stay
  offerLines(byId("lines"), move ? linesOf(move) : [], (line, step) => {
    goTo(line.slice(0, step).reduce(child, judged.line[ply - 1]), step < line.length);
    showBoard();
  });
}

/** Return what is thought of the move before a node of an analysed game; beside it, where one is. */
export function statusText(judged, node) {
  if (!judged) return turnText(node.position);
  const ply = plyAt(judged, node);
  if (ply === null) return `${t("Variation: {move}", { move: numberBefore(numberOf(node)) + t(node.move) })} – ${turnText(node.position)}`;
  if (!ply) return t("Start");
  const move = judged.moves[ply - 1], instead = marksOf(judged, node).ringed.map((square) => ` – ${t("better was {move} (ringed)", { move: nameOf(square) })}`);
  return `${numberBefore(numberOf(node))}${sideText(move.side)} ${t(move.move)} – ${t(move.verdict)}, ${scoreText(move.score, move.side, move.exact)}, ${t(certainty(move))}${move.from_book ? ` · ${t("book")}` : ""}${instead.join("")}`;
}

/** Return the side that the reader played in a game that is analysed, if he alone did against the engine. */
const ownSide = ({ line: [{ ended }] }) => (ended?.human.length === 1 ? sideOf({ turn: ended.human }) : null);

/** Return the mistakes that are visited: the reader's own ones, or if there are none those of both sides. */
export function mistakesVisited(judged) {
  const bad = judged.moves.filter(({ mistake }) => mistake), own = bad.filter(({ side }) => side === ownSide(judged));
  return own.length ? own : bad;
}

// -------------------------------- the tab

function begin() {
  drawIn("review", store, draw);
  const isForPage = (event) => hasFiles(event) || !event.target.matches("input, textarea"); // a field takes texts
  const openInTurn = takeFiles("file", document.body, isForPage, open);
  onSubmit("paste-form", () => {
    const text = byId("paste").value.trim();
    if (text) openInTurn([], text);
    else showFault(byId("paste"), "", new Error(t("Paste a game first.")));
  });
  keepTyped(byId("paste"));
  on("review-shown", "click", judgeShown);
  for (const id of ["find", "paste"]) on(id, "input", store.redraw);
  on("game", "change", ({ target }) => choose(Number(target.value)));
  on("stop", "click", () => {
    state.running.cancel();
    store.set({ running: null, progress: () => t("Stopped. “Analyse the game on the board” begins again.") });
  });
  on("to-earlier", "click", () => {
    goTo(state.stood, true);
    judgeLink();
  });
  on("next-mistake", "click", () => {
    const bad = mistakesVisited(analysisIn(shown.root)), next = bad.find(({ ply }) => ply > shown.node.ply) ?? bad[0];
    visit(next.ply);
  });
  on("explore-line", "click", () => openTab("explore", true));
  on("make-main", "click", makeMain);
  for (const side of SIDES) on(`practise-${side}`, "click", () => practise({ ...asFields(shown.root.line.at(-1)), side }));
  on("explain-move", "click", () => {
    const { parent, move, ply } = shown.node;
    explainer().explainInView(parent, move, analysisIn(shown.root).moves[ply - 1]);
  });
  window.addEventListener("pagehide", save);
  new ResizeObserver(() => { if (analysisIn(shown.root)) store.redraw(); }).observe(byId("graph"));
}

/** Note what is shown. A line beside the game is a step of the browser's history: "back" leads to the game. */
function changed() {
  const { root: { line }, node } = shown;
  if (line?.includes(state.stood) && !line.includes(node)) noteAddress(true);
  store.set(line ? { stood: node } : {});
}

/** Return the better move of the one that is shown, to be ringed. */
export function marksOf(judged, node) {
  const ply = plyAt(judged, node), better = ply ? betterMove(judged.moves[ply - 1]) : null;
  return { ringed: better && better !== "pass" ? [squareOf(better)] : [] };
}

export const review = {
  begin,
  changed,
  enter,
  listsMoves: true,
  aliases: ["analyse"],
  show: judgeShown,
  judgeLink,
  choose: play,
  resume,
  marks: () => marksOf(analysisIn(shown.root), shown.node),
};
