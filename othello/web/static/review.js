// Analyse: games from a text or a file, each move judged: graph, accuracy, list, the next mistake.

import { addressNow } from "./address.js";
import { ask } from "./connection.js";
import { byId, element, hasRoom } from "./elements.js";
import { explain, hideExplanation, showExplanation } from "./explain.js";
import { drawScoreGraph } from "./graph.js";
import { showBoard } from "./grid.js";
import { keep, kept } from "./kept.js";
import { accuracyRows, addLine, markMove, markStep, moveRows } from "./moves.js";
import { legalMoves, movesIn, obfOf, squareOf } from "./rules.js";
import { t } from "./texts.js";
import { asFields, child, goTo, lineThrough, load, movesTo, pathTo, play, shown } from "./tree.js";
import { betterMove, knownText, scoreText } from "./words.js";

const BAD = ["mistake", "blunder"];

let page = null, running = null, games = [], judged = null, drawnRoot = null, isOpen = false;

// ---------------------------------------------------------------- which game

/** Return the content of a file as fields of a request: WTHOR's are bytes, all others text. */
async function fieldsOf(file) {
  if (!/\.wtb$/i.test(file.name)) return { text: await file.text() };
  const bytes = new Uint8Array(await file.arrayBuffer());
  let characters = "";
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return { wthor: btoa(characters) };
}

/** Find the games in a text or a file, list them, and analyse the first. */
async function open(fields) {
  byId("progress").textContent = t("Reading …");
  try {
    const found = await ask({ do: "games", ...fields });
    games = found.games;
    listGames();
    const { faults } = found;
    page.say(faults.length ? [t("Some of it cannot be read:"), ...faults].join("\n") : "");
    await choose(0);
  } catch (error) {
    fail(error);
  }
}

function listGames() {
  byId("game").replaceChildren(...games.map((game, number) =>
    element("option", `${number + 1}. ${titleOf(game)}`, { value: number })));
}

function fail(error) {
  byId("progress").textContent = "";
  page.say(error.message);
}

function namesIn({ headers }) {
  return [headers.Black || t("Black"), headers.White || t("White")];
}

function titleOf(game) {
  return [namesIn(game).join(" – "), game.result].filter(Boolean).join(" ");
}

/** Return what is known of a game of the list: players, result, event. */
function textsOf(game) {
  return [titleOf(game), ...["Event", "Place", "Date"].map((name) => game.headers[name])];
}

function aboutGame(game) {
  return { game, names: namesIn(game) };
}

/** Analyse a game of the list. */
async function choose(number) {
  const game = games[number];
  load(game.start, movesIn(game.moves), 0, aboutGame(game));
  await judge();
}

/** Show the analysis of the line that is shown, which may be known. */
async function judge(known = null) {
  running?.cancel();
  const { root } = shown, { start } = asFields(), line = lineThrough(shown.node), moves = movesTo(line.at(-1));
  root.judged = null;
  if (isOpen) changed();
  const note = (text) => { if (shown.root === root) byId("progress").textContent = text; };
  if (!moves.length) {
    note(t("There are no moves to analyse."));
    return;
  }
  running = known ? null : ask({ do: "analyse", start, moves: moves.join("") }, ({ done, of }) => {
    note(t("Analysed {done} of {of} moves", { done, of }));
  });
  note(t("Thinking …"));
  try {
    root.judged = { ...known ?? await running, line };
    byId("source").open = hasRoom();
    if (isOpen) changed();
  } catch (error) {
    fail(error);
  }
}

/** Analyse the line that is shown, or show its analysis if that is known. */
function judgeShown(known) {
  delete shown.root.game;
  judge(known);
}

// ---------------------------------------------------------------- a reload of the page

function save() {
  const { root, node } = shown;
  if (!root.judged) keep("analysis", null);
  else {
    const { line, ...judged } = root.judged;
    const place = { start: obfOf(root.position), moves: movesTo(line.at(-1)), shown: movesTo(node), address: addressNow() };
    keep("analysis", { ...place, judged, number: games.indexOf(root.game) });
  }
  keep("games", games);
}

/** Show the analysis that was shown before a reload. */
function resume() {
  const old = kept("analysis");
  games = kept("games") ?? [];
  listGames();
  if (old?.address !== location.hash) return;
  const game = games[old.number];
  load(old.start, old.moves, old.moves.length, game ? aboutGame(game) : {});
  judge(old.judged);
  goTo(old.shown.reduce(child, shown.root));
}

// ---------------------------------------------------------------- what is shown of it

/** Show what does not depend on the move: the game's accuracy, its moves. */
function show() {
  const { game } = shown.root;
  byId("reviewed").hidden = byId("review-tools").hidden = !judged;
  byId("chooser").hidden = games.length < 2 || !games.includes(game);
  byId("game").value = games.indexOf(game);
  if (!judged) {
    byId("progress").textContent = "";
    return;
  }
  const opening = judged.opening && t("Opening: {name}", { name: judged.opening });
  byId("progress").textContent = [...(game ? textsOf(game) : []), opening].filter(Boolean).join(" · ");
  const phases = Object.keys(judged.accuracy.black);
  byId("phases").replaceChildren(element("td", ""), ...phases.map((phase) => element("th", t(phase), { scope: "col" })));
  byId("accuracy").replaceChildren(...accuracyRows(judged.accuracy, phases));
  byId("rows").replaceChildren(...moveRows(judged.moves, goToPly));
}

function goToPly(ply) {
  goTo(judged.line[Math.min(Math.max(ply, 0), judged.line.length - 1)]);
}

/** Return the ply of the analysed game that is shown; null beside it. */
function plyShown() {
  return judged && judged.line[shown.node.ply] === shown.node ? shown.node.ply : null;
}

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
    byId("status").textContent = judged ? t("Start") : "";
    return;
  }
  byId("status").textContent = `${ply}. ${t(move.side)} ${move.move} – ${t(move.verdict)}, ${scoreText(move.score, move.side, move.exact)} (${knownText(move)})`;
  const lines = [];
  const offer = (name, line) => {
    lines.push(line);
    addLine(byId("lines"), name, line, (chosen, step) => {
      goTo(chosen.slice(0, step).reduce(child, judged.line[ply - 1]));
      markStep(byId("lines"), lines, chosen, step);
      showBoard();
    });
  };
  const better = betterMove(move);
  if (better) offer(t("Better: {move}", { move: `${better}, ${scoreText(move.best, move.side, move.exact)}` }), move.pv);
  offer(t("After {move}", { move: move.move }), move.played_pv);
}

/** Return where one is beside the game. */
function besideText() {
  const line = pathTo(shown.node), ply = line.findIndex((node, number) => node !== judged.line[number]) - 1;
  const { position } = shown.node, side = position.turn === "X" ? t("Black") : t("White");
  const next = legalMoves(position).length ? t("{side} to move", { side }) : t("The game is over.");
  return `${t("Line after move {ply}, move {count}", { ply, count: shown.node.ply - ply })} – ${next}`;
}

/** Go to the next move that lost much, from the first again after the last. */
function nextMistake() {
  const bad = judged.moves.filter(({ verdict }) => BAD.includes(verdict));
  const next = bad.find(({ ply }) => ply > shown.node.ply) ?? bad[0];
  showBoard();
  if (next) goToPly(next.ply);
  else byId("status").textContent = t("No move lost much.");
}

// ---------------------------------------------------------------- the tab

/** Return whether what is dropped is for the page: a file always is, a text unless a field takes it. */
function isForPage({ dataTransfer, target }) {
  return dataTransfer.types.includes("Files") || !target.matches("input, textarea");
}

/** Take games that are dropped anywhere, whichever tab is open. */
function takeDrops(zone) {
  const mark = (isOver) => zone.classList.toggle("dropping", isOver);
  zone.addEventListener("dragover", (event) => {
    if (!isForPage(event)) return;
    event.preventDefault();
    mark(true);
  });
  zone.addEventListener("dragleave", ({ relatedTarget }) => { if (!relatedTarget) mark(false); });
  zone.addEventListener("drop", async (event) => {
    mark(false);
    if (!isForPage(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files, text = event.dataTransfer.getData("text");
    page.openTab("review");
    await open(file ? await fieldsOf(file) : { text });
  });
}

function begin(given) {
  page = given;
  byId("paste-form").addEventListener("submit", (event) => {
    event.preventDefault();
    open({ text: byId("paste").value });
  });
  byId("review-shown").addEventListener("click", () => judgeShown());
  byId("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) await open(await fieldsOf(file));
    event.target.value = "";
  });
  byId("game").addEventListener("change", (event) => choose(Number(event.target.value)));
  byId("next-mistake").addEventListener("click", nextMistake);
  byId("explain-move").addEventListener("click", () => {
    const { parent, move } = shown.node;
    const done = explain(parent, move, judged.moves[plyShown() - 1]);
    showExplanation();
    done.then(showExplanation);
  });
  takeDrops(document.body);
  window.addEventListener("pagehide", save);
  new ResizeObserver(() => { if (judged) update(); }).observe(byId("graph"));
}

function changed() {
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
  enter: () => {
    isOpen = true;
    changed();
  },
  leave: () => { isOpen = false; },
  show: judgeShown,
  choose: play,
  resume,
  retell: () => {
    if (!judged) return;
    show();
    update();
  },
  marks: () => {
    const ply = plyShown();
    const better = ply ? betterMove(judged.moves[ply - 1]) : null;
    return { ringed: better && better !== "pass" ? squareOf(better) : null };
  },
  lineOf: () => [],
};
