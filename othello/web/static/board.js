// The discs on a picture of the empty board, which othello.svg draws.

import { disc, drawn, element } from "./elements.js";
import { discCounts } from "./rules.js";

export const DISCS = { X: ["#16191c", "#000000"], O: ["#f8f6f0", "#a9ada8"] };
export const FRAME = 20; // as othello.svg draws the board
export const SQUARE = 45;
export const RADIUS = 18.5;
const RING = { fill: "none", stroke: "#ffe066", "stroke-width": 3, "stroke-dasharray": "6 4" };
const CROSS = { fill: "none", stroke: "#ff8a8f", "stroke-width": 5, "stroke-linecap": "round" };

/** Return where the centre of a square is on the picture. */
export function centre(square) {
  return { cx: FRAME + (square % 8 + 0.5) * SQUARE, cy: FRAME + (Math.floor(square / 8) + 0.5) * SQUARE };
}

/** Return the disc that is drawn on a square, or null. */
export const discOn = (picture, square) => picture.querySelector(`#pieces [data-disc="${square}"]`);

/** Draw a position on `picture`: its discs, a mark on the last move, rings and a cross on the squares named so. */
export function drawPieces(picture, position, ringed = [], crossed = null) {
  const pieces = picture.querySelector("#pieces") ?? drawn(picture, "g", { id: "pieces" });
  position.squares.forEach((content, square) => {
    const before = discOn(picture, square); // it stays: it may just be moving
    if (!(content in DISCS)) {
      before?.remove();
      return;
    }
    const made = before ?? drawn(pieces, "circle", { ...centre(square), r: RADIUS, "stroke-width": 1.5, "data-disc": square });
    ["fill", "stroke"].forEach((name, number) => made.setAttribute(name, DISCS[content][number]));
  });
  drawMarks(picture, position, ringed, crossed);
  const [black, white] = discCounts(position);
  const label = `Othello board: black ${black}, white ${white}`;
  picture.setAttribute("aria-label", label);
  picture.querySelector("title").textContent = label;
}

function drawMarks(picture, { last }, ringed, crossed) {
  picture.querySelector("#marks")?.remove();
  const marks = drawn(picture, "g", { id: "marks" });
  if (last !== null) drawn(marks, "circle", { ...centre(last), r: 5, fill: "#e5484d" });
  for (const square of ringed) drawn(marks, "circle", { ...centre(square), r: RADIUS - 2, ...RING });
  if (crossed !== null) {
    const { cx, cy } = centre(crossed), arm = RADIUS - 8;
    const d = `M${cx - arm} ${cy - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`;
    drawn(marks, "path", { d, class: "cross", ...CROSS });
  }
}

/** Write who plays black and white, and how many discs they have. */
export function drawCounts(holders, position, names) {
  const counts = discCounts(position);
  ["black", "white"].forEach((side, number) => holders[number].replaceChildren(
    disc(side), element("span", names[number], { class: "name" }), " ", element("span", counts[number], { class: "count" }),
  ));
}
