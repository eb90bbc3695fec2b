// The page of `othello serve`: the tabs, the board that they share, and the address.

import { onAddress, placeBefore, readAddress, tabInAddress, writeAddress } from "./address.js";
import { drawCounts } from "./board.js";
import { ask, onConnection } from "./connection.js";
import { byId, element, on } from "./elements.js";
import { forgetExplanation, makeExplanation } from "./explain.js";
import { headersAt, namesIn } from "./games.js";
import { showLine, showPosition, showRefused, makeGrid } from "./grid.js";
import { chooseLanguage } from "./languages.js";
import { legalMoves, nameOf, obfOf } from "./rules.js";
import { onTranslate, t } from "./texts.js";
import { START, child, goTo, lineThrough, load, movesTo, onChange, restored, shown } from "./tree.js";
import { explore } from "./explore.js";
import { playing } from "./play.js";
import { practise } from "./practise.js";
import { drawRecord, makeRecord } from "./record.js";
import { review } from "./review.js";
import { isEditing, isSameStep, makeSetup } from "./setup.js";
import { makeSettings } from "./settings.js";
import { makeSheet } from "./sheet.js";
import { makeSteps } from "./steps.js";
import { sideText } from "./words.js";

const MODULES = { play: playing, explore, review, practise };
const DEFAULT_TAB = "play";

let tab = null, pointed = null, isReady = false, isMoving = false, lost = "";
let naming = null, opening = null, followed = 0;

// -------------------------------- the board

function draw() {
  const { position } = shown.node;
  const marks = isEditing() ? { canMove: false } : MODULES[tab].marks();
  showPosition(position, marks);
  drawLine();
  const isPlayed = tab === "play" || !shown.root.opened; // elsewhere a game of a list has its own players
  drawCounts([byId("black"), byId("white")], position, (isPlayed && playing.names()) || namesIn(shown.root.opened));
  byId("waiting").hidden = !playing.isWaiting();
  const line = lineThrough(shown.node);
  for (const name of ["first", "back"]) byId(name).disabled = shown.node === shown.root;
  byId("forward").disabled = !shown.node.children.length;
  byId("last").disabled = shown.node === line.at(-1);
  if (isEditing()) {
    const how = t("Click or drag to paint; the right button paints the other colour. Keys: B, W, Delete");
    byId("status").textContent = `${t("{side} to move", { side: sideText(position.turn) })} – ${how}`;
  }
}

/** Play on a square, or say that it is no move. */
function choose(square) {
  const name = nameOf(square), { canMove = true } = MODULES[tab].marks();
  refuse(null, "");
  if (!canMove && MODULES[tab].plan?.(name)) return;
  if (!canMove) refuse(square, MODULES[tab].refusal());
  else if (legalMoves(shown.node.position).includes(name)) MODULES[tab].choose(name);
  else refuse(square, t("{square} is no legal move.", { square: name }));
}

/** Put a sign on a square that is no move, and say why; null and an empty text take both away. */
function refuse(square, why) {
  showRefused(square);
  byId("refusal").textContent = why;
}

function point(square) {
  pointed = square;
  drawLine();
}

/** Draw the line of the square that is pointed at, or else the one that the tab has to show. */
function drawLine() {
  const { lineOf, preview } = MODULES[tab];
  const line = pointed === null ? preview?.() : lineOf?.(nameOf(pointed));
  showLine(shown.node.position, isEditing() ? [] : line ?? []);
}

/** Play a pass where there is no other move: it is shown, and the other side goes on. */
function passIfForced() {
  const { node } = shown;
  if (!isEditing() && legalMoves(node.position)[0] === "pass") goTo(child(node, "pass"));
}

function changed(isNew, isStep) {
  if (!tab) return;
  pointed = null;
  refuse(null, "");
  MODULES[tab].changed();
  draw();
  drawRecord();
  findOpening();
  noteAddress(isNew);
  if (!isStep) passIfForced();
}

/** Find out which opening the moves so far belong to, and say so. */
function findOpening() {
  naming?.cancel();
  opening = null;
  showOpening();
  const moves = movesTo(shown.node);
  if (!moves.length || obfOf(shown.root.position) !== START) return;
  naming = ask({ do: "position", position: moves.join("") });
  naming.then((found) => { opening = found.opening; showOpening(); }, () => {});
}

function showOpening() {
  byId("opening").textContent = opening ? t("Opening: {name}", { name: opening }) : "";
}

/** Write what the scripts have written in another language. */
function retell() {
  if (!tab) return;
  refuse(null, "");
  MODULES[tab].retell();
  draw();
  showOpening();
  say("");
}

// -------------------------------- moving about

function stepTo(node) {
  if (node && node !== shown.node) goTo(node, true);
}

const steps = {
  first: () => stepTo(shown.root),
  back: () => stepTo(shown.node.parent),
  forward: () => stepTo(shown.node.children[0]),
  last: () => stepTo(lineThrough(shown.node).at(-1)),
};

/**
 * Return whether a key does not step through the game: it goes to another tab, or scrolls the table in which it is pressed,
 * one wider than its place; or the board is edited.
 */
function movesElsewhere({ target }) {
  const table = target.closest(".table");
  return isEditing() || target.role === "tab" || (table !== null && table.scrollWidth > table.clientWidth);
}

// -------------------------------- tabs

/** Open a tab, perhaps as somebody asked who clicked on it; return whether another one was open. */
function openTab(name, isAsked = false) {
  if (tab === name) return false;
  if (tab) MODULES[tab].leave();
  tab = name;
  for (const other of Object.keys(MODULES)) {
    const button = byId(`tab-${other}`), isOpen = other === name;
    button.setAttribute("aria-selected", isOpen);
    button.tabIndex = isOpen ? 0 : -1;
    byId(other).hidden = !isOpen;
  }
  refuse(null, "");
  byId("setup").hidden = name === "practise"; // an exercise says where it starts
  forgetExplanation();
  byId(name).querySelector(".tools").after(byId("explanation"));
  MODULES[tab].enter(isAsked);
  draw();
  noteAddress(true);
  return true;
}

function analyse(found) {
  review.show(found);
  openTab("review");
}

/** Practise the mistakes of a game, given as fields of a request. */
function practiseMistakes(game) {
  openTab("practise");
  practise.mistakesOf(game);
}

function onTabKey(event) {
  const names = Object.keys(MODULES), step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  openTab(names.at((names.indexOf(tab) + step) % names.length), true);
  byId(`tab-${tab}`).focus();
}

// -------------------------------- the address

/** Let the address name what is shown; at another board or tab, the former one is a step back. */
function noteAddress(isNew) {
  if (!isReady) return; // the address is still to be read
  writeAddress(tab, shown.node, isNew && !isMoving && !isSameStep());
}

/** Do something that is no step of the browser's history. */
function silently(act) {
  const before = isMoving;
  isMoving = true;
  act();
  isMoving = before;
}

/** Show what the address says; if it says nothing, that is said. */
async function followAddress() {
  say("");
  const own = ++followed, found = await readAddress().catch(fail);
  if (own !== followed) return;
  silently(() => {
    if (found) load(found.start, found.moves, undefined, { puzzle: found.puzzle });
    openTab(tabInAddress() ?? tab);
  });
  noteAddress(false);
  if (isReady && found) review.judgeLink();
}

function goBack(place) {
  say("");
  followed++;
  silently(() => {
    openTab(place.tab);
    stepTo(place.node);
  });
  if (place.isRestored && !shown.root.line) review.judgeLink();
}

/** Show a message of something that went wrong; an empty one takes it away, but not that the engine cannot be reached. */
function say(message) {
  const text = message || t(lost);
  if (byId("trouble").textContent === text) return; // a screen reader would say it again
  byId("trouble").textContent = text;
  byId("trouble").hidden = !text;
}

function fail(error) {
  say(error.message);
}

const PASSING = ["Tab", "Shift", "Control", "Alt", "Meta"]; // keys that do nothing yet

/** Take a message away when the reader does something else; not while a text is being corrected. */
function forgetMessage({ type, target, key }) {
  // If the page moves under a click on a text, the click is one on what holds both places.
  if (type === "click" && target.contains(document.activeElement)) target = document.activeElement;
  if (!target.closest?.("input:not([type=file]), textarea") && !PASSING.includes(key)) say("");
}

/** Say why the engine cannot be reached; and when it can again, take that away, but nothing else. */
function showConnection(isThere, why) {
  playing.runClock();
  if (isThere && !lost) return;
  lost = isThere ? "" : why;
  say("");
}

// -------------------------------- beginning

async function begin() {
  chooseLanguage(byId("language"));
  makeSettings();
  makeGrid(choose, point);
  on("grid", "animationend", () => refuse(null, "")); // the sign has faded, and its reason goes with it
  for (const [name, module] of Object.entries(MODULES)) {
    on(`tab-${name}`, "click", ({ detail }) => {
      openTab(name, true);
      if (detail) byId(name).focus({ preventScroll: true }); // a pointer's click: the arrow keys then step through the game
    });
    module.begin({ draw, say, fail, refuse, openTab, analyse, silently, practiseMistakes });
  }
  makeSetup({ say, fail });
  makeExplanation({ fail });
  const headersOf = (node) => playing.headersAt(node) ?? headersAt(node, shown.root.opened);
  makeRecord(headersOf, fail);
  makeSheet({ headersAt: headersOf, opening: () => opening });
  onTranslate(retell);
  for (const kind of ["click", "keydown", "drop", "submit"]) document.addEventListener(kind, forgetMessage, true);
  on("tabs", "keydown", onTabKey);
  makeSteps(steps, movesElsewhere);
  onAddress(goBack, followAddress);
  onConnection(showConnection);
  onChange(changed);
  load(START);
  openTab(DEFAULT_TAB);
  drawRecord();
  await Promise.all([offerOpenings().catch(fail), takeUp()]);
  isReady = true;
  noteAddress(false);
  byId("main").setAttribute("aria-busy", "false");
}

/** Show what the address says, and go on with what was here before the page was loaded again: an analysis, a game. */
async function takeUp() {
  const place = placeBefore();
  if (place) {
    goTo(restored(place));
    openTab(tabInAddress() ?? tab);
  } else if (location.hash) await followAddress();
  silently(() => {
    review.resume();
    playing.resume(tab === "play");
  });
}

async function offerOpenings() {
  const { openings } = await ask({ do: "names" });
  byId("openings").replaceChildren(...openings.map(({ name }) => element("option", "", { value: name })));
}

begin();
