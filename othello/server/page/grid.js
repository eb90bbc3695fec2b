// The board that is played on: the picture, and over it a grid of 64 squares for mouse, touch, keyboard
// and screen readers.

import { centre, drawPieces } from "./board.js";
import { showMove } from "./effects.js";
import { byId, drawn, element, hasModifier } from "./elements.js";
import { legalSquares, nameOf, squareOf } from "./rules.js";
import { STEP_KEYS } from "./steps.js";
import { makeStore } from "./store.js";
import { t } from "./texts.js";

const LINE_MOVES = 8; // how many of a line's moves are drawn

/** The 64 cells; the position that was shown; the square that has the focus, and whether it has it by a click; whether that only closes a menu. */
const grid = makeStore({ cells: [], before: null, focused: 19, isByPointer: false, isClosing: false }).state, { cells } = grid;

/** Make the grid; `choose` gets the number of a square that is clicked on, `point` one pointed at or null. */
export function makeGrid(choose, point) {
  for (let square = 0; square < 64; square++) {
    cells.push(element("div", "", { role: "gridcell", tabindex: square === grid.focused ? 0 : -1, "data-square": nameOf(square) }));
  }
  for (let first = 0; first < 64; first += 8) byId("grid").append(element("div", cells.slice(first, first + 8), { role: "row" }));
  onSquare("pointerdown", () => { grid.isClosing = document.querySelector(":popover-open") !== null; }, true);
  onSquare("click", ({ detail }, square) => {
    grid.isByPointer = detail > 0; // a screen reader's click has none
    if (!grid.isByPointer || !grid.isClosing) choose(square);
  });
  onSquare("focusin", (_, square) => {
    cells[grid.focused].tabIndex = -1;
    cells[square].tabIndex = 0;
    grid.focused = square;
  });
  onSquare("focusout", () => { grid.isByPointer = false; });
  for (const kind of ["pointerenter", "focus"]) onSquare(kind, (_, square) => point(square), true); // they do not bubble
  for (const kind of ["pointerleave", "blur"]) onSquare(kind, () => point(null), true);
  onSquare("keydown", (event) => onKey(event, choose));
}

/** Call `act` for events on a square, with its number; before others if it `isFirst`. */
export function onSquare(kind, act, isFirst = false) {
  byId("grid").addEventListener(kind, (event) => {
    const square = cells.indexOf(event.target);
    if (square >= 0) act(event, square);
  }, isFirst);
}

/** Return the number of the square at a place in the window, -1 if there is none. */
export const squareAt = (x, y) => cells.indexOf(document.elementFromPoint(x, y));

export const focusOn = (square) => cells[square].focus();

/** Let the arrow keys choose a square. */
export const focusBoard = () => cells[grid.focused].focus({ preventScroll: true });

function onKey(event, choose) {
  const { focused, isByPointer } = grid, { key } = event, first = focused - focused % 8, last = first + 7;
  const goals = {
    Home: first, ArrowLeft: Math.max(focused - 1, first), ArrowUp: focused < 8 ? focused : focused - 8,
    End: last, ArrowRight: Math.min(focused + 1, last), ArrowDown: focused < 56 ? focused + 8 : focused,
  };
  if (hasModifier(event)) return;
  if (isByPointer && STEP_KEYS[key]) return; // who clicks on the board steps through the game
  if (key === "Enter" || key === " ") choose(focused);
  else if (key === "Escape") event.target.blur(); // the arrow keys then step through the game
  else if (key in goals) focusOn(goals[key]);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Put a sign on a square that is no move; null takes it away. */
export function showRefused(square) {
  for (const cell of cells) cell.classList.remove("refused");
  if (square === null) return;
  void cells[square].offsetWidth; // so that its animation begins again
  cells[square].classList.add("refused");
}

/** Scroll to the board: to the top of the page, if it fits in there. */
export function showBoard() {
  const { bottom } = byId("said").getBoundingClientRect();
  if (bottom + scrollY <= innerHeight) scrollTo(0, 0);
  else byId("playing").scrollIntoView({ block: "nearest" });
}

/**
 * Show a position.
 *
 * `scores` maps squares to two texts, one that fits and one in full for those who hear it, and a class; those of the `best` squares stand out.
 * `planned` is a move for one's next turn. `canMove` tells whether legal moves are marked. The other marks are lists: the better moves
 * are `ringed`, the moves played `crossed`, other squares `circled`; an arrow of `arrows` is `[from, to]`, or with a colour.
 */
export function showPosition(position, marks) {
  const { scores = new Map(), best = [], planned = null, canMove = true } = marks;
  const picture = byId("board").querySelector("svg"), { before } = grid;
  drawPieces(picture, position, marks);
  byId("over").replaceChildren(picture.querySelector("#marks")); // above the scores on the squares
  if (before && before !== position) showMove(picture, before, position);
  grid.before = position;
  const legal = new Set(canMove ? legalSquares(position) : []);
  cells.forEach((cell, square) => {
    const [short, score, kind] = scores.get(square) ?? [];
    cell.classList.toggle("legal", legal.has(square));
    cell.classList.toggle("best", best.includes(square));
    cell.classList.toggle("planned", square === planned);
    cell.replaceChildren(...(short ? [element("span", short, { class: kind })] : []));
    cell.setAttribute("aria-label", describe(position, square, legal, score, marks));
  });
}

/** Return what is on a square, and what the marks say of it. */
function describe({ squares, last }, square, legal, score, { crossed = [], ringed = [], planned, circled = [], arrows = [] }) {
  const ends = [...circled.map((place) => [place, place]), ...arrows].filter((each) => each.slice(0, 2).includes(square));
  return [
    nameOf(square),
    { X: t("black"), O: t("white") }[squares[square]] ?? t("empty"),
    legal.has(square) && t("legal move"),
    score && t("score {score}", { score }),
    last === square && t("last move"),
    crossed.includes(square) && t("the move played"),
    ringed.includes(square) && t("the better move"),
    planned === square && t("planned move"),
    ...ends.map(([from, to]) => (
      from === to ? t("circled") : from === square ? t("arrow to {square}", { square: nameOf(to) }) : t("arrow from {square}", { square: nameOf(from) })
    )),
  ].filter(Boolean).join(", ");
}

/** Draw a line of play on the board, its moves numbered; an empty one takes the drawing away. */
export function showLine(position, line) {
  const picture = byId("board").querySelector("svg");
  picture.querySelector("#line")?.remove();
  byId("grid").classList.toggle("lined", line.length > 0);
  if (!line.length) return;
  const group = drawn(picture, "g", { id: "line", "font-family": "system-ui, sans-serif", "text-anchor": "middle" });
  line.slice(0, LINE_MOVES).forEach((move, index) => {
    if (move === "pass") return;
    const { cx, cy } = centre(squareOf(move)), isBlack = (position.turn === "X") === (index % 2 === 0);
    const [fill, text] = isBlack ? ["#16191c", "#ffffff"] : ["#f8f6f0", "#16191c"];
    drawn(group, "circle", { cx, cy, r: 18.5, fill, "fill-opacity": 0.8, stroke: "#ffe066", "stroke-width": index ? 1 : 2.5 });
    drawn(group, "text", { x: cx, y: cy + 5, fill: text, "font-size": 15 }, index + 1);
  });
}
