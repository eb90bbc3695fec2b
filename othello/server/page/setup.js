// Where a game starts: an opening's name, moves, OBF, FEN, an address of this page, or a board that is painted.

import { isLink, readAddress } from "./address.js";
import { ask } from "./connection.js";
import { byId, on } from "./elements.js";
import { readingText } from "./games.js";
import { showBoard } from "./grid.js";
import { forgetTyped, keep, keepTyped, kept } from "./kept.js";
import { makePainter } from "./paint.js";
import { movesIn, obfOf, opponentOf, squareOf } from "./rules.js";
import { fail, say, shell, silently } from "./shell.js";
import { makeStore } from "./store.js";
import { onTranslate, t } from "./texts.js";
import { goTo, load, onChange, shown } from "./tree.js";

const BRUSHES = { "paint-black": "X", "paint-white": "O", "paint-empty": "-" };

/** `brush` is what a click paints; `hasStep`: whether the browser's history has a step for this edit; `latest` counts the texts. */
const setup = makeStore({ brush: "X", hasStep: false, isReplacing: false, isSettingUp: false, latest: 0 }), { state } = setup;

const contentOf = (cell) => shown.node.position.squares[squareOf(cell.dataset.square)];

/** Put something on a square: "X", "O" or "-" for nothing. */
function paint(cell, content) {
  const { squares, turn } = shown.node.position;
  replace({ squares: squares.with(squareOf(cell.dataset.square), content), turn });
}

function draw({ brush }) {
  const { isEditing } = shell.state;
  for (const [id, each] of Object.entries(BRUSHES)) byId(id).setAttribute("aria-pressed", each === brush);
  byId("side").textContent = t("Let {side} move", { side: t(shown.node.position.turn === "X" ? "white" : "black") });
  byId("edit").setAttribute("aria-pressed", isEditing);
  byId("palette").hidden = !isEditing;
  byId("controls").hidden = isEditing;
  byId("grid").classList.toggle("editing", isEditing);
}

/** Show a node without ending the editing. */
function whileEditing(act) {
  state.isReplacing = true;
  act();
  state.isReplacing = false;
}

/** Show a position as a start: what led to it is not the way to the edited board. An edit is one step of the browser's history. */
function replace(position) {
  const { hasStep } = state, show = () => load(obfOf(position));
  state.hasStep = true;
  whileEditing(hasStep ? () => silently(show) : show);
}

function markEditing(isOn) {
  shell.set({ isEditing: isOn });
  setup.redraw();
}

/** Begin or end the editing. As long as nothing is painted, the game stays, and waits. */
function setEditing(isOn) {
  const isChanged = shell.state.isEditing && state.hasStep;
  state.hasStep = false;
  markEditing(isOn);
  whileEditing(() => goTo(shown.node, !isChanged));
}

/** End the editing once anything else is shown or begins: a click then is a move again. */
function endEditing() {
  if (shell.state.isEditing && !state.isReplacing) markEditing(false);
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
  const own = ++state.latest;
  try {
    const { start, moves, opened, said = "" } = await read(text);
    if (own !== state.latest) return; // another board is shown, or wanted
    say(said);
    keep("set up", text);
    state.isSettingUp = true;
    load(start, moves, moves.length, { opened });
    state.isSettingUp = false;
  } catch ({ message }) {
    if (own !== state.latest) return;
    const hint = /\s/.test(text) ? `\n${t("Games with players, or several of them: paste them in Analyse.")}` : "";
    fail(new Error(message + hint));
  }
}

/** Take away the text that was set up once another board is shown; not what is only typed. */
function forgetText(isNew) {
  setup.set({ latest: state.latest + 1 });
  const field = byId("position"), isBeginning = byId("main").getAttribute("aria-busy") === "true";
  if (!isNew || state.isSettingUp || isBeginning || field.value.trim() !== kept("set up")) return;
  forgetTyped(field);
  keep("set up", null);
}

export function makeSetup() {
  setup.draw = draw;
  onTranslate(setup.redraw);
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
    setEditing(!shell.state.isEditing);
    if (shell.state.isEditing) showBoard();
  });
  on("done", "click", () => setEditing(false));
  for (const [id, content] of Object.entries(BRUSHES)) on(id, "click", () => setup.set({ brush: content }));
  on("clear-board", "click", () => {
    const { squares, turn } = shown.node.position;
    replace({ squares: squares.map(() => "-"), turn });
  });
  makePainter({ isOn: () => shell.state.isEditing, brush: () => state.brush, has: (cell, content) => contentOf(cell) === content, paint });
  on("side", "click", () => {
    const { squares, turn } = shown.node.position;
    replace({ squares, turn: opponentOf(turn) });
  });
}
