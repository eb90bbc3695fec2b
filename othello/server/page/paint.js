// Painting discs on the board while it is edited: by mouse, touch, pen and keys.

import { byId, hasModifier } from "./elements.js";
import { opponentOf } from "./rules.js";

const KEYS = { b: "X", w: "O", delete: "-", backspace: "-" };
const RIGHT_BUTTON = 2;

/**
 * Let the grid be painted on while `isOn()`. `brush()` is what a click paints; the right button paints the other
 * colour; a square that has it already is emptied. `paint` gets a square's element and what is put there, and
 * `has` tells whether it is there already.
 */
export function makePainter({ isOn, brush, has, paint }) {
  const grid = byId("grid");
  let stroke = null; // what is painted as long as the button is held down

  const begin = (cell, content) => {
    stroke = has(cell, content) ? "-" : content;
    paint(cell, stroke);
  };
  const end = () => { stroke = null; };

  /** Call `act` while the board is edited; then nothing else happens to the event. */
  const listen = (kind, act) => grid.addEventListener(kind, (event) => {
    if (!isOn()) return;
    const cell = event.target.closest("[data-square]");
    if (cell && act(event, cell) !== false) {
      event.preventDefault();
      event.stopPropagation();
    }
  }, true);

  listen("pointerdown", (event, cell) => {
    cell.focus();
    begin(cell, event.button === RIGHT_BUTTON || event.ctrlKey ? opponentOf(brush()) : brush());
  });
  listen("pointermove", (event) => {
    if (stroke === null) return;
    for (const { clientX, clientY } of event.getCoalescedEvents?.() ?? [event]) {
      // A finger's events all come to the square where it was put down.
      const cell = document.elementFromPoint(clientX, clientY)?.closest("#grid [data-square]");
      if (cell && !has(cell, stroke)) paint(cell, stroke);
    }
  });
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, end);
  listen("contextmenu", () => {});
  // A click without a button was made by a screen reader.
  listen("click", ({ detail }, cell) => {
    if (detail === 0) begin(cell, brush());
    end();
  });
  listen("keydown", (event, cell) => {
    const content = event.key === "Enter" || event.key === " " ? brush() : KEYS[event.key.toLowerCase()];
    if (content === undefined || hasModifier(event)) return false;
    begin(cell, content);
    end();
    return true;
  });
}
