// The discs on a picture of the empty board, which othello.svg draws.

import { disc, drawn, element } from "./elements.js";
import { discCounts } from "./rules.js";
import { t } from "./texts.js";

export const DISCS = { X: ["#16191c", "#000000"], O: ["#f8f6f0", "#a9ada8"] };
export const FRAME = 20; // as othello.svg draws the board
export const SQUARE = 45;
export const RADIUS = 18.5;
export const AMBER = "#f2a93b"; // of arrows, as othello.svg draws them

/** Return where the centre of a square is on the picture. */
export const centre = (square) => ({ cx: FRAME + (square % 8 + 0.5) * SQUARE, cy: FRAME + (Math.floor(square / 8) + 0.5) * SQUARE });

/** Return the disc that is drawn on a square, or null. */
export const discOn = (picture, square) => picture.querySelector(`#pieces [data-disc="${square}"]`);

/** Draw a position on `picture`: its discs, a point on the last move, and `marks`, squares and arrows by the names in `MARKS`. */
export function drawPieces(picture, position, marks = {}) {
  const pieces = picture.querySelector("#pieces") ?? drawn(picture, "g", { id: "pieces" });
  position.squares.forEach((content, square) => {
    const before = discOn(picture, square); // it stays: it may just be moving
    if (!(content in DISCS)) return before?.remove();
    const made = before ?? drawn(pieces, "circle", { ...centre(square), r: RADIUS, "stroke-width": 1.5, "data-disc": square });
    ["fill", "stroke"].forEach((name, number) => made.setAttribute(name, DISCS[content][number]));
  });
  picture.querySelector("#marks")?.remove();
  const group = drawn(picture, "g", { id: "marks", fill: "none" }), all = { ...marks, last: position.last === null ? [] : [position.last] };
  for (const [kind, look] of Object.entries(MARKS)) for (const place of all[kind] ?? []) drawn(group, ...look(place));
  const [black, white] = discCounts(position);
  const label = t("Othello board: black {black}, white {white}", { black, white });
  picture.setAttribute("aria-label", label);
  picture.querySelector("title").textContent = label;
}

/** What each mark on a square looks like; an arrow has two squares, and perhaps a colour, and from a square to itself it is a circle. */
const MARKS = {
  last: (square) => ["circle", { ...centre(square), r: 5, fill: "#e5484d" }],
  ringed: (square) => ["circle", { ...centre(square), r: RADIUS - 2, stroke: "#ffe066", "stroke-width": 3, "stroke-dasharray": "6 4" }],
  crossed: (square) => {
    const { cx, cy } = centre(square), d = `M${cx - 10} ${cy - 10}l20 20m0 -20l-20 20`;
    return ["path", { d, class: "cross", stroke: "#ff8a8f", "stroke-width": 5, "stroke-linecap": "round" }];
  },
  circled: (square) => MARKS.arrows([square, square]),
  arrows: ([from, to, colour = AMBER]) => {
    const { cx: x, cy: y } = centre(from), { cx, cy } = centre(to), length = Math.hypot(cx - x, cy - y);
    if (!length) return ["circle", { cx, cy, r: RADIUS + 2, stroke: colour, "stroke-width": 4 }];
    const transform = `translate(${x} ${y}) rotate(${(Math.atan2(cy - y, cx - x) * 180) / Math.PI})`;
    return ["path", { d: `M6 -3H${length - 18}v-6L${length} 0L${length - 18} 9v-6H6z`, class: "arrow", fill: colour, opacity: 0.9, transform }];
  },
};

/** Write who plays black and white, and how many discs they have. */
export function drawCounts(holders, position, names) {
  const counts = discCounts(position);
  ["black", "white"].forEach((side, number) => holders[number].replaceChildren(
    disc(side), element("span", names[number], { class: "name" }), " ", element("span", counts[number], { class: "count" }),
  ));
}
