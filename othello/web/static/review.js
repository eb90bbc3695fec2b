// Analyse: games from a text or a file, each move judged: graph, accuracy, list, the next mistake.

import { ask } from "./connection.js";
import { byId, element, hasRoom } from "./elements.js";
import { explain, hideExplanation, showExplanation } from "./explain.js";
import { drawScoreGraph } from "./graph.js";
import { showBoard } from "./grid.js";
import { accuracyRows, addLine, markMove, markStep, moveRows } from "./moves.js";
import { movesIn, squareOf } from "./rules.js";
import { t } from "./texts.js";
import { asFields, child, goTo, lineThrough, load, movesTo, play, shown } from "./tree.js";
import { betterMove, knownText, scoreText } from "./words.js";

const BAD = ["mistake", "blunder"];

let page = null, running = null, games = [], chosen = null, judged = null, root = null, isOpen = false;

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
    byId("game").replaceChildren(...games.map((game, number) =>
      element("option", `${number + 1}. ${titleOf(game)}`, { value: number })));
    byId("chooser").hidden = games.length < 2;
    const { faults } = found;
    page.say(faults.length ? [t("Some of it cannot be read:"), ...faults].join("\n") : "");
    await choose(0);
  } catch (error) {
    fail(error);
  }
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

/** Return what is known of the game that was chosen: players, result, event. */
function aboutGame() {
  return chosen ? [titleOf(chosen), ...["Event", "Place", "Date"].map((name) => chosen.headers[name])] : [];
}

async function choose(number) {
  chosen = games[number];
  const { start, moves } = chosen;
  load(start, movesIn(moves), 0, namesIn(chosen));
  await judge();
}

/** Show the analysis of the line that is shown, which may be known. */
async function judge(known = null) {
  running?.cancel();
  judged = null;
  byId("reviewed").hidden = byId("review-tools").hidden = true;
  const { start } = asFields(), end = lineThrough(shown.node).at(-1), moves = movesTo(end);
  if (!moves.length) {
    byId("progress").textContent = t("There are no moves to analyse.");
    return;
  }
  root = shown.root;
  const request = { do: "analyse", start, moves: moves.join("") };
  running = known ? null : ask(request, ({ done, of }) => {
    byId("progress").textContent = t("Analysed {done} of {of} moves", { done, of });
  });
  byId("progress").textContent = t("Thinking …");
  try {
    judged = { ...known ?? await running, line: lineThrough(end) };
    byId("reviewed").hidden = byId("review-tools").hidden = false;
    byId("source").open = hasRoom();
    show();
  } catch (error) {
    fail(error);
  }
}

// ---------------------------------------------------------------- what is shown of it

function show() {
  byId("progress").textContent = [...aboutGame(), judged.opening && t("Opening: {name}", { name: judged.opening })].filter(Boolean).join(" · ");
  const phases = Object.keys(judged.accuracy.black);
  byId("phases").replaceChildren(element("td", ""), ...phases.map((phase) => element("th", t(phase), { scope: "col" })));
  byId("accuracy").replaceChildren(...accuracyRows(judged.accuracy, phases));
  byId("rows").replaceChildren(...moveRows(judged.moves, goToPly));
  update();
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
  if (ply === null && judged && shown.root === root) return; // a line beside the game: its buttons stay
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
    });
  };
  const better = betterMove(move);
  if (better) offer(t("Better: {move}", { move: `${better}, ${scoreText(move.best, move.side, move.exact)}` }), move.pv);
  offer(t("After {move}", { move: move.move }), move.played_pv);
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

/** Show the analysis of the line that is shown, and which is none of the list. */
function judgeShown(known) {
  byId("chooser").hidden = true;
  chosen = null;
  judge(known);
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
  new ResizeObserver(() => { if (judged) update(); }).observe(byId("graph"));
}

function changed(isNew) {
  if (isNew) {
    judged = null;
    byId("reviewed").hidden = byId("review-tools").hidden = true;
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
    changed(judged !== null && shown.root !== root);
  },
  leave: () => { isOpen = false; },
  show: judgeShown,
  choose: play,
  retell: () => {
    if (judged) show();
  },
  marks: () => {
    const ply = plyShown();
    const better = ply ? betterMove(judged.moves[ply - 1]) : null;
    return { ringed: better && better !== "pass" ? squareOf(better) : null };
  },
  lineOf: () => [],
};
