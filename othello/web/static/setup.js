// Where a game starts: an opening's name, moves, OBF, FEN, an address of this page, or a board that is painted.

import { isLink, readAddress } from "./address.js";
import { ask } from "./connection.js";
import { byId, on } from "./elements.js";
import { readingText } from "./games.js";
import { showBoard } from "./grid.js";
import { forgetTyped, keep, keepTyped, kept } from "./kept.js";
import { makePainter } from "./paint.js";
import { movesIn, obfOf, opponentOf, squareOf } from "./rules.js";
import { onTranslate, t } from "./texts.js";
import { goTo, load, onChange, shown } from "./tree.js";

const BRUSHES = { "paint-black": "X", "paint-white": "O", "paint-empty": "-" };

let page = null, brush = "X", edited = false, isReplacing = false, isSettingUp = false, latest = 0;

// Whether the browser's history has a step for this edit, and whether what is being shown is the same step.
let hasStep = false, isSame = false;

export const isEditing = () => edited;

const contentOf = (cell) => shown.node.position.squares[squareOf(cell.dataset.square)];

/** Put something on a square: "X", "O" or "-" for nothing. */
function paint(cell, content) {
  const { squares, turn } = shown.node.position;
  replace({ squares: squares.with(squareOf(cell.dataset.square), content), turn });
}

/** Choose what a click paints. */
function take(content) {
  brush = content;
  for (const [id, each] of Object.entries(BRUSHES)) byId(id).setAttribute("aria-pressed", each === content);
}

/** Return whether the board that is being shown is no step of its own in the browser's history: an edit is one. */
export const isSameStep = () => isSame;

/** Show a position as a start: what led to it is not the way to the edited board. */
function replace(position) {
  isReplacing = true;
  isSame = hasStep;
  hasStep = true;
  load(obfOf(position));
  isReplacing = isSame = false;
}

function showSide() {
  const other = shown.node.position.turn === "X" ? "white" : "black";
  byId("side").textContent = t("Let {side} move", { side: t(other) });
}

function markEditing(isOn) {
  edited = isOn;
  byId("edit").setAttribute("aria-pressed", isOn);
  byId("palette").hidden = !isOn;
  byId("controls").hidden = isOn;
  byId("grid").classList.toggle("editing", isOn);
  showSide();
}

/** Begin or end the editing. As long as nothing is painted, the game stays, and waits. */
function setEditing(isOn) {
  const isChanged = edited && hasStep;
  hasStep = false;
  markEditing(isOn);
  isReplacing = true;
  goTo(shown.node, !isChanged);
  isReplacing = false;
}

/** End the editing once anything else is shown or begins: a click then is a move again. */
function endEditing() {
  if (edited && !isReplacing) markEditing(false);
}

/**
 * Return the start and the moves that a text describes, a game in any form or a position; the game that was `opened`, if
 * more is known of it; and what is to be `said`.
 */
async function read(text) {
  if (isLink(text)) return readAddress(text);
  const found = await ask({ do: "games.text", text }).catch(() => null);
  if (!found) {
    const { start, played } = await ask({ do: "position", position: text });
    return { start, moves: played };
  }
  const [game] = found.games, opened = Object.keys(game.headers).length ? game : undefined;
  const said = [readingText(found)];
  if (found.games.length > 1) said.push(t("This is the first of {count} games: Analyse lists them all.", { count: found.games.length }));
  return { start: game.start, moves: movesIn(game.moves), opened, said: said.filter(Boolean).join("\n") };
}

async function setUp(text) {
  const own = ++latest;
  try {
    const { start, moves, opened, said = "" } = await read(text);
    if (own !== latest) return; // another board is shown, or wanted
    page.say(said);
    keep("set up", text);
    isSettingUp = true;
    load(start, moves, moves.length, { opened });
    isSettingUp = false;
  } catch ({ message }) {
    if (own !== latest) return;
    const hint = /\s/.test(text) ? `\n${t("Games with players, or several of them: paste them in Analyse.")}` : "";
    page.fail(new Error(message + hint));
  }
}

/** Take away the text that was set up once another board is shown; not what is only typed. */
function forgetText(isNew) {
  latest++;
  const field = byId("position"), isBeginning = byId("main").getAttribute("aria-busy") === "true";
  if (!isNew || isSettingUp || isBeginning || field.value.trim() !== kept("set up")) return;
  forgetTyped(field);
  keep("set up", null);
}

export function makeSetup(given) {
  page = given;
  onTranslate(showSide);
  keepTyped(byId("position"));
  on("setup-form", "submit", (event) => {
    event.preventDefault();
    const field = byId("position"), text = field.value.trim();
    if (text) setUp(text);
    else field.value = "";
    field.reportValidity();
  });
  onChange(endEditing);
  onChange(forgetText);
  on("edit", "click", () => {
    setEditing(!edited);
    if (edited) showBoard();
  });
  on("done", "click", () => setEditing(false));
  for (const [id, content] of Object.entries(BRUSHES)) on(id, "click", () => take(content));
  on("clear-board", "click", () => {
    const { squares, turn } = shown.node.position;
    replace({ squares: squares.map(() => "-"), turn });
  });
  makePainter({ isOn: isEditing, brush: () => brush, has: (cell, content) => contentOf(cell) === content, paint });
  on("side", "click", () => {
    const { squares, turn } = shown.node.position;
    replace({ squares, turn: opponentOf(turn) });
    showSide();
  });
}
