// The board that is edited: discs are painted on it by mouse, touch, pen and keys.

import { byId, hasModifier, on, sayIn } from "./elements.js";
import { focusOn, onSquare, showBoard, squareAt } from "./grid.js";
import { obfOf, opponentOf } from "./rules.js";
import { shell, silently } from "./shell.js";
import { makeStore } from "./store.js";
import { t } from "./texts.js";
import { goTo, load, onChange, shown } from "./tree.js";
import { sideText } from "./words.js";

const BRUSHES = { "paint-black": "X", "paint-white": "O", "paint-empty": "-" };
const KEYS = { b: "X", w: "O", delete: "-", backspace: "-" };
const RIGHT_BUTTON = 2;

/** A click paints the `brush`, a button held down a `stroke`; `hasStep`: the browser's history has a step for this edit; while it `isReplacing`, another board does not end it. */
const edit = makeStore({ brush: "X", stroke: null, hasStep: false, isReplacing: false }), { state } = edit;

export function drawEditing({ isEditing }) {
  for (const [id, each] of Object.entries(BRUSHES)) byId(id).setAttribute("aria-pressed", each === state.brush);
  byId("side").textContent = t("Let {side} move", { side: t(shown.node.position.turn === "X" ? "white" : "black") });
  byId("edit").setAttribute("aria-pressed", isEditing);
  byId("palette").hidden = !isEditing;
  byId("controls").hidden = isEditing;
  byId("grid").classList.toggle("editing", isEditing);
  if (!isEditing) return;
  const how = t("Click or drag to paint; the right button paints the other colour. Keys: B, W, Delete");
  sayIn("status", `${t("{side} to move", { side: sideText(shown.node.position.turn) })} – ${how}`);
}

// -------------------------------- beginning and ending

/** Show something without ending the editing. */
function whileEditing(act) {
  state.isReplacing = true;
  act();
  state.isReplacing = false;
}

/** Show a position as a start: what led to it is not the way to the edited board. An edit is one step of the browser's history. */
function replace(parts) {
  const { hasStep } = state, show = () => load(obfOf({ ...shown.node.position, ...parts }));
  state.hasStep = true;
  whileEditing(hasStep ? () => silently(show) : show);
}

/** Begin or end the editing. As long as nothing is painted, the game stays, and waits. */
function setEditing(isOn) {
  const isChanged = shell.state.isEditing && state.hasStep;
  state.hasStep = false;
  shell.set({ isEditing: isOn });
  whileEditing(() => goTo(shown.node, !isChanged));
}

// -------------------------------- painting

const has = (square, content) => shown.node.position.squares[square] === content;

/** Put something on a square: "X", "O" or "-" for nothing. */
const paint = (square, content) => replace({ squares: shown.node.position.squares.with(square, content) });

/** Return what a click with a disc puts on a square: the disc, or if that is there already, nothing. */
const clicked = (square, content) => (has(square, content) ? "-" : content);

/** Call `act` for events on a square while the board is edited; then nothing else happens to the event. */
function listen(kind, act) {
  onSquare(kind, (event, square) => {
    if (!shell.state.isEditing || act(event, square) === false) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

/** Let the grid be painted on; the right button paints the other colour. Once anything else is shown or begins, a click is a move again. */
export function makeEditing() {
  edit.draw = shell.redraw;
  onChange(() => { if (shell.state.isEditing && !state.isReplacing) shell.set({ isEditing: false }); });
  listen("pointerdown", (event, square) => {
    focusOn(square);
    state.stroke = clicked(square, event.button === RIGHT_BUTTON || event.ctrlKey ? opponentOf(state.brush) : state.brush);
    paint(square, state.stroke);
  });
  listen("pointermove", (event) => {
    if (state.stroke === null) return;
    for (const { clientX, clientY } of event.getCoalescedEvents?.() ?? [event]) {
      // A finger's events all come to the square where it was put down.
      const square = squareAt(clientX, clientY);
      if (square >= 0 && !has(square, state.stroke)) paint(square, state.stroke);
    }
  });
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => { state.stroke = null; });
  // A click without a button was made by a screen reader.
  listen("click", ({ detail }, square) => { if (detail === 0) paint(square, clicked(square, state.brush)); });
  listen("keydown", (event, square) => {
    const content = event.key === "Enter" || event.key === " " ? state.brush : KEYS[event.key.toLowerCase()];
    if (content === undefined || hasModifier(event)) return false;
    paint(square, clicked(square, content));
  });
  on("edit", "click", () => {
    setEditing(!shell.state.isEditing);
    if (shell.state.isEditing) showBoard();
  });
  on("done", "click", () => setEditing(false));
  for (const [id, brush] of Object.entries(BRUSHES)) on(id, "click", () => edit.set({ brush }));
  on("clear-board", "click", () => replace({ squares: Array(64).fill("-") }));
  on("side", "click", () => replace({ turn: opponentOf(shown.node.position.turn) }));
}
