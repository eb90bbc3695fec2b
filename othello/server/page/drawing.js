// Arrows and circles that the reader draws with the mouse's right button; each position keeps its own, in the tab in which they were drawn.

import { AMBER } from "./board.js";
import { onSquare } from "./grid.js";
import { shell } from "./shell.js";
import { makeStore } from "./store.js";
import { shown } from "./tree.js";

const [LEFT_BUTTON, RIGHT_BUTTON] = [0, 2];
const [RED, BLUE] = ["#ff6b70", "#7cc4ff"];

/** The arrows of each node by the tab, as board.js draws them, and the `stroke`, that which is just drawn. */
const drawing = makeStore({ byNode: new WeakMap(), stroke: null }), { state } = drawing;

const arrows = () => state.byNode.get(shown.node)?.[shell.state.tab] ?? [];

/** Return what the board shows of a tab, and on it what the reader has drawn. */
export const withDrawn = (marks) => ({ ...marks, arrows: [...(marks.arrows ?? []), ...arrows(), ...(state.stroke ? [state.stroke] : [])] });

/** Return the arrows with the one that was drawn; one between the same squares gives way to it, and is only taken away if it is the same. */
function arrowsWith([from, to, colour]) {
  const same = arrows().find((arrow) => arrow[0] === from && arrow[1] === to);
  return [...arrows().filter((arrow) => arrow !== same), ...(same?.[2] === colour ? [] : [[from, to, colour]])];
}

function keep(all) {
  state.byNode.set(shown.node, { [shell.state.tab]: all });
  drawing.set({ stroke: null });
}

export function makeDrawing() {
  drawing.draw = shell.redraw;
  onSquare("contextmenu", (event) => event.preventDefault()); // which a long touch asks for, too
  onSquare("pointerdown", ({ button, altKey, shiftKey }, square) => {
    if (button === LEFT_BUTTON && arrows().length) keep([]);
    if (button === RIGHT_BUTTON) drawing.set({ stroke: [square, square, shiftKey ? RED : altKey ? BLUE : AMBER] });
  });
  onSquare("pointerover", (_, square) => { if (state.stroke) drawing.set({ stroke: state.stroke.with(1, square) }); });
  document.addEventListener("pointerup", ({ target }) => {
    if (state.stroke) keep(target.closest("#grid") ? arrowsWith(state.stroke) : arrows());
  });
}
