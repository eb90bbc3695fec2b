// Arrows and circles that the reader draws with the mouse's right button; each position keeps its own while the page is open.

import { AMBER } from "./board.js";
import { byId } from "./elements.js";
import { squareOf } from "./rules.js";
import { shell } from "./shell.js";
import { makeStore } from "./store.js";
import { shown } from "./tree.js";

const [LEFT_BUTTON, RIGHT_BUTTON] = [0, 2];
const [RED, BLUE] = ["#ff6b70", "#7cc4ff"];

/** The arrows of each node, as board.js draws them, and the `stroke`, that which is just drawn. */
const drawing = makeStore({ byNode: new WeakMap(), stroke: null }), { state } = drawing;

const arrows = () => state.byNode.get(shown.node) ?? [];

/** Return what the board shows of a tab, and on it what the reader has drawn. */
export const withDrawn = (marks) => ({ ...marks, arrows: [...(marks.arrows ?? []), ...arrows(), ...(state.stroke ? [state.stroke] : [])] });

/** Return the arrows with one more; one between the same squares gives way to it, and is only taken away if it is the same. */
export function toggled(before, [from, to, colour]) {
  const isThere = (arrow) => arrow[0] === from && arrow[1] === to, same = before.find(isThere);
  return [...before.filter((arrow) => arrow !== same), ...(same?.[2] === colour ? [] : [[from, to, colour]])];
}

function keep(all) {
  state.byNode.set(shown.node, all);
  drawing.set({ stroke: null });
}

/** Call `act` with the square on which something is done with the mouse, and the event. */
function onSquare(kind, act) {
  byId("grid").addEventListener(kind, (event) => {
    const cell = event.target.closest("[data-square]");
    if (cell) act(squareOf(cell.dataset.square), event);
  });
}

export function makeDrawing() {
  drawing.draw = shell.redraw;
  onSquare("contextmenu", (square, event) => event.preventDefault()); // which a long touch asks for, too
  onSquare("pointerdown", (square, { button, altKey, shiftKey }) => {
    if (button === LEFT_BUTTON && arrows().length) keep([]);
    if (button === RIGHT_BUTTON) drawing.set({ stroke: [square, square, shiftKey ? RED : altKey ? BLUE : AMBER] });
  });
  onSquare("pointerover", (square) => { if (state.stroke) drawing.set({ stroke: state.stroke.with(1, square) }); });
  document.addEventListener("pointerup", ({ target }) => {
    if (state.stroke) keep(target.closest("#grid") ? toggled(arrows(), state.stroke) : arrows());
  });
}
