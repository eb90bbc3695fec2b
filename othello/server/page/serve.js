// The page of `othello serve`: the tabs, the board that they share, and the address.

import { onAddress, placeBefore, readAddress, tabInAddress } from "./address.js";
import { drawCounts } from "./board.js";
import { ask, isCurrent, makeAsker, onConnection } from "./connection.js";
import { makeCopies } from "./copies.js";
import { makeDrawing, withDrawn } from "./drawing.js";
import { drawEditing, makeEditing } from "./edit.js";
import { byId, element, on, sayIn } from "./elements.js";
import { explore } from "./explore.js";
import { makeFaults } from "./faults.js";
import { namesIn } from "./games.js";
import { makeGrid, showLine, showPosition } from "./grid.js";
import { chooseLanguage } from "./languages.js";
import { playing } from "./play.js";
import { PARTS } from "./parts.js";
import { drawRecord, isRecordWanted } from "./record.js";
import { review } from "./review.js";
import { legalMoves, nameOf, obfOf } from "./rules.js";
import { makeSettings } from "./settings.js";
import { makeSetup } from "./setup.js";
import { makeSheet } from "./sheet.js";
import { fail, noteAddress, openTab, refuse, say, shell, silently } from "./shell.js";
import { makeSteps } from "./steps.js";
import { whenOther } from "./store.js";
import { explainer, parts, tabs } from "./tabs.js";
import { onTranslate, t } from "./texts.js";
import { START, child, goTo, lineThrough, load, movesTo, onChange, restored, shown } from "./tree.js";

Object.assign(tabs, { play: playing, explore, review, ...PARTS.tab });
Object.assign(parts, PARTS);

// -------------------------------- what is shown

function draw(state) {
  sayIn("trouble", state.message || t(state.lost)); // an empty message does not take away that the engine cannot be reached
  if (!state.tab) return;
  drawTabs(state);
  drawBoard(state);
  drawEditing(state);
  const isNamed = state.opening && (state.tab !== "play" || playing.namesOpening());
  byId("opening").textContent = isNamed ? t("Opening: {name}", { name: t(state.opening).replace(/ Opening$/, "") }) : "";
}

function drawTabs({ tab }) {
  for (const name of Object.keys(tabs)) {
    const button = byId(`tab-${name}`), isOpened = name === tab;
    button.setAttribute("aria-selected", isOpened);
    button.tabIndex = isOpened ? 0 : -1;
    byId(name).hidden = !isOpened;
  }
  byId("share").hidden = Boolean(tabs[tab].setsUp);
  byId("record").hidden = !isRecordWanted(tabs[tab]);
}

const drawDiscs = whenOther((position, black, white) => drawCounts([byId("black"), byId("white")], position, [black, white]));

function drawBoard({ tab, pointed, isEditing }) {
  const { root, node } = shown, { position } = node, { lineOf, preview, marks } = tabs[tab];
  showPosition(position, isEditing ? { canMove: false } : withDrawn(marks()));
  const line = pointed === null ? preview?.() : lineOf?.(nameOf(pointed));
  showLine(position, isEditing ? [] : line ?? []);
  const isPlayed = tab === "play" || !root.opened; // elsewhere a game of a list has its own players
  drawDiscs(position, ...((isPlayed && playing.names()) || namesIn(root.opened)));
  for (const [name, place] of Object.entries(placesAround(shown))) byId(name).disabled = !place || place === node;
}

// -------------------------------- moves

/** Play on a square, or say that it is no move. */
function choose(square) {
  const name = nameOf(square), tab = tabs[shell.state.tab], { canMove = true } = tab.marks();
  if (!canMove && tab.plan?.(name)) return;
  if (!canMove) refuse(square, tab.refusal());
  else if (legalMoves(shown.node.position).includes(name)) tab.choose(name);
  else refuse(square, t("You cannot play there: choose a square with a dot."));
}

function changed(isNew, isStep) {
  if (!shell.state.tab) return;
  shell.set({ pointed: null });
  tabs[shell.state.tab].changed();
  findOpening();
  noteAddress(isNew);
  const { node } = shown;
  if (isStep || shell.state.isEditing || legalMoves(node.position)[0] !== "pass") return;
  goTo(child(node, "pass")); // there is no other move: it is shown, and the other side goes on
}

const askOpening = makeAsker();

/** Find out which opening the moves so far belong to. */
function findOpening() {
  const moves = movesTo(shown.node), isOpening = moves.length && obfOf(shown.root.position) === START;
  shell.set({ opening: null });
  askOpening(isOpening ? { do: "position", position: moves.join("") } : null)?.then(({ opening }) => shell.set({ opening }), () => {});
}

// -------------------------------- moving about

function stepTo(node) {
  if (node && node !== shown.node) goTo(node, true);
}

/** Return the nodes to which the buttons lead; they are named after these. */
const placesAround = ({ root, node }) => ({ first: root, back: node.parent, forward: node.children[0], last: lineThrough(node).at(-1) });

const steps = Object.fromEntries(["first", "back", "forward", "last"].map((name) => [name, () => stepTo(placesAround(shown)[name])]));

/** Return whether a key does not step through the game: it goes to another tab, or scrolls a table that is too wide; or the board is edited. */
function movesElsewhere({ target }) {
  const table = target.closest(".table");
  return shell.state.isEditing || target.role === "tab" || (table !== null && table.scrollWidth > table.clientWidth);
}

function onTabKey(event) {
  const names = Object.keys(tabs), step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  openTab(names.at((names.indexOf(shell.state.tab) + step) % names.length), true);
  byId(`tab-${shell.state.tab}`).focus();
}

// -------------------------------- the address

/** Show what the address says; if it says nothing, that is said. */
async function followAddress() {
  say("");
  const followed = ++shell.state.followed, found = await readAddress().catch(fail);
  if (followed !== shell.state.followed) return;
  silently(() => {
    if (found) load(found.start, found.moves, undefined, { puzzle: found.puzzle });
    openTab(tabInAddress() ?? shell.state.tab);
  });
  noteAddress(false);
  if (shell.state.isReady && found) review.judgeLink();
}

function goBack(place) {
  say("");
  shell.state.followed += 1;
  silently(() => {
    openTab(place.tab);
    stepTo(place.node);
  });
  if (place.isRestored || shown.root.line) review.judgeLink();
}

// -------------------------------- messages

const PASSING = ["Tab", "Shift", "Control", "Alt", "Meta"]; // keys that do nothing yet

/** Take away what was said when the reader does something else; not while a text is being corrected. */
function forgetMessage({ target, key }) {
  if (target.closest?.("input:not([type=file]), textarea") || PASSING.includes(key)) return;
  refuse(null, "");
  say("");
}

/** Say why the engine cannot be reached; and when it can again, take that away, but nothing else; the page may be old then. */
async function showConnection(isThere, why) {
  playing.runClock();
  if (!isThere) shell.set({ lost: why, message: "" });
  else if (shell.state.lost) {
    shell.set({ lost: "", message: "" });
    byId("outdated").hidden = await isCurrent().catch(() => true); // if it is lost again, it is found again
  }
}

// -------------------------------- beginning

async function begin() {
  shell.draw = draw;
  onConnection(showConnection);
  chooseLanguage(byId("language"));
  makeSettings();
  makeGrid(choose, (pointed) => shell.set({ pointed }));
  on("grid", "animationend", () => refuse(null, "")); // the sign has faded, and its reason goes with it
  for (const [name, tab] of Object.entries(tabs)) {
    on(`tab-${name}`, "click", ({ detail }) => {
      openTab(name, true);
      if (detail) byId(name).focus({ preventScroll: true }); // a pointer's click: the arrow keys then step through the game
    });
    tab.begin();
  }
  for (const make of [makeFaults, makeSetup, makeEditing, makeDrawing, makeCopies, makeSheet]) make();
  explainer()?.begin();
  onTranslate(drawRecord);
  for (const kind of ["click", "keydown", "drop", "submit"]) document.addEventListener(kind, forgetMessage, true);
  on("tabs", "keydown", onTabKey);
  makeSteps(steps, movesElsewhere);
  for (const id of ["settings", "sharing"]) on(id, "toggle", ({ target, newState }) => { if (newState === "open") target.querySelector("select, button").focus(); });
  onAddress(goBack, followAddress);
  document.addEventListener("keydown", ({ key, target }) => { if (key === "?" && !target.matches("input, textarea")) byId("settings").showPopover(); });
  on("reload", "click", () => location.reload());
  onChange(drawRecord);
  onChange(changed);
  load(START);
  openTab("play");
  await Promise.all([offerOpenings().catch(fail), takeUp()]);
  shell.set({ isReady: true });
  noteAddress(false);
  byId("main").setAttribute("aria-busy", "false");
}

/** Show what the address says, and go on with what was here before the page was loaded again: an analysis, a game. */
async function takeUp() {
  const place = placeBefore();
  if (place) {
    goTo(restored(place));
    openTab(tabInAddress() ?? shell.state.tab);
  } else if (location.hash) await followAddress();
  silently(() => {
    review.resume();
    playing.resume();
  });
}

async function offerOpenings() {
  const { openings } = await ask({ do: "names" });
  const names = ["XOT", ...openings.map(({ name }) => name)];
  byId("openings").replaceChildren(...names.map((name) => element("option", t(name), { "data-t": name })));
}

begin();
