// Where a game starts: an opening's name, moves, OBF, FEN, or a board edited by clicks.

import { ask } from "./connection.js";
import { byId } from "./elements.js";
import { showBoard } from "./grid.js";
import { keep, kept } from "./kept.js";
import { movesIn, obfOf, positionOf } from "./rules.js";
import { onTranslate, t } from "./texts.js";
import { load, onChange, shown } from "./tree.js";

const NEXT = { "-": "X", X: "O", O: "-" };

let page = null, edited = false, isReplacing = false, isSettingUp = false;

/** Return whether the board is being edited. */
export function isEditing() {
  return edited;
}

/** Put the next content on a square: empty, black, white. */
export function editSquare(square) {
  const { squares, turn } = shown.node.position;
  const changed = squares.map((content, number) => (number === square ? NEXT[content] : content));
  replace({ squares: changed, turn });
}

/** Show a position as a start: what led to it is not the way to the edited board. */
function replace(position) {
  isReplacing = true;
  load(obfOf(position));
  isReplacing = false;
}

function showSide() {
  const other = shown.node.position.turn === "X" ? t("white") : t("black");
  byId("side").textContent = t("Let {side} move", { side: other });
}

function retell() {
  byId("edit").textContent = edited ? t("Done") : t("Edit the board");
  showSide();
}

function markEditing(isOn) {
  edited = isOn;
  byId("edit").setAttribute("aria-pressed", String(isOn));
  byId("side").hidden = !isOn;
  byId("grid").classList.toggle("editing", isOn);
  retell();
}

function setEditing(isOn) {
  markEditing(isOn);
  replace(shown.node.position);
}

/** End the editing once anything else is shown or begins: a click then is a move again. */
function endEditing() {
  if (edited && !isReplacing) markEditing(false);
}

/** Return the start and the moves that a text describes: a position, or a game in any form. */
async function read(text) {
  try {
    return await ask({ do: "position", position: text });
  } catch (error) {
    const { games } = await ask({ do: "games", text }).catch(() => { throw error; });
    return { start: games[0].start, played: movesIn(games[0].moves) };
  }
}

async function setUp(text) {
  try {
    const { start, played } = await read(text);
    page.say("");
    keep("set up", text);
    isSettingUp = true;
    load(start, played);
    isSettingUp = false;
  } catch (error) {
    page.say(error.message);
  }
}

/** Take away the text that was set up once another board is shown; not what is only typed. */
function forgetText(isNew) {
  const field = byId("position"), isBeginning = byId("main").getAttribute("aria-busy") === "true";
  if (!isNew || isSettingUp || isBeginning || field.value.trim() !== kept("set up")) return;
  field.value = "";
  keep("set up", null);
  keep(field.id, null);
}

/** Make the form work. */
export function makeSetup(given) {
  page = given;
  onTranslate(retell);
  byId("setup-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = byId("position"), text = field.value.trim();
    if (text) setUp(text);
    else field.value = "";
    field.reportValidity();
  });
  onChange(endEditing);
  onChange(forgetText);
  byId("edit").addEventListener("click", () => {
    setEditing(!edited);
    if (edited) showBoard();
  });
  byId("side").addEventListener("click", () => {
    const { squares, turn } = positionOf(obfOf(shown.node.position));
    replace({ squares, turn: turn === "X" ? "O" : "X" });
    showSide();
  });
}
